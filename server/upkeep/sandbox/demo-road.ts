// Starts a route of the demo, with a vehicle position, two successful stops and a failed one.
import { randomUUID } from 'node:crypto'
import type { PodInput } from '../../../contract/pod.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import type { PerformEndpoint } from '../../platform/operation/operation.ts'
import { formatIso, parseEpochMs } from '../../platform/value/times.ts'

export type DemoRun = (
  id: Parameters<PerformEndpoint>[0],
  input: Parameters<PerformEndpoint>[1],
  alsoFine?: ProblemCode,
) => Promise<Record<string, unknown>>

type DemoOutcome = Pick<PodInput, 'outcome'> & Partial<PodInput>
/** Recorded outcomes, each with its share of the time since the start. */
const demoOutcomes: [share: number, DemoOutcome][] = [
  [0.3, { outcome: 'success', contactName: 'Goods in' }],
  [0.62, { outcome: 'success', contactName: 'Reception', remarks: 'Left in the yard, as agreed.' }],
  [0.95, { outcome: 'failed', failureReasonCode: 'nobody-in', remarks: 'Rang twice, left a card.' }],
]
/** Vehicle position between the last done stop and the next stop. */
const seenAt = { lat: 52.0931, lng: 4.3438 }

interface DemoLoad {
  loadId: string
  status: string
  driverKey: string
  plannedStart?: string | null
  stops?: { consignmentId: string }[]
}

/**
 * Starts a route of the demo and records its progress. It skips orders with an outcome and orders that have left the
 * load.
 */
export async function setOut(run: DemoRun, { key, now }: { key: string; now: number }): Promise<void> {
  const read = async () => (await run('getLoad', { query: { key } }, 'NOT_FOUND')) as Partial<DemoLoad>
  const load = (await read()) as DemoLoad
  if (load.status !== 'released' && load.status !== 'started') return
  const { loadId, driverKey } = load
  const start = Math.min(now, load.plannedStart ? parseEpochMs(load.plannedStart) : now)
  if (load.status === 'released') {
    const device = { deviceId: '', driverKey }
    await run('startDriveLoad', { params: { loadId }, body: { time: formatIso(start) }, device })
    const positions = [{ ...seenAt, time: formatIso(now), accuracy: 20 }]
    await run('sendDrivePositions', { body: { loadId, positions }, device })
  }
  for (const [index, { consignmentId }] of (load.stops ?? []).slice(0, demoOutcomes.length).entries()) {
    const order = await run('getConsignmentById', { params: { consignmentId } }, 'NOT_FOUND')
    if (order.outcome !== null) continue
    const [share, outcome] = demoOutcomes[index]!
    const body: PodInput = {
      consignmentId,
      loadId,
      ...outcome,
      time: formatIso(Math.round(start + (now - start) * share)),
    }
    await run('putPod', { params: { podId: randomUUID() }, body })
  }
}
