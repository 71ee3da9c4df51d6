// What holds for vehicles and drivers, and their import.
import { type Driver, driver, type FleetImported, type FleetRowResult, vehicle } from '../../../contract/fleet.ts'
import * as environments from '../../access/environment/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { newTelling, nextRow, type Telling, toldOf } from '../../platform/error/error-budget.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { isKey } from '../../platform/operation/keys.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import { stored } from '../../platform/value/normaliser.ts'
import { depots } from '../depot/rules.ts'
import * as access from '../device/rules.ts'
import { create, type Kind, type Loose, update } from '../record/rules.ts'
import * as store from '../record/store.ts'
import { isWithinShift } from './shift.ts'

function breakFindings({ shiftStart, shiftEnd, breaks }: Loose): Finding[] {
  return (Array.isArray(breaks) ? breaks : []).flatMap((each, index): Finding[] =>
    isWithinShift(each, { shiftStart, shiftEnd })
      ? []
      : [
          {
            path: `/breaks/${index}`,
            code: 'out_of_range',
            message:
              'A break must start within the shift and end with it at the latest, and `to` must not be before `from`.',
          },
        ],
  )
}

export const vehicles: Kind = {
  name: 'vehicle',
  unknown: 'UNKNOWN_VEHICLE',
  records: store.vehicles,
  check: compile(vehicle.Input),
  form: stored(vehicle, {
    breaks: (breaks) => (breaks ?? []).map(({ from, to, minutes }) => ({ from, to, minutes })),
  }),
  findings: breakFindings,
  names: {
    fields: ['startDepotKey', 'endDepotKey'],
    kind: depots,
    exists: (tx, environmentId) => async (key) => (await store.depots.find(tx, environmentId, key)) !== undefined,
    hold: (tx, environmentId) => (key) => store.depots.isHeld(tx, environmentId, key),
  },
}

export const drivers: Kind = {
  name: 'driver',
  unknown: 'UNKNOWN_DRIVER',
  records: store.drivers,
  check: compile(driver.Input),
  form: stored(driver, {}),
  findings: () => [],
  names: {
    fields: ['vehicleKey'],
    kind: vehicles,
    exists: (tx, environmentId) => async (key) => (await store.vehicles.find(tx, environmentId, key)) !== undefined,
    hold: (tx, environmentId) => async (key) => (await store.vehicles.hold(tx, environmentId, key)) !== undefined,
  },
  changed: async (tx, call, { key, active }) => active === false && access.endAll(tx, call, key),
  /** Revokes the devices of a deleted driver, and removes the name and the phone number from the history. */
  async removed(tx, author, key) {
    await access.endAll(tx, author, key)
    await changes.forgetValues(tx, author.environmentId, { record: 'driver', recordId: key }, isPersonal)
  },
}
const isPersonal = (path: string) => path === '/name' || path === '/phone'

/** Returns the active driver whose usual vehicle this is; undefined if there are several. */
export function usualOf(drivers: readonly Driver[]): Driver | undefined {
  const active = drivers.filter((driver) => driver.active)
  return active.length === 1 ? active[0] : undefined
}

/** Creates or changes one for each row. A row that fails is undone alone. */
export async function importAll(
  tx: Writer,
  call: Call<unknown, unknown, readonly unknown[]>,
  kind: Kind,
): Promise<FleetImported> {
  // Imports of an environment take turns: the keys that they add cannot be locked before they are there.
  await environments.lockSettings(tx, call.environmentId)
  // Every transaction locks drivers before vehicles, and each of them by key, so that no two wait for each other.
  for (const key of namesIn(call.body, 'key')) await kind.records.lock(tx, call.environmentId, key)
  if (kind.name === 'driver')
    for (const key of namesIn(call.body, 'vehicleKey')) await store.vehicles.hold(tx, call.environmentId, key)
  const summary = { rows: call.body.length, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const results: FleetRowResult[] = []
  const telling = newTelling()
  for (const [index, row] of call.body.entries()) {
    nextRow(telling)
    const key = (row as { key?: unknown } | null)?.key
    const base = { index, ...(isKey(key) ? { key } : {}) }
    const result = await outcomeOf(telling, () => tx.part((part) => importRow(part, { ...call, telling }, kind, row)))
    results.push({ ...base, ...result })
    summary[result.status]++
  }
  return { summary, results }
}

const namesIn = (rows: readonly unknown[], member: 'key' | 'vehicleKey'): string[] =>
  [...new Set(rows.map((row) => (row as Loose | null)?.[member]).filter((key) => typeof key === 'string'))].sort()

type RowOutcome = Omit<FleetRowResult, 'index' | 'key'>

async function importRow(tx: Writer, call: Call, kind: Kind, row: unknown): Promise<RowOutcome> {
  const key = (row as { key?: unknown } | null)?.key
  const isThere = isKey(key) && (await kind.records.find(tx, call.environmentId, key)) !== undefined
  const rowCall = { ...call, query: { key: isKey(key) ? key : '' }, ifMatch: undefined, body: row as object }
  if (isThere) {
    const { version, changed } = await update(tx, rowCall, kind)
    return { status: changed ? 'updated' : 'unchanged', version }
  }
  const found: Finding[] = [...kind.check(row, call.telling)]
  if (typeof row === 'object' && row !== null) found.push(...kind.findings(row as Loose))
  if (found.length > 0) throw problemOf(found)
  return { status: 'created', version: await create(tx, rowCall, kind) }
}

/** Returns the outcome of a row, or its problem. Other errors stop all rows. */
async function outcomeOf(telling: Telling, work: () => Promise<RowOutcome>): Promise<RowOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const errors = toldOf(error.details.errors ?? [], telling)
    const { values } = error.details
    return {
      status: 'failed',
      code: error.code,
      message: error.message,
      ...(values === undefined ? {} : { values }),
      ...(errors.length > 0 ? { errors } : {}),
    }
  }
}
