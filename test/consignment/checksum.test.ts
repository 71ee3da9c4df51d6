// Stored orders that the disk has changed: `dray doctor` reports them, a change does not store the damage, and no order of the last release counts as damaged.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { checkOrders } from '../../server/orders/record/check.ts'
import { relistOutdated } from '../../server/orders/record/relist.ts'
import { sql } from '../../server/platform/database/database.ts'
import { writeBackup } from '../../server/platform/database/maintenance.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { createId } from '../../server/platform/value/ids.ts'
import { createInProcessExecutor } from '../../server/runtime/executor.ts'
import { openDatabase, resolveDatabasePath } from '../../server/runtime/storage.ts'
import { run } from '../support/command-line.ts'
import { seeded } from '../support/days.ts'
import { everyEngine, request, startService, temporaryFolder } from '../support/harness.ts'
import { insertAsBefore, updateAsBefore } from '../support/last-release.ts'
import { anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'

const road = 'Canary Road'

everyEngine('the checksum of an order', (open) => {
  /** An order in a service of its own, and ways to look at it and to damage it. */
  async function scene() {
    const { environment, database } = await open({})
    const tenant = await environment()
    const { call, environmentId } = tenant
    const address = { line1: `1 ${road}`, city: 'Exampleton', postalCode: 'EX1 1AA', country: 'GB' }
    const body = anOrder({ key: 'ORDER', consigneeAddress: address })
    const { consignmentId } = (await call(createConsignment, { body })).data
    return {
      ...tenant,
      consignmentId,
      database,
      check: () => database(({ read }) => checkOrders(read)),
      /** Changes one letter, as a flipped bit does. */
      damage: (from = 'Canary', to = 'Cajary') =>
        database(({ write }) =>
          write((tx) =>
            tx.run(
              sql`update consignments set document = replace(document, ${from}, ${to}) where environment_id = ${environmentId}`,
            ),
          ),
        ),
    }
  }

  test('a change of a damaged order is rejected until its text is restored', async () => {
    const { check, damage, request: ask, call } = await scene()
    assert.deepEqual(await check(), { orders: 1, unknown: 0, damaged: [] })
    await damage()
    assertProblem(await ask('PATCH', '/v1/consignment?key=ORDER', { body: { weight: 5 } }), 'INTERNAL')
    assertProblem(await ask('PUT', '/v1/consignment?key=ORDER', { body: anOrder({ key: 'ORDER' }) }), 'INTERNAL')
    assert.deepEqual((await check()).damaged, ['ORDER'])
    await damage('Cajary', 'Canary')
    assert.deepEqual((await check()).damaged, [])
    await call(updateConsignment, { query: { key: 'ORDER' }, body: { weight: 6 } })
    assert.equal((await call(getConsignment, { query: { key: 'ORDER' } })).data.version, 2)
    await damage()
    assert.equal((await ask('DELETE', '/v1/consignment?key=ORDER')).status, 200, 'it can be deleted')
  })

  test('the checksum matches after every change of the order, also of its version alone', async () => {
    const { check, call, damage } = await scene()
    const { loadId } = (await call(createLoad, { body: { key: 'LOAD' } })).data
    for (const body of [{ weight: 5 }, { loadId }, { consigneeCode: 'C' }, { loadId: null }])
      await call(updateConsignment, { query: { key: 'ORDER' }, body })
    assert.deepEqual(await check(), { orders: 1, unknown: 0, damaged: [] })
    await damage()
    assert.deepEqual((await check()).damaged, ['ORDER'])
  })

  test('an order written by 0.2 counts as unchecked, not as damaged, until this release writes its list row', async () => {
    const { check, database, environmentId, consignmentId, call, damage } = await scene()
    const theirs = { environmentId, key: 'THEIRS', consigneeCode: 'C', street: `2 ${road}`, consignmentId: createId() }
    const now = '2026-11-16T00:00:00Z'
    await database(({ write }) =>
      write(async (tx) => {
        await insertAsBefore(tx, theirs, now)
        await updateAsBefore(tx, { ...theirs, key: 'ORDER', consignmentId }, 2, now)
      }),
    )
    assert.deepEqual(await check(), { orders: 2, unknown: 2, damaged: [] })
    // Joining a route raises the version and leaves the text that 0.2 wrote.
    await call(createLoad, { body: { key: 'LOAD', stops: [{ consignmentId }] } })
    assert.deepEqual((await check()).unknown, 2)
    await database((own) => createInProcessExecutor(own).run(relistOutdated, createBackgroundCall('', environmentId)))
    assert.deepEqual(await check(), { orders: 2, unknown: 0, damaged: [] })
    for (const key of ['ORDER', 'THEIRS']) await call(updateConsignment, { query: { key }, body: { weight: 5 } })
    await damage()
    assert.deepEqual((await check()).damaged.sort(), ['ORDER', 'THEIRS'])
  })

  test('writing the list row of a damaged order does not change the checksum', async () => {
    const { check, damage, database, environmentId } = await scene()
    // As a release does that lists orders in another form: the version stays, the form is an older one.
    await database(({ write }) =>
      write((tx) =>
        tx.run(sql`update consignments set listed = version * 1000 where environment_id = ${environmentId}`),
      ),
    )
    await damage()
    await database((own) => createInProcessExecutor(own).run(relistOutdated, createBackgroundCall('', environmentId)))
    assert.deepEqual(await check(), { orders: 1, unknown: 0, damaged: ['ORDER'] })
  })
})

test('doctor and a change of the order report each flipped bit of a stored order', async (t) => {
  const first = await startService(t)
  const { call, token } = await first.environment()
  const orders = Array.from({ length: 30 }, (_, at) => ({ key: `ORDER-${at}`, note: `The canary of the order ${at}.` }))
  for (const { key, note } of orders)
    await call(createConsignment, { body: anOrder({ key, consignmentInstructions: note }) })
  const data = join(temporaryFolder(t), 'data')
  const file = join(data, 'dray.db')
  mkdirSync(data)
  await writeBackup(resolveDatabasePath(first.config), file)
  const stored = readFileSync(file)
  const random = seeded(7)
  const damaged = orders.filter((_, at) => at % 3 !== 0)
  for (const { note } of damaged) {
    const text = `"consignmentInstructions":"${note}"`
    const [at, bit] = [Math.floor(random() * text.length), 1 << Math.floor(random() * 8)]
    // SQLite leaves copies behind in pages that it has split: one of these is the order.
    const starts = [...stored.toString('latin1').matchAll(RegExp(RegExp.escape(text), 'g'))].map(({ index }) => index)
    assert.ok(starts.length > 0, note)
    for (const start of starts) stored[start + at]! ^= bit
  }
  writeFileSync(file, stored)
  const doctor = await run(['doctor', '--data', data])
  assert.equal(doctor.code, 1)
  assert.match(doctor.out, /^ok +database .*, intact$/m, 'SQLite notices nothing')
  assert.match(doctor.out, /^fail +orders +20 of 30 damaged \(ORDER-\d+, .*, …\): restore a backup/m)
  const second = await startService(t, { data })
  for (const order of orders) {
    const answer = await request(second.url, 'PATCH', `/v1/consignment?key=${order.key}`, {
      headers: { authorization: `Bearer ${token}` },
      body: { weight: 5 },
    })
    if (damaged.includes(order)) assertProblem(answer, 'INTERNAL')
    else assert.equal(answer.status, 200)
  }
})

test('an upgrade computes the checksum of existing orders', async (t) => {
  const service = await startService(t)
  const { call } = await service.environment()
  for (const key of ['A', 'B']) await call(createConsignment, { body: anOrder({ key }) })
  const config = { ...service.config, data: join(temporaryFolder(t), 'data') }
  mkdirSync(config.data)
  await writeBackup(resolveDatabasePath(service.config), resolveDatabasePath(config))
  const older = new DatabaseSync(resolveDatabasePath(config))
  older.exec('alter table consignments drop column checksum; delete from schema_migrations where version = 30')
  older.close()
  const database = await openDatabase(config)
  t.after(() => database.close())
  assert.deepEqual(await checkOrders(database.read), { orders: 2, unknown: 0, damaged: [] })
})
