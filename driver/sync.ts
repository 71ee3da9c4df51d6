// Sends what waits, and reads the day: in the order in which things happened, outcomes before files, until everything has arrived.
import { ApiProblem, createClient } from '../client/client.ts'
import { createStore } from '../console/store.ts'
import type { DriveDay, DriveStop } from '../contract/drive.ts'
import {
  completeDriveLoad,
  getDriveDay,
  putDrivePod,
  putDrivePodFile,
  sendDrivePositions,
  startDriveLoad,
} from '../contract/drive.ts'
import type { BodyOf } from '../contract/endpoint.ts'
import { changed, refresh, state } from './state.ts'
import type { KeptDay, WaitingItem } from './storage.ts'
import * as storage from './storage.ts'

const everyMs = 30_000
const backOffMs = { first: 2_000, most: 5 * 60_000 }
const patienceMs = { record: 20_000, file: 120_000 }

export interface Reach {
  isBusy: boolean
  /** Whether the last try reached the service. */
  isReached: boolean
  failures: number
  /** Milliseconds since 1970, before which only the driver makes it try again. */
  due: number
}
export const reach = createStore<Reach>({ isBusy: false, isReached: true, failures: 0, due: 0 })

/** Nothing is repeated here: what waits is sent again by the next run. */
export const client = createClient({
  baseUrl: '',
  retries: 0,
  token: () => state.get().session?.token ?? '',
})

const isLetOut = (error: unknown) => error instanceof ApiProblem && error.status === 401

/**
 * What a failure means for what was sent. `later`: no reception, a service that is down or busy, or an answer of something in
 * between, such as the page of a hotel's network, which says nothing about it. `skip`: the service failed at this one alone.
 */
function judge(error: unknown): 'later' | 'skip' | 'refused' {
  if (!(error instanceof ApiProblem) || isLetOut(error)) return 'later'
  if (error.status === 500) return 'skip'
  if (error.status === 413) return 'refused'
  const isForeign = error.code === 'UNREADABLE'
  return isForeign || error.status > 500 || [408, 425, 429].includes(error.status) ? 'later' : 'refused'
}

let running: Promise<void> | undefined
let isWanted = false

/** Of a tap, the network coming back, or the clock. While it runs, another wish makes it run once more. */
export function sync(by: 'driver' | 'clock' = 'driver'): Promise<void> {
  if (by === 'clock' && Date.now() < reach.get().due) return Promise.resolve()
  if (running) {
    isWanted = true
    return running
  }
  running = alone(run).finally(() => {
    running = undefined
    if (isWanted) {
      isWanted = false
      void sync(by)
    }
  })
  return running
}

/**
 * One tab at a time. One that the phone has put to sleep may hold the lock for good: then this one goes ahead, since what two
 * send is stored once.
 */
const alone = async (work: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return work()
  let isOurs = false
  const locked = navigator.locks.request(
    'dray-driver-sync',
    { signal: AbortSignal.timeout(patienceMs.file) },
    async () => {
      isOurs = true
      await work()
    },
  )
  await locked.catch(async () => {
    if (!isOurs) await work()
  })
}

async function run(): Promise<void> {
  if (!state.get().session) return
  reach.set({ ...reach.get(), isBusy: true })
  try {
    await refresh()
    const isAllTried = await sendAll()
    await readDay()
    reach.set({ isBusy: false, isReached: true, failures: isAllTried ? 0 : 1, due: 0 })
  } catch (error) {
    if (isLetOut(error)) await letOut()
    rest(error)
  } finally {
    reach.set({ ...reach.get(), isBusy: false })
  }
}

/** Waits longer each time, never in step with other phones, and as long as the service asks. */
function rest(error: unknown): void {
  const failures = reach.get().failures + 1
  const backOff = Math.min(backOffMs.most, backOffMs.first * 2 ** (failures - 1)) * (0.5 + Math.random())
  const asked = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1_000 : 0
  const isReached = error instanceof ApiProblem && error.code !== 'UNREADABLE'
  reach.set({ isBusy: false, isReached, failures, due: Date.now() + Math.max(backOff, asked) })
}

/** What a planner ended, or time did. Nothing that the driver recorded is lost: it is sent once the driver is let in again. */
async function letOut(): Promise<void> {
  await storage.forgetDay()
  await changed()
}

