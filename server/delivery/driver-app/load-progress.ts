// Starts and completes a load, and stores vehicle positions, as the driver app sends them.

import type { completeDriveLoad, sendDrivePositions } from '../../../contract/drive.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as loads from '../../orders/stop/store.ts'
import { advanceLoad } from '../../planning/load/moving.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as store from '../progress/store.ts'
import { correctDeviceTime } from './clock.ts'

type Moved = OperationCall<unknown, { loadId: string }, BodyOf<typeof completeDriveLoad>>

export async function changeLoadStatus(
  tx: WriteTransaction,
  call: Moved,
  status: 'started' | 'completed',
): Promise<void> {
  const { timezone: zone } = await getSettings(tx, call.environmentId)
  const time = correctDeviceTime(call.body.time, call.body.sent, { zone, now: call.now })
  await advanceLoad(tx, call, { loadId: call.params.loadId, driverKey: call.device!.driverKey, status, at: time })
}

/**
 * Stores positions of a load. Ignores positions of another driver's load, or of a load that is not started, because the
 * device cannot correct them by a retry.
 */
export async function storePositions(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, BodyOf<typeof sendDrivePositions>>,
): Promise<void> {
  const { environmentId, body, now } = call
  const load = await loads.findLoad(tx, environmentId, body.loadId)
  if (load?.driverKey !== call.device!.driverKey || load.status !== 'started') return
  const settings = await getSettings(tx, environmentId)
  const earliest = [load.actualStart ?? '', formatIso(now - settings.positions.keepDays * dayMs)].sort().at(-1)!
  const newPositions = body.positions
    .map(({ time, lat, lng, accuracy }) => ({
      time: correctDeviceTime(time, body.sent, { zone: settings.timezone, now }),
      lat,
      lng,
      accuracy: accuracy ?? null,
    }))
    .filter(({ time }) => time >= earliest)
  for (const position of newPositions) await store.insertPosition(tx, environmentId, load.loadId, position)
  const last = newPositions.reduce<store.PositionRow | undefined>((a, b) => (a && a.time >= b.time ? a : b), undefined)
  if (last) await store.setLastPosition(tx, environmentId, load.loadId, last)
}
