// Sends the outbox in the order of its entries, outcomes before files, and reads the day. Repeats until everything is
// sent.
import { ApiProblem, createClient } from '../../client/client.ts'
import { createStore } from '../../console/platform/store.ts'
import type { DriveDay } from '../../contract/drive.ts'
import {
  completeDriveLoad,
  getDriveDay,
  putDrivePod,
  putDrivePodFile,
  sendDrivePositions,
  startDriveLoad,
} from '../../contract/drive.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { applySentItem } from './day.ts'
import { driverState, publishChange, refreshState, showDay } from './state.ts'
import type { StoredDay, WaitingItem } from './storage.ts'
import * as storage from './storage.ts'

const syncIntervalMs = 30_000
const backOffMs = { first: 2_000, most: 5 * 60_000 }
/**
 * Delays before a held item is sent again, in milliseconds. A held item failed alone: it may be large, and mostly fails
 * again.
 */
const heldMs = { first: 60_000, most: 3_600_000 }
const timeoutMs = { record: 20_000, file: 120_000 }

export interface ConnectionState {
  isBusy: boolean
  /** Whether the last attempt reached the service. */
  isReached: boolean
  /** Whether the phone could not store something in the last attempt. */
  isFull: boolean
  failures: number
  /** Time of the next automatic attempt, in milliseconds since 1970. */
  due: number
}
export const connectionState = createStore<ConnectionState>({
  isBusy: false,
  isReached: true,
  isFull: false,
  failures: 0,
  due: 0,
})

export interface HeldItem {
  tries: number
  /** Time in milliseconds since 1970 before which the item is sent only after a tap, or on another network. */
  due: number
  /** Whether the file is too large for a proxy between the phone and the service. */
  isTooLarge: boolean
}
/** Held items, which failed alone, by their order. When the app starts again, it retries all of them. */
export const heldItems = createStore<ReadonlyMap<number, HeldItem>>(new Map())

/** Returns a client without retries: the next run sends the outbox again. */
const clientWith = (token: () => string) => createClient({ baseUrl: '', retries: 0, token })
export const driverClient = clientWith(() => driverState.get().session?.token ?? '')

/**
 * Returns whether the response is foreign: not from Dray but, for example, from the login page of a hotel network. It
 * proves nothing about the phone or the item.
 */
const isForeign = ({ code }: ApiProblem) => code === 'UNREADABLE'
const isUnauthorised = (error: unknown) => error instanceof ApiProblem && error.status === 401 && !isForeign(error)

/**
 * Judges an error for the item. `later`: offline, a busy or stopped service, or a response that is not from Dray.
 * `skip`: an error of this item alone, or an item that is too large for a proxy.
 */
function judge(error: unknown): 'later' | 'skip' | 'refused' {
  if (!(error instanceof ApiProblem) || isUnauthorised(error)) return 'later'
  if (error.status === 500 || (error.status === 413 && isForeign(error))) return 'skip'
  return isForeign(error) || error.status > 500 || [408, 425, 429].includes(error.status) ? 'later' : 'refused'
}

/** Whether this run could not store something. The next run tries again. */
let isFull = false
const noteFull = (error: unknown) => {
  if (!storage.isStorageError(error)) throw error
  isFull = true
}

function hold({ order }: WaitingItem, error: unknown): void {
  const tries = (heldItems.get().get(order!)?.tries ?? 0) + 1
  const retryMs = Date.now() + Math.min(heldMs.most, heldMs.first * 2 ** (tries - 1))
  const isTooLarge = error instanceof ApiProblem && error.status === 413
  heldItems.set(new Map(heldItems.get()).set(order!, { tries, due: retryMs, isTooLarge }))
}

/** Sends everything now, also held items: after a tap, on another network, or with a new driver. */
export function sendNow(): Promise<void> {
  heldItems.set(new Map([...heldItems.get()].map(([order, heldItem]) => [order, { ...heldItem, due: 0 }])))
  return startSync()
}

let running: Promise<void> | undefined
let isRunRequested = false

/** Starts a sync. During a run, requests one more run. */
export function startSync(actor: 'driver' | 'clock' = 'driver'): Promise<void> {
  if (actor === 'clock' && Date.now() < connectionState.get().due) return Promise.resolve()
  if (running) {
    isRunRequested = true
    return running
  }
  running = runWithLock(run).finally(() => {
    running = undefined
    if (isRunRequested) {
      isRunRequested = false
      void startSync(actor)
    }
  })
  return running
}

/**
 * Runs the work in one tab at a time. A tab that the phone has suspended may hold the lock forever, so this tab then
 * runs without the lock. An item that two tabs send is stored once.
 */
