// Files and their records: bytes before the record, nothing lost by a kill, and what has to go goes when it has to.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { createEnvironment } from '../../server/access/environment/rules.ts'
import { openProofFile as openFile } from '../../server/delivery/file/rules.ts'
import { expireFiles } from '../../server/delivery/file/steps.ts'
import * as store from '../../server/delivery/file/store.ts'
import { createSweep, deleteFileBytes } from '../../server/delivery/file/sweep.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { dayMs } from '../../server/platform/value/times.ts'
import { createInProcessExecutor } from '../../server/runtime/executor.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { announce, confirm, type Place, receive, rowOf, upload } from '../support/files.ts'
import { everyEngine, temporaryFolder } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { canary, insert, jpegDirt, pictures } from './dirt.ts'

const photo = insert(pictures['baseline.jpg']!, 2, ...jpegDirt(1))

// The storage of a service that others use as well holds their files too, and a look takes so many at a time.
everyEngine(
  'files',
  (open) => {
    const fresh = tenants(open)
    /** A new environment, and its storage behind the back of the service. */
    const scene = async (t: { after(fn: () => unknown): void }) => {
      const { config } = await open()
      const { environmentId, call } = await fresh()
      const database = await openDatabase(config)
      t.after(() => database.close())
      const place: Place = { database, files: openFiles(config), environmentId }
      const has = async (file: { fileId: string }) =>
        (await place.files.get(buildFileName(environmentId, file.fileId))) !== undefined
      const sweeping = { executor: createInProcessExecutor(database), files: place.files }
      return { place, call, has, sweeping, environmentId, database }
    }

    test('an uploaded file is stored once, without metadata, and only if it matches its announcement', async (t) => {
      const { place, has, environmentId } = await scene(t)
      const [file, other] = await announce(place, randomUUID(), [photo, pictures['alpha.png']!])
      await assert.rejects(receive(place, { ...file!, sent: pictures['grey.jpg']! }), { code: 'BAD_REQUEST' })
      // Another one is not even looked at, whatever it is.
      for (const sent of [Buffer.from('GIF89a'), Buffer.alloc(file!.sent.length)])
        await assert.rejects(receive(place, { ...file!, sent }), {
          code: 'BAD_REQUEST',
          message: /The proof announces|differs/,
        })
      await assert.rejects(receive(place, { ...file!, podId: other!.fileId }), { code: 'NOT_FOUND' })
      await assert.rejects(receive(place, { ...file!, fileId: randomUUID() }), { code: 'NOT_FOUND' })
      assert.equal(await has(file!), false)
      await upload(place, file!)
      const row = await rowOf(place, file!)
      const available = await openFile({ read: place.database.read, services: place }, environmentId, file!)
      const { chunks } = await available.open()
      const bytes = Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk)))
      assert.ok(!bytes.includes(canary))
      assert.deepEqual([row!.state, row!.bytes, row!.sha256], ['stored', bytes.length, hash('sha256', bytes)])
      assert.deepEqual([row!.width, row!.height, row!.type], [61, 43, 'image/jpeg'])
      assert.equal(await confirm(place, await receive(place, file!)), false, 'sent again, it is there already')
      await assert.rejects(receive(place, { ...file!, sent: pictures['grey.jpg']! }), { code: 'BAD_REQUEST' })
      assert.equal((await rowOf(place, other!))!.state, 'pending')
      await assert.rejects(openFile({ read: place.database.read, services: place }, environmentId, other!), {
        code: 'NOT_FOUND',
      })
    })

    test('an erasure immediately deletes the photos of the order, and no other photos', async (t) => {
      const { place, call, has } = await scene(t)
      const ids: string[] = []
      for (let count = 0; count < 2; count++)
        ids.push((await call(createConsignment, { body: anOrder() })).data.consignmentId)
      const [mine, late] = await announce(place, ids[0]!, [photo, photo])
      const [theirs] = await announce(place, ids[1]!, [photo])
      await upload(place, mine!)
      await upload(place, theirs!)
      const under = await receive(place, late!)
      assert.equal((await call(eraseConsignees, { body: { ids: [ids[0]!] } })).data.erased, 1)
      await until('the bytes are gone', async () => !(await has(mine!)) && (await rowOf(place, mine!))!.bytes === 0)
      const row = (await rowOf(place, mine!))!
      assert.deepEqual([row.state, row.sha256, row.width], ['erased', '', null])
      assert.equal(await has(theirs!), true)
      // One that was on its way is not taken any more.
      await assert.rejects(confirm(place, under), { code: 'NOT_FOUND' })
    })

    test('a photo that arrives during its erasure is deleted by the next sweep', async (t) => {
      const { place, has, sweeping, environmentId, database } = await scene(t)
      const consignmentId = randomUUID()
      const [file] = await announce(place, consignmentId, [photo])
      await receive(place, file!)
      await database.write((tx) => store.setFilesErased(tx, environmentId, consignmentId, '2026-01-01T00:00:00Z'))
      await deleteFileBytes(sweeping, environmentId, Date.now())
      await place.files.put(buildFileName(environmentId, file!.fileId), photo)
      await createSweep(sweeping).some(Date.now())
      assert.equal(await has(file!), false)
    })

    test('the bytes and the record of a removed file are deleted after a day', async (t) => {
      const { place, has, sweeping, environmentId, database } = await scene(t)
      const [file, kept] = await announce(place, randomUUID(), [photo, photo])
      const [other] = await announce(place, randomUUID(), [photo])
      for (const each of [file!, kept!, other!]) await upload(place, each)
      const now = Date.now()
      await database.write((tx) => store.setFilesRemoved(tx, environmentId, file!.podId, new Date(now).toISOString()))
      await deleteFileBytes(sweeping, environmentId, now + dayMs - 60_000)
      assert.equal(await has(file!), true)
      await deleteFileBytes(sweeping, environmentId, now + dayMs + 60_000)
      assert.deepEqual([await has(file!), await rowOf(place, file!)], [false, undefined])
      assert.equal(await has(other!), true)
    })

    test('photos are deleted after the configured days, and their records are kept', async (t) => {
      const { place, has, sweeping, environmentId } = await scene(t)
      const long = 365 * dayMs
      const [old, recent] = await announce(place, randomUUID(), [photo, photo])
      await upload(place, old!, Date.now() - long - dayMs)
      await upload(place, recent!, Date.now() - long + dayMs)
      await sweeping.executor.run(expireFiles, createBackgroundCall('', environmentId))
      await deleteFileBytes(sweeping, environmentId, Date.now())
      assert.deepEqual([await has(old!), await has(recent!)], [false, true])
      assert.deepEqual([(await rowOf(place, old!))!.state, (await rowOf(place, recent!))!.state], ['expired', 'stored'])
    })

    test('stored files without a record are deleted after a day, even in deleted environments', async (t) => {
      const { place, has, sweeping, environmentId } = await scene(t)
      const [file, waiting] = await announce(place, randomUUID(), [photo, photo])
      await upload(place, file!)
      await receive(place, waiting!)
      const orphans = [buildFileName(environmentId, randomUUID()), buildFileName(randomUUID(), randomUUID())]
      for (const name of orphans) await place.files.put(name, photo)
      const there = async () => Promise.all(orphans.map(async (name) => (await place.files.get(name)) !== undefined))
      let passedMs = 0
      const sweep = createSweep(sweeping, () => passedMs)
      await sweep.some(Date.now() + dayMs - 60_000)
      assert.deepEqual(await there(), [true, true])
      await sweep.some(Date.now() + dayMs + 60_000)
      assert.deepEqual(await there(), [true, true], 'the next look is a day after the last')
      // Whatever the clock said then.
      passedMs += dayMs
      const later = buildFileName(environmentId, randomUUID())
      await place.files.put(later, photo)
      await sweep.some(Date.now() + 9 * dayMs)
      assert.equal(await place.files.get(later), undefined)
      await place.files.put(later, photo)
      for (const name of orphans) await place.files.put(name, photo)
      passedMs += dayMs
      await sweep.some(Date.now() + dayMs + 60_000)
      assert.deepEqual([await place.files.get(later), ...(await there())], [undefined, false, false])
      for (const name of orphans) await place.files.put(name, photo)
      // Two that sweep at the same time are in nobody's way.
      await Promise.all([createSweep(sweeping), createSweep(sweeping)].map((each) => each.some(Date.now() + 2 * dayMs)))
      assert.deepEqual(await there(), [false, false])
      assert.deepEqual([await has(file!), await has(waiting!)], [true, true])
      assert.equal(await confirm(place, await receive(place, waiting!)), true)
    })
  },
  { isAlone: true },
)

