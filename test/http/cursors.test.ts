// Cursors that nobody was given: whatever is in them, they are refused or lead somewhere, and never fail.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CursorScope } from '../../server/platform/operation/page.ts'
import { anyCharacter } from '../support/arbitraries.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { createWorld, sampleOf, table, type World } from '../support/requests.ts'
import '../support/seed.ts'

/** The seal is no secret: anybody can put anything behind it. */
const sealed = ({ environmentId, list, sort }: CursorScope, content: string) => {
  const text = Buffer.from(content).toString('base64url')
  return hash('sha256', `${environmentId}\n${list}\n${sort}\n${text}`, 'base64url').slice(0, 16) + text
}
const lists = [
  { list: 'consignments', path: '/v1/consignments?', sorts: ['-created', 'key', '-planned'] },
  { list: 'loads', path: '/v1/loads?', sorts: ['-created', 'key'] },
]
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '\udc00x',
    '~',
    '0',
    '9'.repeat(30),
    '\u{10ffff}',
    '2026-01-01T00:00:00Z',
    'null',
  ),
)
const place = fc.oneof(
  fc.constantFrom<unknown>(
    [{}, {}],
    [],
    {},
    null,
    1,
    'a',
    [[], []],
    ['a'],
    ['a', 'b', 'c'],
    [1, 2],
    [null, null],
    ['a', null],
  ),
  fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 4 }),
  fc.tuple(text, text),
)
const isPlace = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 2 &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text may hold
  value.every((one) => typeof one === 'string' && one.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(one))

everyEngine('a forged cursor', (open) => {
  let scene: Promise<{ tenant: Tenant; world: World }> | undefined
  const common = () =>
    (scene ??= open().then(async (service) => {
      const tenant = await service.environment()
      return { tenant, world: await createWorld(tenant) }
    }))

  test('a list rejects a cursor with another form', async () => {
    const { tenant } = await common()
    for (const { list, path, sorts } of lists)
      for (const sort of sorts) {
        const of = { environmentId: tenant.environmentId, list, sort }
        await fc.assert(
          fc.asyncProperty(place, async (forged) => {
            const content = JSON.stringify(forged)
            const cursor = sealed(of, content)
            fc.pre(cursor.length <= 1_024)
            const answer = await tenant.request('GET', `${path}sort=${sort}&cursor=${cursor}`)
            if (isPlace(JSON.parse(content))) assert.equal(answer.status, 200, answer.text)
            else assertProblem(answer, 'BAD_REQUEST', ['?cursor'])
          }),
          { numRuns: 25 },
        )
      }
  })

  test('a cursor whose sealed text is not JSON is rejected', async () => {
    const { tenant } = await common()
    for (const { list, path, sorts } of lists) {
      const of = { environmentId: tenant.environmentId, list, sort: sorts[0]! }
      for (const raw of ['', '{', '["a","b"', 'nonsense', '\xff\xfe'])
        assertProblem(await tenant.request('GET', `${path}cursor=${sealed(of, raw)}`), 'BAD_REQUEST', ['?cursor'])
    }
  })

  test('every list that returns cursors rejects a forged cursor', async () => {
    const { tenant, world } = await common()
    const pages = table.filter(([, { method, query }]) => method === 'GET' && 'cursor' in query.properties)
    assert.ok(pages.length >= 12, `${pages.length}`)
    for (const [id] of pages) {
      const { path } = sampleOf(id, world)
      for (const cursor of ['zzz', '0', '~', '-', '%00', '1e3', '[]', 'null']) {
        const answer = await tenant.request('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)
        assertProblem(answer, 'BAD_REQUEST', ['?cursor'])
      }
    }
  })

  test('forged cursors cause no failure in lists of events, histories or delivery attempts', async () => {
    const { tenant, world } = await common()
    const paths = [
      '/v1/events?after=',
      '/v1/events?before=',
      `/v1/consignment/${world.consignmentId}/history?cursor=`,
      `/v1/load/${world.loadId}/history?cursor=`,
      `/v1/depot/history?key=${world.depotKey}&cursor=`,
      '/v1/environment/history?cursor=',
      `/v1/webhook/${world.webhookId}/deliveries?cursor=`,
      `/v1/webhook/${world.webhookId}/deliveries?state=failed&cursor=`,
    ]
    const odd = fc.oneof(
      text,
      fc.constantFrom(
        '0',
        '1',
        '-1',
        '1e3',
        '9007199254740993',
        'zzzzzzzzzz-00000000',
        '1-00000000',
        'latest',
        '[{},{}]',
      ),
      fc.stringMatching(/^[0-9a-z]{1,11}-[0-9a-f]{8}$/),
    )
    for (const path of paths)
      await fc.assert(
        fc.asyncProperty(odd, async (cursor) => {
          const answer = await tenant.request('GET', path + encodeURIComponent(cursor.toWellFormed()))
          assert.ok(answer.status < 500, `${path} ${JSON.stringify(cursor)} ${answer.text}`)
        }),
        { numRuns: 20 },
      )
    for (const id of ['\x01', '[{},{}]', 'zzzzzzzzzz-00000000', 'a'.repeat(200)]) {
      const headers = { 'last-event-id': id, accept: 'text/event-stream' }
      const answer = await tenant.request('HEAD', '/v1/events', { headers }).catch((error: Error) => error)
      // The client itself may refuse to send it.
      assert.ok(answer instanceof Error || answer.status < 500, id)
    }
  })
})
