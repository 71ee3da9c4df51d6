// Adds orders to the export list, by their keys, or all orders of a load.

import { Modal, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addExport, listExport } from '../../contract/export.ts'
import { listLoads } from '../../contract/load.ts'
import { apiClient } from '../api/client.ts'
import { buildQuery, refreshEndpoints } from '../api/query.ts'
import { ChoiceInput } from '../fields/choose.tsx'
import { FormErrors } from '../fields/refusals.tsx'
import { useSending } from '../fields/sending.tsx'
import { ReasonedButton } from '../shell/reasoned-button.tsx'
import { showDone } from '../shell/toasts.ts'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import styles from './export.module.css'
import { exportTexts } from './words.ts'

export function AddDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const texts = useTexts(exportTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.addTitle}>
      <AddForm onDone={onClose} />
    </Modal>
  )
}

function AddForm({ onDone }: { onDone(): void }) {
  const texts = useTexts(exportTexts)
  const needs = useTexts(reasonTexts)
  const [way, setWay] = useState<'keys' | 'load'>('keys')
  const { form, others, busy, send } = useSending({ keys: '', loadId: null as string | null })
  const { loadId } = form.values
  const loads = useQuery({ ...buildQuery(listLoads), enabled: way === 'load' }).data?.data ?? []
  const keys = [...new Set(form.values.keys.split(/[\n,;\t]/).map((key) => key.trim()))].filter((key) => key !== '')

  const missing =
    way === 'keys' ? (keys.length > 0 ? null : needs.enterKey) : loadId === null ? needs.chooseRoute : null

  const add = send(async () => {
    const { data } = await apiClient.call(addExport, { body: way === 'keys' ? { keys } : { loadId: loadId! } })
    showDone(texts.added(data.added))
    await refreshEndpoints(listExport)
    onDone()
  })
  return (
    <form onSubmit={add}>
      <Stack gap="sm">
        <SegmentedControl
          value={way}
          onChange={(value) => setWay(value as 'keys' | 'load')}
          data={[
            { value: 'keys', label: texts.byKeys },
            { value: 'load', label: texts.byLoad },
          ]}
        />
        {way === 'keys' ? (
          <Textarea
            label={texts.keys}
            autosize
            minRows={4}
            maxRows={12}
            data-autofocus
            value={form.values.keys}
            onChange={({ currentTarget }) => form.setFieldValue('keys', currentTarget.value)}
          />
        ) : (
          <ChoiceInput
            label={texts.load}
            value={loadId}
            onChange={(chosen) => form.setFieldValue('loadId', chosen)}
            choices={loads.map((load) => ({ value: load.loadId, label: load.key }))}
          />
        )}
        {/* Every unknown key has its own error, and the dialog shows all errors. */}
        <FormErrors errors={Object.values(form.errors) as string[]} />
        {others}
        <div className={styles.buttons}>
          <ReasonedButton type="submit" loading={busy} reason={missing}>
            {texts.add}
          </ReasonedButton>
        </div>
      </Stack>
    </form>
  )
}
