// Where the bytes of files are: a folder and a bucket keep the same promises.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openBucket } from '../../server/platform/bytes/bucket.ts'
import { openFolder } from '../../server/platform/bytes/folder.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { isUnavailable } from '../../server/platform/database/database.ts'
import type { FileStorage, StoredFile } from '../../server/platform/operation/services.ts'
import { startBucket } from '../support/bucket-server.ts'
import { temporaryFolder } from '../support/harness.ts'
import { until } from '../support/until.ts'
import { contentOf } from './putting.ts'

interface Context {
  after(fn: () => unknown): void
}
const bucketOf = (server: Awaited<ReturnType<typeof startBucket>>, secret = server.secret) =>
  openBucket({ url: `${server.url}/`, region: server.region, keyId: server.keyId, secret })
const kinds: Record<string, (t: Context) => Promise<FileStorage>> = {
  folder: async (t) => openFolder(join(temporaryFolder(t), 'not', 'there', 'yet')),
  bucket: async (t) => bucketOf(await startBucket(t)),
}

async function all(files: FileStorage): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (let from: string | undefined; ; ) {
    const page = await files.list(from)
    found.push(...page.files)
    if (page.next === undefined) return found
    from = page.next
  }
}

for (const [kind, open] of Object.entries(kinds))
  describe(`a ${kind}`, () => {
    test(`a ${kind} keeps a file until its removal`, async (t) => {
      const files = await open(t)
      const name = buildFileName(randomUUID(), randomUUID())
      assert.equal(await files.get(name), undefined)
      assert.equal(await files.open(name), undefined)
      for (const bytes of [Buffer.alloc(0), randomBytes(5 * 1024 ** 2), Buffer.from('in its place')]) {
        await files.put(name, bytes)
        assert.deepEqual(Buffer.from((await files.get(name))!), bytes)
        const { bytes: length, chunks } = (await files.open(name))!
        // Some buckets do not tell it before.
        assert.ok(length === undefined || length === bytes.length)
        assert.deepEqual(Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk))), bytes)
      }
      await files.remove(name)
      await files.remove(name)
      assert.equal(await files.get(name), undefined)
    })

    test(`a ${kind} lists every file once, with its size and its time`, async (t) => {
      const files = await open(t)
      assert.deepEqual(await all(files), [])
      const began = Date.now() - 2_000
      const names = Array.from({ length: 20 }, (_, index) => buildFileName(`environment-${index % 3}`, randomUUID()))
      await Promise.all(names.map((name, index) => files.put(name, Buffer.alloc(index))))
      const found = await all(files)
      assert.deepEqual(found.map(({ name }) => name).sort(), names.toSorted())
      for (const { name, bytes, storedMs } of found) {
        assert.equal(bytes, names.indexOf(name))
        assert.ok(storedMs > began && storedMs < Date.now() + 2_000)
      }
    })

    test(`a ${kind} rejects file names that contain a path`, async (t) => {
      const files = await open(t)
      const ids = [
        '..',
        '.',
        '',
        'a/b',
        '../x',
        'a\\b',
        'a\0',
        'a?b',
        'a#b',
        'a%2e',
        'x'.repeat(129),
        'é',
        'a b',
        'a\n',
      ]
      for (const id of ids) {
        assert.throws(() => buildFileName('environment', id))
        assert.throws(() => buildFileName(id, 'file'))
        await assert.rejects(async () => files.put(`environment/${id}`, Buffer.from('x')))
        await assert.rejects(async () => files.get(`${id}/file`))
        await assert.rejects(async () => files.remove(`environment/${id}`))
      }
    })
  })

test('a folder is private, and foreign files are not listed', async (t) => {
  const root = join(temporaryFolder(t), 'files')
  const files = openFolder(root)
  await files.put('environment/some-file', Buffer.from('x'))
  for (const path of ['', 'environment', 'environment/le']) assert.equal(statSync(join(root, path)).mode & 0o777, 0o700)
  assert.equal(statSync(join(root, 'environment/le/some-file')).mode & 0o777, 0o600)
  writeFileSync(join(root, 'README'), 'x')
  mkdirSync(join(root, 'lost+found', 'x'), { recursive: true })
  writeFileSync(join(root, 'environment/le/note.txt'), 'x')
  assert.deepEqual(
    (await all(files)).map(({ name }) => name),
    ['environment/some-file'],
  )
})

