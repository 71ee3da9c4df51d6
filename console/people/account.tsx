// Shows the account of the signed-in user: name, password, sessions, and a new environment.

import { Badge, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
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
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { chooseEnvironment, session, startSession } from '../api/session.ts'
import { useSending } from '../fields/sending.tsx'
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable } from '../shell/data-table.tsx'
import { focusWhenThere } from '../shell/elsewhere.ts'
import { Page } from '../shell/page.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { reasonWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { accountCommands } from './commands.ts'
import { Factors } from './factors.tsx'
import { peopleWords } from './words.ts'

export function AccountPage() {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const hasPassword = session.use()?.hasPassword ?? false
  const isOwner = session.use()?.environments.some(({ role }) => role === 'owner') ?? false
  return (
    <Page title={words.account} zone={format.zone}>
      <div className={styles.narrow}>
        <Stack gap="md">
          <NameForm />
          {hasPassword ? <PasswordForm /> : null}
          <Factors />
          <Sessions />
          {isOwner ? <EnvironmentForm /> : null}
          <Deletion />
        </Stack>
      </div>
    </Page>
  )
}

function NameForm() {
  const words = useWords(peopleWords)
  const me = session.use()
  const [name, setName] = useState(me?.name ?? '')
  const { faults, others, busy, send } = useSending(['name'])
  const save = send(async () => {
    await client.call(updateMe, { body: { name } })
    startSession((await client.call(getMe)).data)
    showDone(words.saved)
  })
  return (
    <form onSubmit={save} className={styles.group}>
      {others}
      <TextInput
        label={words.name}
        autoComplete="name"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={faults.name}
      />
      <TextInput label={words.email} dir="ltr" value={me?.email ?? ''} disabled />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={name === me?.name}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

function PasswordForm() {
  const words = useWords(peopleWords)
  const [oldPassword, setOld] = useState('')
  const [newPassword, setNew] = useState('')
  const { faults, others, busy, send } = useSending(['oldPassword', 'newPassword'])
  const change = send(async () => {
    await client.call(changePassword, { body: { oldPassword, newPassword } })
    setOld('')
    setNew('')
    showDone(words.passwordChanged)
    await refresh(listSessions)
  })
  useShortcuts([
    { command: accountCommands.changePassword, group: words.account, run: () => focusWhenThere(words.oldPassword) },
  ])
  const toggle = { 'aria-label': words.showPassword }
  return (
    <form onSubmit={change} className={styles.group}>
      <h2>{words.password}</h2>
      {others}
      <PasswordInput
        size="xs"
        label={words.oldPassword}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        value={oldPassword}
        onChange={({ currentTarget }) => setOld(currentTarget.value)}
        error={faults.oldPassword}
      />
      <PasswordInput
        size="xs"
        label={words.newPassword}
        description={words.passwordHelp}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        value={newPassword}
        onChange={({ currentTarget }) => setNew(currentTarget.value)}
        error={faults.newPassword}
      />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={oldPassword === '' || newPassword === ''}>
          {words.changePassword}
        </Button>
      </div>
    </form>
  )
}

function Sessions() {
  const words = useWords(peopleWords)
  const format = useEnvironmentFormat()
  const sessions = useQuery(read(listSessions)).data?.data ?? []
  const endOthers = () => void end(client.call(endOtherSessions))
  useShortcuts([{ command: accountCommands.endOthers, group: words.account, run: endOthers }])
  const end = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      showProblem(error)
    } finally {
      await refresh(listSessions)
    }
  }
  return (
    <section className={styles.group}>
      <h2>{words.sessions}</h2>
      <DataTable
        label={words.sessions}
        rows={sessions}
        idOf={({ sessionId }) => sessionId}
        nameOf={({ device }) => device}
        commands={({ current, device, sessionId }) => {
          const name = words.endOf(device)
          const run = () => end(client.call(endSession, { params: { sessionId } }))
          return current ? [] : [{ label: name, name, button: words.end, run }]
        }}
        actions=""
        columns={[
          {
            head: '',
            show: ({ device, current }) => (
              <>
                {device} {current ? <Badge>{words.thisOne}</Badge> : null}
              </>
            ),
          },
          { head: '', show: ({ lastUsed }) => format.ago(lastUsed) },
        ]}
      />
      {sessions.length > 1 ? (
        <div>
          <Button variant="default" onClick={endOthers}>
            {words.endOthers}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function EnvironmentForm() {
  const words = useWords(peopleWords)
  const needs = useWords(reasonWords)
  const [name, setName] = useState('')
  const { faults, others, busy, send } = useSending(['name'])
  const create = send(async () => {
    const { data } = await client.call(createEnvironment, { body: { name } })
    chooseEnvironment(data.environmentId)
    // Everything on the page belongs to the environment before it.
    location.assign('/')
  })
  useShortcuts([
    { label: words.newEnvironment, group: words.account, run: () => focusWhenThere(words.environmentName) },
  ])
  return (
    <form onSubmit={create} className={styles.group}>
      <h2>{words.newEnvironment}</h2>
      <Text size="sm" c="dimmed">
        {words.newEnvironmentText}
      </Text>
      {others}
      <TextInput
        label={words.environmentName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={faults.name}
      />
      <div>
        <ReasonedButton type="submit" loading={busy} reason={name === '' ? needs.enterName : null}>
          {words.create}
        </ReasonedButton>
      </div>
    </form>
  )
}

function Deletion() {
  const words = useWords(peopleWords)
  const hasPassword = session.use()?.hasPassword ?? false
  const [password, setPassword] = useState('')
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await client.call(deleteMe, { body: hasPassword ? { password } : {} })
    location.assign('/sign-in')
  }
  const ask = () => (hasPassword && password === '' ? focusWhenThere(words.passwordToDelete) : setAsking(true))
  useShortcuts([{ command: accountCommands.deleteAccount, group: words.account, run: ask }])
  return (
    <section className={styles.group} aria-labelledby="deletion">
      <h2 id="deletion">{words.deleteAccount}</h2>
      <Text size="sm" c="dimmed">
        {words.deleteAccountText}
      </Text>
      {hasPassword ? (
        <PasswordInput
          size="xs"
          label={words.passwordToDelete}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      ) : null}
      <div>
        <Button variant="default" disabled={hasPassword && password === ''} onClick={() => setAsking(true)}>
          {words.deleteAccount}
        </Button>
      </div>
      <Confirm
        opened={asking}
        title={words.deleteAccount}
        action={words.deleteForGood}
        isDangerous
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {words.deleteAccountText}
      </Confirm>
    </section>
  )
}
