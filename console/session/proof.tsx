// Asks a user for a passkey, a password or a code, and explains a rejected attempt.
import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { describeError } from '../api/problems.ts'
import { factorTexts } from '../factor/words.ts'
import { useTexts } from '../words/language.ts'
import { sessionTexts } from './words.ts'

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
      setRefusal(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, busy, attempt }
}

interface ProofFormProps extends Pick<ReturnType<typeof useAttempt>, 'refusal' | 'busy'> {
  text: string
  /** Confirms with a passkey; undefined if no passkey works on this device. */
  onPasskey?: (() => void) | undefined
  onSubmit(): void
  /** The fields and the buttons. */
  children: ReactNode
}

export function ProofForm({ text, refusal, busy, onPasskey, onSubmit, children }: ProofFormProps) {
  const texts = useTexts(factorTexts)
  const { or } = useTexts(sessionTexts)
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
              {texts.usePasskey}
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
  const texts = useTexts(factorTexts)
  return (
    <TextInput
      size="sm"
      label={texts.code}
      description={texts.codeHelp}
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
