// Limit (e): node:http and pg in their simplest form. A create inserts one row, a change updates one row.
import { randomUUIDv7 } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { bodyServer, listen } from './listen.ts'
import { environmentId } from './table.ts'

interface Order {
  key: string
  type: string
  depotKey: string
  weight: number
  volume: number
}

interface Setup {
  /** Of a database without tables. */
  url: string
  connections: number
  /** The orders that there are, and the whole JSON of a read of the first of them. */
  ids: string[]
  keys: string[]
  document: string
}

/** The columns and the two unique indexes of the service's consignments, nothing else. */
const table = `create table consignments (
  environment_id text not null, consignment_id text not null, key text not null, type text not null,
  version bigint not null, created text not null, updated text not null, depot_key text,
  time_at_stop bigint, joined_time_at_stop bigint, weight double precision, volume double precision,
  document jsonb not null, own_references text,
  primary key (environment_id, consignment_id), unique (environment_id, key))`
const insert = `insert into consignments (environment_id, consignment_id, key, type, version, created, updated,
  depot_key, weight, volume, document) values ($1, $2, $3, $4, 1, $5, $5, $6, $7, $8, $9)`
const update = `update consignments set document = document || $3, version = version + 1, updated = $4
  where environment_id = $1 and consignment_id = $2`

process.once('message', async ({ url, connections, ids, keys, document }: Setup) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query(table)
  const rows = ids.map((id, index) => [id, keys[index]!, document.replace(ids[0]!, id).replace(keys[0]!, keys[index]!)])
  for (let done = 0; done < rows.length; done += 50)
    await Promise.all(
      rows
        .slice(done, done + 50)
        .map(([id, key, text]) =>
          pool.query(insert, [environmentId, id, key, 'delivery', new Date().toISOString(), 'NORTH', null, null, text]),
        ),
    )
  await pool.query('analyze')

  const create = async (text: string): Promise<string> => {
    const { key, type, depotKey, weight, volume } = JSON.parse(text) as Order
    const id = randomUUIDv7()
    const now = new Date().toISOString()
    await pool.query(insert, [environmentId, id, key, type, now, depotKey, weight, volume, text])
    return id
  }
  const change = async (text: string, id: string): Promise<string> => {
    JSON.parse(text)
    const { rowCount } = await pool.query(update, [environmentId, id, text, new Date().toISOString()])
    if (rowCount !== 1) throw new Error(`There is no order ${id}.`)
    return id
  }
  const answer = async (text: string, url: string, response: ServerResponse): Promise<void> => {
    const at = url.indexOf('id=')
    const id = at < 0 ? await create(text) : await change(text, url.slice(at + 3))
    const body = `{"data":{"consignmentId":"${id}"},"status":"OK"}`
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(at < 0 ? 201 : 200, headers).end(body)
  }
  listen(bodyServer((text, url, response) => void answer(text, url, response)))
})
