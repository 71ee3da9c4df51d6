// Limit (b): bare node:http with one prepared read, the stored text spliced into the envelope.
import { createServer } from 'node:http'
import { listen } from './listen.ts'
import { environmentId, insertRow, openTable } from './table.ts'

interface Setup {
  folder: string
  ids: string[]
  keys: string[]
  /** The whole JSON of a read of the first of them. */
  document: string
}

process.once('message', ({ folder, ids, keys, document }: Setup) => {
  const database = openTable(folder)
  const insert = database.prepare(insertRow)
  database.exec('begin')
  for (const [index, id] of ids.entries()) {
    const text = document.replace(ids[0]!, id).replace(keys[0]!, keys[index]!)
    insert.run(id, keys[index]!, 'delivery', '', '', 'NORTH', null, null, null, text)
  }
  database.exec('commit')
  const byId = database.prepare('select document from consignments where environment_id = ? and consignment_id = ?')
  const byKey = database.prepare('select document from consignments where environment_id = ? and key = ?')
  listen(
    createServer(({ url }, response) => {
      const at = url!.indexOf('=')
      const statement = url!.startsWith('id', at - 2) ? byId : byKey
      const row = statement.get(environmentId, url!.slice(at + 1)) as { document: string }
      const body = `{"data":${row.document},"status":"OK"}`
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
      response.writeHead(200, headers).end(body)
    }),
  )
})
