// Shows the imports of the last day, with commands that plan their orders or undo them.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { forgetBatch, type ImportBatch, importBatches, readBatches } from '../api/batches.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { refreshEndpoints } from '../api/query.ts'
import { useRowCommands } from '../shell/row-commands.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'
import { undoImport } from './rows.ts'
import { importTexts } from './words.ts'

export function RecentImports() {
  const texts = useTexts(importTexts)
  const found = importBatches.use()
  useEffect(() => void readBatches(), [])
  if (!found || found.length === 0) return null
  return (
    <Stack component="section" gap="xs" mt="md" aria-label={texts.recent}>
      <Title order={2} size="sm">
        {texts.recent}
      </Title>
      {found.map((batch) => (
        <Imported key={batch.batchId} batch={batch} />
      ))}
    </Stack>
  )
}

function Imported({ batch }: { batch: ImportBatch }) {
  const texts = useTexts(importTexts)
  const format = useEnvironmentFormat()
  const [busy, setBusy] = useState(false)
  const { batchId, name, atMs, orders } = batch
  const plan = usePlanning(batch)
  const takeBack = async () => {
    setBusy(true)
    try {
      const rows = orders.map((order) => ({ status: 'created' as const, faults: [], ...order }))
      const retained = await undoImport(rows, () => undefined)
      await forgetBatch(batchId)
      await refreshEndpoints(listConsignments)
      showDone([texts.undone(orders.length - retained), ...(retained > 0 ? [texts.kept(retained)] : [])].join(' · '))
    } catch (error) {
      setBusy(false)
      showProblem(error)
    }
  }
  useRowCommands(() => [
    {
      id: batchId,
      name,
      commands: busy
        ? []
        : [
            { label: texts.planThese(orders.length), run: plan },
            { label: texts.undo(orders.length), run: () => void takeBack() },
          ],
    },
  ])
  return (
    <Group gap="sm" data-row={batchId}>
      <Text size="sm">
        <bdi>{name}</bdi> · {format.instant(new Date(atMs).toISOString())}
      </Text>
      <PlanThese batchId={batchId} disabled={busy} />
      <Button
        leftSection={<IconArrowBackUp size={14} />}
        loading={busy}
        title={texts.undoHelp}
        onClick={() => void takeBack()}
      >
        {texts.undo(orders.length)}
      </Button>
    </Group>
  )
}

/** Returns a function that opens the plan of the orders' day with only these orders in the pool. */
function usePlanning(batch: ImportBatch | undefined) {
  const navigate = useNavigate()
  return () => {
    if (!batch) return
    const { day, batchId } = batch
    void navigate({ to: '/plan', search: { ...(day ? { day } : {}), batch: batchId } })
  }
}

export function PlanThese({ batchId, disabled }: { batchId: string; disabled: boolean }) {
  const texts = useTexts(importTexts)
  const batch = importBatches.use()?.find((entry) => entry.batchId === batchId)
  const plan = usePlanning(batch)
  useEffect(() => void readBatches(), [])
  if (!batch) return null
  return (
    <Button variant="filled" disabled={disabled} onClick={plan}>
      {texts.planThese(batch.orders.length)}
    </Button>
  )
}
