// Changes the status of loads, for planners, imports and drivers.
import type { Settings } from '../../../contract/environment.ts'
import { loadStatuses } from '../../../contract/load.ts'
import type { Fault } from '../../../contract/problem.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as exportList from '../../orders/export-list/rules.ts'
import * as notices from '../../orders/outbox/rules.ts'
import { lockRoute } from '../../orders/stop/joining.ts'
import * as store from '../../orders/stop/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { differences } from '../../platform/value/difference.ts'
import { toIso } from '../../platform/value/times.ts'

interface Move {
  settings: Settings
  load: store.LoadRow
  status: store.LoadRow['status']
  /** Time of the change; the default is now. */
  at?: string
}

type Status = store.LoadRow['status']
const stateFault = (status: Status, wanted: Status): Fault => ({
  path: '/status',
  code: 'load_state',
  message: `The load is ${status}.`,
  values: { status, wanted },
})

/**
 * Changes the status of a load: forwards, or one step back before the start. A load that is completed without having
 * been started gets no actual start.
 */
export async function move(tx: Writer, call: Call, { settings, load, status, at }: Move): Promise<void> {
  const from = loadStatuses.indexOf(load.status)
  const to = loadStatuses.indexOf(status)
  const started = loadStatuses.indexOf('started')
  const back = to === from - 1 && from < started
  if (to <= from && !back)
    throw new Problem('LOAD_STATE', {
      message:
        `A load that is ${load.status} cannot become ${status}: the status moves forwards, or, before the start, ` +
        'back by one step.',
      values: { status: load.status, wanted: status },
      errors: [stateFault(load.status, status)],
      extras: { loadId: load.loadId },
    })
  const released = loadStatuses.indexOf('released')
  if (from < released && to >= released) await exportList.released(tx, call, settings, load.loadId)
  load.status = status
  const moment = at ?? toIso(call.now)
  if (status === 'started') load.actualStart = moment
  if (status === 'completed')
    load.actualEnd = load.actualStart !== null && load.actualStart > moment ? load.actualStart : moment
  await store.update(tx, call.environmentId, load)
  await notices.moved(tx, call, { loadId: load.loadId, from: loadStatuses[from]!, to: status })
}

/** Starts or completes a load for its driver. A repeated request changes nothing. */
export async function advance(
  tx: Writer,
  call: Call,
  { loadId, driverKey, status, at }: { loadId: string; driverKey: string; status: 'started' | 'completed'; at: string },
): Promise<void> {
  const { environmentId } = call
  await lockRoute(tx, environmentId, loadId, [])
  const row = await store.find(tx, environmentId, loadId)
  // A driver gets the same error for a missing load and for the load of another driver.
  if (row?.driverKey !== driverKey) throw new Problem('NOT_FOUND', { message: 'You have no such load.' })
  const isDone = loadStatuses.indexOf(row.status) >= loadStatuses.indexOf(status)
  if (isDone) return
  if (row.status !== 'released' && row.status !== 'started')
    throw new Problem('LOAD_STATE', {
      message: `This load is not released: it is ${row.status}.`,
      values: { status: row.status, wanted: status },
      errors: [stateFault(row.status, status)],
      extras: { loadId },
    })
  const next = { ...row }
  await move(tx, call, { settings: await settingsOf(tx, environmentId), load: next, status, at })
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await store.update(tx, environmentId, { ...next, version, updated: toIso(author.now) })
  await changes.record(tx, author, {
    type: 'load.updated',
    recordId: loadId,
    recordKey: row.key,
    version,
    differences: differences(momentsOf(row), momentsOf(next)),
  })
}

const momentsOf = ({ status, actualStart, actualEnd }: store.LoadRow) => ({ status, actualStart, actualEnd })