/** Answers whether everything that may go was tried; what fails by itself does not hold up the rest. */
async function sendAll(): Promise<boolean> {
  let isAllTried = true
  const tried = new Set<number>()
  for (;;) {
    const item = nextOf(tried)
    if (!item) return isAllTried
    tried.add(item.order!)
    const file = item.kind === 'file' ? await storage.readFile(item.fileId) : undefined
    if (item.kind === 'file' && !file) {
      await storage.putWaiting({ ...item, refused: 'The phone has lost this file.' })
      await changed()
      continue
    }
    try {
      await send(item, file)
      await storage.settle(item, withSent(state.get().kept, item))
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'later') throw error
      if (verdict === 'skip') isAllTried = false
      else await storage.putWaiting({ ...item, ...refusal(error as ApiProblem) })
    }
    await changed()
  }
}

const refusal = ({ code, message, errors, requestId }: ApiProblem) => ({
  refusedCode: code,
  refused: [message, ...errors.map(({ path, message: why }) => `${path} ${why}`), `${code} ${requestId ?? ''}`]
    .join(' · ')
    .slice(0, 1_000),
})

/** Files after everything else; nothing before what it builds on has arrived. */
function nextOf(tried: ReadonlySet<number>): WaitingItem | undefined {
  const { outbox, session } = state.get()
  const ready = outbox.filter(
    (item) =>
      item.driverKey === session?.driverKey &&
      item.refused === undefined &&
      !tried.has(item.order!) &&
      !buildsOn(item).some((podId) => outbox.some((other) => other.kind === 'outcome' && other.podId === podId)),
  )
  return ready.find(({ kind }) => kind !== 'file') ?? ready[0]
}
const buildsOn = (item: WaitingItem): string[] => {
  if (item.kind === 'file') return [item.podId]
  return item.kind === 'outcome' && item.body.replaces != null ? [item.body.replaces] : []
}

async function send(item: WaitingItem, file: storage.StoredFile | undefined): Promise<void> {
  const signal = AbortSignal.timeout(item.kind === 'file' ? patienceMs.file : patienceMs.record)
  const sent = new Date().toISOString()
  if (item.kind === 'outcome') {
    const { podId, body } = item
    await client.call(putDrivePod, { params: { podId }, body: { ...body, sent }, signal })
  } else if (item.kind === 'file') {
    const { podId, fileId, type } = item
    await client.call(putDrivePodFile, {
      params: { podId, fileId },
      body: new Blob([file!.content], { type }),
      signal,
    })
  } else {
    const endpoint = item.kind === 'start' ? startDriveLoad : completeDriveLoad
    await client.call(endpoint, { params: { loadId: item.loadId }, body: { time: item.time, sent }, signal })
  }
}

/** The day as the service will tell it, until it has been read again. */
function withSent(kept: KeptDay | undefined, item: WaitingItem): KeptDay | undefined {
  if (!kept || item.kind === 'file') return undefined
  const loads = kept.day.loads.map((load) => {
    if (load.loadId !== item.loadId) return load
    if (item.kind === 'start')
      return { ...load, status: 'started' as const, actualStart: load.actualStart ?? item.time }
    if (item.kind !== 'outcome') return { ...load, status: 'completed' as const, actualEnd: item.time }
    const { podId, body, consignmentId } = item
    const recorded = (stop: DriveStop): DriveStop =>
      stop.consignmentId === consignmentId
        ? { ...stop, outcome: body.outcome, outcomeTime: body.time, podId, elsewhere: false }
        : stop
    return { ...load, stops: load.stops.map(recorded) }
  })
  // Not the day of that etag any more.
  return { ...kept, etag: undefined, day: { ...kept.day, loads } }
}

async function readDay(): Promise<void> {
  const { kept, session } = state.get()
  if (!session) return
  try {
    const { data, etag } = await client.call(getDriveDay, {
      ...(kept?.etag === undefined ? {} : { headers: { 'if-none-match': kept.etag } }),
      signal: AbortSignal.timeout(patienceMs.record),
    })
    await storage.keepDay({ day: data as DriveDay, etag, fetched: Date.now() })
    await changed()
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 304) || !kept) throw error
    await storage.keepDay({ ...kept, fetched: Date.now() })
    await changed()
  }
}

export async function sendPositions(body: BodyOf<typeof sendDrivePositions>): Promise<void> {
  await client.call(sendDrivePositions, { body, signal: AbortSignal.timeout(patienceMs.record) })
}

/** Whenever it may go better than before. Whether the browser says that it is online means little, so it is not asked. */
export function keepInStep(): void {
  addEventListener('online', () => void sync())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sync()
  })
  setInterval(() => void sync('clock'), everyMs)
  void sync()
}
