// Settings › People: the users of the environment with their roles, and the invitations.
import { Badge, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listInvitations, listPeople, removePerson, updatePerson, withdrawInvitation } from '../../contract/members.ts'
import { type UserRole, userRoles } from '../../contract/person.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { currentSession, useMay } from '../api/session.ts'
import { factorTexts } from '../factor/words.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import type { TableColumn } from '../shell/columns.ts'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { useNewRecord } from '../shell/new-record.tsx'
import { PageFrame } from '../shell/page.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { SecretAlert } from '../shell/secret.tsx'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { peopleCommands } from './commands.ts'
import { InviteDialog } from './invite.tsx'
import { FactorRequirement } from './requirement.tsx'
import { peopleTexts } from './words.ts'

type Person = DataOf<typeof listPeople>[number]

export function PeoplePage() {
  const texts = useTexts(peopleTexts)
  const format = useEnvironmentFormat()
  const answer = useQuery(buildQuery(listPeople))
  const mayWrite = useMay('people:write')
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  const button = useNewRecord({
    command: peopleCommands.invite,
    group: texts.title,
    isAllowed: mayWrite,
    run: () => setInviting(true),
  })
  return (
    <PageFrame title={texts.title} zone={format.zone} actions={button}>
      <div className={styles.wide}>
        <QuietText mb="md">{texts.about}</QuietText>
        <FactorRequirement />
        {link === undefined ? null : (
          <SecretAlert
            title={texts.invited}
            values={[{ label: texts.link, text: link }]}
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
          else showDone(texts.mailed)
          setInviting(false)
        }}
      />
    </PageFrame>
  )
}

interface PeopleProps {
  query: UseQueryResult<{ data: Person[] }>
  mayWrite: boolean
}

function People({ query, mayWrite }: PeopleProps) {
  const texts = useTexts(peopleTexts)
  const format = useEnvironmentFormat()
  const me = currentSession.use()?.personId
  const change = async (personId: string, role: UserRole) => {
    try {
      await apiClient.call(updatePerson, { params: { personId }, body: { role } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refreshEndpoints(listPeople)
    }
  }
  const remove = async (personId: string) => {
    await apiClient.call(removePerson, { params: { personId } })
    await refreshEndpoints(listPeople)
  }
  const columns: TableColumn<Person>[] = [
    { head: texts.person, show: (person) => <Name person={person} isMe={person.personId === me} /> },
    {
      head: texts.role,
      className: styles.role,
      show: (person) => (
        <ChoiceInput
          aria-label={texts.roleOf(person.name)}
          disabled={!mayWrite || !mayChangeRole(person, me)}
          choices={userRoles.map((value) => ({ value, label: texts[value] }))}
          value={person.role}
          onChange={(role) => change(person.personId, role!)}
        />
      ),
    },
    {
      head: texts.lastUsed,
      isSpare: true,
      show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : texts.never),
    },
  ]
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={query.data?.data}
      query={query}
      actions={texts.remove}
      idOf={({ personId }) => personId}
      nameOf={({ name }) => name}
      commands={(person) => {
        const assignableRoles = userRoles.filter((role) => role !== person.role && mayChangeRole(person, me))
        const name = texts.removeOf(person.name)
        const commands = [
          ...assignableRoles.map((role) => ({
            label: `${texts.role}: ${texts[role]}`,
            run: () => change(person.personId, role),
          })),
          { label: texts.remove, name, question: texts.removeText, run: () => remove(person.personId) },
        ]
        return mayWrite ? commands : []
      }}
    />
  )
}

function Name({ person: { name, email, disabled, secondFactor }, isMe }: { person: Person; isMe: boolean }) {
  const texts = useTexts(peopleTexts)
  const { protectedBadge } = useTexts(factorTexts)
  return (
    <>
      {name} {isMe ? <Badge color="gray">{texts.you}</Badge> : null}{' '}
      {disabled ? <Badge color="gray">{texts.disabled}</Badge> : null}{' '}
      {secondFactor ? <Badge color="gray">{protectedBadge}</Badge> : null}
      <QuietText size="xs" dir="ltr">
        {email}
      </QuietText>
    </>
  )
}

/** Returns whether the signed-in person `me` may change the role. Only owners change their own role. */
const mayChangeRole = ({ personId, role }: Person, me: string | undefined): boolean =>
  personId !== me || role === 'owner'

function Invitations({ mayWrite }: { mayWrite: boolean }) {
  const texts = useTexts(peopleTexts)
  const format = useEnvironmentFormat()
  const invitations = useQuery(buildQuery(listInvitations)).data?.data ?? []
  const withdraw = async (invitationId: string) => {
    try {
      await apiClient.call(withdrawInvitation, { params: { invitationId } })
    } catch (error) {
      showProblem(error)
    } finally {
      await refreshEndpoints(listInvitations)
    }
  }
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <Text id="invitations" component="h2" size="md" fw={600} mt="lg" mb="xs">
        {texts.invitations}
      </Text>
      <DataTable
        label={texts.invitations}
        rows={invitations}
        idOf={({ invitationId }) => invitationId}
        nameOf={({ email }) => email}
        commands={({ invitationId, email }) => {
          const name = texts.withdrawOf(email)
          return mayWrite ? [{ label: name, name, button: texts.withdraw, run: () => withdraw(invitationId) }] : []
        }}
        actions={texts.withdraw}
        columns={[
          { head: texts.email, show: ({ email }) => email, cell: () => ({ dir: 'ltr' }) },
          { head: texts.role, className: styles.role, show: ({ role }) => texts[role] },
          { head: texts.validUntil, isSpare: true, show: ({ expires }) => format.instant(expires) },
        ]}
      />
    </section>
  )
}
