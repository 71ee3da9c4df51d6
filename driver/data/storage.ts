// Stores the data of the phone in IndexedDB: the session, the day, drafts, and everything unsent.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ApiRefusal } from '../../console/words/errors.ts'
import type { DriveDay, DriveSession, DriveStop, putDrivePod } from '../../contract/drive.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { OutcomeName } from '../../contract/road.ts'

export type DriverSession = DriveSession
export interface StoredDay {
  day: DriveDay
  etag: string | undefined
  /** Time at which the day was fetched: milliseconds since 1970, by the clock of the phone. */
  fetched: number
}
/** Facts of a photo or a signature. The bytes are stored separately, so that lists need not read them. */
export interface FileFacts {
  fileId: string
  bytes: number
  sha256: string
  type: 'image/jpeg' | 'image/png'
}
export interface StoredFile extends FileFacts {
  podId: string
  /** Content in bytes, because a Blob in IndexedDB gets lost on iOS. */
  content: ArrayBuffer
}

/** Driver who recorded the draft or the item: several drivers may share a phone. */
interface Owned {
  driverKey: string
  /**
   * Environment of the driver: the same key in another environment is another driver. Missing in records of older
   * releases.
   */
  environmentId?: string
}
/** Returns the owner of a session: its driver. Tokens of devices begin with the id of their environment. */
export const getOwner = ({ driverKey, token }: DriverSession): Required<Owned> => ({
  driverKey,
  environmentId: token.split('.')[0]!,
})
export function isOwnedBySession(session: DriverSession | undefined, { driverKey, environmentId }: Owned): boolean {
  const owner = session && getOwner(session)
  return driverKey === owner?.driverKey && (environmentId ?? owner.environmentId) === owner.environmentId
}

/** Draft of an outcome, stored at every tap. */
export interface OutcomeDraft extends Owned {
  podId: string
  loadId: string
  loadKey: string
  /** The stop as it was when the driver began. Later changes of the plan do not change it. */
  stop: DriveStop
  replaces?: string
  arrived?: string
  outcome?: OutcomeName
  reason?: string
  contactName: string
  remarks: string
  /** Failed packages, which were not handed over. */
  failed: string[]
  scanned: string[]
  packageCount?: number | undefined
  /** Missing quantities by product line, which were not handed over. */
  missing: Record<string, number>
  extraBarcodes: string[]
  photos: FileFacts[]
  signature?: FileFacts
}

export type OutcomeBody = Omit<BodyOf<typeof putDrivePod>, 'sent'> & { time: string }
interface Waiting extends Owned {
  /** Number that the storage assigns, in the order of the events. */
  order?: number
  /**
   * Token of the phone at the time of recording. With it, the item can be sent after another driver has registered the
   * phone.
   */
  token?: string
  /** Label of the order or load, for the driver. */
  label: string
  /** Reason why the item was refused permanently: a planner has to check it. */
  refused?: string
  /**
   * Error code of the refusal, for an explanation in the driver's words; absent if the phone itself refused the item.
   */
  refusedCode?: string
  /** The error as the service sent it, to be explained in the driver's language. */
  refusal?: ApiRefusal
}
export interface WaitingMove extends Waiting {
  kind: 'start' | 'complete'
  loadId: string
  time: string
}
export interface WaitingOutcome extends Waiting {
  kind: 'outcome'
  type: DriveStop['type']
  podId: string
  loadId: string
  consignmentId: string
  body: OutcomeBody
}
export interface WaitingFile extends Waiting {
  kind: 'file'
  podId: string
  fileId: string
  type: FileFacts['type']
  bytes: number
}
export type WaitingItem = WaitingMove | WaitingOutcome | WaitingFile
/**
 * Short record that replaces a sent item if the phone has no space for a day that contains the item. It stays until a
 * day is stored.
 */
