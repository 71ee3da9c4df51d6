// Limit (a): bare node:http that sends the same bytes from memory: what node:http itself costs.
import { createServer } from 'node:http'
import { listen, replier } from './listen.ts'

process.once('message', ({ body, together }: { body: string; together: boolean }) => {
  const reply = replier(together)
  listen(createServer((_request, response) => reply(response, body)))
})
