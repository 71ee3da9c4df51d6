// Invites a user by e-mail, or by a link if no mail server is configured.
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import type { DataOf } from '../../contract/endpoint.ts'
import { invitePerson, listInvitations } from '../../contract/members.ts'
import { type UserRole, userRoles } from '../../contract/person.ts'
import { apiClient } from '../api/client.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { useSending } from '../fields/sending.tsx'
import styles from '../shell/content.module.css'
import { useTexts } from '../words/language.ts'
import { peopleTexts } from './words.ts'

interface InviteDialogProps {
  opened: boolean
  onClose(): void
  onInvited(made: DataOf<typeof invitePerson>): void
}

export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  const texts = useTexts(peopleTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.invite}>
      <InviteForm onInvited={onInvited} />
    </Modal>
  )
}

function InviteForm({ onInvited }: Pick<InviteDialogProps, 'onInvited'>) {
  const texts = useTexts(peopleTexts)
  const { form, others, busy, send } = useSending({ email: '', role: 'planner' as UserRole })
  const invite = send(async () => {
    const { data } = await apiClient.call(invitePerson, { body: form.values })
    await refreshEndpoints(listInvitations)
    onInvited(data)
  })
  return (
    <form onSubmit={invite}>
      <Stack gap="sm">
        {others}
        <TextInput type="email" label={texts.email} dir="ltr" data-autofocus {...form.getInputProps('email')} />
        <ChoiceInput
          label={texts.role}
          description={texts[`${form.values.role}Help`]}
          choices={userRoles.map((value) => ({ value, label: texts[value] }))}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role!)}
          error={form.errors.role as string}
        />
        <div className={styles.end}>
          <Button variant="filled" type="submit" loading={busy}>
            {texts.invite}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
