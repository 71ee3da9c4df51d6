// Limit (a): bare node:http that sends the same bytes from memory: what node:http itself costs.
import { createServer } from 'node:http'
import { listen } from './listen.ts'

process.once('message', ({ body }: { body: string }) => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  listen(createServer((_request, response) => void response.writeHead(200, headers).end(body)))
})
