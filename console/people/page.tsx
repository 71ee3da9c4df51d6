// Settings › People: the users of the environment with their roles, and the invitations.
import { Badge, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listInvitations, listPeople, removePerson, updatePerson, withdrawInvitation } from '../../contract/members.ts'
import { type Role, roles } from '../../contract/person.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { session, useMay } from '../api/session.ts'
import { factorWords } from '../factor/words.ts'
import { Choose } from '../fields/choose.tsx'
import type { Column } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { Page } from '../shell/page.tsx'
import { Secret } from '../shell/secret.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { peopleCommands } from './commands.ts'
import { InviteDialog } from './invite.tsx'
import { Requirement } from './requirement.tsx'
import { peopleWords } from './words.ts'

type Person = DataOf<typeof listPeople>[number]

export function PeoplePage() {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const answer = useQuery(read(listPeople))
  const mayWrite = useMay('people:write')
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  const button = useNewRecord({
    command: peopleCommands.invite,
    group: words.title,
    isAllowed: mayWrite,
    run: () => setInviting(true),
  })
  return (
    <Page title={words.title} zone={format.zone} actions={button}>
      <div className={styles.wide}>
        <Text size="sm" c="dimmed" mb="md">
          {words.about}
        </Text>
        <Requirement />
        {link === undefined ? null : (
          <Secret
            title={words.invited}
            values={[{ label: words.link, text: link }]}
            onDone={() => setLink(undefined)}
          />
        )}
        <People query={answer} mayWrite={mayWrite} />
        <Invitations mayWrite={mayWrite} />
      </div>
      <InviteDialog
        opened={inviting}
        onClose={() => setInviting(false)}
        onInvited={(made) => {
          if (made.link !== null) setLink(made.link)
          else showDone(words.mailed)
          setInviting(false)
        }}
      />
    </Page>
  )
}

interface PeopleProps {
  query: UseQueryResult<{ data: Person[] }>
  mayWrite: boolean
}

function People({ query, mayWrite }: PeopleProps) {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const me = session.use()?.personId
  const change = async (personId: string, role: Role) => {
    try {
      await client.call(updatePerson, { params: { personId }, body: { role } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refresh(listPeople)
    }
  }
  const remove = async (personId: string) => {
    await client.call(removePerson, { params: { personId } })
    await refresh(listPeople)
  }
  const columns: Column<Person>[] = [
    { head: words.person, show: (person) => <Name person={person} isMe={person.personId === me} /> },
    {
      head: words.role,
      className: styles.role,
      show: (person) => (
        <Choose
          aria-label={words.roleOf(person.name)}
          disabled={!mayWrite || !mayChangeRole(person, me)}
          choices={roles.map((value) => ({ value, label: words[value] }))}
          value={person.role}
          onChange={(role) => change(person.personId, role!)}
        />
      ),
    },
    {
      head: words.lastUsed,
      isSpare: true,
      show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : words.never),
    },
  ]
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={query.data?.data}
      query={query}
      actions={words.remove}
      idOf={({ personId }) => personId}
      nameOf={({ name }) => name}
      commands={(person) => {
        const given = roles.filter((role) => role !== person.role && mayChangeRole(person, me))
        const name = words.removeOf(person.name)
        const commands = [
          ...given.map((role) => ({
            label: `${words.role}: ${words[role]}`,
            run: () => change(person.personId, role),
          })),
          { label: words.remove, name, question: words.removeText, run: () => remove(person.personId) },
        ]
        return mayWrite ? commands : []
      }}
    />
  )
}

function Name({ person: { name, email, disabled, secondFactor }, isMe }: { person: Person; isMe: boolean }) {
  const words = useWords(peopleWords)
  const { protectedBadge } = useWords(factorWords)
  return (
    <>
      {name} {isMe ? <Badge color="gray">{words.you}</Badge> : null}{' '}
      {disabled ? <Badge color="gray">{words.disabled}</Badge> : null}{' '}
      {secondFactor ? <Badge color="gray">{protectedBadge}</Badge> : null}
      <Text size="xs" c="dimmed" dir="ltr">
        {email}
      </Text>
    </>
  )
}

/** Returns whether the signed-in person `me` may change the role. Only owners change their own role. */
const mayChangeRole = ({ personId, role }: Person, me: string | undefined): boolean =>
  personId !== me || role === 'owner'

function Invitations({ mayWrite }: { mayWrite: boolean }) {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const invitations = useQuery(read(listInvitations)).data?.data ?? []
  const withdraw = async (invitationId: string) => {
    try {
      await client.call(withdrawInvitation, { params: { invitationId } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refresh(listInvitations)
    }
  }
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <Text id="invitations" component="h2" size="md" fw={600} mt="lg" mb="xs">
        {words.invitations}
      </Text>
      <DataTable
        label={words.invitations}
        rows={invitations}
        idOf={({ invitationId }) => invitationId}
        nameOf={({ email }) => email}
        commands={({ invitationId, email }) => {
          const name = words.withdrawOf(email)
          return mayWrite ? [{ label: name, name, button: words.withdraw, run: () => withdraw(invitationId) }] : []
        }}
        actions={words.withdraw}
        columns={[
          { head: words.email, show: ({ email }) => email, cell: () => ({ dir: 'ltr' }) },
          { head: words.role, className: styles.role, show: ({ role }) => words[role] },
          { head: words.validUntil, isSpare: true, show: ({ expires }) => format.instant(expires) },
        ]}
      />
    </section>
  )
}
