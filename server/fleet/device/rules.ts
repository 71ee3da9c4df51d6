// Registers and revokes the devices of drivers by links, typed codes and tokens. Each of them names its environment,
// so that the server searches that environment only.
import { randomInt } from 'node:crypto'
import { type DriverDevice, type DriverLink, driveLimits } from '../../../contract/drive.ts'
import type { Driver } from '../../../contract/fleet.ts'
import { hashOf, newSecret } from '../../access/user/rules.ts'
import type { Reader, Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { newId } from '../../platform/value/ids.ts'
import { dayMs, epochOf, hourMs, toIso } from '../../platform/value/times.ts'
import { drivers } from '../record/store.ts'
import * as store from './store.ts'

const { linkHours, codeMinutes, codeLength, deviceDays, devices: devicesMax } = driveLimits
const deviceMs = deviceDays * dayMs
/** The last use is written this often at the most. */
const touchMs = hourMs

/** Capital letters and digits without I, O, 0 and 1, which are taken for one another. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const bits = 5
/** So many signs of a code say where to look it up; the others are chance. */
const placeLength = 2
const codeForm = new RegExp(`^[${signs}]{${codeLength}}$`)

/** The beginning of all codes of an environment: ten of the random bits at the end of its id. */
export function placeOf(environmentId: string): string {
  const number = Number.parseInt(environmentId.slice(-3), 16)
  const mask = signs.length - 1
  return `${signs[(number >> bits) & mask]}${signs[number & mask]}`
}

const newCode = (environmentId: string): string =>
  placeOf(environmentId) +
  Array.from({ length: codeLength - placeLength }, () => signs[randomInt(signs.length)]!).join('')

/** As it is told, however it was typed. */
const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]+/g, '')

const idForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const tokenForm = new RegExp(`^(${idForm})\\.(${idForm})\\.[\\w-]{43}$`)
const secretForm = new RegExp(`^(${idForm})\\.[\\w-]{43}$`)

/** What lets somebody in, and in which environments it is looked up. */
export interface Key {
  /** Of a code there may be several: they share the place. */
  environmentIds: string[]
  hash(environmentId: string): string
  /** Of a code. */
  place: string | undefined
}

export function keyOfSecret(secret: string): Key | undefined {
  const environmentId = secretForm.exec(secret)?.[1]
  return environmentId === undefined
    ? undefined
    : { environmentIds: [environmentId], hash: () => hashOf(secret), place: undefined }
}

export function keyOfCode(typed: string, environmentIds: Iterable<string>): Key | undefined {
  const code = plainCode(typed)
  if (!codeForm.test(code)) return undefined
  const place = code.slice(0, placeLength)
  return {
    environmentIds: [...environmentIds].filter((environmentId) => placeOf(environmentId) === place),
    hash: (environmentId) => hashOfCode(environmentId, code),
    place,
  }
}
const hashOfCode = (environmentId: string, code: string) => hashOf(`${environmentId} ${code}`)

/** The environment that knows it. */
export async function findKey(
  tx: Reader,
  { environmentIds, hash }: Key,
  deviceSecret: string | undefined,
): Promise<string | undefined> {
  for (const environmentId of environmentIds)
    if (await linkOf(tx, environmentId, { secretHash: hash(environmentId), deviceSecret })) return environmentId
  return undefined
}

/** What a device comes with; its own secret is none of an older app. */
interface Coming {
  secretHash: string
  deviceSecret: string | undefined
}

/**
 * Returns the hash under which a used link or code is stored. A device that missed the response retries with the
 * secret that it generated; without that secret, the used link is not found.
 */
const usedHash = (secretHash: string, deviceSecret: string) => hashOf(`${secretHash} ${deviceSecret}`)

const linkOf = async (tx: Reader, environmentId: string, { secretHash, deviceSecret }: Coming) =>
  (await store.findLink(tx, environmentId, secretHash)) ??
  (deviceSecret === undefined ? undefined : await store.findLink(tx, environmentId, usedHash(secretHash, deviceSecret)))

export interface DeviceToken {
  environmentId: string
  deviceId: string
  hash: string
}

