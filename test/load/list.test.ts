// Lists of loads, by filters and in pages; and whether orders fit a load, with the reasons why not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { checkLoad, createLoad, type LoadPage, listLoadPages, listLoads, loadSorts } from '../../contract/load.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDepot, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const start = (day: number) => `2026-07-0${day}T08:00:00Z`

async function filled({ call }: Tenant): Promise<void> {
  for (const key of ['NORTH', 'SOUTH']) await call(createDepot, { body: aDepot({ key }) })
  const bodies = [
    { key: 'Route 1', startDepotKey: 'NORTH', endDepotKey: 'NORTH', plannedStart: start(1), weightCapacity: 100 },
    { key: 'route_2', startDepotKey: 'SOUTH', plannedStart: start(2), status: 'planned' as const },
    { key: 'ROUTE%3', plannedStart: start(3), volumeCapacity: 2, status: 'started' as const },
    { key: 'Tour 4', endDepotKey: 'SOUTH' },
    { key: '😀 5', plannedStart: start(1), status: 'released' as const },
  ]
  for (const body of bodies) await call(createLoad, { body })
}

everyEngine('loads', (open) => {
  const fresh = tenants(open)

  test('a list of loads without pages is an array, newest first', async () => {
    const tenant = await fresh()
    await filled(tenant)
    const { data } = await tenant.call(listLoads)
    assert.deepEqual(data.map(({ key }) => key).sort(), ['ROUTE%3', 'Route 1', 'Tour 4', 'route_2', '😀 5'].sort())
    assert.deepEqual(
      data.map(({ loadId }) => loadId),
      data
        .map(({ loadId }) => loadId)
        .sort()
        .reverse(),
    )
  })

  test('filters of the list of loads combine, and its pages together contain every load once', async () => {
    const tenant = await fresh()
    await filled(tenant)
    const keys = async (query: string) =>
      (await tenant.request('GET', `/v1/loads?sort=key&${query}`)).json.data.map(({ key }: { key: string }) => key)
    assert.deepEqual(await keys('search=ROUTE'), ['ROUTE%253', 'Route 1', 'route_2'].map(decodeURIComponent))
    assert.deepEqual(await keys('search=%25'), ['ROUTE%3'])
    assert.deepEqual(await keys('search=_'), ['route_2'])
    assert.deepEqual(await keys('status=planned,released'), ['route_2', '😀 5'])
    assert.deepEqual(await keys('startDepotKey=NORTH,none&endDepotKey=none'), ['ROUTE%3', '😀 5'])
    assert.deepEqual(await keys(`plannedFrom=${start(2)}`), ['ROUTE%3', 'route_2'])
    assert.deepEqual(await keys(`plannedTo=${start(1)}&search=o`), ['Route 1'])
    for (const sort of loadSorts.flatMap((name) => [name, `-${name}`] as const)) {
      const whole = (await tenant.request('GET', `/v1/loads?sort=${sort}`)).json.data
      const found: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { sort, limit: '2', total: 'true', ...(cursor === '' ? {} : { cursor }) } as const
        const page: LoadPage = (await tenant.call(listLoadPages, { query })).data
        assert.deepEqual(page.total, { count: 5, exact: true })
        found.push(...page.loads)
        cursor = page.next
      }
      assert.deepEqual(found, whole, sort)
    }
    assertProblem(await tenant.request('GET', '/v1/loads?status=driving'), 'BAD_REQUEST')
  })

  test('a check of orders returns whether each order fits the load, with the reason', async () => {
    const tenant = await fresh()
    const { call } = tenant
    await filled(tenant)
    const create = async (members: Parameters<typeof anOrder>[0]) =>
      (await call(createConsignment, { body: anOrder(members) })).data.consignmentId
    const light = await create({ key: 'light', depotKey: 'NORTH', weight: 60 })
    const other = await create({ key: 'other', weight: 60 })
    const heavy = await create({ key: 'heavy', weight: 101 })
    const back = await create({ key: 'back', type: 'collection', weight: 90 })
    const south = await create({ key: 'south', depotKey: 'SOUTH' })
    const early = await create({ key: 'early', requiredTo: '2026-07-01T07:59:59Z' })
    const check = async (loadKey: string, keys: string[]) => (await call(checkLoad, { body: { loadKey, keys } })).data
    const codes = (answer: Awaited<ReturnType<typeof check>>) =>
      Object.fromEntries(answer.consignments.map(({ key, reasons }) => [key, reasons.map(({ code }) => code).join()]))
    const all = await check('Route 1', ['light', 'other', 'heavy', 'back', 'south', 'early', 'nobody'])
    assert.deepEqual(codes(all), {
      light: '',
      other: '',
      heavy: 'weight',
      back: '',
      south: 'depot_rule',
      early: 'window',
      nobody: 'unknown_consignment',
    })
    assert.equal(all.fits, false)
    assert.deepEqual(
      all.consignments.map(({ fits }) => fits),
      [true, true, false, true, false, false, false],
    )
    assert.match(all.consignments[4]!.reasons[0]!.message, /starts at `NORTH`/)
    // Each fits alone, but not both; a delivery is off before a collection is on.
    const both = await check('Route 1', ['light', 'other'])
    assert.deepEqual(
      [both.fits, both.peakWeight, both.reasons.map(({ code }) => code), both.consignments.map(({ fits }) => fits)],
      [false, 120, ['weight'], [true, true]],
    )
    assert.deepEqual((await check('Route 1', ['light', 'back'])).fits, true)
    assert.deepEqual(codes(await check('ROUTE%3', ['light'])), { light: 'load_state' })
    const fitting = async (id: string) =>
      (await tenant.request('GET', `/v1/loads?sort=key&fits=${id}`)).json.data.map(({ key }: { key: string }) => key)
    assert.deepEqual(await fitting(light), ['Route 1', '😀 5'])
    assert.deepEqual(await fitting(heavy), ['Tour 4', 'route_2', '😀 5'])
    assert.deepEqual(await fitting(south), ['route_2', '😀 5'])
    assert.deepEqual(await fitting(early), ['Tour 4'])
    assert.deepEqual(
      [await fitting(other), await fitting(back)].map((keys) => keys.includes('Route 1')),
      [true, true],
    )
    // Packages that are expected count before those that are listed.
    const many = await create({ key: 'many', plannedPackages: 3 })
    await create({ key: 'few', plannedPackages: 2 })
    await call(createLoad, { body: { key: 'Small', packageCapacity: 4, stops: [{ consignmentId: other }] } })
    await call(updateConsignment, { query: { key: 'other' }, body: { plannedPackages: 2 } })
    const crowded = await check('Small', ['many', 'few'])
    assert.deepEqual(codes(crowded), { many: 'packages', few: '' })
    assert.deepEqual([crowded.fits, crowded.reasons.map(({ code }) => code)], [false, ['packages']])
    assert.match(crowded.consignments[0]!.reasons[0]!.message, /number of packages on board would reach 5 .* is 4/)
    assert.deepEqual((await fitting(many)).includes('Small'), false)
    assert.deepEqual((await check('Small', ['few'])).fits, true)
    assertProblem(await tenant.request('GET', '/v1/loads?fits=nobody'), 'NOT_FOUND')
    for (const body of [{ keys: ['a'] }, { loadKey: 'Route 1' }, { loadKey: 'a', loadId: 'b', keys: ['a'] }])
      assertProblem(await tenant.request('POST', '/v1/load/check', { body }), 'BAD_REQUEST')
  })
})