test('a file in a folder is visible in full or not at all, at any time', async (t) => {
  const files = openFolder(temporaryFolder(t))
  const ids = Array.from({ length: 12 }, () => randomUUID())
  let isDone = false
  const puts = Promise.all(ids.map((fileId) => files.put(`seen/${fileId}`, contentOf(fileId)))).then(
    () => (isDone = true),
  )
  const sizes = new Set<number>()
  while (!isDone) for (const { name, bytes } of await all(files)) if (name.startsWith('seen/')) sizes.add(bytes)
  await puts
  for (const { bytes } of await all(files)) sizes.add(bytes)
  assert.deepEqual([...sizes], [contentOf('x').length])
})

test('a failed write leaves no file', async (t) => {
  const root = temporaryFolder(t)
  const files = openFolder(root)
  mkdirSync(join(root, 'environment/aa/b-aa/in-the-way'), { recursive: true })
  await assert.rejects(files.put('environment/b-aa', Buffer.from('x')))
  assert.deepEqual(
    readdirSync(join(root, 'unfinished')).flatMap((part) => readdirSync(join(root, 'unfinished', part))),
    [],
  )
})

test('a kill leaves only complete files, including every acknowledged file', async (t) => {
  const root = temporaryFolder(t)
  const files = openFolder(root)
  const told: string[] = []
  for (let kill = 0; kill < 3; kill++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'putting.ts'), root])
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await until('some are there', () => output.split('\n').length > 10 + kill)
    child.kill('SIGKILL')
    await once(child, 'close')
    told.push(...output.split('\n').slice(0, -1))
  }
  const found = (await all(files)).map(({ name }) => name.split('/') as [string, string])
  const whole = found.filter(([environmentId]) => environmentId === 'killed').map(([, fileId]) => fileId)
  for (const fileId of whole)
    assert.ok(contentOf(fileId).equals(Buffer.from((await files.get(`killed/${fileId}`))!)), 'whole')
  for (const fileId of told) assert.ok(whole.includes(fileId), 'what was said to be there is')
  for (const [environmentId] of found) assert.ok(['killed', 'unfinished'].includes(environmentId))
})

test('requests to a bucket are retried after a short failure, and return 503 during a lasting failure', async (t) => {
  const server = await startBucket(t)
  const files = bucketOf(server)
  server.failures.push(500, 0)
  await files.put('environment/file', Buffer.from('x'))
  assert.equal(server.requests.length, 3)
  server.failures.push(503, 429)
  assert.equal(String(Buffer.from((await files.get('environment/file'))!)), 'x')
  server.failures.push(500, 500, 500)
  await assert.rejects(files.get('environment/file'), isUnavailable)
  const nowhere = openBucket({ ...server, url: 'http://127.0.0.1:1/bucket' })
  await assert.rejects(nowhere.put('environment/file', Buffer.from('x')), isUnavailable)
})

test('a wrong secret or a missing bucket causes errors that contain no credentials', async (t) => {
  const server = await startBucket(t)
  const wrong = bucketOf(server, 'another secret')
  const none = openBucket({ ...server, url: server.url.replace('dray-files', 'other') })
  for (const [files, code] of [
    [wrong, /403 \(SignatureDoesNotMatch\)/],
    [none, /404 \(NoSuchBucket\)/],
  ] as const) {
    const asks = [
      () => files.get('e/f'),
      () => files.put('e/f', Buffer.from('x')),
      () => files.remove('e/f'),
      () => files.list(),
    ]
    for (const ask of asks)
      await assert.rejects(ask, (error: Error) => {
        assert.ok(isUnavailable(error))
        assert.match((error.cause as Error).message, code)
        assert.ok(!/secret|AKTESTKEY/.test(String(error.stack)))
        return true
      })
  }
})

test('Dray does not delete foreign objects in the same bucket, with any name', async (t) => {
  const server = await startBucket(t)
  const files = bucketOf(server)
  for (const key of ['a & b', 'logs/2026/x', 'z', 'zz/../x'])
    server.objects.set(key, { bytes: Buffer.from('x'), stored: new Date().toISOString() })
  await files.put('environment/file', Buffer.from('x'))
  await files.put('environment/other', Buffer.from('x'))
  const names = (await all(files)).map(({ name }) => name)
  assert.deepEqual(names, ['environment/file', 'environment/other'])
})
