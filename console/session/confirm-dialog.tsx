// Asks the user to confirm the identity for a sensitive request, then repeats the request.
import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '../../contract/endpoint.ts'
import { confirmSession, listFactors } from '../../contract/factor.ts'
import { ownPath } from '../../contract/own-path.ts'
import { waysIn } from '../api/account.ts'
import { client } from '../api/client.ts'
import { read } from '../api/query.ts'
import { confirming, session } from '../api/session.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { CodeField, ProofForm, useAttempt } from './proof.tsx'

export function ConfirmDialog() {
  const words = useWords(factorWords)
  const shell = useWords(shellWords)
  const waiting = confirming.use()
  const end = (isConfirmed: boolean) => {
    confirming.set(undefined)
    waiting?.resolve(isConfirmed)
  }
  const isOutside = session.use()?.secondFactor === 'outside'
  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => end(false)}
      title={words.confirm}
      size="sm"
      zIndex={900}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      {isOutside ? <SignOnAgain /> : <Confirming onDone={() => end(true)} onCancel={() => end(false)} />}
    </Modal>
  )
}

function SignOnAgain() {
  const words = useWords(factorWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const next = ownPath(location.href.slice(location.origin.length))
  const query = new URLSearchParams({ next, fresh: 'true' })
  return (
    <Stack gap="sm">
      <Text size="sm">{words.confirmOutside}</Text>
      <Button component="a" href={`${ways?.singleSignOn?.path ?? '/sign-in'}?${query}`} data-autofocus>
        {words.signInAgain}
      </Button>
    </Stack>
  )
}

function Confirming({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const words = useWords(factorWords)
  const shell = useWords(shellWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const factors = useQuery(read(listFactors)).data?.data.factors ?? []
  const { refusal, busy, attempt } = useAttempt(onDone)
  const [isByCode, setByCode] = useState(false)
  const [typed, setTyped] = useState('')
  const confirm = (proof: () => Promise<BodyOf<typeof confirmSession>>) =>
    attempt(async () => client.call(confirmSession, { body: await proof() })).then(() => setTyped(''))
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey') && passkeysWork(ways)
  return (
    <ProofForm
      text={words.confirmText}
      refusal={refusal}
      busy={busy}
      onPasskey={hasPasskey ? () => void confirm(async () => ({ passkey: await showPasskey() })) : undefined}
      onSubmit={() => void confirm(async () => (isByCode ? { code: typed } : { password: typed }))}
    >
      {isByCode ? (
        <CodeField value={typed} onChange={setTyped} />
      ) : (
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          data-autofocus
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
        />
      )}
      {factors.length > 0 ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            setTyped('')
            setByCode(!isByCode)
          }}
        >
          {isByCode ? words.usePassword : words.useCode}
        </Anchor>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {shell.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.next}
        </Button>
      </Group>
    </ProofForm>
  )
}
