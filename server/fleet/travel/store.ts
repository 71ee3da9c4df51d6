// Stores times and ways of the travel server.
import {
  type Awaitable,
  buildValueList,
  createTemplate,
  joinFragments,
  piece,
  type ReadTransaction,
  type SqlQuery,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'

export interface TimeRow {
  fromPlace: number
  toPlace: number
  seconds: number
  metres: number
}

/** The encoded locations of a leg's start and end. */
export type LegEnds = readonly [from: number, to: number]

/** Travel server of the stored times, and the earliest time of storage that is still valid. */
export interface TimesScope {
  environmentId: string
  server: string
  storedAfter: number
}

export const sourcesAtOnce = 5
export const destinationsAtOnce = 200

/**
 * Finds travel times between up to `sourcesAtOnce` sources and `destinationsAtOnce` destinations. The age is not in the
 * condition: SQLite would choose the index by age, and read all rows of the environment. This takes ten times as long
 * with 200 places.
 */
export async function findTimes(
  tx: ReadTransaction,
  { environmentId, server, storedAfter }: TimesScope,
  sources: readonly number[],
  destinations: readonly number[],
): Promise<TimeRow[]> {
  const rows = await tx.all<TimeRow & { stored: number }>(
    joinFragments(
      piece`select from_place as "fromPlace", to_place as "toPlace", seconds, metres, stored
        from travel_times
        where environment_id = ${environmentId} and server = ${server} and from_place in `,
      buildValueList(sources, sourcesAtOnce),
      piece` and to_place in `,
      buildValueList(destinations, destinations.length <= 20 ? 20 : destinationsAtOnce),
    ),
  )
  return rows.filter(({ stored }) => stored > storedAfter)
}

export const legsPerQuery = 100

/** Finds the times of single legs, each by one look-up in the index. A short list is filled with its last leg. */
export async function findLegs(tx: ReadTransaction, scope: TimesScope, legs: readonly LegEnds[]): Promise<TimeRow[]> {
  const size = legs.length <= 20 ? 20 : legsPerQuery
  const values = Array.from({ length: size }, (_, index) => legs[Math.min(index, legs.length - 1)]!)
  const rows = await tx.all<TimeRow & { stored: number }>(
    joinFragments(
      piece`select from_place as "fromPlace", to_place as "toPlace", seconds, metres, stored from (values `,
      { strings: size === 20 ? shortTemplate : longTemplate, values: values.flat() },
      piece`) as way cross join travel_times
        where environment_id = ${scope.environmentId} and server = ${scope.server}
          and from_place = way.column1 and to_place = way.column2`,
    ),
  )
  return rows.filter(({ stored }) => stored > scope.storedAfter)
}

const valueSeparators = [' as bigint), cast(', ' as bigint)), (cast(']
const buildLegsTemplate = (size: number) =>
  createTemplate(
    '(cast(',
    ...Array.from({ length: size * 2 - 1 }, (_, index) => valueSeparators[index % 2]!),
    ' as bigint))',
  )
const [shortTemplate, longTemplate] = [buildLegsTemplate(20), buildLegsTemplate(legsPerQuery)]

export const rowsAtOnce = 200

const row = ['(', ', ', ', ', ', ', ', ', ', ', ', ', ')']
/** A statement with a fixed number of rows. If there are fewer rows, the last row is repeated, and stored once. */
const insertMany: TemplateStringsArray = createTemplate(
  ...manyRows(
    'insert into travel_times (environment_id, server, from_place, to_place, seconds, metres, stored) values ',
    ' on conflict (environment_id, server, from_place, to_place) do nothing',
  ),
)
function manyRows(prefix: string, suffix: string): string[] {
  const segments = [prefix]
  for (let index = 0; index < rowsAtOnce; index++) {
    segments.push(`${segments.pop()}${index === 0 ? '' : ', '}${row[0]}`, ...row.slice(1))
  }
  segments.push(`${segments.pop()}${suffix}`)
  return segments
}

export interface TimesBatch {
  environmentId: string
  server: string
  stored: number
  rows: readonly TimeRow[]
}

/** Inserts rows with one statement. Existing rows stay. */
export function insertTimes(
  tx: WriteTransaction,
  { environmentId, server, stored, rows }: TimesBatch,
): Awaitable<unknown> {
  const values = Array.from({ length: rowsAtOnce }, (_, index) => {
    const { fromPlace, toPlace, seconds, metres } = rows[Math.min(index, rows.length - 1)]!
    return [environmentId, server, fromPlace, toPlace, seconds, metres, stored]
  })
  const query: SqlQuery = { strings: insertMany, values: values.flat() }
  return tx.run(query)
}

/** Returns when the row after the `count` newest was stored; undefined if there are fewer. */
export const findRetentionCutoff = async (tx: ReadTransaction, environmentId: string, count: number) =>
  (
    await tx.get<{ stored: number }>(
      sql`select stored
        from travel_times
        where environment_id = ${environmentId}
        order by stored desc limit 1 offset ${count}`,
    )
  )?.stored

export const purgeTimes = (tx: WriteTransaction, environmentId: string, storedUntil: number, limit: number) =>
  tx.run(
    sql`delete from travel_times where environment_id = ${environmentId} and (server, from_place, to_place) in (
      select server, from_place, to_place
        from travel_times
        where environment_id = ${environmentId} and stored <= ${storedUntil}
        order by stored limit ${limit})`,
  )