const runWithLock = async (work: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return work()
  let hasLock = false
  const locked = navigator.locks.request(
    'dray-driver-sync',
    { signal: AbortSignal.timeout(timeoutMs.file) },
    async () => {
      hasLock = true
      await work()
    },
  )
  await locked.catch(async () => {
    if (!hasLock) await work()
  })
}

async function run(): Promise<void> {
  const { session, outbox } = driverState.get()
  const token = session?.token
  // Runs also without a session: items of a former driver have a token.
  if (token === undefined && !outbox.some((item) => item.token !== undefined)) return
  connectionState.set({ ...connectionState.get(), isBusy: true })
  isFull = false
  try {
    await refreshState()
    const isAllTried = await sendAll()
    await readDay()
    connectionState.set({ isBusy: false, isReached: true, isFull, failures: isAllTried ? 0 : 1, due: 0 })
  } catch (error) {
    // The error ends only the session that it belongs to, not a session that began later.
    if (isUnauthorised(error) && token !== undefined && driverState.get().session?.token === token) await endSession()
    scheduleRetry(error)
  } finally {
    connectionState.set({ ...connectionState.get(), isBusy: false })
  }
}

/**
 * Schedules the next run. The delay grows with each failure, is partly random, and is at least the delay that the
 * service requests.
 */
function scheduleRetry(error: unknown): void {
  const failures = connectionState.get().failures + 1
  const backOff = Math.min(backOffMs.most, backOffMs.first * 2 ** (failures - 1)) * (0.5 + Math.random())
  const requestedMs = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1_000 : 0
  const isOfPhone = storage.isStorageError(error)
  const isReached = isOfPhone || (error instanceof ApiProblem && !isForeign(error))
  connectionState.set({
    isBusy: false,
    isReached,
    isFull: isFull || isOfPhone,
    failures,
    due: Date.now() + Math.max(backOff, requestedMs),
  })
}

/**
 * Ends the session after the planner revoked the device, or after it expired. The outbox stays, and is sent once the
 * driver is registered again.
 */
async function endSession(): Promise<void> {
  await storage.forgetDay()
  await publishChange()
}

/** Sends the outbox. Returns whether every item was tried. A held item does not delay the others. */
async function sendAll(): Promise<boolean> {
  let isAllTried = true
  const tried = new Set<number>()
  /** Tokens of former drivers that have ended. */
  const ended = new Set<string>()
  for (;;) {
    const item = nextOf(tried, ended)
    if (!item) return isAllTried
    tried.add(item.order!)
    const file = item.kind === 'file' ? await storage.readFile(item.fileId) : undefined
    if (item.kind === 'file' && !file) {
      await refuse(item, { refused: 'The phone has lost this file.' })
      await publishChange()
      continue
    }
    try {
      await send(item, file)
      await settle(item)
    } catch (error) {
      const isCurrentDriver = storage.isOwnedBySession(driverState.get().session, item)
      // An item of a former driver with a revoked device waits until that driver returns.
      const verdict = isUnauthorised(error) && !isCurrentDriver ? 'skip' : judge(error)
      // Items of former drivers are last, and do not delay the day.
      if (verdict === 'later' && !isCurrentDriver && driverState.get().session) return false
      if (verdict === 'later') throw error
      const isSkipped = verdict === 'skip'
      if (isSkipped) hold(item, error)
      else await refuse(item, refusal(error as ApiProblem))
      if (isSkipped && isUnauthorised(error)) ended.add(item.token!)
      isAllTried &&= !isSkipped
    }
    await publishChange()
  }
}

/**
 * Removes a sent item from the outbox. If the phone has no space for the day, it stores a short record of the item
 * instead.
 */
async function settle(item: WaitingItem): Promise<void> {
  const day = applySentItem(driverState.get().kept, item)
  try {
    await showDay(day, () => storage.deleteSentItem(item, day))
  } catch (error) {
    noteFull(error)
    const sent = sentOf(item)
    await (sent ? storage.putSent(sent) : storage.deleteSentItem(item, undefined)).catch(() =>
      storage.deleteSentItem(item, undefined),
    )
  }
}

function sentOf(item: WaitingItem): storage.SentItem | undefined {
  if (item.kind === 'file') return undefined
  const common = { order: item.order!, sent: true as const, loadId: item.loadId }
  if (item.kind !== 'outcome') return { ...common, kind: item.kind, time: item.time }
  const { kind, consignmentId, podId, body } = item
  const { outcome, time, failureReasonCode } = body
  const reason = failureReasonCode ? { failureReasonCode } : {}
  return { ...common, kind, consignmentId, podId, body: { outcome, time, ...reason } }
}

