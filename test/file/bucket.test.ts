// A bucket that misbehaves: what becomes of those who ask, what the operator is told, and that nobody else notices.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createConsignment } from '../../contract/consignment.ts'
import { putPod, putPodFile } from '../../contract/pod.ts'
import { openBucket } from '../../server/platform/bytes/bucket.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { isUnavailable } from '../../server/platform/database/database.ts'
import { prepareDatabase } from '../../server/runtime/storage.ts'
import { type BucketServer, dripping, hanging, refusing, stalling, startBucket } from '../support/bucket-server.ts'
import { run } from '../support/command-line.ts'
import { startService, type Tenant, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { aPhoto, aPod, newUuid } from '../support/pods.ts'
import { until } from '../support/until.ts'

const shortMs = 300
const bucketOf = (server: BucketServer, url = server.url) => openBucket({ ...server, url, limitMs: shortMs })

/** Out of reach or refusing for now, for a reason that the operator is told and that holds nothing secret. */
const failsBy =
  (message: RegExp, cause: RegExp) =>
  (error: Error): boolean => {
    assert.ok(isUnavailable(error), inspect(error))
    assert.match(error.message, message)
    assert.match((error.cause as Error).message, cause)
    assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /secret|AKTESTKEY|AWS4|signature=/i)
    return true
  }

/** Takes connections, and ends each at once. */
async function listening(): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
/** Where nobody listens. */
async function nowhere(): Promise<string> {
  const server = await listening()
  const url = urlOf(server)
  server.close()
  await once(server, 'close')
  return url
}