export type SentItem = { order: number; sent: true } & (
  | Pick<WaitingMove, 'kind' | 'loadId' | 'time'>
  | (Pick<WaitingOutcome, 'kind' | 'loadId' | 'consignmentId' | 'podId'> & {
      body: Pick<OutcomeBody, 'outcome' | 'time' | 'failureReasonCode'>
    })
)
const isSent = (item: WaitingItem | SentItem): item is SentItem => 'sent' in item

interface DriverSchema extends DBSchema {
  kept: { key: 'session' | 'day' | 'deviceSecret'; value: DriverSession | StoredDay | string }
  drafts: { key: string; value: OutcomeDraft }
  files: { key: string; value: StoredFile; indexes: { podId: string } }
  outbox: { key: number; value: WaitingItem | SentItem; indexes: { podId: string } }
}
type Base = IDBPDatabase<DriverSchema>
type StoreName = 'drafts' | 'files' | 'kept' | 'outbox'

/**
 * Opens a transaction that writes. A failed write rejects its own promise and `done`. A function that stops at the
 * write never awaits `done`, so its rejection is handled here.
 */
function openWrite<Names extends StoreName[]>(base: Base, names: [...Names]) {
  const tx = base.transaction(names, 'readwrite')
  tx.done.catch(() => undefined)
  return tx
}

let opened: Promise<Base> | undefined
const open = (): Promise<Base> =>
  openDB<DriverSchema>('dray-driver', 1, {
    upgrade(base) {
      base.createObjectStore('kept')
      base.createObjectStore('drafts', { keyPath: 'podId' })
      base.createObjectStore('files', { keyPath: 'fileId' }).createIndex('podId', 'podId')
      base.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true }).createIndex('podId', 'podId')
    },
    // A newer release in another tab needs the database for itself.
    blocking() {
      void opened?.then((base) => base.close())
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  })

/** Errors of the storage, mostly because the phone is full. They are unrelated to the connection. */
const storageErrors = new WeakSet<object>()
export const isStorageError = (error: unknown): boolean => error instanceof Error && storageErrors.has(error)
const using = <T>(work: (base: Base) => Promise<T>): Promise<T> =>
  usingOpened(work).catch((error) => {
    const storageError = new Error('The phone could not keep this.', { cause: error })
    storageErrors.add(storageError)
    throw storageError
  })

/**
 * Runs the work on the open database. iOS closes connections of an app in the background, so the work is repeated once
 * on a new connection.
 */
async function usingOpened<T>(work: (base: Base) => Promise<T>): Promise<T> {
  opened ??= open()
  const first = opened
  try {
    return await work(await first)
  } catch (error) {
    const isClosed = /InvalidStateError|UnknownError|NotFoundError/.test((error as Error).name)
    if (!isClosed) throw error
    if (opened === first) opened = open()
    return work(await opened)
  }
}

/** Resolves after the latest operation on drafts and their files. */
let draftsIdle: Promise<unknown> = Promise.resolve()
/**
 * Runs operations on drafts in turn. Otherwise a write that is repeated on a new connection could run after a later
 * write, and replace a newer draft.
 */
function runInSequence<T>(work: (base: Base) => Promise<T>): Promise<T> {
  const result = draftsIdle.then(() => using(work))
  draftsIdle = result.catch(() => undefined)
  return result
}

export interface StorageContents {
  session: DriverSession | undefined
  kept: StoredDay | undefined
  drafts: OutcomeDraft[]
  outbox: WaitingItem[]
  sent: SentItem[]
}
export const readAll = (): Promise<StorageContents> =>
  using(async (base) => {
    const tx = base.transaction(['kept', 'drafts', 'outbox'])
    const [session, kept, drafts, items] = await Promise.all([
      tx.objectStore('kept').get('session'),
      tx.objectStore('kept').get('day'),
      tx.objectStore('drafts').getAll(),
      tx.objectStore('outbox').getAll(),
    ])
    return {
      session: session as DriverSession | undefined,
      kept: kept as StoredDay | undefined,
      drafts,
      outbox: items.filter((item): item is WaitingItem => !isSent(item)),
      sent: items.filter(isSent),
    }
  })

