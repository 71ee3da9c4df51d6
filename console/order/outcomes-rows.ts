// What somebody at the desk says of each of many orders, what is missing from it, and how it is sent.
import type { Consignment } from '../../contract/consignment.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import type { PodInput } from '../../contract/pod.ts'
import type { OutcomeName, PodSettings } from '../../contract/road.ts'
import { client } from '../api/client.ts'
import { readOrders } from '../api/rows.ts'
import type { Format } from '../words/format.ts'
import { newId, type Telling } from './recording.ts'

export interface Answer {
  /** Null as long as nobody knows. */
  outcome: OutcomeName | null
  reason: string | null
  contactName: string
  remarks: string
  /** By the clocks of the environment, as `2026-11-16T08:00`. */
  time: string | null
}

export interface Row extends Answer {
  order: Consignment
  /** Another one for other words: what was said first stays what it was. */
  podId: string
  refusal?: string | undefined
}

/** More are no use on one page. */
export const rowsMax = 200

export interface Asked {
  rows: Row[]
  /** How many of those that were asked for are not among them because they have an outcome. */
  known: number
}

/** Handed over, and when that was planned, until somebody says otherwise: so it was with most of them. */
export async function readRows(consignmentIds: readonly string[], format: Pick<Format, 'field'>): Promise<Asked> {
  const orders = await readOrders(consignmentIds.slice(0, rowsMax))
  const open = orders.filter(({ outcome }) => outcome === null)
  const planned = await plannedTimes(new Set(open.flatMap(({ loadId }) => loadId ?? [])))
  const now = new Date().toISOString()
  const rows = open.sort(byStop).map((order): Row => {
    const time = planned.get(order.consignmentId) ?? order.planned
    const shown = format.field(time !== null && time < now ? time : now)
    return { order, podId: newId(), outcome: 'success', reason: null, contactName: '', remarks: '', time: shown }
  })
  return { rows, known: orders.length - open.length }
}

const byStop = (one: Consignment, other: Consignment) =>
  (one.loadId ?? '').localeCompare(other.loadId ?? '') || one.stopPosition - other.stopPosition

async function plannedTimes(loadIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>()
  for (const loadId of loadIds) {
    const { stops } = (await client.call(getLoadProgress, { params: { loadId } })).data
    for (const { consignmentId, planned } of stops) if (planned !== null) times.set(consignmentId, planned)
  }
  return times
}

export const lacks = ['contactName', 'reason', 'time'] as const
export type Lack = (typeof lacks)[number]

/** The first thing that has to be said as well. A name stands for the signature that nobody gives at a desk. */
export function lackOf({ outcome, reason, contactName, time }: Answer, settings: PodSettings): Lack | undefined {
  if (outcome === null) return undefined
  const isSigned = outcome !== 'failed' && settings.signature[outcome] === 'required'
  if (isSigned && contactName.trim() === '') return 'contactName'
  if (outcome !== 'success' && reason === null && settings.reasons.length > 0) return 'reason'
  return time === null || !isWhole.test(time) ? 'time' : undefined
}
const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Undefined as long as nobody knows. */
export function tellingOf({ order, podId, outcome, reason, contactName, remarks, time }: Row): Telling | undefined {
  if (outcome === null) return undefined
  const { key, consignmentId, loadId } = order
  const told: PodInput = {
    ...{ consignmentId, loadId, outcome, time: `${time}:00`, remarks: remarks.trim() || null },
    failureReasonCode: outcome === 'success' ? null : reason,
    contactName: outcome === 'failed' ? null : contactName.trim() || null,
  }
  return { key, podId, told }
}
