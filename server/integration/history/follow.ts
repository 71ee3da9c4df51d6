// Lists and streams events in the sequence of commits, each event once, with a wait for new events.
import {
  type ChangeType,
  changeTypes,
  eventLimits,
  type listEvents,
  recordOf,
  scopeToFollow,
} from '../../../contract/change.ts'
import type { QueryOf, Scope } from '../../../contract/endpoint.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import * as store from '../../platform/event/store.ts'
import { type Call, type Following, okData, type Reply } from '../../platform/operation/operation.ts'
import { firstCharacters } from '../../platform/value/characters.ts'
import { listed, nearest, newHints } from '../../platform/value/nearest.ts'
import { cursorText, eventTexts, type Place, parseCursor, placeOf, start, tagOf } from './read.ts'

type Query = QueryOf<typeof listEvents>

/** Portion of events per read. One event may be as large as two orders. */
const portion = 50
/** Largest number of events that one response reads, whether it returns them or not. */
const scannedMax = 1_000
/** Characters after which a response takes no further event. */
const charactersMax = 2 ** 20

export interface Page {
  texts: string[]
  places: Place[]
  /** Next place, after the last event that was read. */
  next: Place
  /** Whether no further event exists. */
  ended: boolean
}

/** Reads a page of events after a place whose type is wanted. */
async function page(
  tx: Reader,
  environmentId: string,
  { after, limit, wanted }: { after: Place; limit: number; wanted: (type: ChangeType) => boolean },
): Promise<Page> {
  await expectKept(tx, environmentId, after)
  const found: Page = { texts: [], places: [], next: after, ended: false }
  let characters = 0
  for (let scanned = 0; scanned < scannedMax && found.texts.length < limit && characters < charactersMax; ) {
    const rows = await store.after(tx, environmentId, found.next.position, portion)
    const chosen: store.PlacedRow[] = []
    for (const row of rows) {
      if (found.texts.length + chosen.length >= limit || characters >= charactersMax) break
      found.next = placeOf(row)
      scanned++
      if (!wanted(row.type)) continue
      chosen.push(row)
      characters += row.differences.length
    }
    found.texts.push(...(await eventTexts(tx, environmentId, chosen)))
    found.places.push(...chosen.map(placeOf))
    if (rows.length < portion && found.next.position === (rows.at(-1)?.position ?? found.next.position)) {
      found.ended = true
      break
    }
  }
  return found
}

/** Throws `CURSOR_EXPIRED` if events after a cursor were purged, or if the database was restored from a backup. */
async function expectKept(tx: Reader, environmentId: string, { position, tag }: Place): Promise<void> {
  const row = position === 0 ? undefined : await store.at(tx, environmentId, position)
  if (row && tagOf(row.changeId) === tag) return
  const first = await store.firstPosition(tx, environmentId)
  // The cursor is just before the first event that is kept, or at the start of an empty log.
  if (!row && position + 1 === (first ?? 1)) return
  throw new Problem('CURSOR_EXPIRED')
}

/** Returns the place of a cursor; without one, the place before the first event that is kept. */
async function placeFor(tx: Reader, environmentId: string, cursor: string | undefined): Promise<Place> {
  if (cursor === 'latest') {
    const position = await store.lastPosition(tx, environmentId)
    return position === 0 ? start : placeOf({ position, ...(await store.at(tx, environmentId, position))! })
  }
  if (cursor !== undefined) return parseCursor(cursor)!
  const first = await store.firstPosition(tx, environmentId)
  return { position: (first ?? 1) - 1, tag: '00000000' }
}

function expectCursor(cursor: string | undefined, path: string): void {
  if (cursor !== undefined && cursor !== 'latest' && !parseCursor(cursor))
    throw badRequest(path, 'format', 'This is not a cursor: send `next` of a previous response, or `latest`.')
}

/** Returns the event types that a list names, such as `pod.created,load.*`. */
function typesIn(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(changeTypes)
  return new Set(
    text.split(',').flatMap((name) => {
      const types = changeTypes.filter((type) => type === name || name === `${recordOf(type)}.*`)
      if (types.length > 0) return types
      const close = nearest(name, changeTypes, newHints(), 3)
      const hint = listed(close.length > 0 ? close : changeTypes, changeTypes.length)
      throw badRequest(
        '?types',
        'not_allowed',
        `The event type \`${firstCharacters(name, 100)}\` does not exist. Available: ${hint}.`,
      )
    }),
  )
}

const mayRead = (scopes: ReadonlySet<Scope>, type: ChangeType): boolean => scopes.has(scopeToFollow[recordOf(type)])

interface Reading {
  first: Place
  next(after: Place, limit: number): Promise<Page>
}

