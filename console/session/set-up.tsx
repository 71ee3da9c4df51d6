// Sets up a required second factor before any other page.
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ownPath } from '../../contract/own-path.ts'
import { readMe, signOut, waysIn } from '../api/account.ts'
import { messageOf } from '../api/problems.ts'
import { AddApp } from '../factor/add-app.tsx'
import { makePasskey, passkeysWork } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/recovery-codes.tsx'
import { factorWords } from '../factor/words.ts'
import { useWords } from '../words/language.ts'
import { Doorway } from './doorway.tsx'

export function SetUpPage({ next }: { next: string }) {
  const words = useWords(factorWords)
  const navigate = useNavigate()
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const [way, setWay] = useState<'app'>()
  const [codes, setCodes] = useState<string[]>()
  const [refusal, setRefusal] = useState<string>()
  const goOn = async () => {
    await readMe()
    await navigate({ href: ownPath(next), replace: true })
  }
  /** There are none only where a factor was added elsewhere meanwhile. */
  const added = (made: string[] | null) => (made === null ? void goOn() : setCodes(made))
  const addPasskey = async () => {
    setRefusal(undefined)
    try {
      added(await makePasskey())
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  if (codes)
    return (
      <Doorway title={words.recoveryCodes}>
        <RecoveryCodes codes={codes} onDone={goOn} />
      </Doorway>
    )
  return (
    <Doorway title={words.setUp} {...(way === undefined ? { text: words.setUpText } : {})}>
      <Stack gap="sm">
        {refusal === undefined ? null : (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {way === 'app' ? (
          <AddApp onAdded={added} />
        ) : (
          <>
            {passkeysWork(ways) ? (
              <Button size="sm" onClick={addPasskey}>
                {words.addPasskey}
              </Button>
            ) : null}
            <Button size="sm" variant={passkeysWork(ways) ? 'default' : 'filled'} onClick={() => setWay('app')}>
              {words.addApp}
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" onClick={signOut}>
          {words.signOut}
        </Anchor>
      </Stack>
    </Doorway>
  )
}
