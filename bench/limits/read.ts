// Limit (b): bare node:http with one prepared read, the stored text spliced into the envelope.
import { createServer, type ServerResponse } from 'node:http'
import { listen, replier } from './listen.ts'
import { environmentId, insertRow, openTable } from './table.ts'

interface Setup {
  /** Whether the requests of one turn of the event loop share a snapshot, and their replies leave together. */
  together: boolean
  folder: string
  ids: string[]
  keys: string[]
  /** The whole JSON of a read of the first of them. */
  document: string
}

process.once('message', ({ folder, ids, keys, document, together }: Setup) => {
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
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  const reply = replier(together)
  const answer = (url: string, response: ServerResponse) => {
    const at = url.indexOf('=')
    const statement = url.startsWith('id', at - 2) ? byId : byKey
    const row = statement.get(environmentId, url.slice(at + 1)) as { document: string }
    reply(response, `{"data":${row.document},"status":"OK"}`)
  }
  let waiting: { url: string; response: ServerResponse }[] = []
  const answerAll = () => {
    const batch = waiting
    waiting = []
    begin.run()
    for (const { url, response } of batch) answer(url, response)
    commit.run()
  }
  const take = (url: string, response: ServerResponse) => {
    if (waiting.push({ url, response }) === 1) setImmediate(answerAll)
  }
  listen(createServer(({ url }, response) => (together ? take(url!, response) : answer(url!, response))))
})
