// Registers and revokes the devices of drivers by links, typed codes and tokens. Each of these contains the id of its
// environment or a part of it, so that the server does not search all environments.
import { randomInt } from 'node:crypto'
import { type DriverDevice, type DriverLink, driveLimits } from '../../../contract/drive.ts'
import type { Driver } from '../../../contract/fleet.ts'
import { createSecret, hashOf } from '../../access/user/rules.ts'
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { createId } from '../../platform/value/ids.ts'
import { dayMs, formatIso, hourMs, parseEpochMs } from '../../platform/value/times.ts'
import { driverTable } from '../record/store.ts'
import * as store from './store.ts'

const { linkHours, codeMinutes, codeLength, deviceDays, devices: devicesMax } = driveLimits
const deviceMs = deviceDays * dayMs
/** Shortest time between two touches, updates of the last use, in milliseconds. */
const touchMs = hourMs

/** Characters of a code: capital letters and digits without I, O, 0 and 1, which people confuse. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const bits = 5
/** Number of characters that identify the environments of a code; the other characters are random. */
const prefixLength = 2
const codeForm = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/** Returns the first characters of all codes of an environment: ten of the random bits at the end of its id. */
export function getCodePrefix(environmentId: string): string {
  const number = Number.parseInt(environmentId.slice(-3), 16)
  const mask = codeAlphabet.length - 1
  return `${codeAlphabet[(number >> bits) & mask]}${codeAlphabet[number & mask]}`
}

const newCode = (environmentId: string): string =>
  getCodePrefix(environmentId) +
  Array.from({ length: codeLength - prefixLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]!).join('')

/** Returns a typed code in capital letters, without blanks and hyphens. */
const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]+/g, '')

const idForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const tokenForm = new RegExp(`^(${idForm})\\.(${idForm})\\.[\\w-]{43}$`)
const secretForm = new RegExp(`^(${idForm})\\.[\\w-]{43}$`)

/** A link or a code, with the environments in which it is searched. */
export interface LinkKey {
  /** Several environments may share the first characters of a code. */
  environmentIds: string[]
  hash(environmentId: string): string
  /** Prefix of the registration code; undefined for a link. */
  codePrefix: string | undefined
}

export function parseLinkSecret(secret: string): LinkKey | undefined {
  const environmentId = secretForm.exec(secret)?.[1]
  return environmentId === undefined
    ? undefined
    : { environmentIds: [environmentId], hash: () => hashOf(secret), codePrefix: undefined }
}

export function parseLinkCode(typed: string, environmentIds: Iterable<string>): LinkKey | undefined {
  const code = plainCode(typed)
  if (!codeForm.test(code)) return undefined
  const codePrefix = code.slice(0, prefixLength)
  return {
    environmentIds: [...environmentIds].filter((environmentId) => getCodePrefix(environmentId) === codePrefix),
    hash: (environmentId) => hashOfCode(environmentId, code),
    codePrefix,
  }
}
const hashOfCode = (environmentId: string, code: string) => hashOf(`${environmentId} ${code}`)

/** Finds the environment by the key of a link or code; undefined without one. */
export async function findKey(
  tx: ReadTransaction,
  { environmentIds, hash }: LinkKey,
  deviceSecret: string | undefined,
): Promise<string | undefined> {
  for (const environmentId of environmentIds)
    if (await linkOf(tx, environmentId, { secretHash: hash(environmentId), deviceSecret })) return environmentId
  return undefined
}

/** Hash of a link or code, and the secret of the device; older apps send no secret. */
interface LinkCredentials {
  secretHash: string
  deviceSecret: string | undefined
}

/**
 * Returns the hash under which a used link or code is stored. A device that missed the response retries with the
 * secret that it generated; without that secret, the used link is not found.
 */
const usedHash = (secretHash: string, deviceSecret: string) => hashOf(`${secretHash} ${deviceSecret}`)

const linkOf = async (tx: ReadTransaction, environmentId: string, { secretHash, deviceSecret }: LinkCredentials) =>
  (await store.findLink(tx, environmentId, secretHash)) ??
  (deviceSecret === undefined ? undefined : await store.findLink(tx, environmentId, usedHash(secretHash, deviceSecret)))

export interface DeviceToken {
  environmentId: string
  deviceId: string
  hash: string
}

/** Returns the parts of a token, or undefined if it is not the token of a device. */
export function readToken(token: string): DeviceToken | undefined {
  const [, environmentId, deviceId] = tokenForm.exec(token) ?? []
  return environmentId === undefined ? undefined : { environmentId, deviceId: deviceId!, hash: hashOf(token) }
}

