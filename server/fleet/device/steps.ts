// Transactions that register devices, store their use and delete them.

import * as environments from '../../access/environment/store.ts'
import * as attempts from '../../access/user/attempts.ts'
import { createStep } from '../../platform/operation/operation.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as rules from './rules.ts'
import * as deviceStore from './store.ts'

export const makeDriverLink = createStep(
  'makeDriverLink',
  (tx, order: { driverKey: string; publicUrl: string }, call) => rules.createDriverLink(tx, call, order),
)

export interface RegistrationInput {
  environmentId: string
  secretHash: string
  deviceSecret: string | undefined
  device: string
  limits: attempts.AttemptLimit[]
}

/** Registers a device. Returns undefined if the link or code is unknown or expired. */
export const enterDevice = createStep(
  'enterDevice',
  async (tx, { environmentId, limits, ...key }: RegistrationInput, call) => {
    const entry = await rules.registerDevice(tx, { ...call, environmentId }, key)
    if (!entry) return undefined
    await attempts.removeAttempt(tx, limits)
    return { ...entry, environmentName: (await environments.findById(tx, environmentId))?.name ?? '' }
  },
)

export const touchDevice = createStep('touchDevice', async (tx, deviceId: string, { environmentId, now }) => {
  await rules.recordDeviceUse(tx, environmentId, deviceId, now)
})

/** Deletes expired devices and links. Returns false, because one run deletes all of them. */
export const purgeDevices = createStep('purgeDevices', async (tx, environmentId: string, { now }) => {
  await deviceStore.purgeAccess(tx, environmentId, formatIso(now))
  return false
})

export const deviceSteps = [makeDriverLink, enterDevice, touchDevice, purgeDevices]
