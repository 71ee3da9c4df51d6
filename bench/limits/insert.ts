// Limit (c): bare node:http that parses the body and inserts one row. The requests of one turn of the event loop share
// a durable commit.
import { randomUUIDv7 } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { bodyServer, listen } from './listen.ts'
import { insertRow, openTable } from './table.ts'

interface Order {
  key: string
  type: string
  depotKey: string
  weight: number
  volume: number
}

process.once('message', ({ folder }: { folder: string }) => {
  const database = openTable(folder)
  const insert = database.prepare(insertRow)
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  let waiting: { text: string; response: ServerResponse }[] = []

  const store = () => {
    const batch = waiting
    waiting = []
    const now = new Date().toISOString()
    begin.run()
    const ids = batch.map(({ text }) => {
      const { key, type, depotKey, weight, volume } = JSON.parse(text) as Order
      const id = randomUUIDv7()
      insert.run(id, key, type, now, now, depotKey, null, weight, volume, text)
      return id
    })
    commit.run()
    for (const [index, { response }] of batch.entries()) {
      const body = `{"data":{"consignmentId":"${ids[index]}"},"status":"OK"}`
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
      response.writeHead(201, headers).end(body)
    }
  }

  listen(
    bodyServer((text, _url, response) => {
      if (waiting.push({ text, response }) === 1) setImmediate(store)
    }),
  )
})
