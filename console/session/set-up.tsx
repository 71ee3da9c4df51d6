// Sets up a required second factor before any other page.
import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parseLocalPath } from '../../contract/own-path.ts'
import { readMe, readSignInMethods, signOut } from '../api/account.ts'
import { AddApp } from '../factor/add-app.tsx'
import { canUsePasskeys, makePasskey } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/recovery-codes.tsx'
import { factorTexts } from '../factor/words.ts'
import { ErrorAlert } from '../fields/refusals.tsx'
import { useAttempt } from '../fields/sending.tsx'
import { useTexts } from '../words/language.ts'
import { SignInFrame } from './doorway.tsx'

export function SetUpPage({ next }: { next: string }) {
  const texts = useTexts(factorTexts)
  const navigate = useNavigate()
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const [way, setWay] = useState<'app'>()
  const [codes, setCodes] = useState<string[]>()
  const { refusal, attempt } = useAttempt()
  const finishSetUp = async () => {
    await readMe()
    await navigate({ href: parseLocalPath(next), replace: true })
  }
  /** The recovery codes are null only if another tab has already added a factor. */
  const added = (made: string[] | null) => (made === null ? void finishSetUp() : setCodes(made))
  const addPasskey = () => attempt(async () => added(await makePasskey()))
  if (codes)
    return (
      <SignInFrame title={texts.recoveryCodes}>
        <RecoveryCodes codes={codes} onDone={finishSetUp} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={texts.setUp} {...(way === undefined ? { text: texts.setUpText } : {})}>
      <Stack gap="sm">
        <ErrorAlert message={refusal} />
        {way === 'app' ? (
          <AddApp onAdded={added} />
        ) : (
          <>
            {canUsePasskeys(methods) ? (
              <Button variant="filled" size="sm" onClick={addPasskey}>
                {texts.addPasskey}
              </Button>
            ) : null}
            <Button size="sm" variant={canUsePasskeys(methods) ? 'default' : 'filled'} onClick={() => setWay('app')}>
              {texts.addApp}
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" onClick={signOut}>
          {texts.signOut}
        </Anchor>
      </Stack>
    </SignInFrame>
  )
}
