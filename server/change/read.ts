// A change as a read returns it, with the names of those who made it.
import type { Actor } from '../../contract/change.ts'
import type { Reader } from '../database/database.ts'
import { outsidePrefix } from '../http/principal.ts'
import { toIso } from '../http/times.ts'
import * as people from '../person/store.ts'
import * as tokens from '../token/store.ts'
import type { ChangeRow, PlacedRow } from './store.ts'

/** Who changes what no request has asked for: the service itself, and its command line. */
const system = 'dray'
const personPrefix = 'person:'

async function actorOf(tx: Reader, environmentId: string, id: string): Promise<Actor> {
  if (id === system) return { kind: 'system', id, name: 'Dray' }
  if (id.startsWith(personPrefix)) {
    const person = await people.findPerson(tx, id.slice(personPrefix.length))
    return { kind: 'person', id, name: person?.name ?? null }
  }
  if (id.startsWith(outsidePrefix)) return { kind: 'client', id, name: id.slice(outsidePrefix.length) }
  const client = await tokens.findClient(tx, environmentId, id)
  if (client) return { kind: 'client', id, name: client.name }
  return { kind: 'token', id, name: (await tokens.findTokenOf(tx, environmentId, id))?.name ?? null }
}

/** Many changes are of few: each is looked up once. */
function actorTexts(tx: Reader, environmentId: string): (id: string) => Promise<string> {
  const known = new Map<string, string>()
  return async (id) => {
    const text = known.get(id) ?? JSON.stringify(await actorOf(tx, environmentId, id))
    known.set(id, text)
    return text
  }
}

/** The members of a change as JSON, without the braces. The stored text is spliced in as it is. */
const members = (row: ChangeRow, actor: string): string =>
  `"id":"${row.changeId}","type":"${row.type}","time":"${toIso(row.at)}"` +
  `,"record":{"type":"${row.record}","id":${JSON.stringify(row.recordId)},"key":${JSON.stringify(row.recordKey)}}` +
  `,"version":${row.version},"actor":${actor},"requestId":${JSON.stringify(row.requestId)},"changes":${row.differences}`

export async function changeTexts(tx: Reader, environmentId: string, rows: ChangeRow[]): Promise<string[]> {
  const actorText = actorTexts(tx, environmentId)
  const texts: string[] = []
  for (const row of rows) texts.push(`{${members(row, await actorText(row.actor))}}`)
  return texts
}

export async function eventTexts(tx: Reader, environmentId: string, rows: PlacedRow[]): Promise<string[]> {
  const actorText = actorTexts(tx, environmentId)
  const texts: string[] = []
  for (const row of rows)
    texts.push(`{${members(row, await actorText(row.actor))},"cursor":"${cursorText(placeOf(row))}"}`)
  return texts
}

/**
 * A place in the order of changes, and the end of the id of the change that has it: after the database was put back to
 * an earlier state other changes get the same places, and whoever follows must hear of it rather than miss them.
 */
export interface Place {
  position: number
  tag: string
}
export const start: Place = { position: 0, tag: '' }
const tagLength = 8
export const tagOf = (changeId: string): string => changeId.slice(-tagLength)
export const placeOf = ({ position, changeId }: Pick<PlacedRow, 'position' | 'changeId'>): Place => ({
  position,
  tag: tagOf(changeId),
})

export const cursorText = ({ position, tag }: Place): string =>
  position === 0 ? '0' : `${position.toString(36)}-${tag}`

/** Undefined for what is no cursor of ours. */
export function parseCursor(text: string): Place | undefined {
  if (text === '0') return start
  const [, digits, tag] = /^([1-9a-z][0-9a-z]{0,9})-([0-9a-f]{8})$/.exec(text) ?? []
  const position = digits === undefined ? Number.NaN : Number.parseInt(digits, 36)
  return Number.isSafeInteger(position) ? { position, tag: tag! } : undefined
}
