// Requests with many words that are not there, and with rows of nothing but faults: what is told of them has its limits.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createVehicle } from '../../contract/fleet.ts'
import type { FieldError } from '../../contract/problem.ts'
import { createHintBudget, findNearest } from '../../server/platform/value/nearest.ts'
import { type Answer, type Service, startService, type Tenant } from '../support/harness.ts'
import { aDriver, anOrder, aVehicle } from '../support/orders.ts'
import { aPod, newUuid } from '../support/pods.ts'
import { assertProblem } from '../support/problem.ts'

interface Row {
  index: number
  status: string
  code?: string
  message?: string
  errors?: FieldError[]
}

const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))
const members = (count: number, name: (n: number) => string) => Object.fromEntries(many(count, (n) => [name(n), 1]))
const count = (faults: FieldError[], pattern: RegExp) => faults.filter(({ message }) => pattern.test(message)).length
const faultsOf = (rows: Row[]) => rows.flatMap(({ errors }) => errors ?? [])

test('suggestions compare the start of a word, and are not calculated after the last hint', () => {
  const [long, other] = [`${'ab'.repeat(32)}${'x'.repeat(400)}`, 'cd'.repeat(32)]
  assert.deepEqual(findNearest(`b${'ab'.repeat(31)}c`, [other, long], createHintBudget(), 3), [long])
  assert.deepEqual(findNearest('Wieght', ['height', 'WEIGHT', 'key'], createHintBudget(), 3), ['WEIGHT', 'height'])
  // In lower case it is longer than it was.
  assert.deepEqual(findNearest('İ'.repeat(64), ['İ'.repeat(70)], createHintBudget()), ['İ'.repeat(70)])
  const hints = createHintBudget()
  const found = many(30, () => findNearest('wieght', ['weight'], hints))
  assert.deepEqual(
    found.map(({ length }) => length),
    [...Array(20).fill(1), ...Array(10).fill(0)],
  )
})

