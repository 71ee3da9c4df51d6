// What was imported in the last day: planned together, or taken back.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listConsignments } from '../../contract/consignments.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { refresh } from '../api/query.ts'
import { type Batch, batches, forgetBatch, readBatches } from '../batches.ts'
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
  return (
    <Group gap="sm">
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

/** To the plan of their day, with these orders alone in the pool. */
export function PlanThese({ batchId, disabled }: { batchId: string; disabled: boolean }) {
  const words = useWords(importWords)
  const navigate = useNavigate()
  const batch = batches.use()?.find((one) => one.batchId === batchId)
  useEffect(() => void readBatches(), [])
  if (!batch) return null
  const { day, orders } = batch
  return (
    <Button
      disabled={disabled}
      onClick={() => void navigate({ to: '/plan', search: { ...(day ? { day } : {}), batch: batchId } })}
    >
      {words.planThese(orders.length)}
    </Button>
  )
}
