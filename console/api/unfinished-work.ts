// Stores unfinished work in this browser, so that it survives a reload: one record per kind, user and environment.
// A record expires after a day, and signing out deletes all records.
import { currentSession, environmentId } from './session.ts'

const dayMs = 24 * 60 * 60_000
const database = 'dray'
const storeName = 'work'

interface StoredWork {
  work: unknown
  savedMs: number
}

const nameOf = (workType: string) => `${workType} ${currentSession.get()?.personId} ${environmentId.get()}`

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
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    const opened = await answered(opening)
    try {
      return await answered(act(opened.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      opened.close()
    }
  } catch {
    // A browser without storage, or without space, stores nothing, and the work continues.
    return undefined
  }
}

export async function keepWork(workType: string, work: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put({ work, savedMs: Date.now() } satisfies StoredWork, nameOf(workType)))
}

export async function readWork<T>(workType: string): Promise<T | undefined> {
  const stored = (await inStore('readonly', (store) => store.get(nameOf(workType)))) as StoredWork | undefined
  if (stored === undefined || Date.now() - stored.savedMs > dayMs) return undefined
  return stored.work as T
}

export async function forgetWork(workType: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(nameOf(workType)))
}

/** Deletes all records at sign-out, so that the next user of the browser finds nothing. */
export async function forgetAllWork(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}
