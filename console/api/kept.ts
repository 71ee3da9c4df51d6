// Stores unfinished work in this browser, so that it survives a reload: one record per kind, user and environment.
// A record expires after a day, and signing out deletes all records.
import { environmentId, session } from './session.ts'

const dayMs = 24 * 60 * 60_000
const database = 'dray'
const place = 'work'

interface Kept {
  work: unknown
  savedMs: number
}

const nameOf = (kind: string) => `${kind} ${session.get()?.personId} ${environmentId.get()}`

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(place)
    const opened = await answered(opening)
    try {
      return await answered(act(opened.transaction(place, mode).objectStore(place)))
    } finally {
      opened.close()
    }
  } catch {
    // A browser without storage, or without space, keeps nothing, and the work continues.
    return undefined
  }
}

export async function keepWork(kind: string, work: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put({ work, savedMs: Date.now() } satisfies Kept, nameOf(kind)))
}

export async function keptWork<T>(kind: string): Promise<T | undefined> {
  const kept = (await inStore('readonly', (store) => store.get(nameOf(kind)))) as Kept | undefined
  if (kept === undefined || Date.now() - kept.savedMs > dayMs) return undefined
  return kept.work as T
}

export async function forgetWork(kind: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(nameOf(kind)))
}

/** Deletes all records at sign-out, so that the next user of the browser finds nothing. */
export async function forgetAllWork(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}