export interface ValidDevice {
  driverKey: string
  /** Whether the last use should be stored. */
  shouldStoreUse: boolean
}

/** Returns the device of a token, unless it has expired or its driver is inactive. */
export async function findValidDevice(
  tx: ReadTransaction,
  { environmentId, deviceId, hash }: DeviceToken,
  now: number,
): Promise<ValidDevice | undefined> {
  const row = await store.findDevice(tx, environmentId, deviceId)
  if (!row || row.tokenHash !== hash || row.expires <= formatIso(now)) return undefined
  if (!(JSON.parse(row.driver) as Driver).active) return undefined
  return { driverKey: row.driverKey, shouldStoreUse: now - parseEpochMs(row.lastUsed) >= touchMs }
}

export const recordDeviceUse = (tx: WriteTransaction, environmentId: string, deviceId: string, now: number) =>
  store.updateDeviceUse(tx, environmentId, deviceId, { lastUsed: formatIso(now), expires: formatIso(now + deviceMs) })

const unknownDriver = (key: string) =>
  new ApiProblem('NOT_FOUND', {
    message: `The driver \`${key}\` does not exist in this environment.`,
    values: { key },
  })

async function activeDriver(tx: WriteTransaction, environmentId: string, key: string): Promise<void> {
  // A transaction that deactivates or deletes the driver waits for this transaction, and then revokes the link.
  const row = await driverTable.hold(tx, environmentId, key)
  if (!row) throw unknownDriver(key)
  if (!(JSON.parse(row.document) as Driver).active)
    throw new ApiProblem('NOT_FOUND', {
      message: `The driver \`${key}\` is not active: activate the driver first.`,
      values: { reason: 'inactive', key },
    })
}

/** Creates a link and a code for a driver. Earlier links and codes become invalid. */
export async function createDriverLink(
  tx: WriteTransaction,
  { environmentId, actor, now }: changes.ChangeAuthor,
  { driverKey, publicUrl }: { driverKey: string; publicUrl: string },
): Promise<DriverLink> {
  await activeDriver(tx, environmentId, driverKey)
  await store.deleteLinks(tx, environmentId, driverKey)
  const secret = `${environmentId}.${createSecret()}`
  const code = newCode(environmentId)
  const row = { driverKey, created: formatIso(now), actor }
  const urlExpires = formatIso(now + linkHours * hourMs)
  const codeExpires = formatIso(now + codeMinutes * 60_000)
  await store.insertLink(tx, environmentId, { ...row, kind: 'link', secretHash: hashOf(secret), expires: urlExpires })
  const secretHash = hashOfCode(environmentId, code)
  await store.insertLink(tx, environmentId, { ...row, kind: 'code', secretHash, expires: codeExpires })
  return { url: `${publicUrl}/driver#${secret}`, code, urlExpires, codeExpires }
}

/** Response to a device that registers. */
export interface DeviceRegistration {
  token: string
  deviceId: string
  driverKey: string
  driverName: string
}

const tokenOf = (environmentId: string, deviceId: string, deviceSecret: string) =>
  `${environmentId}.${deviceId}.${deviceSecret}`

/**
 * Registers a device with a link or code, and deletes both. Returns undefined if the link is unknown or expired, or
 * the driver is inactive. A device that retries with the same secret gets the same response.
 */
export async function registerDevice(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { device, ...credentials }: LinkCredentials & { device: string },
): Promise<DeviceRegistration | undefined> {
  const { environmentId, now } = author
  const found = await linkOf(tx, environmentId, credentials)
  if (!found || found.expires <= formatIso(now)) return undefined
  const { driverKey } = found
  // The driver is locked first: two devices, with the link and with the code, would wait for each other otherwise.
  const driver = await driverTable.lock(tx, environmentId, driverKey)
  const { name, active } = driver ? (JSON.parse(driver.document) as Driver) : { name: '', active: false }
  if (!active) return undefined
  const driverFields = { driverKey, driverName: name }
  if (!(await takeLinks(tx, author, { ...credentials, driverKey }))) {
    const registration = await findRegisteredDevice(tx, environmentId, { ...credentials, driverKey })
    return registration && { ...registration, ...driverFields }
  }
  const deviceId = createId(now)
  const token = tokenOf(environmentId, deviceId, credentials.deviceSecret ?? createSecret())
  const asLinker = { ...author, actor: found.actor }
  await revokeOldest(tx, asLinker, driverKey)
  const registeredAt = formatIso(now)
  await store.insertDevice(tx, environmentId, {
    deviceId,
    driverKey,
    device,
    tokenHash: hashOf(token),
    created: registeredAt,
    lastUsed: registeredAt,
    expires: formatIso(now + deviceMs),
  })
  await changes.recordChange(tx, asLinker, {
    type: 'device.created',
    recordId: deviceId,
    recordKey: driverKey,
    version: 1,
    differences: [{ path: '/driverKey', new: driverKey }],
  })
  return { token, deviceId, ...driverFields }
}