const refuse = (item: WaitingItem, reason: Pick<WaitingItem, 'refused' | 'refusedCode' | 'refusal'>) =>
  storage.putWaiting({ ...item, ...reason }).catch(noteFull)

/** Returns the stored form of a refusal, with its first error. */
const refusal = ({ code, message, values, errors, requestId }: ApiProblem) => ({
  refusedCode: code,
  refusal: { code, message, values, errors: errors.slice(0, 1) },
  refused: [message, ...errors.map(({ path, message: why }) => `${path} ${why}`), `${code} ${requestId ?? ''}`]
    .join(' · ')
    .slice(0, 1_000),
})

/** Returns the client of the current driver, or of the driver who recorded the item. */
const clientOf = (item: WaitingItem) => {
  const { token } = item
  return token === undefined || storage.isOwnedBySession(driverState.get().session, item)
    ? driverClient
    : clientWith(() => token)
}

/**
 * Returns the next item: items of the current driver first, files last, and each item only after the items that it
 * depends on.
 */
function nextOf(tried: ReadonlySet<number>, ended: ReadonlySet<string>): WaitingItem | undefined {
  const { outbox, session } = driverState.get()
  const now = Date.now()
  const isOpen = (item: WaitingItem) =>
    storage.isOwnedBySession(session, item) || (item.token !== undefined && !ended.has(item.token))
  const ready = outbox.filter(
    (item) =>
      isOpen(item) &&
      (heldItems.get().get(item.order!)?.due ?? 0) <= now &&
      item.refused === undefined &&
      !tried.has(item.order!) &&
      !buildsOn(item).some((podId) => outbox.some((entry) => entry.kind === 'outcome' && entry.podId === podId)),
  )
  const driverItems = ready.filter((item) => storage.isOwnedBySession(session, item))
  const first = driverItems.length > 0 ? driverItems : ready
  return first.find(({ kind }) => kind !== 'file') ?? first[0]
}
const buildsOn = (item: WaitingItem): string[] => {
  if (item.kind === 'file') return [item.podId]
  return item.kind === 'outcome' && item.body.replaces != null ? [item.body.replaces] : []
}

async function send(item: WaitingItem, file: storage.StoredFile | undefined): Promise<void> {
  const signal = AbortSignal.timeout(item.kind === 'file' ? timeoutMs.file : timeoutMs.record)
  const sent = new Date().toISOString()
  const { call } = clientOf(item)
  if (item.kind === 'outcome') {
    const { podId, body } = item
    await call(putDrivePod, { params: { podId }, body: { ...body, sent }, signal })
  } else if (item.kind === 'file') {
    const { podId, fileId, type } = item
    await call(putDrivePodFile, {
      params: { podId, fileId },
      body: new Blob([file!.content], { type }),
      signal,
    })
  } else {
    const endpoint = item.kind === 'start' ? startDriveLoad : completeDriveLoad
    await call(endpoint, { params: { loadId: item.loadId }, body: { time: item.time, sent }, signal })
  }
}

async function readDay(): Promise<void> {
  const { kept, session } = driverState.get()
  if (!session) return
  const read = await dayNow(kept)
  // Another driver has registered in the meantime.
  if (driverState.get().session?.token !== session.token) return
  await showDay(read, () => storage.keepDay(read)).catch(noteFull)
  await publishChange()
}

async function dayNow(storedDay: StoredDay | undefined): Promise<StoredDay> {
  try {
    const { data, etag } = await driverClient.call(getDriveDay, {
      ...(storedDay?.etag === undefined ? {} : { headers: { 'if-none-match': storedDay.etag } }),
      signal: AbortSignal.timeout(timeoutMs.record),
    })
    return { day: data as DriveDay, etag, fetched: Date.now() }
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 304) || !storedDay) throw error
    return { ...storedDay, fetched: Date.now() }
  }
}

export async function sendPositions(body: BodyOf<typeof sendDrivePositions>): Promise<void> {
  await driverClient.call(sendDrivePositions, { body, signal: AbortSignal.timeout(timeoutMs.record) })
}

/**
 * Schedules syncs: when the app starts, becomes visible or is online again, and by a timer. Does not check
 * `navigator.onLine`, which is often wrong.
 */
export function scheduleSync(): void {
  addEventListener('online', () => void sendNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void startSync()
  })
  setInterval(() => void startSync('clock'), syncIntervalMs)
  void startSync()
}
