// Asks for a code or a passkey after the password.
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enterCode, enterPasskey, type Half, waysIn } from '../api/account.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { useWords } from '../words/language.ts'
import { CodeField, ProofForm, useAttempt } from './proof.tsx'

interface SecondStepProps {
  half: Half
  onDone(): void
  onBack(): void
}

export function SecondStep({ half, onDone, onBack }: SecondStepProps) {
  const words = useWords(factorWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const [code, setCode] = useState('')
  const { refusal, busy, attempt } = useAttempt(onDone)
  const hasPasskey = half.ways.includes('passkey') && passkeysWork(ways)
  return (
    <ProofForm
      text={words.secondText}
      refusal={refusal}
      busy={busy}
      onPasskey={hasPasskey ? () => void attempt(async () => enterPasskey(await showPasskey(half.token))) : undefined}
      onSubmit={() => void attempt(() => enterCode(half, code)).then(() => setCode(''))}
    >
      <CodeField value={code} onChange={setCode} />
      <Button type="submit" size="sm" loading={busy}>
        {words.next}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {words.startAgain}
      </Anchor>
    </ProofForm>
  )
}
