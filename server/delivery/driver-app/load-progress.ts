// Starts and completes a load, and stores vehicle positions, as the driver app sends them.

import type { completeDriveLoad, sendDrivePositions } from '../../../contract/drive.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as loads from '../../orders/stop/store.ts'
import { advance } from '../../planning/load/moving.ts'
import type { Writer } from '../../platform/database/database.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import * as store from '../progress/store.ts'
import { momentOf } from './clock.ts'

type Moved = Call<unknown, { loadId: string }, BodyOf<typeof completeDriveLoad>>

export async function moved(tx: Writer, call: Moved, status: 'started' | 'completed'): Promise<void> {
  const { timezone: zone } = await settingsOf(tx, call.environmentId)
  const at = momentOf(call.body.time, call.body.sent, { zone, now: call.now })
  await advance(tx, call, { loadId: call.params.loadId, driverKey: call.device!.driverKey, status, at })
}

/**
 * Stores positions of a load. Ignores positions for another driver's load, or for a load that is not started: no retry
 * helps.
 */
export async function positions(
  tx: Writer,
  call: Call<unknown, unknown, BodyOf<typeof sendDrivePositions>>,
): Promise<void> {
  const { environmentId, body, now } = call
  const load = await loads.find(tx, environmentId, body.loadId)
  if (load?.driverKey !== call.device!.driverKey || load.status !== 'started') return
  const settings = await settingsOf(tx, environmentId)
  const earliest = [load.actualStart ?? '', toIso(now - settings.positions.keepDays * dayMs)].sort().at(-1)!
  const told = body.positions
    .map(({ time, lat, lng, accuracy }) => ({
      time: momentOf(time, body.sent, { zone: settings.timezone, now }),
      lat,
      lng,
      accuracy: accuracy ?? null,
    }))
    .filter(({ time }) => time >= earliest)
  for (const position of told) await store.insertPosition(tx, environmentId, load.loadId, position)
  const last = told.reduce<store.PositionRow | undefined>((a, b) => (a && a.time >= b.time ? a : b), undefined)
  if (last) await store.setLastPosition(tx, environmentId, load.loadId, last)
}
