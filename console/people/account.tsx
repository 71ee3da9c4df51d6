// Shows the account of the signed-in user: name, password, sessions, and a new environment.

import { Badge, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changePassword,
  createEnvironment,
  deleteMe,
  endOtherSessions,
  endSession,
  getMe,
  listSessions,
  updateMe,
} from '../../contract/person.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { chooseEnvironment, currentSession, startSession } from '../api/session.ts'
import { useSending } from '../fields/sending.tsx'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { PageFrame } from '../shell/page.tsx'
import { moveFocusWhenAvailable } from '../shell/page-targets.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { accountCommands } from './commands.ts'
import { FactorSection } from './factors.tsx'
import { peopleTexts } from './words.ts'

export function AccountPage() {
  const texts = useTexts(peopleTexts)
  const format = useEnvironmentFormat()
  const hasPassword = currentSession.use()?.hasPassword ?? false
  const isOwner = currentSession.use()?.environments.some(({ role }) => role === 'owner') ?? false
  return (
    <PageFrame title={texts.account} zone={format.zone}>
      <div className={styles.narrow}>
        <Stack gap="md">
          <NameForm />
          {hasPassword ? <PasswordForm /> : null}
          <FactorSection />
          <Sessions />
          {isOwner ? <EnvironmentForm /> : null}
          <Deletion />
        </Stack>
      </div>
    </PageFrame>
  )
}

function NameForm() {
  const texts = useTexts(peopleTexts)
  const me = currentSession.use()
  const { form, others, busy, send } = useSending({ name: me?.name ?? '' })
  const save = send(async () => {
    await apiClient.call(updateMe, { body: form.values })
    startSession((await apiClient.call(getMe)).data)
    showDone(texts.saved)
  })
  return (
    <form onSubmit={save} className={styles.group}>
      {others}
      <TextInput label={texts.name} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput label={texts.email} dir="ltr" value={me?.email ?? ''} disabled />
      <div>
        <Button type="submit" loading={busy} disabled={form.values.name === me?.name}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function PasswordForm() {
  const texts = useTexts(peopleTexts)
  const { form, others, busy, send } = useSending({ oldPassword: '', newPassword: '' })
  const change = send(async () => {
    await apiClient.call(changePassword, { body: form.values })
    form.reset()
    showDone(texts.passwordChanged)
    await refreshEndpoints(listSessions)
  })
  useShortcuts([
    {
      command: accountCommands.changePassword,
      group: texts.account,
      run: () => moveFocusWhenAvailable(texts.oldPassword),
    },
  ])
  const toggle = { 'aria-label': texts.showPassword }
  return (
    <form onSubmit={change} className={styles.group}>
      <h2>{texts.password}</h2>
      {others}
      <PasswordInput
        size="xs"
        label={texts.oldPassword}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('oldPassword')}
      />
      <PasswordInput
        size="xs"
        label={texts.newPassword}
        description={texts.passwordHelp}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('newPassword')}
      />
      <div>
        <Button type="submit" loading={busy} disabled={Object.values(form.values).includes('')}>
          {texts.changePassword}
        </Button>
      </div>
    </form>
  )
}

function Sessions() {
  const texts = useTexts(peopleTexts)
  const format = useEnvironmentFormat()
  const sessions = useQuery(buildQuery(listSessions)).data?.data ?? []
  const endRemainingSessions = () => void end(apiClient.call(endOtherSessions))
  useShortcuts([{ command: accountCommands.endOthers, group: texts.account, run: endRemainingSessions }])
  const end = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      showProblem(error)
    } finally {
      await refreshEndpoints(listSessions)
    }
  }
  return (
    <section className={styles.group}>
      <h2>{texts.sessions}</h2>
      <DataTable
        label={texts.sessions}
        rows={sessions}
        idOf={({ sessionId }) => sessionId}
        nameOf={({ device }) => device}
        commands={({ current, device, sessionId }) => {
          const name = texts.endOf(device)
          const run = () => end(apiClient.call(endSession, { params: { sessionId } }))
          return current ? [] : [{ label: name, name, button: texts.end, run }]
        }}
        actions=""
        columns={[
          {
            head: '',
            show: ({ device, current }) => (
              <>
                {device} {current ? <Badge>{texts.thisOne}</Badge> : null}
              </>
            ),
          },
          { head: '', show: ({ lastUsed }) => format.ago(lastUsed) },
        ]}
      />
      {sessions.length > 1 ? (
        <div>
          <Button onClick={endRemainingSessions}>{texts.endOthers}</Button>
        </div>
      ) : null}
    </section>
  )
}

function EnvironmentForm() {
  const texts = useTexts(peopleTexts)
  const needs = useTexts(reasonTexts)
  const { form, others, busy, send } = useSending({ name: '' })
  const create = send(async () => {
    const { data } = await apiClient.call(createEnvironment, { body: form.values })
    chooseEnvironment(data.environmentId)
    // Reloads the console, because everything on the page belongs to the previous environment.
    location.assign('/')
  })
  useShortcuts([
    { label: texts.newEnvironment, group: texts.account, run: () => moveFocusWhenAvailable(texts.environmentName) },
  ])
  return (
    <form onSubmit={create} className={styles.group}>
      <h2>{texts.newEnvironment}</h2>
      <QuietText>{texts.newEnvironmentText}</QuietText>
      {others}
      <TextInput label={texts.environmentName} {...form.getInputProps('name')} />
      <div>
        <ReasonedButton type="submit" loading={busy} reason={form.values.name === '' ? needs.enterName : null}>
          {texts.create}
        </ReasonedButton>
      </div>
    </form>
  )
}

function Deletion() {
  const texts = useTexts(peopleTexts)
  const hasPassword = currentSession.use()?.hasPassword ?? false
  const [password, setPassword] = useState('')
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await apiClient.call(deleteMe, { body: hasPassword ? { password } : {} })
    location.assign('/sign-in')
  }
  const requestDeletion = () =>
    hasPassword && password === '' ? moveFocusWhenAvailable(texts.passwordToDelete) : setAsking(true)
  useShortcuts([{ command: accountCommands.deleteAccount, group: texts.account, run: requestDeletion }])
  return (
    <section className={styles.group} aria-labelledby="deletion">
      <h2 id="deletion">{texts.deleteAccount}</h2>
      <QuietText>{texts.deleteAccountText}</QuietText>
      {hasPassword ? (
        <PasswordInput
          size="xs"
          label={texts.passwordToDelete}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      ) : null}
      <div>
        <Button disabled={hasPassword && password === ''} onClick={() => setAsking(true)}>
          {texts.deleteAccount}
        </Button>
      </div>
      <ConfirmationDialog
        opened={asking}
        title={texts.deleteAccount}
        action={texts.deleteForGood}
        isDangerous
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {texts.deleteAccountText}
      </ConfirmationDialog>
    </section>
  )
}
