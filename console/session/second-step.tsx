// The second half of a sign-in: a code or a passkey, after the password.
import { Alert, Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { enterCode, enterPasskey, type Half, waysIn } from '../api/account.ts'
import { messageOf } from '../api/problems.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { useWords } from '../words/language.ts'
import { sessionWords } from './words.ts'

interface SecondStepProps {
  half: Half
  onDone(): void
  onBack(): void
}

export function SecondStep({ half, onDone, onBack }: SecondStepProps) {
  const words = useWords(factorWords)
  const { or } = useWords(sessionWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => enterCode(half, code))
  }
  const hasPasskey = half.ways.includes('passkey') && passkeysWork(ways)
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.secondText}</Text>
        {refusal === undefined ? null : (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {hasPasskey ? (
          <>
            <Button
              size="sm"
              variant="default"
              loading={busy}
              onClick={() => attempt(async () => enterPasskey(await showPasskey(half.token)))}
            >
              {words.usePasskey}
            </Button>
            <Divider label={or} />
          </>
        ) : null}
        <TextInput
          size="sm"
          label={words.code}
          description={words.codeHelp}
          autoComplete="one-time-code"
          dir="ltr"
          required
          data-autofocus
          autoFocus
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={busy}>
          {words.next}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {words.startAgain}
        </Anchor>
      </Stack>
    </form>
  )
}
