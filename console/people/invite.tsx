// Invites a person: by mail where mail is set up, else with a link to hand over.
import { Alert, Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { invitePerson, listInvitations } from '../../contract/people.ts'
import { type Role, roles } from '../../contract/person.ts'
import { client } from '../api/client.ts'
import { type Placed, placeFaults } from '../api/problems.ts'
import { refresh } from '../api/query.ts'
import styles from '../settings/settings.module.css'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { peopleWords } from './words.ts'

interface InviteDialogProps {
  opened: boolean
  onClose(): void
  onInvited(made: DataOf<typeof invitePerson>): void
}

export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  const words = useWords(peopleWords)
  const shell = useWords(shellWords)
  return (
    <Modal opened={opened} onClose={onClose} title={words.invite} closeButtonProps={{ 'aria-label': shell.close }}>
      <InviteForm onInvited={onInvited} />
    </Modal>
  )
}

function InviteForm({ onInvited }: Pick<InviteDialogProps, 'onInvited'>) {
  const words = useWords(peopleWords)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('planner')
  const [faults, setFaults] = useState<Placed>({ fields: {}, others: [] })
  const [busy, setBusy] = useState(false)
  async function invite(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      const { data } = await client.call(invitePerson, { body: { email, role } })
      await refresh(listInvitations)
      onInvited(data)
    } catch (error) {
      setFaults(placeFaults(error, ['email', 'role']))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={invite}>
      <Stack gap="sm">
        {faults.others.map((message) => (
          <Alert key={message} color="red" role="alert">
            {message}
          </Alert>
        ))}
        <TextInput
          type="email"
          label={words.email}
          dir="ltr"
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={faults.fields.email}
        />
        <Select
          label={words.role}
          description={words[`${role}Help`]}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: words[value] }))}
          value={role}
          onChange={(value) => setRole(value as Role)}
          error={faults.fields.role}
        />
        <div className={styles.end}>
          <Button type="submit" loading={busy}>
            {words.invite}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
