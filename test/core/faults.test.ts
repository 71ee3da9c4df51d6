// Bodies of nothing but faults: they are counted, told up to a limit, and cost little more than good ones.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ConsignmentDeletion } from '../../contract/bulk.ts'
import { ConsignmentInput } from '../../contract/consignment.ts'
import type { FieldError } from '../../contract/problem.ts'
import { ApiProblem, createProblem, formatProblemBody } from '../../server/platform/error/problems.ts'
import { parseJson } from '../../server/platform/operation/json.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import { request, type Service, startService, type Tenant } from '../support/harness.ts'
import { anOrder } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'

const check = compileSchema(ConsignmentInput)

/** What a refusal of this body says, made from its bytes as a request would. */
function refuse(bytes: Buffer): string {
  try {
    const faults = check(parseJson(bytes))
    return faults.length === 0 ? '' : formatProblemBody(createProblem(faults), 'test')
  } catch (error) {
    if (error instanceof ApiProblem) return formatProblemBody(error, 'test')
    throw error
  }
}

const members = (count: number, name: (n: number) => string) =>
  `{${Array.from({ length: count }, (_, n) => `${JSON.stringify(name(n))}:1`).join(',')}}`
const packagesOf = (count: number, one: object) =>
  JSON.stringify({ ...anOrder(), packages: Array.from({ length: count }, () => one) })
const faulty = { packageId: 1, wieght: 'a', height: -1, packageTyp: 'x', volume: 'b' }
const bodies: Record<string, string> = {
  '40,000 unknown members': members(40_000, (n) => `consignee${n}`),
  '12,000 long unknown members': members(12_000, (n) => `${'consigneeAddress'.repeat(4)}${n}`),
  '9,000 faulty packages': packagesOf(9_000, faulty),
  '500 packages of 100 unknown members each': packagesOf(500, JSON.parse(members(100, (n) => `wei${n}`))),
  '50,000 unclean texts': `[${Array(50_000).fill('"\\u0000"').join(',')}]`,
  '14,000 repeated members': `[${Array(14_000).fill('{"a":1,"a":2}').join(',')}]`,
}

/** The least of some runs: what comes on top of it is the machine's. */
function cpuMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

test('a body of errors takes little more time than a valid body of the same size', () => {
  const good = (bytes: number) => Buffer.from(packagesOf(Math.ceil(bytes / 60), { packageId: 'x'.repeat(50) }))
  for (const [name, text] of Object.entries(bodies)) {
    const bytes = Buffer.from(text)
    const plain = good(bytes.length)
    assert.ok(plain.length >= bytes.length)
    const measure = () => ({ own: cpuMs(() => refuse(bytes)), peer: cpuMs(() => refuse(plain)) })
    const isDear = ({ own, peer }: ReturnType<typeof measure>) => own >= 8 * peer + 20
    let costs = measure()
    // What looks dear is looked at again: it may have been the machine.
    for (let more = 0; more < 4 && isDear(costs); more++) costs = measure()
    assert.ok(!isDear(costs), `${name}: ${costs.own} ms, a good one ${costs.peer} ms`)
  }
})

test('an empty text is one error, and an unknown `id` has the suggested id field', () => {
  assert.deepEqual(check({ ...anOrder(), tags: ['', ' '] }), [
    { path: '/tags/0', code: 'required', message: '`tags/0` is required and cannot be empty.' },
    { path: '/tags/1', code: 'format', message: '`tags/1` must not be blank.' },
  ])
  assert.deepEqual(compileSchema(ConsignmentDeletion)({ id: 'x' }), [
    {
      ...{ path: '/id', code: 'unknown', message: '`id` is not recognised; did you mean `consignmentId`?' },
      values: { name: 'id', nearest: ['consignmentId'] },
    },
  ])
  assert.deepEqual(check({ ...anOrder(), id: 'x' }), [
    { path: '/id', code: 'unknown', message: '`id` is not recognised.', values: { name: 'id' } },
  ])
})

test('a response counts all errors, contains 1,000, and has hints for the first twenty', () => {
  const { data } = JSON.parse(refuse(Buffer.from(packagesOf(900, { packageId: 'P', wieght: 1, hieght: 2 }))))
  const hinted = data.errors.filter(({ message }: { message: string }) => /did you mean/.test(message))
  assert.equal(data.errors.length, 1_000)
  assert.equal(hinted.length, 20)
  assert.deepEqual(data.errors[0], {
    path: '/packages/0/wieght',
    code: 'unknown',
    message: '`wieght` is not recognised; did you mean `weight`?',
    values: { name: 'wieght', nearest: ['weight'] },
  })
  assert.equal(data.errors.at(-1).message, '`hieght` is not recognised.')
  assert.match(data.message, /\(and 1799 more, see errors\)$/)
})

