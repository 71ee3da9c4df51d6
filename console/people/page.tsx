// Settings › People: who is in the environment as what, and who is invited.
import { Badge, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
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
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { Failure } from '../shell/failure.tsx'
import { Hint } from '../shell/hint.tsx'
import { Page } from '../shell/page.tsx'
import { useRowCommands } from '../shell/row-commands.ts'
import { Secret } from '../shell/secret.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { Waiting } from '../shell/waiting.tsx'
import { useWords } from '../words/language.ts'
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
  const [removing, setRemoving] = useState<Person>()
  const remove = async (personId: string) => {
    await client.call(removePerson, { params: { personId } })
    await refresh(listPeople)
  }
  useShortcuts(mayWrite ? [{ keys: 'n', label: words.invite, group: words.title, run: () => setInviting(true) }] : [])
  return (
    <Page
      title={words.title}
      zone={format.zone}
      actions={
        mayWrite ? (
          <Hint label={words.invite} keys="n">
            <Button leftSection={<IconPlus size={14} />} onClick={() => setInviting(true)}>
              {words.invite}
            </Button>
          </Hint>
        ) : null
      }
    >
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
        {answer.error ? <Failure error={answer.error} onRetry={() => answer.refetch()} /> : null}
        {answer.data || answer.error ? null : <Waiting />}
        {answer.data ? <People people={answer.data.data} mayWrite={mayWrite} onRemove={setRemoving} /> : null}
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
      <Confirm
        opened={removing !== undefined}
        title={words.removeOf(removing?.name ?? '')}
        action={words.remove}
        isDangerous
        onConfirm={() => remove(removing!.personId)}
        onClose={() => setRemoving(undefined)}
      >
        {words.removeText}
      </Confirm>
    </Page>
  )
}

interface PeopleProps {
  people: Person[]
  mayWrite: boolean
  onRemove(person: Person): void
}

function People({ people, mayWrite, onRemove }: PeopleProps) {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const { protectedBadge } = useWords(factorWords)
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
  useCommandsOf(mayWrite ? people : [], me, { change, onRemove })
  return (
    <table className={styles.table} aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.person}</th>
          <th scope="col">{words.role}</th>
          <th scope="col" className={styles.spare}>
            {words.lastUsed}
          </th>
          <th scope="col">
            <span className="visually-hidden">{words.remove}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.personId} data-row={person.personId}>
            <td>
              {person.name} {person.personId === me ? <Badge color="gray">{words.you}</Badge> : null}{' '}
              {person.disabled ? <Badge color="gray">{words.disabled}</Badge> : null}{' '}
              {person.secondFactor ? <Badge color="gray">{protectedBadge}</Badge> : null}
              <Text size="xs" c="dimmed" dir="ltr">
                {person.email}
              </Text>
            </td>
            <td className={styles.role}>
              <Choose
                aria-label={words.roleOf(person.name)}
                disabled={!mayWrite || !mayChangeRole(person, me)}
                choices={roles.map((value) => ({ value, label: words[value] }))}
                value={person.role}
                onChange={(role) => change(person.personId, role!)}
              />
            </td>
            <td className={styles.spare}>{person.lastUsed ? format.ago(person.lastUsed) : words.never}</td>
            <td>
              <div className={styles.end}>
                {mayWrite ? (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={words.removeOf(person.name)}
                    onClick={() => onRemove(person)}
                  >
                    {words.remove}
                  </Button>
                ) : null}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns whether the signed-in person `me` may change the role. Only owners change their own role. */
const mayChangeRole = ({ personId, role }: Person, me: string | undefined): boolean =>
  personId !== me || role === 'owner'

interface PersonActions {
  change(personId: string, role: Role): Promise<void>
  onRemove: PeopleProps['onRemove']
}

function useCommandsOf(people: readonly Person[], me: string | undefined, { change, onRemove }: PersonActions): void {
  const words = useWords(peopleWords)
  useRowCommands(() =>
    people.map((person) => ({
      ...{ id: person.personId, name: person.name },
      commands: [
        ...roles
          .filter((role) => role !== person.role && mayChangeRole(person, me))
          .map((role) => ({ label: `${words.role}: ${words[role]}`, run: () => void change(person.personId, role) })),
        { label: words.remove, run: () => onRemove(person) },
      ],
    })),
  )
}

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
  useRowCommands(() =>
    invitations.map(({ invitationId, email }) => ({
      ...{ id: invitationId, name: email },
      commands: mayWrite ? [{ label: words.withdrawOf(email), run: () => void withdraw(invitationId) }] : [],
    })),
  )
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <Text id="invitations" component="h2" size="md" fw={600} mt="lg" mb="xs">
        {words.invitations}
      </Text>
      <table className={styles.table} aria-label={words.invitations}>
        <thead>
          <tr>
            <th scope="col">{words.email}</th>
            <th scope="col">{words.role}</th>
            <th scope="col" className={styles.spare}>
              {words.validUntil}
            </th>
            <th scope="col">
              <span className="visually-hidden">{words.withdraw}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ invitationId, email, role, expires }) => (
            <tr key={invitationId} data-row={invitationId}>
              <td dir="ltr">{email}</td>
              <td className={styles.role}>{words[role]}</td>
              <td className={styles.spare}>{format.instant(expires)}</td>
              <td>
                <div className={styles.end}>
                  {mayWrite ? (
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={words.withdrawOf(email)}
                      onClick={() => withdraw(invitationId)}
                    >
                      {words.withdraw}
                    </Button>
                  ) : null}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
