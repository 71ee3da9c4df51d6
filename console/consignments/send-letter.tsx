// Asks for the recipient's e-mail address before a user sends an e-mail.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { submitWith, useAttempt } from '../fields/sending.tsx'
import { showDone } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { outcomeTexts } from './words.ts'

interface SendLetterProps {
  title: string
  opened: boolean
  /** Default e-mail address. */
  usual: string
  send(address: string): Promise<unknown>
  onClose(): void
}

export function SendLetter({ title, opened, onClose, ...form }: SendLetterProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Form {...form} onSent={onClose} />
    </Modal>
  )
}

function Form({ usual, send, onSent }: Pick<SendLetterProps, 'usual' | 'send'> & { onSent(): void }) {
  const texts = useTexts(outcomeTexts)
  const [address, setAddress] = useState(usual)
  const { refusal, busy, attempt } = useAttempt(onSent)
  const submit = () =>
    attempt(async () => {
      await send(address)
      showDone(texts.queued)
    })
  return (
    <form onSubmit={submitWith(submit)}>
      <Stack gap="sm">
        <TextInput
          label={texts.sendTo}
          type="email"
          required
          data-autofocus
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={refusal}
        />
        <Group justify="flex-end">
          <Button variant="filled" type="submit" loading={busy}>
            {texts.sendNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