test('a kill between storing a file and its record loses no acknowledged file', async (t) => {
  const data = temporaryFolder(t)
  const config = loadConfig({ data }, {})
  const prepared = await openDatabase(config)
  const environmentId = await prepared.write((tx) => createEnvironment(tx, 'killed', Date.now()))
  await prepared.close()
  const lines: string[] = []
  for (let kill = 0; kill < 3; kill++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'receiving.ts'), data, environmentId])
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await until('some are stored', () => output.split('\n').length > 20)
    child.kill('SIGKILL')
    await once(child, 'close')
    lines.push(...output.split('\n').slice(0, -1))
  }
  const database = await openDatabase(config)
  t.after(() => database.close())
  const place: Place = { database, files: openFiles(config), environmentId }
  const states = new Map<string, number>()
  for (const line of lines.filter((each) => each.startsWith('announced'))) {
    const fileId = line.split(' ')[1]!
    const row = (await rowOf(place, { podId: '', fileId }))!
    states.set(row.state, (states.get(row.state) ?? 0) + 1)
    const bytes = await place.files.get(buildFileName(environmentId, fileId))
    if (lines.includes(`stored ${fileId}`)) assert.equal(row.state, 'stored')
    if (row.state === 'stored') assert.equal(hash('sha256', bytes!), row.sha256)
    else await upload(place, { podId: row.podId, fileId, sent: pictures['baseline.jpg']! })
    assert.equal((await rowOf(place, { podId: '', fileId }))!.state, 'stored', 'sent again, it is taken')
  }
  t.diagnostic(`after 3 kills: ${JSON.stringify(Object.fromEntries(states))}`)
})
