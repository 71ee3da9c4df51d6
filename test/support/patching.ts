// Patches of one order, `K`, for the tests of changes: what each of them changes, that it changes nothing, or that it is refused.
import assert from 'node:assert/strict'
import { type Consignment, createConsignment, getConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { clearExport, listExport } from '../../contract/export.ts'
import type { Answer, Service, Tenant } from './harness.ts'
import { faultsOf, type Loose } from './input.ts'
import { aDepot, aFullOrder, anOrder } from './orders.ts'
import { tenants } from './tenants.ts'

export const query = { key: 'K' }
export const read = async ({ call }: Tenant): Promise<Consignment> => (await call(getConsignment, { query })).data
export const patch = ({ request }: Tenant, body: unknown, more = '') =>
  request('PATCH', `/v1/consignment?key=K${more}`, { body: body as object })
/** Sends a patch and answers what the order reads as; only the members given here may have changed, and the version. */
export async function patched(t: Tenant, body: Loose, changes: Partial<Consignment>, more = ''): Promise<Consignment> {
  const before = await read(t)
  const answer = await patch(t, body, more)
  assert.deepEqual([answer.status, answer.json], [200, { status: 'OK' }], answer.text)
  const after = await read(t)
  assert.deepEqual(after, { ...before, version: before.version + 1, updated: after.updated, ...changes })
  return after
}

/** Sends a patch that changes nothing: not the version, not the time, not the export list. */
export async function unchanged(t: Tenant, body: Loose, more = ''): Promise<void> {
  await t.call(clearExport)
  const before = await read(t)
  const answer = await patch(t, body, more)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('etag'), `"${before.version}"`)
  assert.deepEqual(await read(t), before)
  assert.deepEqual((await t.call(listExport)).data, [])
}

export async function refused(t: Tenant, body: Loose, ...faults: string[]): Promise<Answer> {
  const before = await read(t)
  const answer = await patch(t, body)
  assert.deepEqual(faultsOf(answer), faults.sort())
  assert.deepEqual(await read(t), before)
  return answer
}

/** Environments that hold nothing but the order. */
export function ordersOf(open: () => Promise<Service>) {
  const fresh = tenants(open)
  const withOrder = async (members: Parameters<typeof anOrder>[0] = {}) => {
    const t = await fresh()
    await t.call(createConsignment, { body: anOrder({ key: 'K', ...members }) })
    return t
  }
  const withFullOrder = async (members: Parameters<typeof aFullOrder>[0] = {}) => {
    const t = await fresh()
    await t.call(updateEnvironment, {
      body: { channels: [{ key: 'express', name: 'Express' }], areas: [{ key: 'west', name: 'West' }] },
    })
    await t.call(createDepot, { body: aDepot({ key: 'NORTH' }) })
    await t.call(createConsignment, {
      body: aFullOrder({
        key: 'K',
        channelKey: 'express',
        areaKey: 'west',
        depotKey: 'NORTH',
        loadId: 'L',
        ...members,
      }),
    })
    return t
  }
  return { withOrder, withFullOrder }
}
