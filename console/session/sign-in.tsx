// Signs a user in: on a separate page, or in a dialog over the page after a session has ended.
import { Alert, Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parseLocalPath } from '../../contract/own-path.ts'
import { findPendingSignIn, type PendingSignIn, readSignInMethods, signIn, submitPasskey } from '../api/account.ts'
import { assignFieldErrors, describeError } from '../api/problems.ts'
import { currentSession, signInRequest } from '../api/session.ts'
import { canUsePasskeys, showPasskey } from '../factor/passkeys.ts'
import { factorTexts } from '../factor/words.ts'
import { FormErrors } from '../fields/refusals.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { SignInFrame } from './doorway.tsx'
import { SecondStep } from './second-step.tsx'
import { sessionTexts } from './words.ts'

export function SignInPage({ next, problem }: { next?: string; problem?: string }) {
  const texts = useTexts(sessionTexts)
  const navigate = useNavigate()
  return (
    <SignInFrame title={texts.signIn}>
      {problem === 'single-sign-on' ? (
        <Alert color="red" role="alert" mb="sm">
          {texts.outsideRefused}
        </Alert>
      ) : null}
      {problem === 'not-fresh' ? (
        <Alert color="red" role="alert" mb="sm">
          {texts.notFresh} <Anchor href={parseLocalPath(next)}>{texts.goBack}</Anchor>
        </Alert>
      ) : null}
      <SignInForm next={parseLocalPath(next)} onDone={() => navigate({ href: parseLocalPath(next), replace: true })} />
    </SignInFrame>
  )
}

/** Shows the dialog over the current page, whose typed values stay. Rejected requests wait for it. */
export function SignInDialog() {
  const texts = useTexts(sessionTexts)
  const opened = signInRequest.use() !== undefined
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.signInAgain}
      size="sm"
      zIndex={1_000}
    >
      <Stack>
        <Text size="sm">{texts.expired}</Text>
        <SignInForm
          email={currentSession.use()?.email ?? ''}
          next={parseLocalPath(location.href.slice(location.origin.length))}
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
  const [half, setHalf] = useState<PendingSignIn>()
  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    setRefusal([])
    try {
      await signIn(values.email, values.password)
      onDone()
    } catch (error) {
      setHalf(findPendingSignIn(error))
      if (findPendingSignIn(error)) return
      const { fields, others } = assignFieldErrors(error, Object.keys(values))
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
  const texts = useTexts(sessionTexts)
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const { form, refusal, setRefusal, busy, half, submit, back } = useSigningIn(email, onDone)
  if (half) return <SecondStep half={half} onDone={onDone} onBack={back} />
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FormErrors errors={refusal} />
        {methods?.password === false ? null : <PasswordFields form={form} email={email} busy={busy} />}
        {methods && (methods.singleSignOn || canUsePasskeys(methods)) ? (
          <PasswordlessMethods methods={methods} next={next} onDone={onDone} onRefused={(text) => setRefusal([text])} />
        ) : null}
        {methods?.password === false ? null : <QuietText size="xs">{texts.forgotten}</QuietText>}
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
  const texts = useTexts(sessionTexts)
  return (
    <>
      <TextInput
        size="sm"
        type="email"
        label={texts.email}
        autoComplete="username"
        required
        data-autofocus
        autoFocus={email === ''}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={texts.password}
        autoComplete="current-password"
        required
        autoFocus={email !== ''}
        visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
        {...form.getInputProps('password')}
      />
      <Button variant="filled" type="submit" size="sm" loading={busy}>
        {texts.signIn}
      </Button>
    </>
  )
}

interface PasswordlessProps extends PasskeyButtonProps {
  methods: Awaited<ReturnType<typeof readSignInMethods>>
  next: string
}

/** Offers the sign-ins without a password. */
function PasswordlessMethods({ methods, next, onDone, onRefused }: PasswordlessProps) {
  const texts = useTexts(sessionTexts)
  return (
    <>
      {methods.password ? <Divider label={texts.or} /> : null}
      {canUsePasskeys(methods) ? <PasskeyButton onDone={onDone} onRefused={onRefused} /> : null}
      {methods.singleSignOn ? (
        <Button
          component="a"
          href={`${methods.singleSignOn.path}?${new URLSearchParams({ next })}`}
          size="sm"
          variant={methods.password ? 'default' : 'filled'}
        >
          {texts.with(methods.singleSignOn.name)}
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
  const texts = useTexts(factorTexts)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    try {
      await submitPasskey(await showPasskey())
      onDone()
    } catch (error) {
      onRefused(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" loading={busy} onClick={enter}>
      {texts.signInWithPasskey}
    </Button>
  )
}

export const SignInLink = () => {
  const texts = useTexts(sessionTexts)
  return (
    <Anchor href="/sign-in" size="sm">
      {texts.toSignIn}
    </Anchor>
  )
}
