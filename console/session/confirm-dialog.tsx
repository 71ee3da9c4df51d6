// Asks who it is before something that a session alone is not enough for; the request that was refused waits for it.
import { Alert, Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BodyOf } from '../../contract/endpoint.ts'
import { confirmSession, listFactors } from '../../contract/factor.ts'
import { waysIn } from '../api/account.ts'
import { client } from '../api/client.ts'
import { messageOf } from '../api/problems.ts'
import { read } from '../api/query.ts'
import { confirming, session } from '../api/session.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'

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
  return (
    <Stack gap="sm">
      <Text size="sm">{words.confirmOutside}</Text>
      <Button component="a" href={ways?.singleSignOn?.path ?? '/sign-in'} data-autofocus>
        {words.signInAgain}
      </Button>
    </Stack>
  )
}

/** What the person can show, and sending it. */
function useConfirming(onDone: () => void) {
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const factors = useQuery(read(listFactors)).data?.data.factors ?? []
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (proof: () => Promise<BodyOf<typeof confirmSession>>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await client.call(confirmSession, { body: await proof() })
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    refusal,
    busy,
    attempt,
    hasCodes: factors.length > 0,
    hasPasskey: factors.some(({ kind }) => kind === 'passkey') && passkeysWork(ways),
  }
}

function Confirming({ onDone, onCancel }: { onDone(): void; onCancel(): void }) {
  const words = useWords(factorWords)
  const shell = useWords(shellWords)
  const { refusal, busy, attempt, hasCodes, hasPasskey } = useConfirming(onDone)
  const [isByCode, setByCode] = useState(false)
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => (isByCode ? { code: typed } : { password: typed })).then(() => setTyped(''))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.confirmText}</Text>
        {refusal === undefined ? null : (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {hasPasskey ? (
          <Button
            variant="default"
            loading={busy}
            onClick={() => attempt(async () => ({ passkey: await showPasskey() }))}
          >
            {words.usePasskey}
          </Button>
        ) : null}
        <ProofField isByCode={isByCode} typed={typed} onType={setTyped} />
        {hasCodes ? (
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
      </Stack>
    </form>
  )
}

function ProofField({ isByCode, typed, onType }: { isByCode: boolean; typed: string; onType(text: string): void }) {
  const words = useWords(factorWords)
  const field = {
    required: true,
    'data-autofocus': true,
    autoFocus: true,
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onType(currentTarget.value),
  }
  return isByCode ? (
    <TextInput {...field} label={words.code} description={words.codeHelp} autoComplete="one-time-code" dir="ltr" />
  ) : (
    <PasswordInput
      {...field}
      label={words.password}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
    />
  )
}