/**
 * Returns the secret for the registration of the phone: the secret of the last attempt, whose response may be lost,
 * otherwise the new secret.
 */
export const getRegistrationSecret = (fresh: string): Promise<string> =>
  using(async (base) => {
    const tx = openWrite(base, ['kept'])
    const secret = ((await tx.objectStore('kept').get('deviceSecret')) as string | undefined) ?? fresh
    await Promise.all([tx.objectStore('kept').put(secret, 'deviceSecret'), tx.done])
    return secret
  })
/**
 * Stores the session and deletes the day of the former driver, both or neither. Assigns drafts and items of an older
 * release to the former driver; if the phone has no space for that, it stores the session alone.
 */
export const keepSession = (session: DriverSession) =>
  using((base) => replaceSession(base, session, true).catch(() => replaceSession(base, session, false)))
async function replaceSession(base: Base, session: DriverSession, isSigning: boolean): Promise<void> {
  const tx = openWrite(base, ['kept', 'drafts', 'outbox'])
  const store = tx.objectStore('kept')
  const formerSession = (await store.get('session')) as DriverSession | undefined
  if (formerSession && isSigning) {
    const isUnsigned = (record: Owned) => record.environmentId === undefined && isOwnedBySession(formerSession, record)
    for (const draft of await tx.objectStore('drafts').getAll())
      if (isUnsigned(draft)) await tx.objectStore('drafts').put({ ...draft, ...getOwner(formerSession) })
    for (const item of await tx.objectStore('outbox').getAll())
      if (!isSent(item) && isUnsigned(item))
        await tx.objectStore('outbox').put({ ...item, ...getOwner(formerSession), token: formerSession.token })
  }
  await Promise.all([store.put(session, 'session'), store.delete('day'), store.delete('deviceSecret'), tx.done])
}
export const keepDay = (storedDay: StoredDay) =>
  using(async (base) => {
    const tx = openWrite(base, ['kept', 'outbox'])
    await tx.objectStore('kept').put(storedDay, 'day')
    await dropSent(tx.objectStore('outbox'))
    await tx.done
  })

/** Deletes the short records of sent items that the day now contains. */
async function dropSent(outbox: {
  getAll(): Promise<(WaitingItem | SentItem)[]>
  delete(order: number): Promise<void>
}): Promise<void> {
  for (const item of await outbox.getAll()) if (isSent(item)) await outbox.delete(item.order)
}

/** Deletes the session and the day. The outbox stays. */
export const forgetDay = () =>
  using(async (base) => {
    const tx = openWrite(base, ['kept'])
    await Promise.all([tx.objectStore('kept').delete('session'), tx.objectStore('kept').delete('day'), tx.done])
  })

/** Stores a draft. Returns false for a draft that was saved or discarded in the meantime. */
export const keepDraft = (draft: OutcomeDraft): Promise<boolean> =>
  runInSequence(async (base) => {
    const tx = openWrite(base, ['drafts', 'outbox'])
    const isSaved = (await tx.objectStore('outbox').index('podId').count(draft.podId)) > 0
    if (!isSaved) await tx.objectStore('drafts').put(draft)
    await tx.done
    return !isSaved
  })

/** Deletes a draft with its files. */
export const dropDraft = (podId: string) =>
  runInSequence(async (base) => {
    const tx = openWrite(base, ['drafts', 'files', 'outbox'])
    await tx.objectStore('drafts').delete(podId)
    const waiting = await tx.objectStore('outbox').index('podId').getAll(podId)
    for (const fileId of await tx.objectStore('files').index('podId').getAllKeys(podId))
      if (!waiting.some((item) => item.kind === 'file' && item.fileId === fileId))
        await tx.objectStore('files').delete(fileId)
    await tx.done
  })

