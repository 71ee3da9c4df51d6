// Invites a user by e-mail, or by a link if no mail server is configured.
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { invitePerson, listInvitations } from '../../contract/members.ts'
import { type Role, roles } from '../../contract/person.ts'
import { client } from '../api/client.ts'
import { refresh } from '../api/query.ts'
import { Choose } from '../fields/choose.tsx'
import { useSending } from '../fields/sending.tsx'
import styles from '../shell/content.module.css'
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
  const { faults, others, busy, send } = useSending(['email', 'role'])
  const invite = send(async () => {
    const { data } = await client.call(invitePerson, { body: { email, role } })
    await refresh(listInvitations)
    onInvited(data)
  })
  return (
    <form onSubmit={invite}>
      <Stack gap="sm">
        {others}
        <TextInput
          type="email"
          label={words.email}
          dir="ltr"
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={faults.email}
        />
        <Choose
          label={words.role}
          description={words[`${role}Help`]}
          choices={roles.map((value) => ({ value, label: words[value] }))}
          value={role}
          onChange={(value) => setRole(value!)}
          error={faults.role}
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
