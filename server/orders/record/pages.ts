// Reads the orders of an environment in pages.
import type { Awaitable } from '../../platform/database/database.ts'

/** Yields all pages. `read` returns the orders after an id, in the sequence of their ids. */
export async function* iteratePages<Row extends { consignmentId: string }>(
  read: (lastId: string) => Awaitable<Row[]>,
): AsyncGenerator<Row[]> {
  for (let lastId = ''; ; ) {
    const rows = await read(lastId)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    lastId = last.consignmentId
  }
}
