// Lists and streams events in the sequence of commits, each event once, with a wait for new events.
import {
  type ChangeType,
  changeTypes,
  eventLimits,
  type listEvents,
  recordOf,
  scopeToFollow,
} from '../../../contract/change.ts'
import type { QueryOf, TokenScope } from '../../../contract/endpoint.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import * as store from '../../platform/event/store.ts'
import {
  buildDataResponse,
  type FollowContext,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import { truncateText } from '../../platform/value/characters.ts'
import { createHintBudget, createSuggestion } from '../../platform/value/nearest.ts'
import {
  createCursor,
  type EventCursor,
  formatCursor,
  formatEvents,
  getCursorTag,
  parseCursor,
  startCursor,
} from './read.ts'

type Query = QueryOf<typeof listEvents>

/** Events per read. One event may be as large as two orders. */
const portion = 50
/** Largest number of events that one response reads, whether it returns them or not. */
const scannedMax = 1_000
/** Characters after which a response takes no further event. */
const charactersMax = 2 ** 20

export interface EventPage {
  texts: string[]
  cursors: EventCursor[]
  /** Next cursor, after the last event that was read. */
  next: EventCursor
  /** Whether no further event exists. */
  ended: boolean
}

/** Reads a page of events of the wanted types after a position. */
async function page(
  tx: ReadTransaction,
  environmentId: string,
  { after, limit, wanted }: { after: EventCursor; limit: number; wanted: (type: ChangeType) => boolean },
): Promise<EventPage> {
  await expectKept(tx, environmentId, after)
  const found: EventPage = { texts: [], cursors: [], next: after, ended: false }
  let characters = 0
  for (let scanned = 0; scanned < scannedMax && found.texts.length < limit && characters < charactersMax; ) {
    const rows = await store.findChangesAfter(tx, environmentId, found.next.position, portion)
    const chosen: store.SequencedRow[] = []
    for (const row of rows) {
      if (found.texts.length + chosen.length >= limit || characters >= charactersMax) break
      found.next = createCursor(row)
      scanned++
      if (!wanted(row.type)) continue
      chosen.push(row)
      characters += row.differences.length
    }
    found.texts.push(...(await formatEvents(tx, environmentId, chosen)))
    found.cursors.push(...chosen.map(createCursor))
    if (rows.length < portion && found.next.position === (rows.at(-1)?.position ?? found.next.position)) {
      found.ended = true
      break
    }
  }
  return found
}

/** Throws `CURSOR_EXPIRED` if events after a cursor were purged, or if the database was restored from a backup. */
async function expectKept(tx: ReadTransaction, environmentId: string, { position, tag }: EventCursor): Promise<void> {
  const row = position === 0 ? undefined : await store.findChangeAt(tx, environmentId, position)
  if (row && getCursorTag(row.changeId) === tag) return
  const first = await store.findFirstPosition(tx, environmentId)
  // The cursor is just before the first event that is kept, or at the start of an empty log.
  if (!row && position + 1 === (first ?? 1)) return
  throw new ApiProblem('CURSOR_EXPIRED')
}

/** Returns the parsed cursor. Without a cursor, returns the position before the first event that is kept. */
async function resolveCursor(
  tx: ReadTransaction,
  environmentId: string,
  cursor: string | undefined,
): Promise<EventCursor> {
  if (cursor === 'latest') {
    const position = await store.findLastPosition(tx, environmentId)
    return position === 0
      ? startCursor
      : createCursor({ position, ...(await store.findChangeAt(tx, environmentId, position))! })
  }
  if (cursor !== undefined) return parseCursor(cursor)!
  const first = await store.findFirstPosition(tx, environmentId)
  return { position: (first ?? 1) - 1, tag: '00000000' }
}

function expectCursor(cursor: string | undefined, path: string): void {
  if (cursor !== undefined && cursor !== 'latest' && !parseCursor(cursor))
    throw createBadRequest(path, 'format', 'This is not a cursor: send `next` of a previous response, or `latest`.')
}

/** Returns the event types that a list names, such as `pod.created,load.*`. */
function typesIn(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(changeTypes)
  return new Set(
    text.split(',').flatMap((name) => {
      const types = changeTypes.filter((type) => type === name || name === `${recordOf(type)}.*`)
      if (types.length > 0) return types
      const { advice, suggestion } = createSuggestion(name, changeTypes, createHintBudget(), {
        emptyText: '',
        nearestOpening: 'Available',
        most: changeTypes.length,
      })
      const message = `The event type \`${truncateText(name, 100)}\` does not exist. ${advice}`
      throw createBadRequest('?types', 'not_allowed', message, { name, ...suggestion })
    }),
  )
}

const mayRead = (scopes: ReadonlySet<TokenScope>, type: ChangeType): boolean =>
  scopes.has(scopeToFollow[recordOf(type)])

interface Reading {
  first: EventCursor
  next(after: EventCursor, limit: number): Promise<EventPage>
}

async function open(
  following: FollowContext,
  { environmentId, query }: OperationCall<Query>,
  cursor: string | undefined,
  path: string,
) {
  const types = typesIn(query.types)
  expectCursor(cursor, path)
  const isRequested = (type: ChangeType) => types.has(type) && mayRead(following.scopes(), type)
  await following.settled()
  const first = await following.read((tx) => resolveCursor(tx, environmentId, cursor))
  const reading: Reading = {
    first,
    next: (fromCursor, limit) =>
      following.read((tx) => page(tx, environmentId, { after: fromCursor, limit, wanted: isRequested })),
  }
  return reading
}

/** Returns events after a cursor. Without events, waits for new events, up to the `wait` of the client. */
export async function getEvents(following: FollowContext, call: OperationCall<Query>): Promise<OperationResponse> {
  const { query } = call
  if (query.before !== undefined) return backwards(following, call, query.before)
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  const endMs = performance.now() + Number(query.wait ?? 0) * 1_000
  const reading = await open(following, call, query.after, '?after')
  let found = await reading.next(reading.first, limit)
  while (found.texts.length === 0 && !following.signal.aborted) {
    const remainingMs = endMs - performance.now()
    if (remainingMs <= 0) break
    if (found.ended) await following.more(found.next.position, remainingMs)
    found = await reading.next(found.next, limit)
  }
  return buildDataResponse(`{"events":[${found.texts.join(',')}],"next":"${formatCursor(found.next)}"}`)
}

/** Returns events backwards from a cursor, the newest first. */
async function backwards(
  following: FollowContext,
  { environmentId, query }: OperationCall<Query>,
  cursor: string,
): Promise<OperationResponse> {
  if (query.after !== undefined || query.wait !== undefined)
    throw createBadRequest('?before', 'one_of', '`before` reads backwards: leave out `after` and `wait`.')
  const types = typesIn(query.types)
  expectCursor(cursor, '?before')
  await following.settled()
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  return following.read(async (tx) => {
    const chosen: store.SequencedRow[] = []
    let position = cursor === 'latest' ? Number.MAX_SAFE_INTEGER : parseCursor(cursor)!.position
    if (cursor !== 'latest') await expectSame(tx, environmentId, parseCursor(cursor)!)
    let characters = 0
    let next = startCursor
    for (let scanned = 0; scanned < scannedMax && chosen.length < limit && characters < charactersMax; ) {
      const rows = await store.findChangesBefore(tx, environmentId, position, Math.min(portion, limit - chosen.length))
      next = rows.length === 0 ? startCursor : createCursor(rows.at(-1)!)
      if (rows.length === 0) break
      scanned += rows.length
      position = next.position
      for (const row of rows) {
        if (!types.has(row.type) || !mayRead(following.scopes(), row.type)) continue
        chosen.push(row)
        characters += row.differences.length
      }
    }
    const texts = await formatEvents(tx, environmentId, chosen)
    return buildDataResponse(`{"events":[${texts.join(',')}],"next":"${formatCursor(next)}"}`)
  })
}

/**
 * Throws `CURSOR_EXPIRED` if another event has the position of a cursor, after a restore. A purged event does not count
 * as an error.
 */
async function expectSame(tx: ReadTransaction, environmentId: string, { position, tag }: EventCursor): Promise<void> {
  const row = await store.findChangeAt(tx, environmentId, position)
  if (row && getCursorTag(row.changeId) !== tag) throw new ApiProblem('CURSOR_EXPIRED')
}

const heartbeatMs = 15_000
const reconnectMs = 1_000

/** Streams events as server-sent events. A client that reconnects sends the id of its last event. */
export async function streamEvents(context: FollowContext, call: OperationCall<Query>): Promise<AsyncIterable<string>> {
  const { query } = call
  if (query.before !== undefined)
    throw createBadRequest('?before', 'not_allowed', 'A stream cannot read backwards: leave out `before`.')
  const cursor = context.lastEventId ?? query.after
  const path = context.lastEventId === undefined ? '?after' : 'Last-Event-ID:'
  const limit = Number(query.limit ?? eventLimits.limitDefault)
  const reading = await open(context, call, cursor, path)
  // The first page is read before the first byte is sent, so that an expired cursor gets an error response.
  const first = await reading.next(reading.first, limit)
  return events(context, reading, first, limit)
}

async function* events({ signal, more }: FollowContext, reading: Reading, first: EventPage, limit: number) {
  let found = first
  yield `retry: ${reconnectMs}\nid: ${formatCursor(reading.first)}\n\n`
  while (!signal.aborted) {
    const { texts, cursors, next } = found
    if (texts.length > 0)
      yield texts.map((text, index) => `id: ${formatCursor(cursors[index]!)}\ndata: ${text}\n\n`).join('')
    if (found.ended) {
      const began = performance.now()
      await more(next.position, heartbeatMs)
      if (signal.aborted) return
      // The id moves the client past events of other types.
      if (performance.now() - began >= heartbeatMs) yield `id: ${formatCursor(next)}\n:\n\n`
    }
    found = await reading.next(next, limit)
  }
}
