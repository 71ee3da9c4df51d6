// The depot rule: if a route starts or ends at a depot, a delivery with a depot needs it at the start, a collection at the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createLoad, getLoad, listLoads } from '../../contract/load.ts'
import { type Answer, everyEngine, type Tenant } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

type Type = 'delivery' | 'collection'
type Side = 'A' | 'B' | null
interface Case {
  type: Type
  depot: Side
  start: Side
  end: Side
}
const sides: Side[] = [null, 'A', 'B']
const cases: Case[] = (['delivery', 'collection'] as const).flatMap((type) =>
  sides.flatMap((depot) => sides.flatMap((start) => sides.map((end) => ({ type, depot, start, end })))),
)

/** The rule as the interface words it. */
function fits({ type, depot, start, end }: Case): boolean {
  const usesDepots = start !== null || end !== null
  if (!usesDepots || depot === null) return true
  return type === 'delivery' ? depot === start : depot === end
}
const other = (type: Type): Type => (type === 'delivery' ? 'collection' : 'delivery')
const said = ({ type, depot, start, end }: Case) =>
  `a ${type} ${depot ? `with depot ${depot}` : 'without a depot'}, a route from ${start ?? 'nowhere'} to ${end ?? 'nowhere'}`

interface World {
  tenant: Tenant
  order(type: Type, depotKey: Side, loadId?: string): Promise<string>
  load(start: Side, end: Side, stops?: string[]): Promise<string>
}

/** Every way in which a case can come about; each answers the request that decides, and where a refusal points. */
const ways: Record<string, (world: World, given: Case) => Promise<{ answer: Answer; path: string; order?: string }>> = {
  'creating the order in the load': async ({ tenant, load }, { type, depot, start, end }) => {
    const loadId = await load(start, end)
    const body = anOrder({ type, depotKey: depot, loadId })
    return { answer: await tenant.request('POST', '/v1/consignment', { body }), path: '/loadId' }
  },
  'assigning the order to the load': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(type, depot)
    const body = { loadId: await load(start, end) }
    return { answer: await tenant.request('PATCH', `/v1/consignment?id=${id}`, { body }), path: '/loadId', order: id }
  },
  'moving the order from another load': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(type, depot, await load(null, null))
    const body = { loadId: await load(start, end) }
    return { answer: await tenant.request('PATCH', `/v1/consignment?id=${id}`, { body }), path: '/loadId', order: id }
  },
  'changing the depot of the order': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(type, null, await load(start, end))
    const body = { depotKey: depot }
    return { answer: await tenant.request('PATCH', `/v1/consignment?id=${id}`, { body }), path: '/depotKey', order: id }
  },
  'changing the type of the order': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const before = other(type)
    const fitted = fits({ type: before, depot, start, end })
    const id = await order(before, fitted ? depot : null, await load(start, end))
    const body = fitted ? { type } : { type, depotKey: depot }
    return { answer: await tenant.request('PATCH', `/v1/consignment?id=${id}`, { body }), path: '/depotKey', order: id }
  },
  'changing the depot of the order while it joins': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(other(type), null)
    const body = { loadId: await load(start, end), depotKey: depot, type }
    return { answer: await tenant.request('PATCH', `/v1/consignment?id=${id}`, { body }), path: '/loadId', order: id }
  },
  'naming the order among the stops': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(type, depot)
    const body = { stops: [{ consignmentId: id }] }
    const answer = await tenant.request('PATCH', `/v1/load?id=${await load(start, end)}`, { body })
    return { answer, path: '/stops/0/consignmentId', order: id }
  },
  'changing the depots of the load': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const loadId = await load(null, null)
    const id = await order(type, depot, loadId)
    const body = { startDepotKey: start, endDepotKey: end }
    const answer = await tenant.request('PATCH', `/v1/load?id=${loadId}`, { body })
    return { answer, path: type === 'delivery' ? '/startDepotKey' : '/endDepotKey', order: id }
  },
  'changing depots and stops of the load together': async ({ tenant, order, load }, { type, depot, start, end }) => {
    const id = await order(type, depot)
    const body = { startDepotKey: start, endDepotKey: end, stops: [{ consignmentId: id }] }
    const answer = await tenant.request('PATCH', `/v1/load?id=${await load(end, start)}`, { body })
    return { answer, path: '/stops/0/consignmentId', order: id }
  },
  'creating the load with its stops': async ({ tenant, order }, { type, depot, start, end }) => {
    const id = await order(type, depot)
    const body = { key: aKey(), startDepotKey: start, endDepotKey: end, stops: [{ consignmentId: id }] }
    return { answer: await tenant.request('POST', '/v1/load', { body }), path: '/stops/0/consignmentId', order: id }
  },
}

