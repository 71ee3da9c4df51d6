// Opens a one-time link: the first owner's account, an invitation, or a new password.
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  findPendingSignIn,
  type OneTimeLink,
  type PendingSignIn,
  readLink,
  readSignInMethods,
  signIn,
  useLink as takeLink,
} from '../api/account.ts'
import { assignFieldErrors, describeError, hasCode } from '../api/problems.ts'
import { FormErrors } from '../fields/refusals.tsx'
import { FailureMessage } from '../shell/failure.tsx'
import { useTexts } from '../words/language.ts'
import { SignInFrame } from './doorway.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInLink } from './sign-in.tsx'
import { sessionTexts } from './words.ts'

/** Shows the page of a one-time link. The secret is after the `#`, so servers and logs never see it. */
export function LinkPage() {
  const texts = useTexts(sessionTexts)
  const [token] = useState(() => location.hash.slice(1))
  // Read only once, because a used link can no longer be read.
  const link = useQuery({ queryKey: ['readLink', token], queryFn: () => readLink(token), staleTime: 'static' })
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods, staleTime: 'static' })
  if (link.isPending || methods.isPending) return null
  if (link.isError && !hasCode(link.error, 'NOT_FOUND') && !hasCode(link.error, 'BAD_REQUEST'))
    return <FailureMessage error={link.error} onRetry={() => link.refetch()} />
  if (!link.data)
    return (
      <SignInFrame title={texts.linkUsed} text={texts.linkUsedHint}>
        <SignInLink />
      </SignInFrame>
    )
  const { kind, environment, account, hasPassword } = link.data
  const { password = true, singleSignOn } = methods.data ?? {}
  // A user without a password signs in with another method, which also accepts the invitation.
  if (kind === 'invitation' && (!password || (account === 'existing' && !hasPassword)))
    return (
      <SignInFrame title={texts.welcome} text={`${texts.invited(environment ?? '')} ${texts.acceptOutside}`}>
        {singleSignOn ? (
          <Button variant="filled" component="a" href={singleSignOn.path} size="sm">
            {texts.with(singleSignOn.name)}
          </Button>
        ) : (
          <SignInLink />
        )}
      </SignInFrame>
    )
  return <LinkForm token={token} link={link.data} />
}

/** Holds the typed values, and sends them. */
function useTaking(token: string, link: OneTimeLink) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: link.email ?? '', name: '', password: '' } })
  const [refusal, setRefusal] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const isNew = link.account === 'new'
  /** A user who has an account accepts an invitation by signing in to it. */
  const isSigningIn = link.kind === 'invitation' && !isNew
  const [half, setHalf] = useState<PendingSignIn>()
  const enter = () => navigate({ to: '/', replace: true })
  /** Ends the sign-in. Accepts an invitation; a new password has already been stored. */
  const finishSignIn = async () => {
    try {
      if (isSigningIn) await takeLink(link, { token })
      await enter()
    } catch (error) {
      setHalf(undefined)
      setRefusal([describeError(error)])
    }
  }
  const submit = form.onSubmit(async ({ email, name, password }) => {
    setBusy(true)
    setRefusal([])
    try {
      if (isSigningIn) await signIn(email, password)
      await takeLink(link, {
        token,
        ...(isNew ? { name } : {}),
        ...(isNew && link.email === null ? { email } : {}),
        ...(link.setsPassword ? { password } : {}),
      })
      await enter()
    } catch (error) {
      setHalf(findPendingSignIn(error))
      if (findPendingSignIn(error)) return
      const { fields, others } = assignFieldErrors(error, ['email', 'name', 'password'])
      form.setErrors(fields)
      setRefusal(others)
    } finally {
      setBusy(false)
    }
  })
  return { form, refusal, isBusy, isNew, signsIn: isSigningIn, submit, half, goOn: finishSignIn }
}

function LinkForm({ token, link }: { token: string; link: OneTimeLink }) {
  const texts = useTexts(sessionTexts)
  const { form, refusal, isBusy, isNew, signsIn, submit, half, goOn } = useTaking(token, link)
  const resets = link.kind === 'reset' && link.setsPassword
  const grantsAccess = link.kind === 'reset' && !link.setsPassword
  const title = resets ? texts.reset : grantsAccess ? texts.letIn : texts.welcome
  const text = grantsAccess
    ? texts.letInText
    : link.kind === 'owner'
      ? texts.welcomeOwner
      : link.environment
        ? texts.invited(link.environment)
        : undefined
  if (half)
    return (
      <SignInFrame title={title}>
        <SecondStep half={half} onDone={goOn} onBack={() => location.assign('/sign-in')} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={title} {...(text === undefined ? {} : { text })}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <FormErrors errors={refusal} />
          {link.email === null ? (
            <TextInput
              size="sm"
              type="email"
              label={texts.email}
              autoComplete="username"
              required
              autoFocus
              {...form.getInputProps('email')}
            />
          ) : (
            <Text size="sm" fw={600} dir="ltr">
              {link.email}
            </Text>
          )}
          {isNew ? (
            <TextInput size="sm" label={texts.name} autoComplete="name" required {...form.getInputProps('name')} />
          ) : null}
          {signsIn || link.setsPassword ? (
            <PasswordInput
              label={signsIn ? texts.password : texts.newPassword}
              description={signsIn ? null : texts.passwordHint}
              autoComplete={signsIn ? 'current-password' : 'new-password'}
              required
              visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
              {...form.getInputProps('password')}
            />
          ) : null}
          <Button variant="filled" type="submit" size="sm" loading={isBusy}>
            {resets ? texts.reset : grantsAccess ? texts.letIn : signsIn ? texts.accept : texts.createAccount}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}
