// Reads the orders of an environment in pages.
import type { Awaitable } from '../../platform/database/database.ts'

/** Returns all pages. `read` lists orders after an id, in the sequence of their ids. */
export async function* pagesOf<Row extends { consignmentId: string }>(
  read: (after: string) => Awaitable<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.consignmentId
  }
}