/** The parts of a token as it was sent; undefined for what is none of a device. */
export function readToken(token: string): DeviceToken | undefined {
  const [, environmentId, deviceId] = tokenForm.exec(token) ?? []
  return environmentId === undefined ? undefined : { environmentId, deviceId: deviceId!, hash: hashOf(token) }
}

export interface GoodDevice {
  driverKey: string
  /** Its last use should be written down. */
  isDue: boolean
}

/** The device, if it and its driver may come in now. */
export async function goodDevice(
  tx: Reader,
  { environmentId, deviceId, hash }: DeviceToken,
  now: number,
): Promise<GoodDevice | undefined> {
  const row = await store.findDevice(tx, environmentId, deviceId)
  if (!row || row.tokenHash !== hash || row.expires <= toIso(now)) return undefined
  if (!(JSON.parse(row.driver) as Driver).active) return undefined
  return { driverKey: row.driverKey, isDue: now - epochOf(row.lastUsed) >= touchMs }
}

export const touch = (tx: Writer, environmentId: string, deviceId: string, now: number) =>
  store.touchDevice(tx, environmentId, deviceId, { lastUsed: toIso(now), expires: toIso(now + deviceMs) })

const unknownDriver = (key: string) =>
  new Problem('NOT_FOUND', { message: `The driver \`${key}\` does not exist in this environment.` })

async function activeDriver(tx: Writer, environmentId: string, key: string): Promise<void> {
  // Whoever deactivates or deletes the driver comes before or after, and ends what this makes.
  const row = await drivers.hold(tx, environmentId, key)
  if (!row) throw unknownDriver(key)
  if (!(JSON.parse(row.document) as Driver).active)
    throw new Problem('NOT_FOUND', { message: `The driver \`${key}\` is not active: activate the driver first.` })
}

/** An address and a code; what was made before for the driver ends. */
export async function link(
  tx: Writer,
  { environmentId, actor, now }: changes.Author,
  { driverKey, publicUrl }: { driverKey: string; publicUrl: string },
): Promise<DriverLink> {
  await activeDriver(tx, environmentId, driverKey)
  await store.deleteLinks(tx, environmentId, driverKey)
  const secret = `${environmentId}.${newSecret()}`
  const code = newCode(environmentId)
  const row = { driverKey, created: toIso(now), actor }
  const urlExpires = toIso(now + linkHours * hourMs)
  const codeExpires = toIso(now + codeMinutes * 60_000)
  await store.insertLink(tx, environmentId, { ...row, kind: 'link', secretHash: hashOf(secret), expires: urlExpires })
  const secretHash = hashOfCode(environmentId, code)
  await store.insertLink(tx, environmentId, { ...row, kind: 'code', secretHash, expires: codeExpires })
  return { url: `${publicUrl}/driver#${secret}`, code, urlExpires, codeExpires }
}

