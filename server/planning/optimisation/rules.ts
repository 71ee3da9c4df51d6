// Creates, shows, stops and cancels optimisations.
import type { Vehicle } from '../../../contract/fleet.ts'
import type { Optimisation, OptimisationInput, OptimisationSummary } from '../../../contract/optimisation.ts'
import { optimisationLimits } from '../../../contract/optimisation.ts'
import { getSettings } from '../../access/environment/rules.ts'
import { calculateDayRange } from '../../access/environment/zone.ts'
import * as fleet from '../../fleet/record/store.ts'
import * as loads from '../../orders/stop/store.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { createId } from '../../platform/value/ids.ts'
import { createHintBudget, findNearest, formatAdvice, suggestValues } from '../../platform/value/nearest.ts'
import { formatIso, formatLocalTime } from '../../platform/value/times.ts'
import type { ProposalBasis } from './proposal.ts'
import * as store from './store.ts'

type Path = { optimisationId: string }

/** Checks a request for rules outside the schema. The body may have other errors, so any field may be missing. */
export function prepareCreate(
  { body }: OperationCall<unknown, unknown, OptimisationInput>,
  { findings }: PreparationContext,
): OptimisationInput {
  const request = (body ?? {}) as Partial<OptimisationInput>
  const { mode, loadIds, vehicleKeys } = request
  const needsLoads = mode === 'fill' || mode === 'sequence'
  if (needsLoads && Array.isArray(loadIds ?? []) && (loadIds ?? []).length === 0)
    findings.push({
      path: '/loadIds',
      code: 'required',
      message: `\`loadIds\` is required with the mode \`${mode}\`.`,
      values: { mode },
    })
  if (needsLoads && vehicleKeys != null)
    findings.push({
      path: '/vehicleKeys',
      code: 'not_allowed',
      message: `The mode \`${mode}\` uses only the loads in \`loadIds\`. Send \`vehicleKeys\` only with \`day\`.`,
      values: { reason: 'mode', mode },
    })
  for (const member of ['pool', 'consignmentIds'] as const)
    if (mode === 'sequence' && request[member] != null)
      findings.push({
        path: `/${member}`,
        code: 'not_allowed',
        message:
          `The mode \`sequence\` only sorts the stops of existing loads. Send \`${member}\` only with the mode ` +
          '`day` or `fill`.',
        values: { reason: 'mode', mode },
      })
  return body
}

export async function createOptimisation(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, OptimisationInput>,
): Promise<string> {
  const { environmentId, body, actor, now } = call
  const named = await loadsNamed(tx, environmentId, body.loadIds ?? [])
  const { timezone } = await getSettings(tx, environmentId)
  const day = body.day ?? dayOf(body, named.values(), formatLocalTime(formatIso(now), timezone).slice(0, 10), timezone)
  const errors = [
    ...checkLoads(body.loadIds ?? [], named),
    ...checkDay(body, named, day, timezone),
    ...(await checkVehicles(tx, environmentId, body.vehicleKeys ?? [])),
    ...(await checkOrders(tx, environmentId, body)),
    ...(await checkKeptOrders(tx, environmentId, body)),
  ]
  if (errors.length > 0) throw createProblem(errors)
  if ((await store.countOpen(tx, environmentId)) >= optimisationLimits.open)
    throw new ApiProblem('OPTIMISATION_LIMIT', {
      message: `At most ${optimisationLimits.open} optimisations of an environment wait or run at the same time.`,
      values: { max: optimisationLimits.open },
    })
  if (body.day != null) calculateDayRange('/day', body.day, timezone)
  const optimisationId = createId()
  await store.insertOptimisation(tx, environmentId, {
    optimisationId,
    day,
    mode: body.mode,
    actor,
    request: JSON.stringify(body),
    created: formatIso(now),
  })
  await store.deleteEnded(tx, environmentId, optimisationLimits.kept)
  return optimisationId
}

