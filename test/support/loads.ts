// The few steps that most tests of loads are made of.
import assert from 'node:assert/strict'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import type { Tenant } from './harness.ts'
import { aKey, anOrder } from './orders.ts'

export const stopsOf = (ids: string[]) => ids.map((consignmentId) => ({ consignmentId }))

export function steps({ call }: Tenant) {
  const order = async (members: Parameters<typeof anOrder>[0] = {}) =>
    (await call(createConsignment, { body: anOrder(members) })).data.consignmentId
  return {
    order,
    orders: async (count: number, members: Parameters<typeof anOrder>[0] = {}) => {
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await order(members))
      return ids
    },
    load: async (members: object = {}) =>
      (await call(createLoad, { body: { key: aKey('LOAD'), ...members } })).data.loadId,
    patch: (id: string, body: Record<string, unknown>) => call(updateLoad, { query: { id }, body }),
    readOrder: async (id: string) => (await call(getConsignment, { query: { id } })).data,
    readLoad: async (id: string) => (await call(getLoad, { query: { id } })).data,
    members: async (id: string) => {
      const { stops } = (await call(getLoad, { query: { id } })).data
      assert.deepEqual(
        stops.map(({ position }) => position),
        stops.map((_, index) => index + 1),
        'positions have no gaps',
      )
      return stops.map(({ consignmentId }) => consignmentId)
    },
  }
}
