// Lists the second factors of the signed-in user: adds, renames and removes them, and creates recovery codes.

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataOf } from '../../contract/endpoint.ts'
import { listFactors, removeFactor, renameFactor, renewRecoveryCodes } from '../../contract/factor.ts'
import { listSessions } from '../../contract/person.ts'
import { readMe, readSignInMethods } from '../api/account.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { currentSession } from '../api/session.ts'
import { AddApp } from '../factor/add-app.tsx'
import { canUsePasskeys, makePasskey } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/recovery-codes.tsx'
import { factorTexts } from '../factor/words.ts'
import { useSending } from '../fields/sending.tsx'
import { ConfirmationDialog } from '../shell/confirm.tsx'
import styles from '../shell/content.module.css'
import { DataTable, RowButton } from '../shell/data-table.tsx'
import { QuietText } from '../shell/quiet-text.ts'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { accountCommands } from './commands.ts'

type Factor = DataOf<typeof listFactors>['factors'][number]
type Doing = { kind: 'adding' | 'renewing' } | { kind: 'renaming' | 'removing'; factor: Factor }

const refreshAll = async () => {
  await Promise.all([refreshEndpoints(listFactors, listSessions), readMe()])
}

export function FactorSection() {
  const texts = useTexts(factorTexts)
  const isOutside = currentSession.use()?.secondFactor === 'outside'
  return (
    <section className={styles.group} aria-labelledby="factors">
      <h2 id="factors">{texts.title}</h2>
      <QuietText>{isOutside ? texts.outside : texts.about}</QuietText>
      {isOutside ? null : <FactorList />}
    </section>
  )
}

function FactorList() {
  const texts = useTexts(factorTexts)
  const { factors = [], recoveryCodes = 0 } = useQuery(buildQuery(listFactors)).data?.data ?? {}
  const methods = useQuery({ queryKey: ['getSignIn'], queryFn: readSignInMethods }).data
  const [doing, setDoing] = useState<Doing>()
  const [codes, setCodes] = useState<string[] | null>(null)
  const added = async (made: string[] | null) => {
    setDoing(undefined)
    setCodes(made)
    await refreshAll()
  }
  const addPasskey = () => makePasskey().then(added, showProblem)
  const group = texts.title
  useShortcuts([
    { command: accountCommands.addApp, group, run: () => setDoing({ kind: 'adding' }) },
    ...(canUsePasskeys(methods) ? [{ label: texts.addPasskey, group, run: () => void addPasskey() }] : []),
    ...(factors.length > 0 ? [{ label: texts.newCodes, group, run: () => setDoing({ kind: 'renewing' }) }] : []),
  ])
  return (
    <>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      <FactorTable factors={factors} onDo={setDoing} />
      <Group gap="xs">
        <Button onClick={() => setDoing({ kind: 'adding' })}>{texts.addApp}</Button>
        {canUsePasskeys(methods) ? <Button onClick={addPasskey}>{texts.addPasskey}</Button> : null}
      </Group>
      {factors.length > 0 ? (
        <Group gap="xs">
          <Text size="sm">
            {texts.recoveryCodes}: {texts.left(recoveryCodes)}
          </Text>
          <Button size="compact-xs" onClick={() => setDoing({ kind: 'renewing' })}>
            {texts.newCodes}
          </Button>
        </Group>
      ) : null}
      <Dialogs doing={doing} onAdded={added} onCodes={setCodes} onClose={() => setDoing(undefined)} />
    </>
  )
}

function FactorTable({ factors, onDo }: { factors: Factor[]; onDo(doing: Doing): void }) {
  const texts = useTexts(factorTexts)
  const format = useEnvironmentFormat()
  return (
    <DataTable
      label={texts.title}
      rows={factors}
      empty={<Text size="sm">{texts.none}</Text>}
      idOf={({ factorId }) => factorId}
      nameOf={({ name }) => name}
      commands={(factor) => [
        { label: texts.rename, run: () => onDo({ kind: 'renaming', factor }) },
        { label: texts.remove, run: () => onDo({ kind: 'removing', factor }) },
      ]}
      columns={[
        {
          head: texts.name,
          show: ({ name, kind, synced }) => (
            <>
              {name}
              <QuietText size="xs">{synced ? texts.syncedPasskey : texts[kind]}</QuietText>
            </>
          ),
        },
        { head: texts.added, isSpare: true, show: ({ created }) => format.ago(created) },
        { head: texts.lastUsed, show: ({ lastUsed }) => (lastUsed ? format.ago(lastUsed) : texts.never) },
        {
          head: texts.remove,
          isActions: true,
          show: (factor) => (
            <Group gap="xs" justify="flex-end">
              <RowButton
                label={texts.rename}
                name={texts.renameOf(factor.name)}
                run={() => onDo({ kind: 'renaming', factor })}
              />
              <RowButton
                label={texts.remove}
                name={texts.removeOf(factor.name)}
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
  const texts = useTexts(factorTexts)
  const factor = doing && 'factor' in doing ? doing.factor : undefined
  const remove = async () => {
    await apiClient.call(removeFactor, { params: { factorId: factor!.factorId } })
    await refreshAll()
  }
  const renew = async () => {
    onCodes((await apiClient.call(renewRecoveryCodes)).data.recoveryCodes)
    await refreshAll()
  }
  return (
    <>
      <Modal opened={doing?.kind === 'adding'} title={texts.addApp} onClose={onClose}>
        <AddApp onAdded={onAdded} />
      </Modal>
      <Modal opened={doing?.kind === 'renaming'} title={texts.renameOf(factor?.name ?? '')} onClose={onClose}>
        {factor ? <Renaming factor={factor} onDone={onClose} /> : null}
      </Modal>
      <ConfirmationDialog
        opened={doing?.kind === 'removing'}
        title={texts.removeOf(factor?.name ?? '')}
        action={texts.remove}
        isDangerous
        onConfirm={remove}
        onClose={onClose}
      >
        {texts.removeText}
      </ConfirmationDialog>
      <ConfirmationDialog
        opened={doing?.kind === 'renewing'}
        title={texts.newCodes}
        action={texts.newCodes}
        onConfirm={renew}
        onClose={onClose}
      >
        {texts.newCodesText}
      </ConfirmationDialog>
    </>
  )
}

function Renaming({ factor, onDone }: { factor: Factor; onDone(): void }) {
  const texts = useTexts(factorTexts)
  const needs = useTexts(reasonTexts)
  const { form, others, busy, send } = useSending({ name: factor.name })
  const save = send(async () => {
    await apiClient.call(renameFactor, { params: { factorId: factor.factorId }, body: form.values })
    await refreshEndpoints(listFactors)
    onDone()
  })
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        {others}
        <TextInput label={texts.name} data-autofocus {...form.getInputProps('name')} />
        <Group justify="flex-end">
          <ReasonedButton type="submit" loading={busy} reason={form.values.name === '' ? needs.enterName : null}>
            {texts.rename}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  )
}
