// Asks a user for a passkey, a password or a code, and explains a rejected attempt.
import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { factorTexts } from '../factor/words.ts'
import { ErrorAlert } from '../fields/refusals.tsx'
import { submitWith, type useAttempt } from '../fields/sending.tsx'
import { useTexts } from '../words/language.ts'
import { sessionTexts } from './words.ts'

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
  return (
    <form onSubmit={submitWith(onSubmit)}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <ErrorAlert message={refusal} />
        {onPasskey ? (
          <>
            <Button size="sm" loading={busy} onClick={onPasskey}>
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
