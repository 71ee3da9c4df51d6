// Signs a user in: on a page of its own, or in a dialog over the page after a session has ended.
import { Alert, Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ownPath } from '../../contract/own-path.ts'
import { enterPasskey, type Half, halfOf, signIn, waysIn } from '../api/account.ts'
import { messageOf, placeFaults } from '../api/problems.ts'
import { asked, session } from '../api/session.ts'
import { passkeysWork, showPasskey } from '../factor/passkeys.ts'
import { factorWords } from '../factor/words.ts'
import { Refusals } from '../fields/refusals.tsx'
import { useWords } from '../words/language.ts'
import { Doorway } from './doorway.tsx'
import { SecondStep } from './second-step.tsx'
import { sessionWords } from './words.ts'

export function SignInPage({ next, problem }: { next?: string; problem?: string }) {
  const words = useWords(sessionWords)
  const navigate = useNavigate()
  return (
    <Doorway title={words.signIn}>
      {problem === 'single-sign-on' ? (
        <Alert color="red" role="alert" mb="sm">
          {words.outsideRefused}
        </Alert>
      ) : null}
      {problem === 'not-fresh' ? (
        <Alert color="red" role="alert" mb="sm">
          {words.notFresh} <Anchor href={ownPath(next)}>{words.goBack}</Anchor>
        </Alert>
      ) : null}
      <SignInForm next={ownPath(next)} onDone={() => navigate({ href: ownPath(next), replace: true })} />
    </Doorway>
  )
}

/** Shows the dialog over the current page, whose typed values stay. Rejected requests wait for it. */
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
        <SignInForm
          email={session.use()?.email ?? ''}
          next={ownPath(location.href.slice(location.origin.length))}
          onDone={() => undefined}
        />
      </Stack>
    </Modal>
  )
}

/** Holds the typed values, and signs in. */
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

/** Shows the form. `next` is the page after a single sign-on. */
function SignInForm({ email = '', next, onDone }: { email?: string; next: string; onDone(): void }) {
  const words = useWords(sessionWords)
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const { form, refusal, setRefusal, busy, half, submit, back } = useSigningIn(email, onDone)
  if (half) return <SecondStep half={half} onDone={onDone} onBack={back} />
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Refusals of={refusal} />
        {ways?.password === false ? null : <PasswordFields form={form} email={email} busy={busy} />}
        {ways && (ways.singleSignOn || passkeysWork(ways)) ? (
          <OtherWays ways={ways} next={next} onDone={onDone} onRefused={(message) => setRefusal([message])} />
        ) : null}
        {ways?.password === false ? null : (
          <Text size="xs" c="dimmed">
            {words.forgotten}
          </Text>
        )}
      </Stack>
    </form>
  )
}

interface PasswordFieldsProps {
  form: UseFormReturnType<{ email: string; password: string }>
  email: string
  busy: boolean
}

function PasswordFields({ form, email, busy }: PasswordFieldsProps) {
  const words = useWords(sessionWords)
  return (
    <>
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
    </>
  )
}

interface OtherWaysProps extends PasskeyButtonProps {
  ways: Awaited<ReturnType<typeof waysIn>>
  next: string
}

/** Offers the sign-ins without a password. */
function OtherWays({ ways, next, onDone, onRefused }: OtherWaysProps) {
  const words = useWords(sessionWords)
  return (
    <>
      {ways.password ? <Divider label={words.or} /> : null}
      {passkeysWork(ways) ? <PasskeyButton onDone={onDone} onRefused={onRefused} /> : null}
      {ways.singleSignOn ? (
        <Button
          component="a"
          href={`${ways.singleSignOn.path}?${new URLSearchParams({ next })}`}
          size="sm"
          variant={ways.password ? 'default' : 'filled'}
        >
          {words.with(ways.singleSignOn.name)}
        </Button>
      ) : null}
    </>
  )
}

interface PasskeyButtonProps {
  onDone(): void
  onRefused(message: string): void
}

/** Signs in by a passkey alone. */
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
