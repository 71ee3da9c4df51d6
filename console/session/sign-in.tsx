// Signing in: as a page of its own, and as a dialog over the page when a session has ended.
import { Alert, Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { enterPasskey, type Half, halfOf, signIn, waysIn } from '../api/account.ts'
import { messageOf, placeFaults } from '../api/problems.ts'
import { asked, session } from '../api/session.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { useWords } from '../words/language.ts'
import { Doorway } from './doorway.tsx'
import { SecondStep } from './second-step.tsx'
import { sessionWords } from './words.ts'

export function SignInPage({ next }: { next: string }) {
  const words = useWords(sessionWords)
  const navigate = useNavigate()
  return (
    <Doorway title={words.signIn}>
      <SignInForm onDone={() => navigate({ href: next, replace: true })} />
    </Doorway>
  )
}

/** Over whatever is on the page, so that nothing typed is lost; requests that were refused wait for it. */
export function SignInDialog() {
  const words = useWords(sessionWords)
  const opened = asked.use() !== undefined
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={words.signInAgain}
      size="sm"
      zIndex={1_000}
    >
      <Stack>
        <Text size="sm">{words.expired}</Text>
        <SignInForm email={session.use()?.email ?? ''} onDone={() => undefined} />
      </Stack>
    </Modal>
  )
}

/** What is typed, and what becomes of it. */
function useSigningIn(email: string, onDone: () => void) {
  const form = useForm({ initialValues: { email, password: '' } })
  const [refusal, setRefusal] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [half, setHalf] = useState<Half>()
  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    setRefusal([])
    try {
      await signIn(values.email, values.password)
      onDone()
    } catch (error) {
      setHalf(halfOf(error))
      if (halfOf(error)) return
      const { fields, others } = placeFaults(error, Object.keys(values))
      form.setErrors(fields)
      setRefusal(others)
      form.setFieldValue('password', '')
    } finally {
      setBusy(false)
    }
  })
  const back = () => {
    form.setFieldValue('password', '')
    setHalf(undefined)
  }
  return { form, refusal, setRefusal, busy, half, submit, back }
}

function SignInForm({ email = '', onDone }: { email?: string; onDone(): void }) {
  const words = useWords(sessionWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const { form, refusal, setRefusal, busy, half, submit, back } = useSigningIn(email, onDone)
  if (half) return <SecondStep half={half} onDone={onDone} onBack={back} />
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {refusal.map((message) => (
          <Alert key={message} color="red" role="alert">
            {message}
          </Alert>
        ))}
        <TextInput
          size="sm"
          type="email"
          label={words.email}
          autoComplete="username"
          required
          data-autofocus
          autoFocus={email === ''}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          autoFocus={email !== ''}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="sm" loading={busy}>
          {words.signIn}
        </Button>
        {ways?.singleSignOn || passkeysWork(ways) ? <Divider label={words.or} /> : null}
        {passkeysWork(ways) ? <PasskeyButton onDone={onDone} onRefused={(message) => setRefusal([message])} /> : null}
        {ways?.singleSignOn ? (
          <Button component="a" href={ways.singleSignOn.path} size="sm" variant="default">
            {words.with(ways.singleSignOn.name)}
          </Button>
        ) : null}
        <Text size="xs" c="dimmed">
          {words.forgotten}
        </Text>
      </Stack>
    </form>
  )
}

interface PasskeyButtonProps {
  onDone(): void
  onRefused(message: string): void
}

/** Instead of the password, and of everything else. */
function PasskeyButton({ onDone, onRefused }: PasskeyButtonProps) {
  const words = useWords(factorWords)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    try {
      await enterPasskey(await showPasskey())
      onDone()
    } catch (error) {
      onRefused(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" variant="default" loading={busy} onClick={enter}>
      {words.signInWithPasskey}
    </Button>
  )
}

export const SignInLink = () => {
  const words = useWords(sessionWords)
  return (
    <Anchor href="/sign-in" size="sm">
      {words.toSignIn}
    </Anchor>
  )
}