describe('over HTTP', () => {
  let service: Service
  let tenant: Tenant
  const cleanups: (() => unknown)[] = []
  before(async () => {
    service = await startService({ after: (fn) => void cleanups.push(fn) })
    tenant = await service.environment()
  })
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    tenant.request('POST', path, { body, headers })
  const rowsOf = (answer: Answer): Row[] => {
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    return answer.json.data.results
  }

  test('the errors of the first twenty unknown reasons of a proof have a hint', async () => {
    const packages = many(60, (n) => ({ packageId: `P-${n}`, weight: 1 }))
    const { consignmentId, packageIds } = (await tenant.call(createConsignment, { body: anOrder({ packages }) })).data
    const answer = await tenant.request('PUT', `/v1/pod/${newUuid()}`, {
      body: aPod({
        consignmentId,
        packages: packageIds.map((packageId, n) => ({
          packageId,
          outcome: 'failed',
          failureReasonCode: n < 30 ? 'nobody-in' : 'nobody-inn',
        })),
      }),
    })
    const unknown = answer.json.data.errors.filter(({ code }: FieldError) => code === 'unknown_reason')
    assert.equal(unknown.length, 30, answer.text.slice(0, 300))
    assert.equal(count(unknown.slice(0, 20), /Nearest: `nobody-in`/), 20)
    assert.equal(count(unknown.slice(20), /Available: .*`nobody-in`/), 10)
  })

  test('the first twenty unknown vehicles of an optimisation and custom fields have a hint', async () => {
    await tenant.call(createVehicle, { body: aVehicle({ key: 'VAN-1' }) })
    const vehicles = await send('/v1/optimisation', { mode: 'day', vehicleKeys: many(30, (n) => `VAN-${n + 10}`) })
    assertProblem(vehicles, 'UNKNOWN_VEHICLE')
    assert.equal(vehicles.json.data.errors.length, 30)
    assert.equal(count(vehicles.json.data.errors, /Nearest: `VAN-1`/), 20)

    const customFields = [{ key: 'colour', name: 'Colour', type: 'text' as const }]
    await tenant.call(updateEnvironment, { body: { customFields } })
    const fields = await send('/v1/consignment', anOrder({ customFields: members(30, (n) => `colour${n}`) }))
    assert.equal(fields.json.data.errors.length, 30)
    assert.equal(count(fields.json.data.errors, /Nearest: `colour`/), 20)
    assert.equal(count(fields.json.data.errors, /There are: `colour`/), 10)
  })

  test('rows of one batch share the limit of hints for unknown keys', async () => {
    await tenant.call(createVehicle, { body: aVehicle({ key: 'LORRY' }) })
    const drivers = many(30, (n) => aDriver({ key: `D-${n}`, vehicleKey: 'LORY' }))
    const faults = faultsOf(rowsOf(await send('/v1/drivers/import', { drivers })))
    assert.equal(faults.length, 30)
    assert.equal(count(faults, /Nearest: `LORRY`/), 20)
    assert.equal(count(faults, /Available: .*`LORRY`/), 10)
    const consignments = many(20, () => anOrder({ customFields: members(5, (n) => `colour${n}`) }))
    const ofOrders = faultsOf(rowsOf(await send('/v1/consignments', { consignments })))
    assert.equal(ofOrders.length, 100)
    assert.equal(count(ofOrders, /Nearest/), 20)
  })

  /** All have failed and say so; how many faults there are in all, as they are told, has a limit. */
  function assertCut(rows: Row[]): void {
    const faults = faultsOf(rows)
    assert.ok(faults.length <= 1_000 + 11 * rows.length, `${faults.length} faults`)
    assert.ok(count(faults, /did you mean/) <= 20 + 2 * rows.length)
    for (const { status, code, message, errors } of rows) {
      assert.deepEqual({ status, code }, { status: 'failed', code: 'BAD_REQUEST' })
      assert.match(message!, /\(and 149 more, see errors\)$/)
      assert.ok(errors!.length >= 10)
    }
    assert.equal(rows[0]!.errors!.length, 150)
    const last = rows.at(-1)!.errors!
    assert.equal(last.length, 11)
    assert.deepEqual(last[0], {
      path: '/own',
      code: 'unknown',
      message: '`own` is not recognised.',
      values: { name: 'own' },
    })
    assert.deepEqual(last[10], { path: '', code: 'further', message: 'There are further errors.' })
  }
  const faulty = { own: 1, ...members(149, (n) => `wei${n}`) }

  test('the number of errors of all rows of a body is limited, and each row returns some of its errors', async () => {
    const consignments = many(400, () => ({ ...anOrder(), ...faulty }))
    const pieces = await send('/v1/consignments', { consignments })
    assertCut(rowsOf(pieces))
    assert.ok(pieces.text.length < 1_000_000, `${pieces.text.length}`)
    assertCut(rowsOf(await send('/v1/consignments?dryRun=true', { consignments })))
    const lines = `${consignments.map((row) => JSON.stringify(row)).join('\n')}\n`
    const stream = await send('/v1/consignments', lines, { 'content-type': 'application/x-ndjson' })
    const told = stream.text.split('\n').filter((line) => line !== '')
    assert.equal(told.length, 401)
    assertCut(told.slice(0, -1).map((line) => JSON.parse(line)))
    const vehicles = many(300, () => ({ ...aVehicle(), ...faulty }))
    assertCut(rowsOf(await send('/v1/vehicles/import', { vehicles })))
    const drivers = many(300, () => ({ ...aDriver(), ...faulty }))
    assertCut(rowsOf(await send('/v1/drivers/import', { drivers })))
  })

  test('the same limit applies to errors while rows are stored or deleted', async () => {
    const unknown = members(150, (n) => `field${n}`)
    const consignments = many(100, () => anOrder({ customFields: unknown }))
    for (const query of ['', '?dryRun=true']) {
      const rows = rowsOf(await send(`/v1/consignments${query}`, { consignments }))
      assert.ok(faultsOf(rows).length <= 20 * rows.length, `${faultsOf(rows).length}`)
      assert.ok(rows.every(({ status, errors }) => status === 'failed' && errors!.length >= 10))
    }
    const again = many(100, () => ({ ...anOrder({ key: 'THE-SAME' }), ...faulty }))
    const repeated = rowsOf(await send('/v1/consignments?mode=upsert', { consignments: again }))
    assert.ok(faultsOf(repeated).length <= 1_000 + 20 * 100, `${faultsOf(repeated).length}`)
    const doomed = rowsOf(await send('/v1/consignments/delete', { consignments: many(100, () => faulty) }))
    assert.ok(faultsOf(doomed).length <= 20 * 100, `${faultsOf(doomed).length}`)
    assert.ok(doomed.every(({ status, code }) => status === 'failed' && code === 'BAD_REQUEST'))
  })

  test('an atomic request returns a thousand errors', async () => {
    const consignments = many(30, () => ({ ...anOrder(), ...faulty }))
    const answer = await send('/v1/consignments?atomic=true', { consignments })
    assertProblem(answer, 'BAD_REQUEST')
    assert.equal(answer.json.data.errors.length, 1_000)
    assert.equal(answer.json.data.errors.filter(({ code }: FieldError) => code === 'further').length, 0)
  })

  test('rows with few errors return all of them, for any number of rows', async () => {
    const few = () => ({
      ...anOrder(),
      wieght: 1,
      packages: [{ packageId: 'P', hieght: -2 }],
      timeAtStop: 'x',
      key: '',
    })
    const alone = (await send('/v1/consignment', few())).json.data
    assert.ok(alone.errors.length >= 4)
    const rows = rowsOf(await send('/v1/consignments', { consignments: many(400, few) }))
    for (const { message, errors } of rows)
      assert.deepEqual({ message, errors }, { message: alone.message, errors: alone.errors })
  })
})
