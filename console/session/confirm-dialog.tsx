// Asks the user to confirm the identity for a sensitive request, then repeats the request.
import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '../../contract/endpoint.ts'
import { confirmSession, listFactors } from '../../contract/factor.ts'
import { parseLocalPath } from '../../contract/own-path.ts'
import { readSignInMethods } from '../api/account.ts'
import { apiClient } from '../api/client.ts'
import { buildQuery } from '../api/query.ts'
import { confirmationRequest, currentSession } from '../api/session.ts'
import { canUsePasskeys, showPasskey } from '../factor/passkeys.ts'
import { factorTexts } from '../factor/words.ts'
import { useAttempt } from '../fields/sending.tsx'
import { shellTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { CodeField, ProofForm } from './proof.tsx'

export function ConfirmDialog() {
  const texts = useTexts(factorTexts)
  const waiting = confirmationRequest.use()
  const end = (isConfirmed: boolean) => {
    confirmationRequest.set(undefined)
    waiting?.resolve(isConfirmed)
  }
  const isOutside = currentSession.use()?.secondFactor === 'outside'
  return (
    <Modal opened={waiting !== undefined} onClose={() => end(false)} title={texts.confirm} size="sm" zIndex={900}>
      {isOutside ? <SingleSignOnLink /> : <Confirming onDone={() => end(true)} onCancel={() => end(false)} />}
    </Modal>
  )
}

function SingleSignOnLink() {
  const texts = useTexts(factorTexts)
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const next = parseLocalPath(location.href.slice(location.origin.length))
  const query = new URLSearchParams({ next, fresh: 'true' })
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.confirmOutside}</Text>
      <Button
        variant="filled"
        component="a"
        href={`${methods?.singleSignOn?.path ?? '/sign-in'}?${query}`}
        data-autofocus
      >
        {texts.signInAgain}
      </Button>
    </Stack>
  )
}

function Confirming({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const texts = useTexts(factorTexts)
  const shell = useTexts(shellTexts)
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const factors = useQuery(buildQuery(listFactors)).data?.data.factors ?? []
  const { refusal, busy, attempt } = useAttempt(onDone)
  const [isByCode, setByCode] = useState(false)
  const [typed, setTyped] = useState('')
  const confirm = (proof: () => Promise<BodyOf<typeof confirmSession>>) =>
    attempt(async () => apiClient.call(confirmSession, { body: await proof() })).then(() => setTyped(''))
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey') && canUsePasskeys(methods)
  return (
    <ProofForm
      text={texts.confirmText}
      refusal={refusal}
      busy={busy}
      onPasskey={hasPasskey ? () => void confirm(async () => ({ passkey: await showPasskey() })) : undefined}
      onSubmit={() => void confirm(async () => (isByCode ? { code: typed } : { password: typed }))}
    >
      {isByCode ? (
        <CodeField value={typed} onChange={setTyped} />
      ) : (
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          data-autofocus
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
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
          {isByCode ? texts.usePassword : texts.useCode}
        </Anchor>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button onClick={onCancel}>{shell.cancel}</Button>
        <Button variant="filled" type="submit" loading={busy}>
          {texts.next}
        </Button>
      </Group>
    </ProofForm>
  )
}