/**
 * Deletes the link and the code of a driver. Returns false if they were used. Stores both for a device that retries.
 */
async function takeLinks(
  tx: WriteTransaction,
  { environmentId, now }: changes.ChangeAuthor,
  { secretHash, deviceSecret, driverKey }: LinkCredentials & { driverKey: string },
): Promise<boolean> {
  const links = await store.listLinks(tx, environmentId, driverKey)
  if (!links.some((link) => link.secretHash === secretHash)) return false
  await store.deleteLinks(tx, environmentId, driverKey)
  if (deviceSecret === undefined) return true
  const expires = formatIso(now + linkHours * hourMs)
  for (const link of links)
    await store.insertLink(tx, environmentId, { ...link, secretHash: usedHash(link.secretHash, deviceSecret), expires })
  return true
}

/** Returns the device that used the link or code with this secret, unless it was revoked. */
async function findRegisteredDevice(
  tx: WriteTransaction,
  environmentId: string,
  { secretHash, deviceSecret, driverKey }: LinkCredentials & { driverKey: string },
): Promise<Pick<DeviceRegistration, 'token' | 'deviceId'> | undefined> {
  if (deviceSecret === undefined) return undefined
  if (!(await store.findLink(tx, environmentId, usedHash(secretHash, deviceSecret)))) return undefined
  for (const { deviceId, tokenHash } of await store.listDevices(tx, environmentId, driverKey)) {
    const token = tokenOf(environmentId, deviceId, deviceSecret)
    if (hashOf(token) === tokenHash) return { token, deviceId }
  }
  return undefined
}

/** Makes room for another device: revokes the devices whose last use is longest ago. */
async function revokeOldest(tx: WriteTransaction, author: changes.ChangeAuthor, driverKey: string): Promise<void> {
  const devices = await store.listDevices(tx, author.environmentId, driverKey)
  for (const { deviceId } of devices.slice(devicesMax - 1)) await revokeDevice(tx, author, deviceId)
}

/** Version of a revoked device. Its revocation is its only change. */
const endedVersion = 2

/** Revokes a device. Returns false if it does not exist. */
export async function revokeDevice(tx: WriteTransaction, author: changes.ChangeAuthor, id: string): Promise<boolean> {
  const driverKey = await store.deleteDevice(tx, author.environmentId, id)
  if (driverKey === undefined) return false
  await changes.recordChange(tx, author, {
    type: 'device.ended',
    recordId: id,
    recordKey: driverKey,
    version: endedVersion,
  })
  return true
}

/** Revokes all devices and links of a driver who is deactivated or deleted. */
export async function revokeDriverDevices(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  driverKey: string,
): Promise<void> {
  await store.deleteLinks(tx, author.environmentId, driverKey)
  for (const { deviceId } of await store.listDevices(tx, author.environmentId, driverKey))
    await revokeDevice(tx, author, deviceId)
}

const hour = (instant: string) => `${instant.slice(0, 14)}00:00Z`

export async function listDriverDevices(
  tx: ReadTransaction,
  environmentId: string,
  driverKey: string,
): Promise<DriverDevice[]> {
  if (!(await driverTable.find(tx, environmentId, driverKey))) throw unknownDriver(driverKey)
  const rows = await store.listDevices(tx, environmentId, driverKey)
  return rows.map(({ deviceId, device, created, lastUsed, expires }) => ({
    deviceId,
    device,
    created,
    lastUsed: hour(lastUsed),
    expires,
  }))
}

/** Revokes one device of a driver. A second request fails. */
export async function endOne(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  { driverKey, deviceId }: { driverKey: string; deviceId: string },
): Promise<void> {
  const devices = await store.listDevices(tx, author.environmentId, driverKey)
  const isRegistered = devices.some((row) => row.deviceId === deviceId)
  if (!isRegistered || !(await revokeDevice(tx, author, deviceId)))
    throw new ApiProblem('NOT_FOUND', { message: 'This driver has no such device.' })
}
