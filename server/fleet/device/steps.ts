// Transactions that register devices, store their use and delete them.

import * as environments from '../../access/environment/store.ts'
import * as attempts from '../../access/user/attempts.ts'
import { step } from '../../platform/operation/operation.ts'
import { toIso } from '../../platform/value/times.ts'
import * as rules from './rules.ts'
import * as deviceStore from './store.ts'

export const makeDriverLink = step('makeDriverLink', (tx, order: { driverKey: string; publicUrl: string }, call) =>
  rules.link(tx, call, order),
)

export interface Entering {
  environmentId: string
  secretHash: string
  deviceSecret: string | undefined
  device: string
  limits: attempts.Limit[]
}

/** Registers a device. Returns undefined if the link or code is unknown or expired. */
export const enterDevice = step('enterDevice', async (tx, { environmentId, limits, ...key }: Entering, call) => {
  const entry = await rules.enter(tx, { ...call, environmentId }, key)
  if (!entry) return undefined
  await attempts.forgiveOne(tx, limits)
  return { ...entry, environmentName: (await environments.findById(tx, environmentId))?.name ?? '' }
})

export const touchDevice = step('touchDevice', async (tx, deviceId: string, { environmentId, now }) => {
  await rules.touch(tx, environmentId, deviceId, now)
})

/** Deletes the devices and links that have ended. Returns false: one run deletes all of them. */
export const purgeDevices = step('purgeDevices', async (tx, environmentId: string, { now }) => {
  await deviceStore.purgeAccess(tx, environmentId, toIso(now))
  return false
})

export const deviceSteps = [makeDriverLink, enterDevice, touchDevice, purgeDevices]
