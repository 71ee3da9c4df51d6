// Tables of orders as they come out of files, read by the service and by the console.
import assert from 'node:assert/strict'
import { isTable, readTable } from '../../console/platform/table-file.ts'
import { openTable, type TableRow } from '../../server/integration/import/table.ts'

const options = { map: {}, defaults: {}, reading: {}, delimiter: undefined, fields: [] }

export async function rowsOf(content: string | Uint8Array, name = 'orders.csv'): Promise<TableRow[]> {
  const bytes = new Uint8Array(Buffer.from(content))
  const source = {
    name,
    size: bytes.length,
    async *chunks() {
      yield bytes
    },
    bytes: () => bytes,
  }
  return Array.fromAsync((await openTable(source, options)).rows)
}

/** The same cells, from the one and from the other; what stands under the headers. */
export async function cellsOf(content: string | Uint8Array, name?: string): Promise<Record<string, string[][]>> {
  const rows = await rowsOf(content, name)
  const table = await readTable(new File([new Uint8Array(Buffer.from(content))], name ?? 'orders.csv'))
  assert.ok(isTable(table), JSON.stringify(table))
  return { service: rows.map(({ cells }) => cells), console: table.rows }
}
