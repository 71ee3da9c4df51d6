// Stores responses of the geocoder.
import {
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'

/** Selects the responses of one server that were stored after a time. */
export interface GeocodeScope {
  environmentId: string
  server: string
  storedAfter: number
}
export interface GeocodeRow {
  address: string
  /** JSON of the proposals in the response. */
  answer: string
}

const addressesAtOnce = 50

export async function findGeocodes(
  tx: ReadTransaction,
  { environmentId, server, storedAfter }: GeocodeScope,
  addresses: readonly string[],
): Promise<GeocodeRow[]> {
  const rows = await tx.all<GeocodeRow & { stored: number }>(
    joinFragments(
      piece`select address, answer, stored from geocodes
        where environment_id = ${environmentId} and server = ${server} and address in `,
      buildValueList(addresses, addressesAtOnce),
    ),
  )
  return rows.filter(({ stored }) => stored > storedAfter)
}

export const insertGeocode = (
  tx: WriteTransaction,
  environmentId: string,
  { server, address, answer, stored }: GeocodeRow & { server: string; stored: number },
) =>
  tx.run(
    sql`insert into geocodes (environment_id, server, address, answer, stored)
      values (${environmentId}, ${server}, ${address}, ${answer}, ${stored})
      on conflict (environment_id, server, address) do update set answer = excluded.answer, stored = excluded.stored`,
  )

/**
 * Returns the time of the first response after the `count` newest ones; undefined if there are not so many responses.
 */
export const findRetentionCutoff = async (tx: ReadTransaction, environmentId: string, count: number) =>
  (
    await tx.get<{ stored: number }>(
      sql`select stored from geocodes
        where environment_id = ${environmentId} order by stored desc limit 1 offset ${count}`,
    )
  )?.stored

export const purgeGeocodes = (tx: WriteTransaction, environmentId: string, storedUntil: number, limit: number) =>
  tx.run(
    sql`delete from geocodes
      where environment_id = ${environmentId}
        and (server, address) in (select server, address from geocodes
          where environment_id = ${environmentId} and stored <= ${storedUntil} order by stored limit ${limit})`,
  )
