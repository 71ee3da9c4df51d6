// Groups the consecutive changes of one request, and finds out which orders it moved between loads.
import type { ChangeEvent, RecordType } from '../../contract/change.ts'
import { getZonedDay } from '../platform/day.ts'

/** A change of a record: an event of the environment, or an entry of the history of one record. */
export type RecordedChange = Omit<ChangeEvent, 'cursor'>

/** The changes of one request, newest first. At least one. */
export type ChangeGroup = readonly [RecordedChange, ...RecordedChange[]]

/** Changes of one author and type are one group if at most this many milliseconds lie between them. */
const pauseMsMax = 1_000

const isOfSameAuthor = (a: RecordedChange, b: RecordedChange): boolean =>
  a.actor.kind === b.actor.kind && a.actor.id === b.actor.id

/**
 * Groups changes, newest first, by request: same author and request id, or same author, type and second. Two requests
 * that change the same record remain two groups.
 */
export function groupChanges(changes: readonly RecordedChange[]): ChangeGroup[] {
  const groups: [RecordedChange, ...RecordedChange[]][] = []
  let recordIds = new Set<string>()
  for (const change of changes) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isOfSameRequest = last?.requestId === change.requestId
    const isOfSameSecond =
      last?.type === change.type &&
      Math.abs(new Date(last.time).getTime() - new Date(change.time).getTime()) <= pauseMsMax &&
      !recordIds.has(change.record.id)
    if (group && last && isOfSameAuthor(last, change) && (isOfSameRequest || isOfSameSecond)) group.push(change)
    else {
      groups.push([change])
      recordIds = new Set()
    }
    recordIds.add(change.record.id)
  }
  return groups
}

/** Groups groups by the day of their newest change in a time zone. */
export const listDays = (groups: readonly ChangeGroup[], zone: string): [day: string, groups: ChangeGroup[]][] => [
  ...Map.groupBy(groups, ([{ time }]) => getZonedDay(new Date(time), zone)),
]

export const getRecordType = ({ type }: Pick<RecordedChange, 'type'>): RecordType =>
  type.slice(0, type.indexOf('.')) as RecordType
/** Returns the part of an event type after the record, such as `updated`. */
export const getChangeVerb = ({ type }: Pick<RecordedChange, 'type'>): string => type.slice(type.indexOf('.') + 1)

/** A move of an order. `null` is the pool; undefined is unknown, because the load names only the order. */
export interface OrderMove {
  orderId: string
  from: string | null | undefined
  to: string | null | undefined
}

const stopPath = /^\/stops(\/\d+(\/consignmentId)?)?$/
export const isStopPath = (path: string): boolean => stopPath.test(path)

/** Lists the order ids in a value of a difference: one id, or the ids of a whole list of stops. */
const listIds = (value: unknown): string[] =>
  [value ?? []].flat().flatMap((item) => (typeof item === 'string' ? item : []))

/** Returns the orders that joined and left a load with one change of its stops. */
export function findStopChanges({ changes }: Pick<RecordedChange, 'changes'>): {
  joinedIds: string[]
  removedIds: string[]
} {
  const steps = changes.filter(({ path }) => isStopPath(path))
  const [oldIds, newIds] = [steps.flatMap((step) => listIds(step.old)), steps.flatMap((step) => listIds(step.new))]
  return {
    joinedIds: newIds.filter((id) => !oldIds.includes(id)),
    removedIds: oldIds.filter((id) => !newIds.includes(id)),
  }
}

/** Lists the moves that orders record themselves, from the first load to the last one. */
function listOrderMoves(oldestFirst: readonly RecordedChange[]): Map<string, OrderMove> {
  const moves = new Map<string, OrderMove>()
  for (const { record, changes } of oldestFirst) {
    const step = record.type === 'consignment' ? changes.find(({ path }) => path === '/loadId') : undefined
    if (!step) continue
    const from = moves.has(record.id) ? moves.get(record.id)!.from : ((step.old ?? null) as string | null)
    moves.set(record.id, { orderId: record.id, from, to: (step.new ?? null) as string | null })
  }
  return moves
}

/** Lists the moves that only the stops of loads record: the orders are new, or the user filters by loads. */
function listStopMoves(oldestFirst: readonly RecordedChange[]): Map<string, OrderMove> {
  const moves = new Map<string, OrderMove>()
  for (const change of oldestFirst) {
    if (change.type !== 'load.updated') continue
    const { joinedIds, removedIds } = findStopChanges(change)
    for (const orderId of removedIds)
      moves.set(orderId, { orderId, from: change.record.id, to: moves.get(orderId)?.to })
    for (const orderId of joinedIds)
      moves.set(orderId, { orderId, from: moves.get(orderId)?.from, to: change.record.id })
  }
  return moves
}

/** Lists the moves of orders between loads and the pool. The stops of deleted orders are not moves. */
export function listMoves(group: ChangeGroup): OrderMove[] {
  const oldestFirst = group.toReversed()
  const deletedIds = new Set(group.filter(({ type }) => type === 'consignment.deleted').map(({ record }) => record.id))
  const moves = new Map([...listStopMoves(oldestFirst), ...listOrderMoves(oldestFirst)])
  return [...moves.values()].filter(({ orderId, from, to }) => from !== to && !deletedIds.has(orderId))
}
