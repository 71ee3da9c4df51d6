// Changes the status of loads, for planners, imports and drivers.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { loadStatuses } from '../../../contract/load.ts'
import type { FieldError } from '../../../contract/problem.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as exportList from '../../orders/export-list/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import { lockRoute } from '../../orders/stop/joining.ts'
import * as store from '../../orders/stop/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { findDifferences } from '../../platform/value/difference.ts'
import { formatIso } from '../../platform/value/times.ts'

interface Move {
  settings: EnvironmentSettings
  load: store.LoadRow
  status: store.LoadRow['status']
  /** Time of the change; the default is now. */
  at?: string
}

type Status = store.LoadRow['status']
const stateError = (status: Status, requested: Status): FieldError => ({
  path: '/status',
  code: 'load_state',
  message: `The load is ${status}.`,
  values: { status, wanted: requested },
})

/**
 * Changes the status of a load: forwards, or one step back before the start. A load that is completed without having
 * been started gets no actual start.
 */
export async function changeStatus(
  tx: WriteTransaction,
  call: OperationCall,
  { settings, load, status, at }: Move,
): Promise<void> {
  const fromIndex = loadStatuses.indexOf(load.status)
  const toIndex = loadStatuses.indexOf(status)
  const started = loadStatuses.indexOf('started')
  const back = toIndex === fromIndex - 1 && fromIndex < started
  if (toIndex <= fromIndex && !back)
    throw new ApiProblem('LOAD_STATE', {
      message:
        `A load that is ${load.status} cannot become ${status}: the status moves forwards, or, before the start, ` +
        'back by one step.',
      values: { status: load.status, wanted: status },
      errors: [stateError(load.status, status)],
      extras: { loadId: load.loadId },
    })
  const released = loadStatuses.indexOf('released')
  if (fromIndex < released && toIndex >= released) await exportList.addReleasedLoad(tx, call, settings, load.loadId)
  load.status = status
  const moment = at ?? formatIso(call.now)
  if (status === 'started') load.actualStart = moment
  if (status === 'completed')
    load.actualEnd = load.actualStart !== null && load.actualStart > moment ? load.actualStart : moment
  await store.updateLoad(tx, call.environmentId, load)
  await notices.onLoadStatusChanged(tx, call, { loadId: load.loadId, from: loadStatuses[fromIndex]!, to: status })
}

/** Starts or completes a load for its driver. A repeated request changes nothing. */
export async function advanceLoad(
  tx: WriteTransaction,
  call: OperationCall,
  { loadId, driverKey, status, at }: { loadId: string; driverKey: string; status: 'started' | 'completed'; at: string },
): Promise<void> {
  const { environmentId } = call
  await lockRoute(tx, environmentId, loadId, [])
  const row = await store.findLoad(tx, environmentId, loadId)
  // A driver gets the same error for a missing load and for the load of another driver.
  if (row?.driverKey !== driverKey) throw new ApiProblem('NOT_FOUND', { message: 'You have no such load.' })
  const isDone = loadStatuses.indexOf(row.status) >= loadStatuses.indexOf(status)
  if (isDone) return
  if (row.status !== 'released' && row.status !== 'started')
    throw new ApiProblem('LOAD_STATE', {
      message: `This load is not released: it is ${row.status}.`,
      values: { status: row.status, wanted: status },
      errors: [stateError(row.status, status)],
      extras: { loadId },
    })
  const next = { ...row }
  await changeStatus(tx, call, { settings: await getSettings(tx, environmentId), load: next, status, at })
  const version = row.version + 1
  const author = changes.withLaterTime(call, row.updated)
  await store.updateLoad(tx, environmentId, { ...next, version, updated: formatIso(author.now) })
  await changes.recordChange(tx, author, {
    type: 'load.updated',
    recordId: loadId,
    recordKey: row.key,
    version,
    differences: findDifferences(momentsOf(row), momentsOf(next)),
  })
}

const momentsOf = ({ status, actualStart, actualEnd }: store.LoadRow) => ({ status, actualStart, actualEnd })
