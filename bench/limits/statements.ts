// Limit (d): bare node:http that parses the body and runs only the statements of the service's create or change, on a
// copy of its database. The requests of one turn of the event loop share a durable commit.
import { randomUUIDv7 } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlValue } from '../../server/platform/database/database.ts'
import { connectSqlite } from '../../server/platform/database/sqlite.ts'
import { placeholders, type Recorded, recordChange, recordCreate } from '../statements.ts'
import { bodyServer, listen } from './listen.ts'

type Made = Partial<Record<keyof typeof placeholders, SqlValue>>

/** A recorded statement, and what makes its values for a request. */
interface Step {
  statement: StatementSync
  values(made: Made): SqlValue[]
}

function stepOf(database: DatabaseSync, { strings, values }: Recorded): Step {
  const statement = database.prepare(strings.join('?'))
  statement.setReadBigInts(true)
  const names = Object.keys(placeholders) as (keyof Made)[]
  const places = values.map((value) => names.find((name) => value === placeholders[name]))
  const texts = values.map((value) => typeof value === 'string' && value.includes(placeholders.serial))
  return {
    statement,
    values: (made) =>
      values.map((value, index) => {
        if (places[index]) return made[places[index]]!
        return texts[index] ? (value as string).replaceAll(placeholders.serial, made.serial as string) : value
      }),
  }
}

process.once('message', async ({ folder, file }: { folder: string; file: string }) => {
  const copy = join(folder, 'limit.sqlite')
  const service = new DatabaseSync(file, { readOnly: true })
  service.prepare('vacuum into ?').run(copy)
  service.close()
  const database = connectSqlite(copy)
  const { environmentId } = database
    .prepare("select environment_id as environmentId from environments where name = 'default'")
    .get() as { environmentId: string }
  const stepsOf = (statements: Recorded[]) => statements.map((each) => stepOf(database, each))
  const creating = stepsOf(await recordCreate(environmentId))
  const [finding, ...changing] = stepsOf(await recordChange(environmentId))
  const [begin, commit] = ['begin immediate', 'commit'].map((text) => stepOf(database, { strings: [text], values: [] }))
  let { position } = database.prepare('select max(position) as position from changes').get() as { position: number }
  let { since } = database.prepare('select max(since) as since from export_list').get() as { since: number }
  let { row } = database.prepare('select max(row_id) as row from search_rows').get() as { row: number }
  const run = (steps: Step[], made: Made) => {
    for (const { statement, values } of steps) statement.run(...values(made))
  }
  const next = () => ({ changeId: randomUUIDv7(), position: ++position, since: ++since })

  const create = (text: string) => {
    const { key } = JSON.parse(text) as { key: string }
    const id = randomUUIDv7()
    run(creating, { ...next(), id, key, serial: key.slice(-placeholders.serial.length), row: ++row })
    return `{"data":{"consignmentId":"${id}"},"status":"OK"}`
  }
  const change = (text: string, id: string) => {
    const { consignmentInstructions } = JSON.parse(text) as { consignmentInstructions: string }
    const { version, key } = finding!.statement.get(...finding!.values({ id })) as { version: bigint; key: string }
    const serial = consignmentInstructions.slice(-placeholders.serial.length)
    run(changing, { ...next(), id, key, serial, version: Number(version) + 1 })
    return `{"data":{"consignmentId":"${id}"},"status":"OK"}`
  }

  let waiting: { text: string; url: string; response: ServerResponse }[] = []
  const store = () => {
    const batch = waiting
    waiting = []
    begin!.statement.run()
    const bodies = batch.map(({ text, url }) => {
      const at = url.indexOf('id=')
      return at < 0 ? create(text) : change(text, url.slice(at + 3))
    })
    commit!.statement.run()
    for (const [index, { url, response }] of batch.entries()) {
      const body = bodies[index]!
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
      response.writeHead(url.includes('id=') ? 200 : 201, headers).end(body)
    }
  }
  listen(
    bodyServer((text, url, response) => {
      if (waiting.push({ text, url, response }) === 1) setImmediate(store)
    }),
  )
})