const redirect = (status: number, code: string, headers: Record<string, string>) => refusing(status, code, { headers })
const elsewhere = { location: 'https://dray-files.s3.eu-other-1.example/x?X-Amz-Signature=abc' }
const refusals: [name: string, ReturnType<typeof refusing>, RegExp][] = [
  ['no right to it', refusing(403, 'AccessDenied'), /^it answered 403 \(AccessDenied\)$/],
  ['a clock that is wrong', refusing(403, 'RequestTimeTooSkewed'), /^it answered 403 \(RequestTimeTooSkewed\)$/],
  [
    'another region, told in the answer',
    refusing(400, 'AuthorizationHeaderMalformed', { more: '<Region>eu-other-1</Region>' }),
    /^it answered 400 \(AuthorizationHeaderMalformed\), and the bucket is in the region eu-other-1$/,
  ],
  [
    'another region, told by a header',
    redirect(301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-other-1' }),
    /^it answered 301 \(PermanentRedirect\), and the bucket is in the region eu-other-1$/,
  ],
  [
    'another region, with an address',
    redirect(307, 'TemporaryRedirect', { ...elsewhere, 'x-amz-bucket-region': 'eu-other-1' }),
    /^it answered 307 \(TemporaryRedirect\), and the bucket is in the region eu-other-1$/,
  ],
  [
    'another address',
    redirect(302, 'Moved', elsewhere),
    /^it answered 302 \(Moved\), and leads to https:\/\/dray-files\.s3\.eu-other-1\.example$/,
  ],
  ['no such bucket', refusing(404, 'NoSuchBucket'), /^it answered 404 \(NoSuchBucket\)$/],
]

for (const [name, refusal, cause] of refusals)
  test(`the error of a rejecting bucket has its reason: ${name}`, async (t) => {
    const server = await startBucket(t)
    const files = openBucket(server)
    server.always = refusal
    const expected = failsBy(/^The storage for files rejects the request\.$/, cause)
    const asks = [files.get('e/f'), files.open('e/f'), files.put('e/f', Buffer.from('x')), files.remove('e/f')]
    await Promise.all([...asks, files.list()].map((asked) => assert.rejects(asked, expected)))
    assert.equal(server.requests.length, 5, 'what is refused is not asked again')
  })

test('the errors of an unreachable bucket name the reason', async (t) => {
  const server = await startBucket(t)
  const cutting = await listening()
  t.after(() => cutting.close())
  const places: [url: string, RegExp][] = [
    ['http://nobody.invalid/bucket', /^the name was not found \((ENOTFOUND|EAI_AGAIN)\)$/],
    [await nowhere(), /^the connection was refused \(ECONNREFUSED\)$/],
    [server.url.replace('http:', 'https:'), /^the certificate or the encryption was not accepted \(\w*SSL\w*\)$/],
    [urlOf(cutting), /^the connection failed \(\w+\)$/],
  ]
  for (const [url, cause] of places)
    await assert.rejects(
      openBucket({ ...server, url }).get('e/f'),
      failsBy(/^The storage for files cannot be reached\.$/, cause),
    )
  server.always = refusing(503, 'SlowDown')
  const expected = failsBy(/^The storage for files cannot be reached\.$/, /^it answered 503 \(SlowDown\)$/)
  await assert.rejects(openBucket(server).get('e/f'), expected)
})

test('a bucket that does not respond fails after one timeout, for any number of attempts', async (t) => {
  const server = await startBucket(t)
  server.always = hanging
  const files = bucketOf(server)
  const silent = failsBy(/cannot be reached/, /^nothing came from it for 0\.\d+ seconds$/)
  const asks = [files.get('e/f'), files.open('e/f'), files.put('e/f', Buffer.from('x')), files.list()]
  await Promise.all(asks.map((asked) => assert.rejects(asked, silent)))
  assert.equal(server.requests.length, 4)
})

test('a bucket that stops during a response causes an error, and a slow reader causes none', async (t) => {
  const server = await startBucket(t)
  const files = bucketOf(server)
  const silent = failsBy(/cannot be reached/, /^nothing came from it for 0\.3 seconds$/)
  server.failures.push(stalling(1_000), stalling(1_000), stalling(1_000))
  await assert.rejects(files.get('e/f'), silent)
  await assert.rejects(files.list(), silent)
  const { chunks } = (await files.open('e/f'))!
  let bytes = 0
  const taking = (async () => {
    for await (const chunk of chunks) bytes += chunk.length
  })()
  await assert.rejects(taking, silent)
  assert.equal(bytes, 1_000)

  const large = Buffer.alloc(4 * 2 ** 20, 'x')
  server.objects.set('e/large', { bytes: large, stored: new Date().toISOString() })
  let taken = 0
  for await (const chunk of (await files.open('e/large'))!.chunks) {
    if (taken < 3 * chunk.length) await sleep(2 * shortMs)
    taken += chunk.length
  }
  assert.equal(taken, large.length)
})

test('a request to a bucket times out, also during garbage collection', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 50)
  t.after(() => clearInterval(collecting))
  const server = await startBucket(t)
  const files = bucketOf(server)
  const silent = failsBy(/cannot be reached/, /^nothing came from it for 0\.\d+ seconds$/)
  for (const misbehaviour of [hanging, stalling(1_000)]) {
    server.always = misbehaviour
    const given = Promise.race([files.get('e/f'), sleep(20_000).then(() => assert.fail('It is waited for.'))])
    await assert.rejects(given, silent)
  }
})

test("a disconnected client's request to the bucket is not sent", async (t) => {
  const server = await startBucket(t)
  const files = openBucket(server)
  const reason = new Error('gone')
  let ended = 0
  for (const misbehaviour of [hanging, stalling(10)]) {
    server.always = (response) => {
      response.on('close', () => ended++)
      misbehaviour(response)
    }
    const leaving = new AbortController()
    const { length } = server.requests
    const asked = files.get('e/f', leaving.signal)
    await until('it is asked', () => server.requests.length > length)
    leaving.abort(reason)
    await assert.rejects(asked, (error) => error === reason)
  }
  await until('the bucket is left alone', () => ended === 2)
  await assert.rejects(files.get('e/f', AbortSignal.abort(reason)), (error) => error === reason)
})