/** A device that has been let in. */
export interface Entry {
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
export async function enter(
  tx: Writer,
  author: changes.Author,
  { device, ...coming }: Coming & { device: string },
): Promise<Entry | undefined> {
  const { environmentId, now } = author
  const found = await linkOf(tx, environmentId, coming)
  if (!found || found.expires <= toIso(now)) return undefined
  const { driverKey } = found
  // First of all, as everywhere: of two who come with the link and the code, each would otherwise wait for the other.
  const driver = await drivers.lock(tx, environmentId, driverKey)
  const { name, active } = driver ? (JSON.parse(driver.document) as Driver) : { name: '', active: false }
  if (!active) return undefined
  const told = { driverKey, driverName: name }
  if (!(await takeLinks(tx, author, { ...coming, driverKey }))) {
    const known = await letInBefore(tx, environmentId, { ...coming, driverKey })
    return known && { ...known, ...told }
  }
  const deviceId = newId(now)
  const token = tokenOf(environmentId, deviceId, coming.deviceSecret ?? newSecret())
  const asLinker = { ...author, actor: found.actor }
  await makeRoom(tx, asLinker, driverKey)
  const at = toIso(now)
  await store.insertDevice(tx, environmentId, {
    deviceId,
    driverKey,
    device,
    tokenHash: hashOf(token),
    created: at,
    lastUsed: at,
    expires: toIso(now + deviceMs),
  })
  await changes.record(tx, asLinker, {
    type: 'device.created',
    recordId: deviceId,
    recordKey: driverKey,
    version: 1,
    differences: [{ path: '/driverKey', new: driverKey }],
  })
  return { token, deviceId, ...told }
}

/** False where somebody has used it before. Link and code both lead the device back to what it was told. */
async function takeLinks(
  tx: Writer,
  { environmentId, now }: changes.Author,
  { secretHash, deviceSecret, driverKey }: Coming & { driverKey: string },
): Promise<boolean> {
  const links = await store.listLinks(tx, environmentId, driverKey)
  if (!links.some((link) => link.secretHash === secretHash)) return false
  await store.deleteLinks(tx, environmentId, driverKey)
  if (deviceSecret === undefined) return true
  const expires = toIso(now + linkHours * hourMs)
  for (const link of links)
    await store.insertLink(tx, environmentId, { ...link, secretHash: usedHash(link.secretHash, deviceSecret), expires })
  return true
}

/** The device that used the link or code up with this secret, unless it was let out since. */
async function letInBefore(
  tx: Writer,
  environmentId: string,
  { secretHash, deviceSecret, driverKey }: Coming & { driverKey: string },
): Promise<Pick<Entry, 'token' | 'deviceId'> | undefined> {
  if (deviceSecret === undefined) return undefined
  if (!(await store.findLink(tx, environmentId, usedHash(secretHash, deviceSecret)))) return undefined
  for (const { deviceId, tokenHash } of await store.listDevices(tx, environmentId, driverKey)) {
    const token = tokenOf(environmentId, deviceId, deviceSecret)
    if (hashOf(token) === tokenHash) return { token, deviceId }
  }
  return undefined
}

/** Those that were not used for the longest time go. */
async function makeRoom(tx: Writer, author: changes.Author, driverKey: string): Promise<void> {
  const known = await store.listDevices(tx, author.environmentId, driverKey)
  for (const { deviceId } of known.slice(devicesMax - 1)) await end(tx, author, deviceId)
}

/** What is made once and ends once has two versions, and no more. */
const endedVersion = 2

/** False where there is no such device. */
export async function end(tx: Writer, author: changes.Author, deviceId: string): Promise<boolean> {
  const driverKey = await store.deleteDevice(tx, author.environmentId, deviceId)
  if (driverKey === undefined) return false
  await changes.record(tx, author, {
    type: 'device.ended',
    recordId: deviceId,
    recordKey: driverKey,
    version: endedVersion,
  })
  return true
}

/** All that lets the driver in: when the driver is deactivated or deleted. */
export async function endAll(tx: Writer, author: changes.Author, driverKey: string): Promise<void> {
  await store.deleteLinks(tx, author.environmentId, driverKey)
  for (const { deviceId } of await store.listDevices(tx, author.environmentId, driverKey))
    await end(tx, author, deviceId)
}

const hour = (instant: string) => `${instant.slice(0, 14)}00:00Z`

export async function list(tx: Reader, environmentId: string, driverKey: string): Promise<DriverDevice[]> {
  if (!(await drivers.find(tx, environmentId, driverKey))) throw unknownDriver(driverKey)
  const rows = await store.listDevices(tx, environmentId, driverKey)
  return rows.map(({ deviceId, device, created, lastUsed, expires }) => ({
    deviceId,
    device,
    created,
    lastUsed: hour(lastUsed),
    expires,
  }))
}

/** One of the driver's; ending it twice is an error that somebody should see. */
export async function endOne(
  tx: Writer,
  author: changes.Author,
  { driverKey, deviceId }: { driverKey: string; deviceId: string },
): Promise<void> {
  const known = await store.listDevices(tx, author.environmentId, driverKey)
  const isThere = known.some((row) => row.deviceId === deviceId)
  if (!isThere || !(await end(tx, author, deviceId)))
    throw new Problem('NOT_FOUND', { message: 'This driver has no such device.' })
}
