// Asks for a code or a passkey after the password.
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PendingSignIn, readSignInMethods, submitCode, submitPasskey } from '../api/account.ts'
import { canUsePasskeys, showPasskey } from '../factor/passkeys.ts'
import { factorTexts } from '../factor/words.ts'
import { useAttempt } from '../fields/sending.tsx'
import { useTexts } from '../words/language.ts'
import { CodeField, ProofForm } from './proof.tsx'

interface SecondStepProps {
  half: PendingSignIn
  onDone(): void
  onBack(): void
}

export function SecondStep({ half, onDone, onBack }: SecondStepProps) {
  const texts = useTexts(factorTexts)
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const [code, setCode] = useState('')
  const { refusal, busy, attempt } = useAttempt(onDone)
  const hasPasskey = half.methods.includes('passkey') && canUsePasskeys(methods)
  return (
    <ProofForm
      text={texts.secondText}
      refusal={refusal}
      busy={busy}
      onPasskey={hasPasskey ? () => void attempt(async () => submitPasskey(await showPasskey(half.token))) : undefined}
      onSubmit={() => void attempt(() => submitCode(half, code)).then(() => setCode(''))}
    >
      <CodeField value={code} onChange={setCode} />
      <Button variant="filled" type="submit" size="sm" loading={busy}>
        {texts.next}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {texts.startAgain}
      </Anchor>
    </ProofForm>
  )
}
