// Bodies and replies that are files: how they are let in, how slowly they may come, how they are sent. Two endpoints of this test's own stand for all.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeEndpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { buildOpenapi } from '../../contract/openapi.ts'
import Type from '../../contract/schema.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { buildOkResponse, createFileOperation, createFlowOperation } from '../../server/platform/operation/operation.ts'
import { endpointOperations } from '../../server/runtime/operations.ts'
import type { Service, Tenant } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'

const types = ['image/jpeg', 'image/png'] as const
const bytesMax = 300_000
const shared = {
  path: '/v1/sample/{fileId}',
  tag: 'Consignments',
  summary: 'A file of a test',
  params: Type.Object({ fileId: Type.String({ maxLength: 100 }) }),
} as const
const putFile = describeEndpoint({
  ...shared,
  id: 'putSample',
  method: 'PUT',
  scope: 'consignments:write',
  upload: { types, bytesMax },
})
const getFile = describeEndpoint({
  ...shared,
  id: 'getSample',
  method: 'GET',
  scope: 'consignments:read',
  download: types,
})

/** Files that are never there: whoever asked for them, and whether they have gone. */
const asked: AbortSignal[] = []
/** Those that wait until the test lets them go on. */
let gate: Promise<void> | undefined

Object.assign(endpoints, { putSample: putFile, getSample: getFile })
Object.assign(endpointOperations, {
  putSample: createFlowOperation(putFile, async ({ environmentId, params, body }, { services }) => {
    await gate
    await services.files.put(buildFileName(environmentId, params.fileId), body)
    return buildOkResponse()
  }),
  getSample: createFileOperation(getFile, async ({ environmentId, params: { fileId } }, { services }) => ({
    type: 'image/png',
    name: `Lieferung für "${fileId}"\r\n.png`,
    etag: `"${fileId}"`,
    async open(gone) {
      if (fileId !== 'never') return (await services.files.open(buildFileName(environmentId, fileId)))!
      asked.push(gone)
      await once(gone, 'abort')
      throw gone.reason
    },
  })),
})

let service: Service
let tenant: Tenant
const cleanups: (() => unknown)[] = []
before(async () => {
  // The server makes its tables when it is loaded: only now are the two endpoints in them.
  const { startService } = await import('../support/harness.ts')
  const flags = { requestTimeoutMs: '1000', uploadsBytesMax: '8388608' }
  service = await startService({ after: (fn) => void cleanups.push(fn) }, flags)
  tenant = await service.environment()
})
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

const pathOf = (fileId: string) => `/v1/sample/${fileId}`
const photo = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') => new Blob([bytes], { type })
const put = (fileId: string, body: unknown, headers: Record<string, string> = {}) =>
  tenant.request('PUT', pathOf(fileId), { body, headers })

test('a download returns the stored bytes, with headers that stop a browser from running the file', async () => {
  const fileId = randomUUID()
  const bytes = randomBytes(200_000) as Buffer<ArrayBuffer>
  const params = { fileId }
  await tenant.call(putFile, { params, body: photo(bytes) })
  const answer = await tenant.call(getFile, { params })
  assert.deepEqual(Buffer.from(await answer.data.arrayBuffer()), bytes)
  const header = (name: string) => answer.headers.get(name)
  assert.equal(header('content-type'), 'image/png')
  assert.equal(header('content-length'), String(bytes.length))
  assert.equal(header('etag'), `"${fileId}"`)
  assert.equal(header('cache-control'), 'private, no-cache')
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(header('cross-origin-resource-policy'), 'same-origin')
  assert.equal(
    header('content-disposition'),
    `inline; filename="Lieferung_f_r_${fileId}_.png"; filename*=UTF-8''Lieferung%20f%C3%BCr%20%22${fileId}%22%0D%0A.png`,
  )
})

