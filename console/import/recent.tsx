// Shows the imports of the last day, with commands that plan their orders or undo them.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { type Batch, batches, forgetBatch, readBatches } from '../api/batches.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { refresh } from '../api/query.ts'
import { useRowCommands } from '../shell/row-commands.ts'
import { showDone, showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'
import { undo } from './rows.ts'
import { importWords } from './words.ts'

export function Recent() {
  const words = useWords(importWords)
  const found = batches.use()
  useEffect(() => void readBatches(), [])
  if (!found || found.length === 0) return null
  return (
    <Stack component="section" gap="xs" mt="md" aria-label={words.recent}>
      <Title order={2} size="sm">
        {words.recent}
      </Title>
      {found.map((batch) => (
        <Imported key={batch.batchId} batch={batch} />
      ))}
    </Stack>
  )
}

function Imported({ batch }: { batch: Batch }) {
  const words = useWords(importWords)
  const format = useEnvironmentFormat()
  const [busy, setBusy] = useState(false)
  const { batchId, name, atMs, orders } = batch
  const plan = usePlanning(batch)
  const takeBack = async () => {
    setBusy(true)
    try {
      const rows = orders.map((order) => ({ status: 'created' as const, faults: [], ...order }))
      const kept = await undo(rows, () => undefined)
      await forgetBatch(batchId)
      await refresh(listConsignments)
      showDone([words.undone(orders.length - kept), ...(kept > 0 ? [words.kept(kept)] : [])].join(' · '))
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
            { label: words.planThese(orders.length), run: plan },
            { label: words.undo(orders.length), run: () => void takeBack() },
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
        variant="default"
        leftSection={<IconArrowBackUp size={14} />}
        loading={busy}
        title={words.undoHelp}
        onClick={() => void takeBack()}
      >
        {words.undo(orders.length)}
      </Button>
    </Group>
  )
}

/** Returns a function that opens the plan of the orders' day with only these orders in the pool. */
function usePlanning(batch: Batch | undefined) {
  const navigate = useNavigate()
  return () => {
    if (!batch) return
    const { day, batchId } = batch
    void navigate({ to: '/plan', search: { ...(day ? { day } : {}), batch: batchId } })
  }
}

export function PlanThese({ batchId, disabled }: { batchId: string; disabled: boolean }) {
  const words = useWords(importWords)
  const batch = batches.use()?.find((one) => one.batchId === batchId)
  const plan = usePlanning(batch)
  useEffect(() => void readBatches(), [])
  if (!batch) return null
  return (
    <Button disabled={disabled} onClick={plan}>
      {words.planThese(batch.orders.length)}
    </Button>
  )
}
