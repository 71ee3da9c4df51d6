// Plans a day like another day: copies its loads without their stops.

import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import { type copyLoads, loadStatuses } from '../../../contract/load.ts'
import { recordLimits } from '../../../contract/shared.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import { calculateDayRange, type DayRange } from '../../access/environment/zone.ts'
import { depotTable, driverTable, vehicleTable } from '../../fleet/record/store.ts'
import * as store from '../../orders/stop/store.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { createBadRequest } from '../../platform/error/problems.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { insertNew } from './rules.ts'

type Input = BodyOf<typeof copyLoads>
type Copied = DataOf<typeof copyLoads>
type Skipped = Copied['skipped'][number]

/** Most loads of a day that are copied without naming their ids. */
const loadsMax = 500

function instantOf(day: string, time: Temporal.PlainTime, zone: string): string {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(time)
  return local.toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'second' })
}

const loadsOf = (tx: ReadTransaction, environmentId: string, planned: DayRange, limit: number) =>
  tx.all<store.LoadRow>(
    store.buildLoadPageQuery(
      environmentId,
      { sort: 'plannedStart', descending: false, after: undefined, upTo: undefined },
      { search: '', statuses: loadStatuses, starts: undefined, ends: undefined, drivers: undefined, planned },
      limit,
    ),
  )

const dayInKey = /\d{4}-\d{2}-\d{2}/

/** Returns the key of a copy: the key of its template with the new day. */
function keyFor(key: string, day: string): string {
  if (dayInKey.test(key)) return key.replace(dayInKey, day)
  return `${[...key].slice(0, recordLimits.keyLength - day.length - 1).join('')} ${day}`
}

export async function copyDay(tx: WriteTransaction, call: OperationCall<unknown, unknown, Input>): Promise<Copied> {
  const { environmentId, body } = call
  // Copies of an environment run one after the other: the second one finds the loads of the first.
  await environments.lockSettings(tx, environmentId)
  const { timezone: zone } = await getSettings(tx, environmentId)
  const fromDay = calculateDayRange('/fromDay', body.fromDay, zone)
  const toDay = calculateDayRange('/toDay', body.toDay, zone)
  if (body.fromDay === body.toDay)
    throw createBadRequest('/toDay', 'order', '`toDay` must be another day than `fromDay`.')
  const { templates, skipped } = await templatesOf(tx, environmentId, body, fromDay)
  const busy = new Set((await loadsOf(tx, environmentId, toDay, store.loadsMax)).map(({ vehicleKey }) => vehicleKey))
  // Every transaction locks drivers before vehicles, each in the order of keys, so that transactions cannot deadlock.
  const namesOf = (name: 'driverKey' | 'vehicleKey') => [...new Set(templates.map((load) => load[name]))].sort()
  for (const key of namesOf('driverKey')) if (key !== null) await driverTable.hold(tx, environmentId, key)
  for (const key of namesOf('vehicleKey')) if (key !== null) await vehicleTable.hold(tx, environmentId, key)
  const created: Copied['created'] = []
  for (const load of templates) {
    const key = keyFor(load.key, body.toDay)
    const skipReason = await findSkipReason(tx, environmentId, load, { key, busy, day: body.toDay })
    if (skipReason) {
      skipped.push({ loadId: load.loadId, key: load.key, ...skipReason })
      continue
    }
    const time = Temporal.Instant.from(load.plannedStart!).toZonedDateTimeISO(zone).toPlainTime()
    const { loadId } = await insertNew(tx, call, {
      ...load,
      key,
      status: 'planning',
      plannedStart: instantOf(body.toDay, time, zone),
      driverKey: await driverFor(tx, environmentId, load.driverKey),
    })
    created.push({ fromLoadId: load.loadId, fromKey: load.key, loadId, key, vehicleKey: load.vehicleKey })
  }
  return { created, skipped }
}

/** Returns the wanted loads of the day, and the reasons for skipping the other wanted ids. */
async function templatesOf(tx: ReadTransaction, environmentId: string, { loadIds, fromDay }: Input, day: DayRange) {
  const dayLoads = await loadsOf(tx, environmentId, day, loadsMax + 1)
  if (loadIds == null) {
    if (dayLoads.length > loadsMax)
      throw createBadRequest(
        '/fromDay',
        'too_many',
        `This day has more than ${loadsMax} loads: choose some with \`loadIds\`.`,
        { max: loadsMax },
      )
    return { templates: dayLoads, skipped: [] as Skipped[] }
  }
  const templates: store.LoadRow[] = []
  const skipped: Skipped[] = []
  for (const loadId of new Set(loadIds)) {
    const load = await store.findLoad(tx, environmentId, loadId)
    const isOfDay = load?.plannedStart != null && load.plannedStart >= day.from && load.plannedStart <= day.to
    if (load && isOfDay) templates.push(load)
    else
      skipped.push({
        loadId,
        key: load?.key ?? null,
        ...(load
          ? { code: 'other_day', message: `The load is not planned to start on ${fromDay}.` }
          : { code: 'unknown_load', message: 'This load does not exist in this environment.' }),
      })
  }
  return { templates, skipped }
}

type SkipReason = Pick<Skipped, 'code' | 'message'>

/** Returns the reason for not copying a load, or undefined. */
async function findSkipReason(
  tx: WriteTransaction,
  environmentId: string,
  load: store.LoadRow,
  { key, busy, day }: { key: string; busy: ReadonlySet<string | null>; day: string },
): Promise<SkipReason | undefined> {
  const { vehicleKey } = load
  if (vehicleKey !== null) {
    if (busy.has(vehicleKey))
      return { code: 'vehicle_busy', message: `The vehicle \`${vehicleKey}\` already has a load on ${day}.` }
    const row = await vehicleTable.hold(tx, environmentId, vehicleKey)
    if (!row) return { code: 'vehicle_gone', message: `The vehicle \`${vehicleKey}\` was deleted.` }
    if (!(JSON.parse(row.document) as Vehicle).active)
      return { code: 'vehicle_inactive', message: `The vehicle \`${vehicleKey}\` is not active.` }
  }
  for (const depotKey of [load.startDepotKey, load.endDepotKey])
    if (depotKey !== null && !(await depotTable.isHeld(tx, environmentId, depotKey)))
      return { code: 'depot_gone', message: `The depot \`${depotKey}\` was deleted.` }
  if ((await store.findLoadId(tx, environmentId, key)) !== undefined)
    return { code: 'key_exists', message: `A load with the key \`${key}\` already exists.` }
  return undefined
}

async function driverFor(tx: WriteTransaction, environmentId: string, key: string | null): Promise<string | null> {
  const row = key === null ? undefined : await driverTable.hold(tx, environmentId, key)
  return row && (JSON.parse(row.document) as Driver).active ? key : null
}
