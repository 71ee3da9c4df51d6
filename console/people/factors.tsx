// Lists the second factors of the signed-in user: adds, renames and removes them, and creates recovery codes.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listFactors, removeFactor, renameFactor, renewRecoveryCodes } from '../../contract/factor.ts'
import { listSessions } from '../../contract/person.ts'
import { readMe, waysIn } from '../api/account.ts'
import { client } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { read, refresh } from '../api/query.ts'
import { session } from '../api/session.ts'
import { AddApp } from '../factor/add-app.tsx'
import { makePasskey, passkeysWork } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/recovery-codes.tsx'
import { factorWords } from '../factor/words.ts'
import { useSending } from '../fields/sending.tsx'
import { Confirm } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable, RowButton } from '../shell/data-table.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { reasonWords, shellWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { accountCommands } from './commands.ts'

type Factor = DataOf<typeof listFactors>['factors'][number]
type Doing = { kind: 'adding' | 'renewing' } | { kind: 'renaming' | 'removing'; factor: Factor }

const refreshAll = async () => {
  await Promise.all([refresh(listFactors, listSessions), readMe()])
}

export function Factors() {
  const words = useWords(factorWords)
  const isOutside = session.use()?.secondFactor === 'outside'
  return (
    <section className={styles.group} aria-labelledby="factors">
      <h2 id="factors">{words.title}</h2>
      <Text size="sm" c="dimmed">
        {isOutside ? words.outside : words.about}
      </Text>
      {isOutside ? null : <OwnFactors />}
    </section>
  )
}

function OwnFactors() {
  const words = useWords(factorWords)
  const { factors = [], recoveryCodes = 0 } = useQuery(read(listFactors)).data?.data ?? {}
  const ways = useQuery({ queryKey: ['getSignIn'], queryFn: waysIn }).data
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<string[] | null>(null)
  const added = async (made: string[] | null) => {
    setDoing(undefined)
    setCodes(made)
    await refreshAll()
  }
  const addPasskey = () => makePasskey().then(added, showProblem)
  const group = words.title
  useShortcuts([
    { command: accountCommands.addApp, group, run: () => setDoing({ kind: 'adding' }) },
    ...(passkeysWork(ways) ? [{ label: words.addPasskey, group, run: () => void addPasskey() }] : []),
    ...(factors.length > 0 ? [{ label: words.newCodes, group, run: () => setDoing({ kind: 'renewing' }) }] : []),
  ])
  return (
    <>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      <FactorTable factors={factors} onDo={setDoing} />
      <Group gap="xs">
        <Button variant="default" onClick={() => setDoing({ kind: 'adding' })}>
          {words.addApp}
        </Button>
        {passkeysWork(ways) ? (
          <Button variant="default" onClick={addPasskey}>
            {words.addPasskey}
          </Button>
        ) : null}
      </Group>
      {factors.length > 0 ? (
        <Group gap="xs">
          <Text size="sm">
            {words.recoveryCodes}: {words.left(recoveryCodes)}
          </Text>
          <Button variant="default" size="compact-xs" onClick={() => setDoing({ kind: 'renewing' })}>
            {words.newCodes}
          </Button>
        </Group>
      ) : null}
      <Dialogs doing={doing} onAdded={added} onCodes={setCodes} onClose={() => setDoing(undefined)} />
    </>
  )
}

function FactorTable({ factors, onDo }: { factors: Factor[]; onDo(doing: Doing): void }) {
  const words = useWords(factorWords)
  const format = useEnvironmentFormat()
  return (
    <DataTable
      label={words.title}
      rows={factors}
      empty={<Text size="sm">{words.none}</Text>}
      idOf={({ factorId }) => factorId}
      nameOf={({ name }) => name}
      commands={(factor) => [
        { label: words.rename, run: () => onDo({ kind: 'renaming', factor }) },
        { label: words.remove, run: () => onDo({ kind: 'removing', factor }) },
      ]}
      columns={[
        {
          head: words.name,
          show: ({ name, kind, synced }) => (
            <>
              {name}
              <Text size="xs" c="dimmed">
                {synced ? words.syncedPasskey : words[kind]}
              </Text>
            </>
          ),
        },
        { head: words.added, isSpare: true, show: ({ created }) => format.ago(created) },
        { head: words.lastUsed, show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : words.never) },
        {
          head: words.remove,
          isActions: true,
          show: (factor) => (
            <Group gap="xs" justify="flex-end">
              <RowButton
                label={words.rename}
                name={words.renameOf(factor.name)}
                run={() => onDo({ kind: 'renaming', factor })}
              />
              <RowButton
                label={words.remove}
                name={words.removeOf(factor.name)}
                run={() => onDo({ kind: 'removing', factor })}
              />
            </Group>
          ),
        },
      ]}
    />
  )
}

interface DialogsProps {
  doing: Doing | undefined
  onAdded(codes: string[] | null): void
  onCodes(codes: string[]): void
  onClose(): void
}

function Dialogs({ doing, onAdded, onCodes, onClose }: DialogsProps) {
  const words = useWords(factorWords)
  const shell = useWords(shellWords)
  const close = { onClose, closeButtonProps: { 'aria-label': shell.close } }
  const factor = doing && 'factor' in doing ? doing.factor : undefined
  const remove = async () => {
    await client.call(removeFactor, { params: { factorId: factor!.factorId } })
    await refreshAll()
  }
  const renew = async () => {
    onCodes((await client.call(renewRecoveryCodes)).data.recoveryCodes)
    await refreshAll()
  }
  return (
    <>
      <Modal opened={doing?.kind === 'adding'} title={words.addApp} {...close}>
        <AddApp onAdded={onAdded} />
      </Modal>
      <Modal opened={doing?.kind === 'renaming'} title={words.renameOf(factor?.name ?? '')} {...close}>
        {factor ? <Renaming factor={factor} onDone={onClose} /> : null}
      </Modal>
      <Confirm
        opened={doing?.kind === 'removing'}
        title={words.removeOf(factor?.name ?? '')}
        action={words.remove}
        isDangerous
        onConfirm={remove}
        onClose={onClose}
      >
        {words.removeText}
      </Confirm>
      <Confirm
        opened={doing?.kind === 'renewing'}
        title={words.newCodes}
        action={words.newCodes}
        onConfirm={renew}
        onClose={onClose}
      >
        {words.newCodesText}
      </Confirm>
    </>
  )
}

function Renaming({ factor, onDone }: { factor: Factor; onDone(): void }) {
  const words = useWords(factorWords)
  const needs = useWords(reasonWords)
  const [name, setName] = useState(factor.name)
  const { faults, others, busy, send } = useSending(['name'])
  const save = send(async () => {
    await client.call(renameFactor, { params: { factorId: factor.factorId }, body: { name } })
    await refresh(listFactors)
    onDone()
  })
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        {others}
        <TextInput
          label={words.name}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={faults.name}
        />
        <Group justify="flex-end">
          <ReasonedButton type="submit" loading={busy} reason={name === '' ? needs.enterName : null}>
            {words.rename}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  )
}