test('the only error of a list that is too long is its length', () => {
  const { errors } = JSON.parse(refuse(Buffer.from(packagesOf(1_001, faulty)))).data
  assert.deepEqual(errors, [
    {
      ...{ path: '/packages', code: 'too_many', message: '`packages` must not have more than 1000 elements.' },
      values: { max: 1000 },
    },
  ])
  const paths = JSON.parse(refuse(Buffer.from(packagesOf(2, faulty)))).data.errors.map(({ path }: FieldError) => path)
  assert.equal(new Set(paths).size, paths.length)
  assert.ok(paths.every((path: string) => /^\/packages\/[01]\//.test(path)))
})

test('the error of a list with duplicates names the last two equal elements, unless the list is too long', () => {
  const skills = (list: unknown[]) => check({ ...anOrder(), skills: list }).map(({ path, message }) => [path, message])
  const equal = (pair: string) => [['/skills', `\`skills\` must not contain duplicates: elements ${pair} are equal.`]]
  assert.deepEqual(skills(['a', 'b', '1']), [])
  assert.deepEqual(skills(['a', 'b', 'a']), equal('0 and 2'))
  assert.deepEqual(skills(['a', 'b', 'b', 'a', 'c', 'a']), equal('3 and 5'))
  assert.deepEqual(skills(['__proto__', 'constructor', '__proto__']), equal('0 and 2'))
  // A text is no number, but what is refused by its type may be there twice as well.
  assert.deepEqual(
    skills(['1', 1, 1]).map(([path]) => path),
    ['/skills/1', '/skills/2', '/skills'],
  )
  assert.deepEqual(skills(Array(21).fill('a')), [['/skills', '`skills` must not have more than 20 elements.']])
})

test('an object with more than a thousand fields is rejected', () => {
  const errors = (text: string) => JSON.parse(refuse(Buffer.from(text))).data.errors
  assert.deepEqual(errors(members(1_001, (n) => `m${n}`)), [
    {
      ...{ path: '', code: 'too_many', message: 'An object in the body has more than 1000 fields.' },
      values: { max: 1000 },
    },
  ])
  assert.equal(
    errors(members(900, (n) => `m${n}`)).filter(({ code }: { code: string }) => code === 'unknown').length,
    900,
  )
  // Each object for itself.
  assert.equal(refuse(Buffer.from(packagesOf(900, { packageId: 'x', weight: 1 }))), '')
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

  test('a request without a session sends at most 8 KB', async () => {
    const headers = { 'x-dray-console': '1', 'sec-fetch-site': 'same-origin', origin: service.url }
    const send = (path: string, bytes: number) =>
      request(service.url, 'POST', path, { body: `{"email":"${'a'.repeat(bytes - 12)}"}`, headers })
    for (const path of ['/v1/session', '/v1/link', '/v1/link/use', '/v1/password/forgotten'])
      assertProblem(await send(path, 8_193), 'BODY_TOO_LARGE')
    assertProblem(await send('/v1/session', 8_192), 'BAD_REQUEST')
    assertProblem(await tenant.request('POST', '/v1/consignment', { body: { key: 'x'.repeat(9_000) } }), 'BAD_REQUEST')
  })

  test('a body with more errors than a function may have arguments is rejected without a failure', async () => {
    const one = JSON.parse(members(200, (n) => `m${n}`))
    const row = { consignments: [{ ...anOrder(), packages: Array(1_000).fill(one) }] }
    const { status, json, text } = await tenant.request('POST', '/v1/consignments', { body: row })
    assert.equal(status, 200, text.slice(0, 300))
    assert.equal(json.data.results[0].errors.length, 1_000)
  })

  test('the errors of an ordinary invalid body are unchanged', async () => {
    const answer = await tenant.request('POST', '/v1/consignment?timezone=Europe/Londn', {
      body: { ...anOrder(), wieght: 1, packages: [{ packageId: 'P', hieght: 2 }] },
    })
    assertProblem(answer, 'BAD_REQUEST', ['/wieght', '/packages/0/hieght', '?timezone'])
    assert.match(messagesOf(answer), /did you mean `weight`\?/)
    assert.match(messagesOf(answer), /Nearest: `Europe\/London`/)
  })
})
