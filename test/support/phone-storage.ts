// What a phone keeps of the driver's app, looked at and changed behind its back; and a phone with little room, or a slow camera.
import type { Page } from 'playwright-core'

/** A phone on which nothing is written that is larger than `room` bytes: the browser ends the whole transaction then. */
export const littleRoom = `
  globalThis.room = Infinity
  for (const name of ['put', 'add']) {
    const own = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...given) {
      const request = own.apply(this, given)
      if (JSON.stringify(given[0]).length > room) this.transaction.abort()
      return request
    }
  }`
export const leaveRoom = (page: Page, bytes: number) => page.evaluate(`globalThis.room = ${bytes}`)

/** How many of each the phone keeps. */
export const keptOn = (page: Page): Promise<Record<'drafts' | 'files' | 'outbox', number>> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('dray-driver').onsuccess = async ({ target: { result: base } }) => {
      const counts = {}
      for (const name of ['drafts', 'files', 'outbox'])
        counts[name] = await new Promise((counted) => {
          base.transaction(name).objectStore(name).count().onsuccess = ({ target }) => counted(target.result)
        })
      base.close()
      resolve(counts)
    }
  })`)

/** The only draft that the phone keeps; or one is put there. */
export const draftOn = (page: Page, draft?: unknown): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('dray-driver').onsuccess = ({ target: { result: base } }) => {
      const drafts = base.transaction('drafts', 'readwrite').objectStore('drafts')
      const given = ${JSON.stringify(draft ?? null)}
      ;(given ? drafts.put(given) : drafts.getAll()).onsuccess = ({ target }) => {
        base.close()
        resolve(given ?? target.result[0])
      }
    }
  })`)

/** What waits as a release kept it that knew neither the environment of a record nor how the phone was let in. */
export const makeOld = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('dray-driver').onsuccess = ({ target: { result: base } }) => {
      const tx = base.transaction('outbox', 'readwrite')
      const store = tx.objectStore('outbox')
      store.getAll().onsuccess = ({ target }) => {
        for (const { token, environmentId, ...item } of target.result) store.put(item)
      }
      tx.oncomplete = () => {
        base.close()
        resolve()
      }
    }
  })`)

/** Pictures are made only once the test says so: a phone may take seconds for one. */
export const holdPictures = `{
  const own = HTMLCanvasElement.prototype.toBlob
  globalThis.held = []
  HTMLCanvasElement.prototype.toBlob = function (...given) {
    held.push(() => own.apply(this, given))
  }
  globalThis.go = () => {
    HTMLCanvasElement.prototype.toBlob = own
    for (const make of held) make()
  }
}`

/** A slow storage: another connection holds drafts and files until `releaseStorage()`, so that reads and writes of them wait. */
export const holdStorage = `new Promise((held) => {
  indexedDB.open('dray-driver').onsuccess = ({ target: { result: base } }) => {
    const tx = base.transaction(['drafts', 'files'], 'readwrite')
    let isHeld = true
    const again = () => {
      if (isHeld) tx.objectStore('drafts').count().onsuccess = again
    }
    again()
    tx.oncomplete = () => base.close()
    globalThis.releaseStorage = () => {
      isHeld = false
    }
    held()
  }
})`

/** Ends the connection during the next write of a draft, as iOS does; the driver types the last letter at that moment. */
export const cutConnection = (letter: string) => `{
  const own = IDBObjectStore.prototype.put
  globalThis.wasCut = false
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name !== 'drafts') return own.apply(this, given)
    IDBObjectStore.prototype.put = own
    globalThis.wasCut = true
    this.transaction.db.dispatchEvent(new Event('close'))
    document.execCommand('insertText', false, '${letter}')
    throw new DOMException('Connection lost.', 'UnknownError')
  }
}`
