// Opens a one-time link: the first owner's account, an invitation, or a new password.
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Half, halfOf, type Link, readLink, signIn, useLink as takeLink, waysIn } from '../api/account.ts'
import { hasCode, messageOf, placeFaults } from '../api/problems.ts'
import { Refusals } from '../fields/refusals.tsx'
import { Failure } from '../shell/failure.tsx'
import { useWords } from '../words/language.ts'
import { Doorway } from './doorway.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInLink } from './sign-in.tsx'
import { sessionWords } from './words.ts'

/** Shows the page of a one-time link. The secret is after the `#`, so servers and logs never see it. */
export function LinkPage() {
  const words = useWords(sessionWords)
  const [token] = useState(() => location.hash.slice(1))
  // Read once: when it has been used there is nothing left to read.
  const link = useQuery({ queryKey: ['readLink', token], queryFn: () => readLink(token), staleTime: 'static' })
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn, staleTime: 'static' })
  if (link.isPending || ways.isPending) return null
  if (link.isError && !hasCode(link.error, 'NOT_FOUND') && !hasCode(link.error, 'BAD_REQUEST'))
    return <Failure error={link.error} onRetry={() => link.refetch()} />
  if (!link.data)
    return (
      <Doorway title={words.linkUsed} text={words.linkUsedHint}>
        <SignInLink />
      </Doorway>
    )
  const { kind, environment, account, hasPassword } = link.data
  const { password = true, singleSignOn } = ways.data ?? {}
  // Who has no password signs in elsewhere, and has accepted by that.
  if (kind === 'invitation' && (!password || (account === 'existing' && !hasPassword)))
    return (
      <Doorway title={words.welcome} text={`${words.invited(environment ?? '')} ${words.acceptOutside}`}>
        {singleSignOn ? (
          <Button component="a" href={singleSignOn.path} size="sm">
            {words.with(singleSignOn.name)}
          </Button>
        ) : (
          <SignInLink />
        )}
      </Doorway>
    )
  return <LinkForm token={token} link={link.data} />
}

/** Holds the typed values, and sends them. */
function useTaking(token: string, link: Link) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: link.email ?? '', name: '', password: '' } })
  const [refusal, setRefusal] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const isNew = link.account === 'new'
  /** An invitation of somebody who has an account is taken up by signing in to it. */
  const signsIn = link.kind === 'invitation' && !isNew
  const [half, setHalf] = useState<Half>()
  const enter = () => navigate({ to: '/', replace: true })
  /** A new password is set by then; an invitation is still to be taken up. */
  const goOn = async () => {
    try {
      if (signsIn) await takeLink(link, { token })
      await enter()
    } catch (error) {
      setHalf(undefined)
      setRefusal([messageOf(error)])
    }
  }
  const submit = form.onSubmit(async ({ email, name, password }) => {
    setBusy(true)
    setRefusal([])
    try {
      if (signsIn) await signIn(email, password)
      await takeLink(link, {
        token,
        ...(isNew ? { name } : {}),
        ...(isNew && link.email === null ? { email } : {}),
        ...(link.setsPassword ? { password } : {}),
      })
      await enter()
    } catch (error) {
      setHalf(halfOf(error))
      if (halfOf(error)) return
      const { fields, others } = placeFaults(error, ['email', 'name', 'password'])
      form.setErrors(fields)
      setRefusal(others)
    } finally {
      setBusy(false)
    }
  })
  return { form, refusal, isBusy, isNew, signsIn, submit, half, goOn }
}

function LinkForm({ token, link }: { token: string; link: Link }) {
  const words = useWords(sessionWords)
  const { form, refusal, isBusy, isNew, signsIn, submit, half, goOn } = useTaking(token, link)
  const resets = link.kind === 'reset' && link.setsPassword
  const letsIn = link.kind === 'reset' && !link.setsPassword
  const title = resets ? words.reset : letsIn ? words.letIn : words.welcome
  const text = letsIn
    ? words.letInText
    : link.kind === 'owner'
      ? words.welcomeOwner
      : link.environment
        ? words.invited(link.environment)
        : undefined
  if (half)
    return (
      <Doorway title={title}>
        <SecondStep half={half} onDone={goOn} onBack={() => location.assign('/sign-in')} />
      </Doorway>
    )
  return (
    <Doorway title={title} {...(text === undefined ? {} : { text })}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Refusals of={refusal} />
          {link.email === null ? (
            <TextInput
              size="sm"
              type="email"
              label={words.email}
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
            <TextInput size="sm" label={words.name} autoComplete="name" required {...form.getInputProps('name')} />
          ) : null}
          {signsIn || link.setsPassword ? (
            <PasswordInput
              label={signsIn ? words.password : words.newPassword}
              description={signsIn ? null : words.passwordHint}
              autoComplete={signsIn ? 'current-password' : 'new-password'}
              required
              visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
              {...form.getInputProps('password')}
            />
          ) : null}
          <Button type="submit" size="sm" loading={isBusy}>
            {resets ? words.reset : letsIn ? words.letIn : signsIn ? words.accept : words.createAccount}
          </Button>
        </Stack>
      </form>
    </Doorway>
  )
}