/** Finds the named loads that exist, by id. */
async function loadsNamed(
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, loads.LoadRow>> {
  const named = new Map<string, loads.LoadRow>()
  for (const loadId of ids) {
    const load = await loads.findLoad(tx, environmentId, loadId)
    if (load) named.set(loadId, load)
  }
  return named
}

/** Returns the day on which a load starts; undefined if it has no planned start. */
const startDayOf = ({ plannedStart }: loads.LoadRow, timezone: string): string | undefined =>
  plannedStart === null ? undefined : formatLocalTime(plannedStart, timezone).slice(0, 10)

/** Returns the day of a search without `day`: the first start of its loads, or today. */
function dayOf({ mode }: OptimisationInput, named: Iterable<loads.LoadRow>, today: string, timezone: string): string {
  const days = [...(mode === 'day' ? [] : named)].flatMap((load) => startDayOf(load, timezone) ?? [])
  return days.sort()[0] ?? today
}

/** Returns errors for loads of another day: a search has one day, and such a load would be days late. */
function checkDay(
  { day: wanted, loadIds }: OptimisationInput,
  named: ReadonlyMap<string, loads.LoadRow>,
  day: string,
  timezone: string,
): RequestError[] {
  const found = (loadIds ?? []).flatMap((loadId, index): RequestError[] => {
    const load = named.get(loadId)
    const starts = load && startDayOf(load, timezone)
    if (starts === undefined || starts === day) return []
    const begins = `The load \`${load!.key}\` starts on ${starts}`
    return wanted == null
      ? [
          {
            path: `/loadIds/${index}`,
            code: 'mismatch',
            message: `${begins}, not on ${day}: plan the loads of one \`day\` at a time.`,
            values: { loadKey: load!.key, starts, day },
          },
        ]
      : [
          {
            path: '/day',
            code: 'mismatch',
            message: `${begins}: plan that day.`,
            values: { loadKey: load!.key, starts },
          },
        ]
  })
  // The client must correct one `day`, so one error is enough.
  return wanted == null ? found : found.slice(0, 1)
}

function checkLoads(ids: readonly string[], named: ReadonlyMap<string, loads.LoadRow>): RequestError[] {
  return ids.flatMap((loadId, index): RequestError[] => {
    const path = `/loadIds/${index}`
    const load = named.get(loadId)
    if (!load) {
      const message = `The load \`${loadId}\` does not exist.`
      return [{ path, code: 'unknown_load', message, values: { key: loadId }, problem: 'NOT_FOUND' }]
    }
    if (load.status !== 'started' && load.status !== 'completed') return []
    const message = `The load \`${load.key}\` is ${load.status}: its stops cannot be changed.`
    return [{ path, code: 'load_state', message, values: { status: load.status }, problem: 'LOAD_STATE' }]
  })
}

async function checkVehicles(
  tx: ReadTransaction,
  environmentId: string,
  keys: readonly string[],
): Promise<RequestError[]> {
  if (keys.length === 0) return []
  const rows = await fleet.vehicleTable.list(tx, environmentId)
  const vehicleKeys = rows.map(({ key }) => key)
  const hints = createHintBudget()
  const activeByKey = new Map(rows.map(({ key, document }) => [key, (JSON.parse(document) as Vehicle).active]))
  return keys.flatMap((key, index): RequestError[] => {
    if (activeByKey.get(key) === false) {
      const values = { reason: 'inactive', key }
      const message = `The vehicle \`${key}\` is not active.`
      return [{ path: `/vehicleKeys/${index}`, code: 'not_allowed', message, values }]
    }
    if (activeByKey.has(key)) return []
    const close = findNearest(key, vehicleKeys, hints, 3)
    const message = `The vehicle \`${key}\` does not exist. ${formatAdvice(close, [], { emptyText: '' })}`.trimEnd()
    const values = { key, ...suggestValues(vehicleKeys, close) }
    return [{ path: `/vehicleKeys/${index}`, code: 'unknown_vehicle', message, values, problem: 'UNKNOWN_VEHICLE' }]
  })
}

/** Returns errors for named orders that do not exist, or are on loads outside the search. */
async function checkOrders(
  tx: ReadTransaction,
  environmentId: string,
  body: OptimisationInput,
): Promise<RequestError[]> {
  const ids = body.consignmentIds ?? []
  const taking = new Set(body.loadIds ?? [])
  const homes = await homesOf(tx, environmentId, ids)
  return ids.flatMap((id, index): RequestError[] => {
    const path = `/consignmentIds/${index}`
    const loadId = homes.get(id)
    if (loadId === undefined) return [unknownOrder(path, id)]
    if (loadId === null || taking.has(loadId)) return []
    const message = `The order is in the load \`${loadId}\`. Add the load to \`loadIds\`, or remove the order from it.`
    return [{ path, code: 'in_load', message, values: { loadId }, problem: 'LOAD_STATE' }]
  })
}

/** Returns errors for kept orders that are not on a load of the search. */
async function checkKeptOrders(
  tx: ReadTransaction,
  environmentId: string,
  { keep, loadIds }: OptimisationInput,
): Promise<RequestError[]> {
  const ids = keep?.consignmentIds ?? []
  const taking = new Set<string | null>(loadIds ?? [])
  const homes = await homesOf(tx, environmentId, ids)
  return ids.flatMap((id, index): RequestError[] => {
    const path = `/keep/consignmentIds/${index}`
    const loadId = homes.get(id)
    if (loadId === undefined) return [unknownOrder(path, id)]
    if (taking.has(loadId)) return []
    const message = 'The order is in no load of `loadIds`, so it cannot stay in its load.'
    return [{ path, code: 'not_allowed', message }]
  })
}

/** Finds the loads of existing orders, by order id. */
async function homesOf(
  tx: ReadTransaction,
  environmentId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const homes = new Map<string, string | null>()
  for (const chunk of splitIntoBatches(ids, store.ordersAtOnce))
    for (const { consignmentId, loadId } of await store.findOrderLoads(tx, environmentId, chunk))
      homes.set(consignmentId, loadId)
  return homes
}

const unknownOrder = (path: string, id: string): RequestError => ({
  path,
  code: 'unknown_consignment',
  message: `The order \`${id}\` does not exist.`,
  values: { key: id },
  problem: 'UNKNOWN_CONSIGNMENT',
})

const notFound = () => new ApiProblem('NOT_FOUND', { message: 'This optimisation does not exist in this environment.' })

const summaryOf = (row: store.SummaryRow): OptimisationSummary => ({
  optimisationId: row.optimisationId,
  state: row.state,
  progress: row.progress,
  created: row.created,
  updated: row.updated,
  day: row.day,
  mode: row.mode,
  message: row.message,
  ...(row.figures === null
    ? { before: null, after: null }
    : (JSON.parse(row.figures) as Pick<Optimisation, 'before' | 'after'>)),
})

export const listOptimisations = async (
  tx: ReadTransaction,
  { environmentId }: OperationCall,
): Promise<OptimisationSummary[]> =>
  (await store.listSummaries(tx, environmentId, optimisationLimits.kept)).map(summaryOf)

export async function getOptimisation(tx: ReadTransaction, call: OperationCall<unknown, Path>): Promise<Optimisation> {
  const row = await store.findOptimisation(tx, call.environmentId, call.params.optimisationId)
  if (!row) throw notFound()
  const { loads = [], leftOut = [] } = row.proposal === null ? {} : (JSON.parse(row.proposal) as Partial<Optimisation>)
  const basis = row.basis === null ? undefined : (JSON.parse(row.basis) as StoredBasis)
  const values = row.state === 'failed' ? [{ reason: 'failed' }] : basis?.values
  return {
    ...summaryOf(row),
    ...(values && values.length > 0 ? { values } : {}),
    request: JSON.parse(row.request),
    travel: basis?.travel ?? null,
    loads,
    leftOut,
  }
}

/** Stored proposals of early releases have no `values`. */
export type StoredBasis = ProposalBasis & Pick<Optimisation, 'travel' | 'values'>

/** Locks an optimisation. Throws if its state is not one of `states`. */
export async function expectState(
  tx: WriteTransaction,
  { environmentId, params }: OperationCall<unknown, Path>,
  states: readonly store.OptimisationRow['state'][],
): Promise<store.OptimisationRow> {
  const row = await store.lockOptimisation(tx, environmentId, params.optimisationId)
  if (!row) throw notFound()
  if (!states.includes(row.state))
    throw new ApiProblem('OPTIMISATION_STATE', {
      message: `The optimisation is ${row.state}: this request needs an optimisation that is ${states.join(' or ')}.`,
      values: { status: row.state, wanted: states },
    })
  return row
}

/** Cancels an optimisation. A running search stops when it next stores a result. */
export async function cancelOptimisation(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const row = await expectState(tx, call, ['queued', 'running', 'done', 'failed', 'undone'])
  await store.setState(tx, call.environmentId, row.optimisationId, {
    state: 'cancelled',
    applied: null,
    now: formatIso(call.now),
  })
}

export async function stopOptimisation(tx: WriteTransaction, call: OperationCall<unknown, Path>): Promise<void> {
  const row = await expectState(tx, call, ['running', 'done'])
  if (row.state === 'done') return
  if (row.proposal === null)
    throw new ApiProblem('OPTIMISATION_STATE', {
      message: 'The search has no proposal yet: wait a moment, or cancel it.',
    })
  await store.setState(tx, call.environmentId, row.optimisationId, {
    state: 'done',
    applied: null,
    now: formatIso(call.now),
  })
}
