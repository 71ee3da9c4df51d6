// Custom fields and tags of orders: what is taken, kept, told and forgotten, and what becomes of values when definitions change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { getConsignmentHistory } from '../../contract/change.ts'
import { createConsignment, getConsignment, replaceConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import type { CustomField } from '../../contract/custom-field.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { buildSortKey, formatFields } from '../../server/orders/record/fields.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const field = (key: string, type: CustomField['type'], members: Partial<CustomField> = {}): CustomField => ({
  key,
  name: `The ${key}`,
  type,
  ...(type === 'choice' ? { choices: ['small', 'large'] } : {}),
  ...members,
})
const oneOfEach = [
  field('colour', 'text', { listed: true, searched: true, filtered: true }),
  field('floor', 'number', { sorted: true }),
  field('cold', 'boolean'),
  field('due', 'date'),
  field('size', 'choice'),
]
const define = ({ call }: Tenant, customFields: CustomField[]) => call(updateEnvironment, { body: { customFields } })
const keysOf = async ({ call }: Tenant, query: object) =>
  (await call(listConsignments, { query })).data.consignments.map(({ key }) => key)

test('sort keys of numbers have the order of the numbers, and equal values have equal text', () => {
  const numbers = [-1e308, -2, -1.5, -1e-300, -0, 0, 1e-300, 0.5, 9, 10, 1e308]
  const places = numbers.map((value) => buildSortKey(field('n', 'number'), value))
  assert.deepEqual(places, places.toSorted())
  assert.equal(places[4], places[5])
  assert.equal(formatFields({ b: 1, a: 'x', c: null, d: '' }), formatFields({ a: 'x', b: 1 }))
  assert.equal(formatFields({ a: '' }), null)
})

everyEngine('custom fields', (open) => {
  const fresh = tenants(open)

  test('an order without custom fields has no field `customFields`', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key, tags: [], customFields: {} }) })
    const before = (await request('GET', `/v1/consignment?key=${key}`)).text
    assert.doesNotMatch(before, /tags|customFields/)
    assert.doesNotMatch((await request('GET', '/v1/consignments?view=compact')).text, /tags|customFields/)
    await define(tenant, oneOfEach)
    assert.equal((await request('GET', `/v1/consignment?key=${key}`)).text, before)
  })

  test('custom fields are stored unchanged, changed one by one, and listed in the history', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await define(tenant, oneOfEach)
    const customFields = { floor: 3, colour: 'Red', cold: false, due: '2026-07-01', size: 'small' }
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key, customFields, tags: [' Fragile ', 'A  b', 'fragile'] }) })
    const read = async () => (await call(getConsignment, { query: { key } })).data
    assert.deepEqual((await read()).customFields, customFields)
    assert.deepEqual((await read()).tags, ['a b', 'fragile'])
    await call(updateConsignment, { query: { key }, body: { customFields: { floor: 4, due: null, size: '' } } })
    assert.deepEqual((await read()).customFields, { floor: 4, colour: 'Red', cold: false })
    // What was read may be sent back, and changes nothing.
    const { version } = await read()
    await call(updateConsignment, { query: { key }, body: await read() })
    assert.equal((await read()).version, version)
    await call(updateConsignment, { query: { key }, body: { customFields: null, tags: null } })
    assert.ok(!('tags' in (await read())) && !('customFields' in (await read())))
    const { changes } = (await call(getConsignmentHistory, { query: { key } })).data
    assert.deepEqual(
      changes.map(({ changes }) => changes.map(({ path }) => path)),
      [
        ['/tags/1', '/tags/0', '/customFields/cold', '/customFields/colour', '/customFields/floor'],
        ['/customFields/due', '/customFields/floor', '/customFields/size'],
        [],
      ],
    )
    await call(replaceConsignment, { query: { key }, body: anOrder({ key, customFields: { floor: 1 } }) })
    assert.deepEqual((await read()).customFields, { floor: 1 })
  })

  test('custom fields that do not match their definition are rejected with their path, next to all other errors', async () => {
    const tenant = await fresh()
    const { request } = tenant
    const long = 'x'.repeat(501)
    const faultsOf = async (customFields: object, more: object = {}) => {
      const { json } = await request('POST', '/v1/consignment', { body: anOrder({ ...more, customFields } as never) })
      return (json.data.errors as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`).sort()
    }
    assert.deepEqual(await faultsOf({ colour: 'red' }), ['/customFields/colour unknown'])
    await define(tenant, [...oneOfEach, field('must', 'text', { required: true })])
    assert.deepEqual(
      await faultsOf({
        colour: 1,
        floor: '3',
        cold: 'yes',
        due: '2026-02-30',
        size: 'huge',
        constructor: 'x',
        'a/b': 1,
      }),
      [
        ...['colour type', 'floor type', 'cold type', 'due format', 'size not_allowed'].map(
          (each) => `/customFields/${each}`,
        ),
        ...['/customFields/constructor unknown', '/customFields/a~1b unknown', '/customFields/must required'],
      ].sort(),
    )
    assert.deepEqual(await faultsOf({ colour: long, must: 'm' }), ['/customFields/colour too_long'])
    assert.deepEqual(await faultsOf({ colour: ['red'], must: 'm' }, { weight: -1 }), [
      '/customFields/colour type',
      '/weight out_of_range',
    ])
    assert.deepEqual(await faultsOf({ must: 'm', floor: 'x' }, { weight: -1, tags: [' ', 'x'.repeat(51)] }), [
      ...['/customFields/floor type', '/tags/0 format', '/tags/1 too_long', '/weight out_of_range'],
    ])
    const rows = [{ must: 'a' }, { must: 'a', nope: 1 }].map((customFields) => anOrder({ customFields }))
    const { data } = await tenant.call(importConsignments, { body: { consignments: rows } })
    assert.deepEqual(
      data.results.map(({ status, errors }) => [status, errors?.map(({ path }) => path)]),
      [
        ['created', undefined],
        ['failed', ['/customFields/nope']],
      ],
    )
  })

  test('an existing order keeps its custom fields after a change of their definition', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    await define(tenant, [field('colour', 'text', { filtered: true, searched: true }), field('floor', 'number')])
    const [key, old] = [aKey(), aKey()]
    await call(createConsignment, { body: anOrder({ key, customFields: { colour: 'violet', floor: 3 } }) })
    await call(createConsignment, { body: anOrder({ key: old }) })
    assert.deepEqual(await keysOf(tenant, { customFields: 'colour:violet' }), [key])
    // One is gone, the other has another type, and there is one that nobody has and all must have.
    await define(tenant, [field('floor', 'choice', { filtered: true }), field('must', 'text', { required: true })])
    await until('nobody finds it by what it had', async () => (await keysOf(tenant, { search: 'violet' })).length === 0)
    const patch = async (name: string, body: object) => {
      const { status, json } = await request('PATCH', `/v1/consignment?key=${name}`, { body })
      return [status, ...((json.data?.errors ?? []) as { path: string }[]).map(({ path }) => path)]
    }
    assert.deepEqual(await patch(key, { weight: 1, customFields: { colour: 'violet', floor: 3 } }), [200])
    assert.deepEqual(await patch(old, { weight: 1 }), [200])
    assert.deepEqual(await patch(key, { customFields: { colour: 'red', floor: 4 } }), [
      ...[400, '/customFields/colour', '/customFields/floor'],
    ])
    assert.deepEqual(await patch(key, { customFields: { must: 'x', colour: null, floor: 'large' } }), [200])
    assert.deepEqual(await patch(key, { customFields: { must: null } }), [400, '/customFields/must'])
    assert.deepEqual((await call(getConsignment, { query: { key } })).data.customFields, { floor: 'large', must: 'x' })
    assert.deepEqual(await keysOf(tenant, { customFields: 'floor:large' }), [key])
  })

  test('orders are searched and sorted by the current definitions of custom fields, also older orders', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await define(tenant, [field('colour', 'text'), field('floor', 'number')])
    // More than one transaction lists anew.
    const rows = Array.from({ length: 120 }, (_, index) =>
      anOrder({ key: `N${index}`, customFields: { floor: index, colour: index === 7 ? 'Orange Ölig' : 'plain' } }),
    )
    await call(importConsignments, { body: { consignments: rows } })
    const { request } = tenant
    const refusal = async (query: string) => {
      const { status, json } = await request('GET', `/v1/consignments?${query}`)
      return [status, json.data.errors[0].path, json.data.errors[0].code]
    }
    assert.deepEqual(await refusal('customFields=colour:x'), [400, '?customFields', 'not_allowed'])
    assert.deepEqual(await refusal('customFields=floor:1..2'), [400, '?customFields', 'not_allowed'])
    assert.deepEqual(await refusal('customFields=size:1'), [400, '?customFields', 'unknown'])
    assert.deepEqual(await refusal('customFields=colour'), [400, '?customFields', 'format'])
    assert.deepEqual(await refusal('sort=customFields.floor'), [400, '?sort', 'not_allowed'])
    assert.deepEqual(await refusal('sort=customFields.'), [400, '?sort', 'format'])
    await define(tenant, [
      field('colour', 'text', { searched: true, filtered: true, listed: true }),
      field('floor', 'number', { sorted: true }),
    ])
    await until(
      'all are sorted',
      async () => (await keysOf(tenant, { sort: 'customFields.floor', limit: '500' })).length === 120,
    )
    assert.deepEqual(await keysOf(tenant, { sort: '-customFields.floor', limit: '2' }), ['N119', 'N118'])
    assert.deepEqual(await keysOf(tenant, { search: 'olig' }), ['N7'])
    assert.deepEqual(await keysOf(tenant, { customFields: 'colour:Orange Ölig' }), ['N7'])
    assert.deepEqual(await keysOf(tenant, { customFields: 'floor:3..4', sort: 'customFields.floor' }), ['N3', 'N4'])
    assert.deepEqual(await refusal('customFields=floor:a..b'), [400, '?customFields', 'type'])
    const { data } = await call(listConsignments, { query: { search: 'olig', view: 'compact' } })
    assert.deepEqual(data.consignments[0]!.customFields, { colour: 'Orange Ölig' })
  })

  test('definitions of custom fields are checked, and keep all their properties', async () => {
    const { call, request } = await fresh()
    const faultsOf = async (customFields: object[]) => {
      const { json } = await request('PATCH', '/v1/environment', { body: { customFields } })
      return (json.data.errors as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`)
    }
    assert.deepEqual(await faultsOf([{ key: '1st', name: '', type: 'colour' }]), [
      '/customFields/0/key format',
      '/customFields/0/name required',
      '/customFields/0/type not_allowed',
    ])
    const five = ['a', 'b', 'c', 'd', 'e'].map((key) => field(key, 'text', { sorted: true }))
    assert.deepEqual(
      await faultsOf([
        field('A', 'text'),
        ...five,
        { key: 'f', name: 'f', type: 'choice' },
        field('g', 'text', { choices: ['x'] }),
      ]),
      [
        '/customFields/1/key duplicate',
        '/customFields/6/choices required',
        '/customFields/7/choices not_allowed',
        '/customFields/5/sorted too_many',
      ],
    )
    await call(updateEnvironment, { body: { customFields: [field('a', 'number', { sorted: true })] } })
    const marks = { required: false, listed: false, forDriver: false, searched: false, filtered: false, sorted: true }
    assert.deepEqual((await call(getEnvironment)).data.customFields, [
      { key: 'a', name: 'The a', type: 'number', ...marks },
    ])
  })
})
