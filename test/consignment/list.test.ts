// Finding orders: pages put together are the list that a model makes of the same orders, however much work a page may be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { importConsignments } from '../../contract/bulk.ts'
import {
  type Consignment,
  createConsignment,
  deleteConsignment,
  updateConsignment,
} from '../../contract/consignment.ts'
import {
  type ConsignmentSummary,
  consignmentSorts,
  listConsignments,
  summaryLimits,
} from '../../contract/consignments.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { acknowledgeExport } from '../../contract/export.ts'
import { createView, deleteView, listViews, viewLimits } from '../../contract/view.ts'
import { dayMs, formatIso } from '../../server/platform/value/times.ts'
import { narrow, type Page, pageWithin, type Query } from '../support/finding.ts'
import { type Engine, everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { aDepot, aKey, anAddress, anOrder } from '../support/orders.ts'
import { record } from '../support/outcomes.ts'
import '../support/seed.ts'
import { tenants } from '../support/tenants.ts'

const day = (hours: number) => new Date(Date.UTC(2026, 6, 1) + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
/** One kind of each type, marked for all that lists do. */
const customFields = (['text', 'number', 'boolean', 'date', 'choice'] as const).map((type, index) => ({
  key: ['colour', 'floor', 'cold', 'due', 'size'][index]!,
  name: type,
  type,
  ...(type === 'choice' ? { choices: ['small', 'large'] } : {}),
  searched: type === 'text',
  filtered: true,
  sorted: type !== 'boolean',
}))
const fieldSorts = ['customFields.colour', 'customFields.floor', 'customFields.due', 'customFields.size'] as const

const depots = ['NORTH', 'a,b\\c', 'none']

/** Orders that differ in all that lists filter and sort by, and share much of it. */
async function filled(tenant: Tenant, count: number): Promise<void> {
  const { call } = tenant
  for (const key of depots) await call(createDepot, { body: aDepot({ key }) })
  const channels = ['web', 'phone'].map((key) => ({ key, name: key }))
  const areas = ['city', 'country'].map((key) => ({ key, name: key }))
  await call(updateEnvironment, { body: { channels, areas, customFields } })
  let number = 0
  const one = <T>(...from: T[]): T => {
    number = (number * 16_807 + 11) % 2_147_483_647
    return from[number % from.length]!
  }
  const consignments = Array.from({ length: count }, (_, index) => {
    const from = one(null, ...[0, 1, 2, 5, 9].map((hours) => 24 + hours))
    const to = from === null ? one(null, day(30)) : one(null, day(from), day(from + 3))
    const city = one('Köln', 'London', 'Łódź', '東京都', 'Αθήνα')
    return anOrder({
      key: one(`Order-${index}`, `ßtraße ${index}`, `😀${index}`, `a/${index}`),
      type: one('delivery', 'collection'),
      depotKey: one(null, ...depots),
      channelKey: one(null, 'web', 'phone'),
      areaKey: one(null, 'city', 'country'),
      loadId: one(null, null, 'LOAD-1', 'LOAD-2'),
      requiredFrom: from === null ? null : day(from),
      requiredTo: to,
      planned: one(null, day(20), day(26), day(33)),
      consigneeCode: one(null, 'C-100', 'none'),
      tags: one(null, ['Fragile'], ['a, b', '50%_off'], ['fragile', 'x']),
      customFields: one(
        null,
        { colour: 'red', floor: 3 },
        { colour: 'Zoë "q"', floor: -1.5, due: '2026-07-01' },
        { floor: 30, cold: true, size: 'small' },
        { colour: 'red, x', cold: false, size: 'large', due: '2026-06-01' },
      ),
      consigneeContact: one(null, { personName: one('Zoë Example', 'Alex') }),
      consigneeAddress: {
        ...anAddress,
        city,
        ...one({}, { postalCode: 'ex1 1ab' }, { postalCode: 'AB2 3CD' }),
        ...one({}, { geoLocation: { lat: 1, lng: 2 } }),
      },
    })
  })
  for (let at = 0; at < count; at += 500)
    await call(importConsignments, { body: { consignments: consignments.slice(at, at + 500) } })
}

type Order = Consignment & { onExportList: boolean }

/** All of them, as single reads show them. */
async function ordersOf({ call, request }: Tenant): Promise<Order[]> {
  const orders: Consignment[] = []
  for (let cursor: string | undefined; ; ) {
    const { data } = await call(listConsignments, { query: { limit: '500', ...(cursor ? { cursor } : {}) } })
    orders.push(...(data.consignments as Consignment[]))
    if (data.next === null) break
    cursor = data.next
  }
  const exported = new Set((await request('GET', '/v1/export/consignments')).json.data as string[])
  return orders.map((order) => ({ ...order, onExportList: exported.has(order.consignmentId) }))
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replaceAll('ł', 'l')

/** Of scripts without blanks between words each letter is one. */
const wordsOf = (text: string): string[] => plain(text).match(/\p{sc=Han}|[[\p{L}\p{N}]--\p{sc=Han}]+/gv) ?? []
/** Whether each word that is looked for is the start of one that is there. */
const isFound = (search: string, texts: (string | null | undefined)[]) => {
  const words = texts.flatMap((text) => wordsOf(text ?? ''))
  return wordsOf(search).every((start) => words.some((word) => word.startsWith(start)))
}

const isOneOf = (values: string | undefined, value: string | null) =>
  values === undefined ||
  [...values.matchAll(/(?:\\.|[^,\\])+/g)].some(([name]) =>
    name === 'none' ? value === null : name.replace(/\\(.)/g, '$1') === value,
  )
const isIn = (value: string | null, from: string | undefined, to: string | undefined) =>
  (from === undefined && to === undefined) ||
  (value !== null && (from === undefined || value >= from) && (to === undefined || value <= to))
const yes = (wanted: string | undefined, is: boolean) => wanted === undefined || String(is) === wanted

function passes(order: Order, query: Query): boolean {
  const { requiredFrom: from, requiredTo: to } = order
  const { windowFrom, windowTo } = query
  if (windowFrom !== undefined && windowTo !== undefined && windowFrom > windowTo) return false
  const window =
    windowFrom === undefined && windowTo === undefined
      ? true
      : query.window === 'within'
        ? isIn(from, windowFrom, windowTo) && isIn(to, windowFrom, windowTo)
        : (from !== null || to !== null) &&
          (from === null || windowTo === undefined || from <= windowTo) &&
          (to === null || windowFrom === undefined || to >= windowFrom)
  const { city, company, postalCode, line1, line2 } = order.consigneeAddress
  const texts = [
    order.key,
    city,
    company,
    postalCode,
    line1,
    line2,
    order.consigneeCode,
    order.consigneeContact?.personName,
    ...(order.tags ?? []),
    String(order.customFields?.colour ?? ''),
  ]
  return (
    window &&
    (query.type ?? order.type) === order.type &&
    isOneOf(query.depotKey, order.depot?.key ?? null) &&
    isOneOf(query.channelKey, order.channelKey) &&
    isOneOf(query.areaKey, order.areaKey) &&
    isOneOf(query.loadId, order.loadId) &&
    isOneOf(query.consigneeCode, order.consigneeCode) &&
    (query.tag === undefined || (order.tags ?? [null]).some((tag) => isOneOf(query.tag!.toLowerCase(), tag))) &&
    hasFields(order, query.customFields) &&
    yes(query.onExportList, order.onExportList) &&
    yes(query.located, order.consigneeAddress.geoLocation !== null) &&
    isOneOf(query.outcome, order.outcome) &&
    isIn(order.outcomeTime, query.outcomeFrom, query.outcomeTo) &&
    // All windows are over by then.
    yes(query.wasLate, order.outcomeTime !== null && order.requiredTo !== null) &&
    yes(query.late, order.planned !== null && order.requiredTo !== null && order.planned > order.requiredTo) &&
    isIn(order.planned, query.plannedFrom, query.plannedTo) &&
    isIn(order.created, query.createdFrom, query.createdTo) &&
    isIn(order.updated, query.updatedFrom, query.updatedTo) &&
    (query.search === undefined || isFound(query.search, texts))
  )
}

const hasFields = ({ customFields: values = {} }: Order, text: string | undefined): boolean => {
  const pairs = [...(text ?? '').matchAll(/((?:\\.|[^,\\:])+):((?:\\.|[^,\\])+)/g)]
  return [...Map.groupBy(pairs, ([, key]) => key!)].every(([key, given]) =>
    given.some(([, , wish]) => {
      const value = values[key]
      const [from, to] = wish!.includes('..') ? wish!.split('..') : []
      if (from === undefined) return isOneOf(wish, value === undefined ? null : String(value))
      const as = (each: string) => (key === 'floor' ? Number(each) : each)
      return value !== undefined && (from === '' || value >= as(from)) && (to === '' || value <= as(to!))
    }),
  )
}

/** Those without a value come behind all others. */
function placeOf({ customFields: values = {} }: Order, key: string): string {
  const value = values[key]
  if (value === undefined) return '~'
  // All of them have one digit behind the point, and none is below this.
  if (typeof value === 'number') return (value + 1_000).toFixed(1).padStart(8, '0')
  return key === 'size' ? String(['small', 'large'].indexOf(String(value))) : plain(String(value))
}

const bytes = (text: string) => Buffer.from(text)
function compare(sort: string): (a: Order, b: Order) => number {
  const name = sort.replace('-', '') as (typeof consignmentSorts)[number]
  const field = /^customFields\.(.*)/.exec(name)?.[1]
  const sortedBy = (order: Order) => {
    if (name === 'created') return order.consignmentId
    if (name === 'postalCode') return order.consigneeAddress.postalCode?.replaceAll(' ', '').toUpperCase()
    return field ? placeOf(order, field) : order[name]
  }
  const place = (order: Order) => bytes(sortedBy(order) ?? '~')
  const ascending = (a: Order, b: Order) =>
    Buffer.compare(place(a), place(b)) || Buffer.compare(bytes(a.consignmentId), bytes(b.consignmentId))
  return sort.startsWith('-') ? (a, b) => ascending(b, a) : ascending
}

const now = Date.now()
const daysAgo = (days: number) => formatIso(now - days * dayMs)
const time = fc.constantFrom(...[20, 24, 26, 28, 33].map(day))
const flag = fc.constantFrom('true' as const, 'false' as const)
const wanted: fc.Arbitrary<Query> = fc.record(
  {
    type: fc.constantFrom('delivery', 'collection'),
    depotKey: fc.constantFrom('NORTH', 'none', 'NORTH,none', '\\none', 'a\\,b\\\\c', 'nowhere'),
    channelKey: fc.constantFrom('web', 'none', 'web,phone'),
    areaKey: fc.constantFrom('city', 'none'),
    loadId: fc.constantFrom('none', 'LOAD-1', 'LOAD-1,LOAD-2', 'LOAD-1,none', 'LOAD-9'),
    consigneeCode: fc.constantFrom('C-100', 'none', 'C-100,none', '\\none', 'C-1'),
    tag: fc.constantFrom('FRAGILE', 'none', 'fragile,x', 'a\\, b', 'x,none', 'frag', '50%_off'),
    customFields: fc.constantFrom(
      ...[
        'colour:red',
        'colour:red,colour:none',
        'floor:3',
        'floor:3,cold:true',
        'cold:false',
        'size:none',
        'floor:30',
      ],
      ...['colour:red\\, x', 'colour:Zoë "q"', 'floor:-2..3', 'floor:3..', 'due:..2026-06-15', 'size:small,size:large'],
    ),
    onExportList: flag,
    late: flag,
    wasLate: flag,
    outcome: fc.constantFrom('success', 'failed,none', 'none'),
    outcomeFrom: fc.constantFrom(...[1, 3].map(daysAgo)),
    outcomeTo: fc.constantFrom(...[0, 2].map(daysAgo)),
    located: flag,
    windowFrom: time,
    windowTo: time,
    plannedFrom: time,
    plannedTo: time,
    createdFrom: time,
    updatedFrom: fc.constant('2020-01-01T00:00:00Z'),
    updatedTo: fc.constant('2020-01-02T00:00:00Z'),
    search: fc.constantFrom('koln', 'LOD', '京', 'αθη', 'order', 'STRASSE', 'zoe', 'ex1', 'fragile', 'red', 'c-1', '7'),
    sort: fc.constantFrom(...[...consignmentSorts, ...fieldSorts].flatMap((name) => [name, `-${name}`] as const)),
  },
  { requiredKeys: ['sort'] },
)
/** A filter for almost every order leaves almost nothing when it stands beside ten others: most ask for a few. */
const query = fc
  .tuple(
    wanted,
    fc.shuffledSubarray(Object.keys(filterNames()), { maxLength: 3 }),
    fc.constantFrom('overlaps', 'within'),
  )
  .map(([all, names, window]) => {
    const some: Query = Object.fromEntries(
      Object.entries(all).filter(([name]) => name === 'sort' || (names as string[]).includes(name)),
    )
    return 'windowFrom' in some || 'windowTo' in some ? { ...some, window: window as 'overlaps' } : some
  })
function filterNames() {
  const names =
    'type depotKey channelKey areaKey consigneeCode tag customFields loadId onExportList late wasLate outcome outcomeFrom outcomeTo located windowFrom windowTo plannedFrom plannedTo createdFrom updatedFrom updatedTo search'
  return Object.fromEntries(names.split(' ').map((name) => [name, true]))
}

everyEngine('find', (open, _engine: Engine) => {
  const fresh = tenants(open)
  const world = memo(async () => {
    const tenant = await fresh()
    await filled(tenant, 60)
    const all = await ordersOf(tenant)
    const [first, second] = all
    const outcomes = (['success', 'failed', 'success'] as const).flatMap((outcome, index) =>
      all
        .filter((_, at) => at % 4 === index)
        .map(({ consignmentId }) => ({ consignmentId, outcome, at: now - (index + 1) * dayMs })),
    )
    await record(tenant, outcomes)
    const some = [first!, second!].map(({ consignmentId, version }) => ({ consignmentId, version }))
    await tenant.call(acknowledgeExport, { body: { consignments: some } })
    return { tenant, orders: await ordersOf(tenant) }
  })

  test('the pages of a list together contain all matching orders, sorted and within the bounds', async () => {
    const { tenant, orders } = await world()
    const service: Service = await open()
    await service.database((database) =>
      fc.assert(
        fc.asyncProperty(query, fc.constantFrom(4, 9, 30), fc.nat(70), async (given, limit, offset) => {
          const wantedIds = orders
            .filter((order) => passes(order, given))
            .sort(compare(given.sort!))
            .map(({ consignmentId }) => consignmentId)
          for (const bounds of [undefined, ...narrow]) {
            const read = async (more: Query): Promise<Page> => {
              const whole: Query = { ...given, view: 'compact', limit: String(limit), ...more }
              return bounds
                ? pageWithin(database, tenant.environmentId, whole, bounds)
                : ((await tenant.call(listConsignments, { query: whole })).data as Page)
            }
            const found: string[] = []
            for (let cursor: string | undefined; ; ) {
              const answer = await read(cursor ? { cursor } : { total: 'true' })
              assert.ok(answer.consignments.length <= limit)
              found.push(...answer.consignments.map(({ consignmentId }) => consignmentId))
              if (answer.total?.exact) assert.equal(answer.total.count, wantedIds.length)
              else if (answer.total) assert.ok(answer.total.count <= wantedIds.length)
              if (answer.next === null) break
              cursor = answer.next
            }
            assert.deepEqual(found, wantedIds)
            const skipped = await read({ offset: String(offset) })
            // Where it was given up looking for the offset, the list goes on before it.
            if (bounds === undefined)
              assert.deepEqual(
                skipped.consignments.map(({ consignmentId }) => consignmentId),
                wantedIds.slice(offset, offset + limit).slice(0, skipped.consignments.length),
              )
          }
        }),
        { numRuns: 30 },
      ),
    )
  })

  test('a compact row contains the current phone of the recipient and start of the note', async () => {
    const { call } = await fresh()
    const phone = { countryCode: '44', localNumber: '2079460018' }
    const body = anOrder({ consigneeContact: { phone }, planningInstructions: `Ring twice. ${'x'.repeat(300)}` })
    const { consignmentId } = (await call(createConsignment, { body })).data
    const row = async () => {
      const { data } = await call(listConsignments, { query: { ids: consignmentId, view: 'compact' } })
      const { phone, note } = data.consignments[0] as ConsignmentSummary
      return { phone, note }
    }
    const { note, ...rest } = await row()
    assert.deepEqual(rest, { phone: '+44 2079460018' })
    assert.ok(note?.startsWith('Ring twice. xxx') && note.length === summaryLimits.noteLength)
    const changed = {
      planningInstructions: 'Behind the house',
      consigneeContact: { mobile: { localNumber: '170555' } },
    }
    await call(updateConsignment, { query: { id: consignmentId }, body: changed })
    assert.deepEqual(await row(), { phone: '170555', note: 'Behind the house' })
  })

  test('a view is visible only in its environment', async () => {
    const [tenant, other] = [await fresh(), await fresh()]
    const { call } = tenant
    const body = { name: 'Late', search: 'late=true&sort=-planned' }
    const { viewId } = (await call(createView, { body })).data
    await call(createView, { body: { name: 'Export', search: 'onExportList=true' } })
    const views = (await call(listViews)).data
    assert.deepEqual(
      views.map(({ name, search }) => ({ name, search })),
      [{ name: 'Export', search: 'onExportList=true' }, body],
    )
    assert.deepEqual((await other.call(listViews)).data, [])
    await assert.rejects(other.call(deleteView, { params: { viewId } }), { code: 'NOT_FOUND' })
    await call(deleteView, { params: { viewId } })
    const more = Array.from({ length: viewLimits.views - 1 }, (_, index) => ({ name: `View ${index}`, search: '' }))
    for (const one of more) await call(createView, { body: one })
    await assert.rejects(call(createView, { body }), { code: 'BAD_REQUEST', message: /at most 50 views/ })
  })

  test('an unchanged order appears on exactly one page while other orders change', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await filled(tenant, 40)
    const before = await ordersOf(tenant)
    const touched = new Set<string>()
    const found: string[] = []
    for (const sort of ['updated', '-planned', 'key'] as const) {
      found.length = 0
      for (let cursor: string | undefined; ; ) {
        const given: Query = { sort, type: 'delivery', limit: '3', ...(cursor ? { cursor } : {}) }
        const { data } = await call(listConsignments, { query: given })
        found.push(...data.consignments.map(({ consignmentId }) => consignmentId))
        if (data.next === null) break
        cursor = data.next
        const [gone, changed] = before.filter(({ consignmentId }) => !touched.has(consignmentId))
        if (touched.size > 16) continue
        touched.add(gone!.consignmentId).add(changed!.consignmentId)
        await call(deleteConsignment, { query: { id: gone!.consignmentId } })
        await call(updateConsignment, {
          query: { id: changed!.consignmentId },
          body: { planned: day(27), key: aKey('b') },
        })
        touched.add((await call(createConsignment, { body: anOrder({ planned: day(21) }) })).data.consignmentId)
      }
      const still = before.filter(({ type, consignmentId }) => type === 'delivery' && !touched.has(consignmentId))
      assert.deepEqual(
        found.filter((id) => !touched.has(id)),
        still
          .map((order) => ({ ...order }))
          .sort(compare(sort))
          .map(({ consignmentId }) => consignmentId),
      )
    }
  })
})

function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
