// Defines the rules that apply to vehicles and drivers, and their import.
import {
  type Driver,
  driverSchemas,
  type FleetImported,
  type FleetRowResult,
  vehicleSchemas,
} from '../../../contract/fleet.ts'
import * as environments from '../../access/environment/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import {
  createErrorBudget,
  type ErrorBudget,
  renewErrorBudget,
  truncateErrors,
} from '../../platform/error/error-budget.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { isKey } from '../../platform/operation/keys.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { createStoredNormaliser } from '../../platform/value/normaliser.ts'
import { depotRecordType } from '../depot/rules.ts'
import * as access from '../device/rules.ts'
import { createRecord, type FleetRecordType, type LooseObject, updateRecord } from '../record/rules.ts'
import * as store from '../record/store.ts'
import { isWithinShift } from './shift.ts'

function findBreakErrors({ shiftStart, shiftEnd, breaks }: LooseObject): RequestError[] {
  return (Array.isArray(breaks) ? breaks : []).flatMap((pause, index): RequestError[] =>
    isWithinShift(pause, { shiftStart, shiftEnd })
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

export const vehicleRecordType: FleetRecordType = {
  name: 'vehicle',
  unknown: 'UNKNOWN_VEHICLE',
  records: store.vehicleTable,
  check: compileSchema(vehicleSchemas.Input),
  form: createStoredNormaliser(vehicleSchemas, {
    breaks: (breaks) => (breaks ?? []).map(({ from, to, minutes }) => ({ from, to, minutes })),
  }),
  findings: findBreakErrors,
  names: {
    fields: ['startDepotKey', 'endDepotKey'],
    recordType: depotRecordType,
    exists: (tx, environmentId) => async (key) => (await store.depotTable.find(tx, environmentId, key)) !== undefined,
    hold: (tx, environmentId) => (key) => store.depotTable.isHeld(tx, environmentId, key),
  },
}

export const driverRecordType: FleetRecordType = {
  name: 'driver',
  unknown: 'UNKNOWN_DRIVER',
  records: store.driverTable,
  check: compileSchema(driverSchemas.Input),
  form: createStoredNormaliser(driverSchemas, {}),
  findings: () => [],
  names: {
    fields: ['vehicleKey'],
    recordType: vehicleRecordType,
    exists: (tx, environmentId) => async (key) => (await store.vehicleTable.find(tx, environmentId, key)) !== undefined,
    hold: (tx, environmentId) => async (key) => (await store.vehicleTable.hold(tx, environmentId, key)) !== undefined,
  },
  changed: async (tx, call, { key, active }) => active === false && access.revokeDriverDevices(tx, call, key),
  /** Revokes the devices of a deleted driver, and removes the name and the phone number from the history. */
  async removed(tx, author, key) {
    await access.revokeDriverDevices(tx, author, key)
    await changes.erasePersonalValues(tx, author.environmentId, { record: 'driver', recordId: key }, isPersonal)
  },
}
const isPersonal = (path: string) => path === '/name' || path === '/phone'

/** Returns the active driver whose usual vehicle this is; undefined if there are several. */
export function findUsualDriver(drivers: readonly Driver[]): Driver | undefined {
  const active = drivers.filter((driver) => driver.active)
  return active.length === 1 ? active[0] : undefined
}

/** Creates or changes one record per row. A row that fails does not undo the others. */
export async function importAll(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, readonly unknown[]>,
  recordType: FleetRecordType,
): Promise<FleetImported> {
  // Imports of an environment run one after another, because keys of new records cannot be locked in advance.
  await environments.lockSettings(tx, call.environmentId)
  // Every transaction locks drivers before vehicles, each in the order of keys, so that transactions cannot deadlock.
  for (const key of namesIn(call.body, 'key')) await recordType.records.lock(tx, call.environmentId, key)
  if (recordType.name === 'driver')
    for (const key of namesIn(call.body, 'vehicleKey')) await store.vehicleTable.hold(tx, call.environmentId, key)
  const summary = { rows: call.body.length, created: 0, updated: 0, unchanged: 0, failed: 0 }
  const results: FleetRowResult[] = []
  const errorBudget = createErrorBudget()
  for (const [index, row] of call.body.entries()) {
    renewErrorBudget(errorBudget)
    const key = (row as { key?: unknown } | null)?.key
    const base = { index, ...(isKey(key) ? { key } : {}) }
    const result = await outcomeOf(errorBudget, () =>
      tx.part((rowTx) => importRow(rowTx, { ...call, telling: errorBudget }, recordType, row)),
    )
    results.push({ ...base, ...result })
    summary[result.status]++
  }
  return { summary, results }
}

const namesIn = (rows: readonly unknown[], member: 'key' | 'vehicleKey'): string[] =>
  [...new Set(rows.map((row) => (row as LooseObject | null)?.[member]).filter((key) => typeof key === 'string'))].sort()

type RowOutcome = Omit<FleetRowResult, 'index' | 'key'>

async function importRow(
  tx: WriteTransaction,
  call: OperationCall,
  recordType: FleetRecordType,
  row: unknown,
): Promise<RowOutcome> {
  const key = (row as { key?: unknown } | null)?.key
  const exists = isKey(key) && (await recordType.records.find(tx, call.environmentId, key)) !== undefined
  const rowCall = { ...call, query: { key: isKey(key) ? key : '' }, ifMatch: undefined, body: row as object }
  if (exists) {
    const { version, changed } = await updateRecord(tx, rowCall, recordType)
    return { status: changed ? 'updated' : 'unchanged', version }
  }
  const found: RequestError[] = [...recordType.check(row, call.telling)]
  if (typeof row === 'object' && row !== null) found.push(...recordType.findings(row as LooseObject))
  if (found.length > 0) throw createProblem(found)
  return { status: 'created', version: await createRecord(tx, rowCall, recordType) }
}

/** Returns the outcome of a row, or its problem. Other errors stop all rows. */
async function outcomeOf(errorBudget: ErrorBudget, work: () => Promise<RowOutcome>): Promise<RowOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const errors = truncateErrors(error.details.errors ?? [], errorBudget)
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