/**
 * Stores a file and the draft that lists it, both or neither, and deletes the replaced file. Returns false and stores
 * nothing if the draft no longer exists.
 */
export const keepFile = (file: StoredFile, draft: OutcomeDraft, replaced: string | undefined): Promise<boolean> =>
  runInSequence(async (base) => {
    const tx = openWrite(base, ['drafts', 'files'])
    const files = tx.objectStore('files')
    if (!(await tx.objectStore('drafts').get(draft.podId))) return false
    await Promise.all([
      files.put(file),
      tx.objectStore('drafts').put(draft),
      ...(replaced === undefined ? [] : [files.delete(replaced)]),
      tx.done,
    ])
    return true
  })
/** Deletes the file of a photo that its draft no longer lists. */
export const dropFile = (fileId: string) => runInSequence((base) => base.delete('files', fileId))
export const readFile = (fileId: string) => runInSequence((base) => base.get('files', fileId))

export const addMove = (move: WaitingMove) => using(async (base) => void (await base.add('outbox', move)))

/**
 * Turns a draft into an outcome in the outbox, with its files after it. Replaces the refused outcome, if there is one.
 */
export const finishDraft = (outcome: WaitingOutcome, files: WaitingFile[], refusedPodId: string | undefined) =>
  runInSequence(async (base) => {
    const tx = openWrite(base, ['drafts', 'files', 'outbox'])
    // A second tap, or another tab, has already finished the draft.
    if (!(await tx.objectStore('drafts').get(outcome.podId))) return
    if (refusedPodId !== undefined) {
      for (const order of await tx.objectStore('outbox').index('podId').getAllKeys(refusedPodId))
        await tx.objectStore('outbox').delete(order)
      for (const fileId of await tx.objectStore('files').index('podId').getAllKeys(refusedPodId))
        await tx.objectStore('files').delete(fileId)
    }
    for (const item of [outcome, ...files]) await tx.objectStore('outbox').add(item)
    // Deletes files of the draft that the finished outcome does not contain.
    const named = files.map(({ fileId }) => fileId)
    for (const fileId of await tx.objectStore('files').index('podId').getAllKeys(outcome.podId))
      if (!named.includes(fileId)) await tx.objectStore('files').delete(fileId)
    await tx.objectStore('drafts').delete(outcome.podId)
    await tx.done
  })

/** Settles a sent item: deletes it, and stores the day that contains it. */
export const deleteSentItem = (item: WaitingItem, storedDay: StoredDay | undefined) =>
  using(async (base) => {
    const tx = openWrite(base, ['kept', 'files', 'outbox'])
    await tx.objectStore('outbox').delete(item.order!)
    if (item.kind === 'file') await tx.objectStore('files').delete(item.fileId)
    if (storedDay) {
      await tx.objectStore('kept').put(storedDay, 'day')
      await dropSent(tx.objectStore('outbox'))
    }
    await tx.done
  })

/** Replaces a sent item by its short record. */
export const putSent = (item: SentItem) => using(async (base) => void (await base.put('outbox', item)))

export const putWaiting = (item: WaitingItem) => using(async (base) => void (await base.put('outbox', item)))

/** Deletes a refused item after the driver has read the reason. Deletes the files of an outcome too. */
export const deleteRefusedItem = (item: WaitingItem) =>
  using(async (base) => {
    const tx = openWrite(base, ['files', 'outbox'])
    await tx.objectStore('outbox').delete(item.order!)
    if (item.kind === 'file') await tx.objectStore('files').delete(item.fileId)
    if (item.kind === 'outcome') {
      for (const order of await tx.objectStore('outbox').index('podId').getAllKeys(item.podId))
        await tx.objectStore('outbox').delete(order)
      for (const fileId of await tx.objectStore('files').index('podId').getAllKeys(item.podId))
        await tx.objectStore('files').delete(fileId)
    }
    await tx.done
  })