test('a client that has the current file receives 304', async () => {
  const fileId = randomUUID()
  await put(fileId, photo(Buffer.from('x')))
  for (const [given, status] of [
    [`"${fileId}"`, 304],
    [`W/"${fileId}"`, 304],
    [`"other", "${fileId}"`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    const answer = await tenant.request('GET', pathOf(fileId), { headers: { 'if-none-match': given } })
    assert.deepEqual([answer.status, answer.text], [status, status === 200 ? 'x' : ''], given)
    assert.equal(answer.headers.get('etag'), `"${fileId}"`)
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
  }
})

test('a file is read from storage after the client has read earlier files, and not after it disconnects', async () => {
  await until('the service knows it', async () => (await tenant.request('GET', '/v1/environment')).status === 200)
  const socket = connect(service.running.port, '127.0.0.1')
  await once(socket, 'connect')
  const authorization = `Authorization: Bearer ${tenant.token}`
  socket.write(`GET ${pathOf('never')} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`.repeat(3))
  await until('the first is asked for', () => asked.length === 1)
  for (let look = 0; look < 10; look++) await tenant.request('GET', '/v1/environment')
  assert.equal(asked.length, 1)
  socket.destroy()
  await until('its client has gone', () => asked[0]!.aborted)
  for (let look = 0; look < 10; look++) await tenant.request('GET', '/v1/environment')
  assert.equal(asked.length, 1, 'those behind it are never made')
})

test('a download accepts the Accept header of an image, and rejects one without the file type and JSON', async () => {
  const fileId = randomUUID()
  await put(fileId, photo(Buffer.from('x')))
  const status = async (accept: string) => (await tenant.request('GET', pathOf(fileId), { headers: { accept } })).status
  for (const accept of ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/png', 'image/*', 'application/json'])
    assert.equal(await status(accept), 200, accept)
  for (const accept of ['image/webp', 'text/html', 'image/png;q=0']) assert.equal(await status(accept), 406, accept)
})

test('a file that is empty, compressed, too large or of another type is rejected', async () => {
  const fileId = randomUUID()
  const bytes = Buffer.from('x')
  for (const type of ['', 'application/json', 'image/svg+xml', 'multipart/form-data'])
    assertProblem(await put(fileId, bytes, { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
  assertProblem(await put(fileId, photo(bytes), { 'content-encoding': 'gzip' }), 'UNSUPPORTED_MEDIA_TYPE')
  assertProblem(await put(fileId, photo(Buffer.alloc(0))), 'BAD_REQUEST')
  assertProblem(await put(fileId, undefined), 'BAD_REQUEST')
  assertProblem(await put(fileId, photo(Buffer.alloc(bytesMax + 1))), 'BODY_TOO_LARGE')
  assert.equal((await put(fileId, photo(Buffer.alloc(bytesMax)))).status, 200)
  const chunked = Buffer.from(`${(bytesMax + 1).toString(16)}\r\n${'x'.repeat(bytesMax + 1)}\r\n0\r\n\r\n`)
  const answer = await talk(`${headOf(fileId)}Transfer-Encoding: chunked\r\n\r\n`, [chunked], 0)
  assert.match(answer, /^HTTP\/1.1 413 .*"BODY_TOO_LARGE"/s)
})

test('a file endpoint checks tokens and scopes', async () => {
  const body = photo(Buffer.from('x'))
  const asked = (headers: Record<string, string>) => put(randomUUID(), body, headers)
  assertProblem(await asked({ authorization: 'Bearer none' }), 'UNAUTHORIZED')
  const reader = await tenant.tokenWith(['consignments:read'])
  assertProblem(await asked({ authorization: `Bearer ${reader}` }), 'TOKEN_PERMISSIONS')
})

test('a slow upload may take longer than the request timeout', async () => {
  const fileId = randomUUID()
  const pieces = Array.from({ length: 12 }, (_, index) => Buffer.from(`piece ${index} `.repeat(300)))
  const length = pieces.reduce((sum, { length }) => sum + length, 0)
  const answer = await talk(`${headOf(fileId)}Content-Length: ${length}\r\n\r\n`, pieces, 100)
  assert.match(answer, /^HTTP\/1.1 200 /)
  const { text } = await tenant.request('GET', pathOf(fileId))
  assert.equal(text, pieces.join(''))
})

test('an upload that stalls or is slower than the minimum rate is cut off', async () => {
  const [stops, drips] = [randomUUID(), randomUUID()]
  const late = /^HTTP\/1.1 400 .*took too long/s
  assert.match(await talk(`${headOf(stops)}Content-Length: 1000\r\n\r\n`, [Buffer.from('a')], 0), late)
  const drops = Array.from({ length: 100 }, () => Buffer.from('a'))
  const sent: Buffer[] = []
  assert.match(await talk(`${headOf(drips)}Content-Length: 1000\r\n\r\n`, drops, 100, sent), late)
  assert.ok(sent.length < drops.length, 'while it still came')
})

test('the bytes of concurrent uploads are limited per environment and in total', async (t) => {
  const held = Promise.withResolvers<void>()
  gate = held.promise
  t.after(() => held.resolve())
  const body = photo(Buffer.alloc(bytesMax))
  const statuses: number[] = []
  const sent: Promise<unknown>[] = []
  const send = (of: Tenant, count: number) => {
    for (let index = 0; index < count; index++)
      sent.push(of.request('PUT', pathOf(randomUUID()), { body }).then(({ status }) => statuses.push(status)))
  }
  const [last, ...four] = await service.environments(5)
  // A quarter of 8 MiB holds six files of 300,000 bytes.
  for (const [index, each] of four.entries()) {
    send(each, 7)
    await until('the seventh is refused', () => statuses.length === index + 1)
  }
  // All of it holds 27.
  send(last!, 4)
  await until('the fourth is refused', () => statuses.length === 5)
  held.resolve()
  await Promise.all(sent)
  gate = undefined
  assert.deepEqual(statuses, [...Array(5).fill(503), ...Array(27).fill(200)])
  assert.equal((await put(randomUUID(), body)).status, 200, 'what has ended makes room')
})

test('the API document lists the requests and responses that contain files', () => {
  const { paths } = buildOpenapi('1.0.0')
  // biome-ignore lint/suspicious/noExplicitAny: looked into, not relied on
  const path = paths['/v1/sample/{fileId}'] as any
  const binary = { schema: { type: 'string', format: 'binary' } }
  const content = { 'image/jpeg': binary, 'image/png': binary }
  assert.deepEqual(path.put.requestBody.content, content)
  assert.match(path.put.requestBody.description, /300000 bytes/)
  for (const status of ['413', '415']) assert.ok(path.put.responses[status], status)
  assert.deepEqual(path.get.responses['200'].content, content)
  assert.ok(path.get.responses['304'])
})

const headOf = (fileId: string) =>
  `PUT ${pathOf(fileId)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Type: image/png\r\nConnection: close\r\n`

/** Sends pieces with pauses between them, for as long as somebody listens; answers what came back. */
async function talk(head: string, pieces: Buffer[], pauseMs: number, sent: Buffer[] = []): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let answer = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => (answer += chunk))
  socket.on('error', () => undefined)
  socket.write(head)
  for (const piece of pieces) {
    if (socket.destroyed || answer !== '') break
    socket.write(piece)
    sent.push(piece)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  await closed
  return answer
}
