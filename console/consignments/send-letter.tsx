// Asks for the address of an e-mail that a user sends.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../api/problems.ts'
import { showDone } from '../shell/toasts.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { outcomeWords } from './words.ts'

interface SendLetterProps {
  title: string
  opened: boolean
  /** The default address. */
  usual: string
  send(address: string): Promise<unknown>
  onClose(): void
}

export function SendLetter({ title, opened, onClose, ...form }: SendLetterProps) {
  const shell = useWords(shellWords)
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': shell.close }}>
      <Form {...form} onSent={onClose} />
    </Modal>
  )
}

function Form({ usual, send, onSent }: Pick<SendLetterProps, 'usual' | 'send'> & { onSent(): void }) {
  const words = useWords(outcomeWords)
  const [address, setAddress] = useState(usual)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit() {
    setBusy(true)
    setFault(undefined)
    try {
      await send(address)
      showDone(words.queued)
      onSent()
    } catch (error) {
      setFault(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={words.sendTo}
          type="email"
          required
          data-autofocus
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={fault}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {words.sendNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
