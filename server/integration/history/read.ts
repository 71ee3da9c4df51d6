// Writes events as JSON for the API, with the names of actors and users.
import type { ChangeActor } from '../../../contract/change.ts'
import type { Driver } from '../../../contract/fleet.ts'
import * as tokens from '../../access/token/store.ts'
import * as people from '../../access/user/store.ts'
import { driverTable } from '../../fleet/record/store.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import type { ChangeRow, SequencedRow } from '../../platform/event/store.ts'
import { personPrefix, readActorKind } from '../../platform/operation/actor.ts'
import { driverPrefix, outsidePrefix } from '../../platform/operation/principal.ts'
import { formatIso } from '../../platform/value/times.ts'

async function actorOf(tx: ReadTransaction, environmentId: string, id: string): Promise<ChangeActor> {
  const actorKind = readActorKind(environmentId, id)
  return { kind: actorKind, id, name: await nameOf(tx, environmentId, { kind: actorKind, id }) }
}

async function nameOf(
  tx: ReadTransaction,
  environmentId: string,
  { kind, id }: Omit<ChangeActor, 'name'>,
): Promise<string | null> {
  if (kind === 'system') return 'Dray'
  if (kind === 'person') return (await people.findPerson(tx, id.slice(personPrefix.length)))?.name ?? null
  if (kind === 'driver') {
    const driver = await driverTable.find(tx, environmentId, id.slice(driverPrefix.length))
    return driver ? (JSON.parse(driver.document) as Driver).name : null
  }
  if (id.startsWith(outsidePrefix)) return id.slice(outsidePrefix.length)
  const program =
    kind === 'client' ? await tokens.findClient(tx, environmentId, id) : await tokens.findTokenOf(tx, environmentId, id)
  return program?.name ?? null
}

/**
 * Returns the key of a record. Events about users contain only ids, so this looks up the name while the user exists.
 */
async function keyOf(tx: ReadTransaction, { record, recordId, recordKey }: ChangeRow): Promise<string> {
  if (record === 'person') return (await people.findPerson(tx, recordId))?.name ?? recordKey
  if (record === 'invitation') return (await people.findInvitation(tx, recordId))?.email ?? recordKey
  return recordKey
}

/** Returns a function that finds each text once and then remembers it. */
function remembered<Of>(nameOf: (of: Of) => string, find: (of: Of) => Promise<unknown>): (of: Of) => Promise<string> {
  const cache = new Map<string, string>()
  return async (item) => {
    const text = cache.get(nameOf(item)) ?? JSON.stringify(await find(item))
    cache.set(nameOf(item), text)
    return text
  }
}

/** Returns the fields of each event as JSON without braces. The stored changes are inserted as text. */
async function memberTexts(tx: ReadTransaction, environmentId: string, rows: ChangeRow[]): Promise<string[]> {
  const actorText = remembered<string>(
    (id) => id,
    (id) => actorOf(tx, environmentId, id),
  )
  const keyText = remembered<ChangeRow>(
    ({ record, recordId, recordKey }) => `${record} ${recordId} ${recordKey}`,
    (row) => keyOf(tx, row),
  )
  const texts: string[] = []
  for (const row of rows)
    texts.push(
      `"id":"${row.changeId}","type":"${row.type}","time":"${formatIso(row.at)}"` +
        `,"record":{"type":"${row.record}","id":${JSON.stringify(row.recordId)},"key":${await keyText(row)}}` +
        `,"version":${row.version},"actor":${await actorText(row.actor)},"requestId":${JSON.stringify(row.requestId)}` +
        `,"changes":${row.differences}`,
    )
  return texts
}

export const formatChanges = async (tx: ReadTransaction, environmentId: string, rows: ChangeRow[]): Promise<string[]> =>
  (await memberTexts(tx, environmentId, rows)).map((text) => `{${text}}`)

export const formatEvents = async (
  tx: ReadTransaction,
  environmentId: string,
  rows: SequencedRow[],
): Promise<string[]> =>
  (await memberTexts(tx, environmentId, rows)).map(
    (text, index) => `{${text},"cursor":"${formatCursor(createCursor(rows[index]!))}"}`,
  )

/**
 * A position in the event log, and the end of the id of the event there. After a restore, other events get the same
 * positions; the tag shows a client that its cursor is from before the restore.
 */
export interface EventCursor {
  position: number
  tag: string
}
export const startCursor: EventCursor = { position: 0, tag: '' }
const tagLength = 8
export const getCursorTag = (changeId: string): string => changeId.slice(-tagLength)
export const createCursor = ({ position, changeId }: Pick<SequencedRow, 'position' | 'changeId'>): EventCursor => ({
  position,
  tag: getCursorTag(changeId),
})

export const formatCursor = ({ position, tag }: EventCursor): string =>
  position === 0 ? '0' : `${position.toString(36)}-${tag}`

/** Parses a cursor; undefined for an invalid one. */
export function parseCursor(text: string): EventCursor | undefined {
  if (text === '0') return startCursor
  const [, digits, tag] = /^([1-9a-z][0-9a-z]{0,9})-([0-9a-f]{8})$/.exec(text) ?? []
  const position = digits === undefined ? Number.NaN : Number.parseInt(digits, 36)
  return Number.isSafeInteger(position) ? { position, tag: tag! } : undefined
}
