// What lists keep of an order beside it follows every change of the order, whichever member it concerns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsignmentInput } from '../../contract/consignment.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

const changes: Partial<ConsignmentInput>[] = [
  { type: 'collection' },
  { requiredFrom: '2026-07-01T09:00:00Z' },
  { requiredTo: '2026-07-01T10:00:00Z' },
  { planned: '2026-07-01T12:00:00Z' },
  { committed: '2026-07-01T10:00:00Z' },
  { consigneeCode: 'C-2' },
  { planningInstructions: 'Ring twice.' },
  { consigneeContact: { personName: 'Someone Else', mobile: { countryCode: '44', localNumber: '7700900999' } } },
  { consigneeAddress: { ...anAddress, city: 'Elsewhere', postalCode: 'EL1 1SE', geoLocation: { lat: 53, lng: -1 } } },
  { tags: ['cold'] },
  { weight: 7 },
]

everyEngine('the list row of an order', (open) => {
  test('every sequence of changes that leads to the same order leads to the same list row', async () => {
    const tenant = await (await open()).environment()
    const times = { planned: '2026-07-01T11:00:00Z', requiredTo: '2026-07-01T13:00:00Z' }
    const before = { ...times, planningInstructions: 'Call first.', consigneeCode: 'C-1', tags: ['night'] }
    const listedAs = async (body: ConsignmentInput, change?: object) => {
      const { consignmentId } = (await tenant.request('POST', '/v1/consignment', { body })).json.data
      if (change)
        assert.equal((await tenant.request('PATCH', `/v1/consignment/${consignmentId}`, { body: change })).status, 200)
      const lists = ['', '&late=true', '&search=elsewhere']
      return Promise.all(
        lists.map(async (query) => {
          const list = await tenant.request('GET', `/v1/consignments?ids=${consignmentId}&view=compact${query}`)
          return list.json.data.consignments.map(
            ({ consignmentId: _id, key: _key, version: _version, created: _created, updated: _updated, ...row }: Row) =>
              row,
          )
        }),
      )
    }
    for (const change of changes) {
      const order = { ...anOrder({ key: aKey() }), ...before } as ConsignmentInput
      const [changed, made] = [await listedAs(order, change), await listedAs({ ...order, key: aKey(), ...change })]
      assert.deepEqual(changed, made, JSON.stringify(change))
    }
  })
})

type Row = Record<string, unknown>