everyEngine('the depot rule', (open, engine) => {
  const fresh = tenants(open)
  const world = async (): Promise<World> => {
    const tenant = await fresh()
    for (const key of ['A', 'B']) await tenant.call(createDepot, { body: aDepot({ key }) })
    return {
      tenant,
      order: async (type, depotKey, loadId) =>
        (await tenant.call(createConsignment, { body: anOrder({ type, depotKey, ...(loadId ? { loadId } : {}) }) }))
          .data.consignmentId,
      load: async (startDepotKey, endDepotKey, stops = []) =>
        (
          await tenant.call(createLoad, {
            body: { key: aKey(), startDepotKey, endDepotKey, stops: stops.map((consignmentId) => ({ consignmentId })) },
          })
        ).data.loadId,
    }
  }
  const offenders = async ({ call }: Tenant) => {
    const found: string[] = []
    for (const { loadId } of (await call(listLoads)).data) {
      const { startDepotKey: start, endDepotKey: end, stops } = (await call(getLoad, { query: { id: loadId } })).data
      for (const { consignmentId } of stops) {
        const { type, depot } = (await call(getConsignment, { query: { id: consignmentId } })).data
        const given = { type, depot: (depot?.key ?? null) as Side, start: start as Side, end: end as Side }
        if (!fits(given)) found.push(said(given))
      }
      assert.deepEqual(
        stops.map(({ position }) => position),
        stops.map((_, index) => index + 1),
      )
    }
    return found
  }

  for (const [number, [way, attempt]] of Object.entries(ways).entries()) {
    // The decision is the same code on every engine: on the second one some cases of each way show that it is asked.
    const some = engine === 'sqlite' ? cases : cases.filter((_, index) => index % 4 === number % 4)
    test(`the depot rule accepts or rejects ${some.length} of ${cases.length} cases when ${way}`, async () => {
      const here = await world()
      for (const given of some) {
        const { answer, path, order } = await attempt(here, given)
        if (fits(given)) {
          assert.ok(answer.status < 300, `${said(given)}: ${answer.text}`)
          continue
        }
        assertProblem(answer, 'DEPOT_RULE', [path])
        const message = messagesOf(answer)
        const verb = given.type === 'delivery' ? 'starts' : 'ends'
        const there = given.type === 'delivery' ? given.start : given.end
        assert.ok(message.includes(`\`${given.depot}\``), 'names the depot that would fit')
        assert.ok(message.includes(there ? `${verb} at \`${there}\`` : `${verb} at no depot`), 'says which side failed')
        if (order) {
          const { version, depot } = (await here.tenant.call(getConsignment, { query: { id: order } })).data
          assert.equal(version, 1, 'a refused change leaves the order alone')
          if (way.includes('depot of the order')) assert.equal(depot, null)
        }
      }
      assert.deepEqual(await offenders(here.tenant), [])
    })
  }

  test('the error of the depot rule lists every order that does not fit new depots', async () => {
    const { tenant, order, load } = await world()
    const ids = [
      await order('delivery', 'A'),
      await order('collection', 'A'),
      await order('delivery', null),
      await order('delivery', 'B'),
    ]
    const id = await load(null, null, ids)
    const answer = await tenant.request('PATCH', `/v1/load?id=${id}`, {
      body: { startDepotKey: 'B', endDepotKey: 'B' },
    })
    assertProblem(answer, 'DEPOT_RULE', ['/startDepotKey', '/endDepotKey'])
  })

  test('a change of other fields does not apply the depot rule again', async () => {
    const { tenant, order, load } = await world()
    const id = await order('delivery', 'A', await load('A', 'B'))
    await tenant.call(updateConsignment, { query: { id }, body: { weight: 1, type: 'delivery', depotKey: 'A' } })
    assert.equal((await tenant.call(getConsignment, { query: { id } })).data.version, 2)
  })

  test('concurrent changes of orders, depots and loads never violate the depot rule', async () => {
    const { tenant, order, load } = await world()
    const { request } = tenant
    const loads = [await load(null, null), await load('A', 'B'), await load('B', null)]
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await order(n % 2 ? 'delivery' : 'collection', sides[n % 3]!))
    let seed = 3
    const pick = <T>(list: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return list[Math.floor((seed / 2_147_483_648) * list.length)]!
    }
    const outcomes = new Map<number, number>()
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => {
          const where = `/v1/consignment?id=${pick(ids)}`
          return pick([
            () => request('PATCH', where, { body: { loadId: pick([...loads, null]) } }),
            () => request('PATCH', where, { body: { depotKey: pick(sides) } }),
            () => request('PATCH', where, { body: { type: pick(['delivery', 'collection']) } }),
            () => request('PATCH', `/v1/load?id=${pick(loads)}`, { body: { startDepotKey: pick(sides) } }),
            () => request('PATCH', `/v1/load?id=${pick(loads)}`, { body: { endDepotKey: pick(sides) } }),
            () =>
              request('PATCH', `/v1/load?id=${pick(loads)}`, {
                body: {
                  stops: [...new Set([pick(ids), pick(ids), pick(ids)])].map((consignmentId) => ({ consignmentId })),
                },
              }),
            () => request('POST', '/v1/consignment', { body: anOrder({ depotKey: pick(sides), loadId: pick(loads) }) }),
          ])()
        }),
      )
      for (const answer of answers) {
        outcomes.set(answer.status, (outcomes.get(answer.status) ?? 0) + 1)
        if (answer.status >= 300) assertProblem(answer, 'DEPOT_RULE')
      }
      assert.deepEqual(await offenders(tenant), [])
    }
    assert.ok(
      outcomes.get(200)! > 50 && outcomes.get(422)! > 50,
      `both outcomes are met: ${JSON.stringify([...outcomes])}`,
    )
  })
})
