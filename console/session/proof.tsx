// Asks a user for a passkey, a password or a code, and explains a rejected attempt.
import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../api/problems.ts'
import { factorWords } from '../factor/words.ts'
import { useWords } from '../words/language.ts'
import { sessionWords } from './words.ts'

/** Runs an attempt, and reports whether it is running and why it was rejected. */
export function useAttempt(onDone: () => void) {
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, busy, attempt }
}

interface ProofFormProps extends Pick<ReturnType<typeof useAttempt>, 'refusal' | 'busy'> {
  text: string
  /** Where there is a passkey that works here. */
  onPasskey?: (() => void) | undefined
  onSubmit(): void
  /** What is typed, and the buttons. */
  children: ReactNode
}

export function ProofForm({ text, refusal, busy, onPasskey, onSubmit, children }: ProofFormProps) {
  const words = useWords(factorWords)
  const { or } = useWords(sessionWords)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        {refusal === undefined ? null : (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {onPasskey ? (
          <>
            <Button size="sm" variant="default" loading={busy} onClick={onPasskey}>
              {words.usePasskey}
            </Button>
            <Divider label={or} />
          </>
        ) : null}
        {children}
      </Stack>
    </form>
  )
}

export function CodeField({ value, onChange }: { value: string; onChange(code: string): void }) {
  const words = useWords(factorWords)
  return (
    <TextInput
      size="sm"
      label={words.code}
      description={words.codeHelp}
      autoComplete="one-time-code"
      dir="ltr"
      required
      data-autofocus
      autoFocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