describe('a service whose bucket misbehaves', () => {
  const flagsOf = ({ url, keyId, secret, region }: BucketServer) => ({
    files: url,
    filesKeyId: keyId,
    filesSecret: secret,
    filesRegion: region,
  })
  async function scene(t: TestContext) {
    const server = await startBucket(t)
    const service = await startService(t, flagsOf(server))
    return { server, service, tenants: await service.environments(2) }
  }
  /** A proof with a photo. */
  async function proofOf({ call }: Tenant) {
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    const [photo, podId] = [aPhoto(), newUuid()]
    await call(putPod, { params: { podId }, body: aPod({ consignmentId, photos: [photo.announced] }) })
    const { fileId } = photo.announced
    await call(putPodFile, { params: { podId, fileId }, body: photo.body })
    return {
      photo: `/v1/pod/${podId}/file/${fileId}`,
      pdf: `/v1/pod/${podId}/pdf`,
      labels: `/v1/consignment/${consignmentId}/labels`,
    }
  }

  test('a service whose bucket rejects requests returns 503, without the reason', async (t) => {
    const { server, tenants } = await scene(t)
    const [tenant] = tenants as [Tenant, Tenant]
    const { photo, pdf, labels } = await proofOf(tenant)
    server.always = refusing(403, 'AccessDenied')
    for (const path of [photo, pdf]) {
      const { status, headers, json } = await tenant.request('GET', path)
      assert.deepEqual([status, headers.get('retry-after'), json.data.code], [503, '1', 'UNAVAILABLE'])
      assert.equal(json.data.message, 'The storage for files rejects the request. Nothing was changed.')
    }
    assert.match((await tenant.request('GET', '/metrics')).text, /^dray_file_failures [1-9]/m)
    assert.equal((await tenant.request('GET', labels)).status, 200)
    server.always = undefined
    server.objects.clear()
    const { status, json } = await tenant.request('GET', photo)
    assert.deepEqual([status, /are missing in the storage/.test(json.data.message)], [503, true])
    assert.equal((await tenant.request('GET', pdf)).status, 200, 'a proof without its picture')
  })

  test('a service whose bucket responds very slowly draws labels while proofs wait for their images', async (t) => {
    const { server, service, tenants } = await scene(t)
    const [waiting, other] = tenants as [Tenant, Tenant]
    const [first, second] = [await proofOf(waiting), await proofOf(other)]
    server.always = dripping
    const { length } = server.requests
    const leaving = new AbortController()
    let ended = 0
    const headers = { authorization: `Bearer ${waiting.token}` }
    const asked = [1, 2, 3].map(() =>
      fetch(`${service.url}${first.pdf}`, { headers, signal: leaving.signal }).then(
        () => ended++,
        () => undefined,
      ),
    )
    await until('the bucket was asked', () => server.requests.length > length)
    assert.equal((await other.request('GET', second.labels)).status, 200)
    assert.equal((await waiting.request('GET', first.labels)).status, 200)
    assert.equal(ended, 0, 'the proofs still wait')
    leaving.abort()
    await Promise.all(asked)
    server.always = undefined
    assert.equal((await other.request('GET', second.pdf)).status, 200)
    assert.equal((await waiting.request('GET', first.pdf)).status, 200)
  })

  test('dray doctor and the commands for files report the error of the bucket', async (t) => {
    const server = await startBucket(t)
    const data = temporaryFolder(t)
    await prepareDatabase(loadConfig({ data }, {}))
    const { keyId: DRAY_FILES_KEY_ID, secret: DRAY_FILES_SECRET, region: DRAY_FILES_REGION } = server
    const keys = { DRAY_DATA: data, DRAY_FILES_KEY_ID, DRAY_FILES_SECRET, DRAY_FILES_REGION }
    server.always = redirect(301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-other-1' })
    const why = 'it answered 301 (PermanentRedirect), and the bucket is in the region eu-other-1.'
    const { out } = await run(['doctor'], { ...keys, DRAY_FILES: server.url })
    assert.ok(out.includes(`${server.url}: The storage for files rejects the request. Cause: ${why}`), out)
    const copied = await run(['files', 'copy', '--to', server.url], keys)
    assert.deepEqual([copied.code, copied.err], [1, `dray: The storage for files rejects the request. Cause: ${why}\n`])
    const { err } = await run(['files', 'copy', '--to', await nowhere()], keys)
    assert.equal(
      err,
      'dray: The storage for files cannot be reached. Cause: the connection was refused (ECONNREFUSED).\n',
    )
  })
})