async function open(
  following: Following,
  { environmentId, query }: Call<Query>,
  cursor: string | undefined,
  path: string,
) {
  const types = typesIn(query.types)
  expectCursor(cursor, path)
  const wanted = (type: ChangeType) => types.has(type) && mayRead(following.scopes(), type)
  await following.settled()
  const first = await following.read((tx) => placeFor(tx, environmentId, cursor))
  const reading: Reading = {
    first,
    next: (after, limit) => following.read((tx) => page(tx, environmentId, { after, limit, wanted })),
  }
  return reading
}

/** Returns events after a cursor. Without events, it waits for new ones, up to the `wait` of the client. */
export async function answer(following: Following, call: Call<Query>): Promise<Reply> {
  const { query } = call
  if (query.before !== undefined) return backwards(following, call, query.before)
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  const until = performance.now() + Number(query.wait ?? 0) * 1_000
  const reading = await open(following, call, query.after, '?after')
  let found = await reading.next(reading.first, limit)
  while (found.texts.length === 0 && !following.signal.aborted) {
    const left = until - performance.now()
    if (left <= 0) break
    if (found.ended) await following.more(found.next.position, left)
    found = await reading.next(found.next, limit)
  }
  return okData(`{"events":[${found.texts.join(',')}],"next":"${cursorText(found.next)}"}`)
}

/** Returns events backwards from a cursor, the newest first. */
async function backwards(following: Following, { environmentId, query }: Call<Query>, before: string): Promise<Reply> {
  if (query.after !== undefined || query.wait !== undefined)
    throw badRequest('?before', 'one_of', '`before` reads backwards: leave out `after` and `wait`.')
  const types = typesIn(query.types)
  expectCursor(before, '?before')
  await following.settled()
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  return following.read(async (tx) => {
    const chosen: store.PlacedRow[] = []
    let at = before === 'latest' ? Number.MAX_SAFE_INTEGER : parseCursor(before)!.position
    if (before !== 'latest') await expectSame(tx, environmentId, parseCursor(before)!)
    let characters = 0
    let next = start
    for (let scanned = 0; scanned < scannedMax && chosen.length < limit && characters < charactersMax; ) {
      const rows = await store.before(tx, environmentId, at, Math.min(portion, limit - chosen.length))
      next = rows.length === 0 ? start : placeOf(rows.at(-1)!)
      if (rows.length === 0) break
      scanned += rows.length
      at = next.position
      for (const row of rows) {
        if (!types.has(row.type) || !mayRead(following.scopes(), row.type)) continue
        chosen.push(row)
        characters += row.differences.length
      }
    }
    const texts = await eventTexts(tx, environmentId, chosen)
    return okData(`{"events":[${texts.join(',')}],"next":"${cursorText(next)}"}`)
  })
}

/**
 * Throws `CURSOR_EXPIRED` if another event has the position of a cursor, after a restore. A purged event does not count
 * as an error.
 */
async function expectSame(tx: Reader, environmentId: string, { position, tag }: Place): Promise<void> {
  const row = await store.at(tx, environmentId, position)
  if (row && tagOf(row.changeId) !== tag) throw new Problem('CURSOR_EXPIRED')
}

const heartbeatMs = 15_000
const reconnectMs = 1_000

/** Streams events as server-sent events. A client that reconnects sends the id of its last event. */
export async function stream(following: Following, call: Call<Query>): Promise<AsyncIterable<string>> {
  const { query } = call
  if (query.before !== undefined)
    throw badRequest('?before', 'not_allowed', 'A stream cannot read backwards: leave out `before`.')
  const cursor = following.lastEventId ?? query.after
  const path = following.lastEventId === undefined ? '?after' : 'Last-Event-ID:'
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  const reading = await open(following, call, cursor, path)
  // Read before the first byte is sent, so that an expired cursor gets an error response.
  const first = await reading.next(reading.first, limit)
  return events(following, reading, first, limit)
}

async function* events({ signal, more }: Following, reading: Reading, first: Page, limit: number) {
  let found = first
  yield `retry: ${reconnectMs}\nid: ${cursorText(reading.first)}\n\n`
  while (!signal.aborted) {
    const { texts, places, next } = found
    if (texts.length > 0)
      yield texts.map((text, index) => `id: ${cursorText(places[index]!)}\ndata: ${text}\n\n`).join('')
    if (found.ended) {
      const began = performance.now()
      await more(next.position, heartbeatMs)
      if (signal.aborted) return
      // The id moves the client past events of other types.
      if (performance.now() - began >= heartbeatMs) yield `id: ${cursorText(next)}\n:\n\n`
    }
    found = await reading.next(next, limit)
  }
}
