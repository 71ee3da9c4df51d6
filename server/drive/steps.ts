// The transactions that letting devices in, and forgetting what they sent, are made of.
import { step } from '../core/operation.ts'
import { dayMs, toIso } from '../core/times.ts'
import { settingsOf } from '../environment/rules.ts'
import * as environments from '../environment/store.ts'
import * as attempts from '../person/attempts.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

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

/** Undefined when the link or code is none, or no longer. */
export const enterDevice = step('enterDevice', async (tx, { environmentId, limits, ...key }: Entering, call) => {
  const entry = await rules.enter(tx, { ...call, environmentId }, key)
  if (!entry) return undefined
  await attempts.forgiveOne(tx, limits)
  return { ...entry, environmentName: (await environments.findById(tx, environmentId))?.name ?? '' }
})

export const touchDevice = step('touchDevice', async (tx, deviceId: string, { environmentId, now }) => {
  await rules.touch(tx, environmentId, deviceId, now)
})

const purgedAtOnce = 1_000

/** Deletes the devices and links that have ended. Returns false: one run deletes all of them. */
export const purgeDevices = step('purgeDevices', async (tx, environmentId: string, { now }) => {
  await store.purgeAccess(tx, environmentId, toIso(now))
  return false
})

/** Deletes positions that are older than the environment keeps them. Returns whether older positions may be left. */
export const purgePositions = step('purgePositions', async (tx, environmentId: string, { now }) => {
  const { positions } = await settingsOf(tx, environmentId)
  const before = toIso(now - positions.keepDays * dayMs)
  return (await store.purgePositions(tx, environmentId, before, purgedAtOnce)) === purgedAtOnce
})

export const deviceSteps = [makeDriverLink, enterDevice, touchDevice, purgeDevices]
export const positionSteps = [purgePositions]
