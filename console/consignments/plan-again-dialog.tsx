// Asks for which day, and on which load, orders are planned again.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listLoads } from '../../contract/load.ts'
import { useEnvironmentFormat } from '../api/environment.ts'
import { messageOf } from '../api/problems.ts'
import { read } from '../api/query.ts'
import { asDay, dayAfter, dayOf, wholeDay } from '../day.ts'
import { Choose } from '../fields/choose.tsx'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { isOpen } from '../load/status.tsx'
import { roadWords } from '../road/words.ts'
import { useWords } from '../words/language.ts'
import type { Assigned } from './assign.ts'
import { listWords } from './list-words.ts'
import { planAgain } from './plan-again.ts'
import type { Chosen } from './selection.ts'

interface PlanAgainProps {
  orders: readonly Chosen[]
  onClose(): void
  /** With the key of the load, if they were put on one. */
  onDone(assigned: Assigned, loadKey: string | null): void
}

export function PlanAgain({ orders, onClose, onDone }: PlanAgainProps) {
  const words = useWords(listWords)
  const road = useWords(roadWords)
  const format = useEnvironmentFormat()
  const [typed, setDay] = useState(() => dayAfter(dayOf(new Date(), format.zone), 1))
  const day = asDay(typed)
  const [loadId, setLoadId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const loads = useOpenLoads(day)
  const load = loads.find((one) => one.loadId === loadId)
  const submit = async () => {
    if (day === undefined) return
    setBusy(true)
    setRefusal(undefined)
    try {
      onDone(await planAgain(orders, { day, loadId: load?.loadId ?? null }, format), load?.key ?? null)
    } catch (error) {
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={road.planAgain} closeButtonProps={{ 'aria-label': words.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm">
            {words.selected(orders.length)}. {road.planAgainAbout}
          </Text>
          {refusal ? (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          ) : null}
          <WhenInput
            label={road.day}
            kind={dayKind}
            isRequired
            isFirst
            value={typed}
            onChange={(next) => setDay(next ?? '')}
            onUnread={setDay}
          />
          <Choose
            label={road.toLoad}
            choices={[
              { value: '', label: road.noLoadYet },
              ...loads.map(({ loadId: value, key: label }) => ({ value, label })),
            ]}
            value={load?.loadId ?? ''}
            onChange={(value) => setLoadId(value || null)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={day === undefined}>
              {road.planAgain}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The loads of a day that still take orders. */
function useOpenLoads(day: string | undefined) {
  const { from, to } = wholeDay(day ?? '')
  const query = { plannedFrom: from, plannedTo: to, sort: 'plannedStart' } as const
  const { data } = useQuery({ ...read(listLoads, { query }), enabled: day !== undefined })
  return (data?.data ?? []).filter(({ status }) => isOpen(status))
}
