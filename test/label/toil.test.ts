// How much of large orders is read and parsed for their labels: nothing before it is needed, and never all at once.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import * as rules from '../../server/orders/label/rules.ts'
import { createBackgroundCall, type FileResponse, type FlowContext } from '../../server/platform/operation/operation.ts'
import type { GatherContent } from '../../server/platform/operation/services.ts'
import type { LabelsDocument } from '../../server/platform/value/documents.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { bytesParsed, countReads, largeBytes, manyLines, sumOf } from '../support/counting.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { stopsOf } from '../support/loads.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

const { signal: staying } = new AbortController()
const free = () => undefined

async function createLarge({ call }: Tenant, count: number): Promise<{ keys: string[]; ids: string[] }> {
  const keys = Array.from({ length: count }, () => aKey())
  const ids: string[] = []
  for (const key of keys) {
    const body = anOrder({ key, productLines: manyLines, plannedPackages: 30 })
    ids.push((await call(createConsignment, { body })).data.consignmentId)
  }
  return { keys, ids }
}

everyEngine('the work of labels', (open) => {
  const fresh = tenants(open)

  /** What rules work with, and how many bytes of documents each of their reads has brought. */
  async function scene(t: TestContext) {
    const tenant = await fresh()
    const database = await openDatabase((await open()).config)
    t.after(() => database.close())
    const { read, bytes: reads } = countReads(database)
    const drawn: LabelsDocument[] = []
    const renderLabels = async (gather: GatherContent<LabelsDocument>) => {
      drawn.push(await gather(staying))
      return new Uint8Array()
    }
    const context = { read, services: { pdf: { renderLabels } } } as unknown as FlowContext
    const call = { ...createBackgroundCall(tenant.environmentId, undefined), query: {}, params: undefined }
    const ofKeys = (keys: string[]): Promise<FileResponse> =>
      rules.printLabels({ ...call, query: { keys: keys.join(',') } }, context)
    const ofLoad = (loadId: string): Promise<FileResponse> =>
      rules.printLoadLabels({ ...call, params: { loadId } }, context)
    const bytesRead = () => sumOf(reads)
    return { tenant, ofKeys, ofLoad, reads, bytesRead, drawn }
  }

  test('no order is read for labels if one order is missing, or if the client has the current file', async (t) => {
    const { tenant, ofKeys, bytesRead } = await scene(t)
    const { keys } = await createLarge(tenant, 2)
    await assert.rejects(ofKeys([...keys, 'nobody']), { code: 'NOT_FOUND' })
    const { etag } = await ofKeys(keys)
    assert.equal((await ofKeys(keys)).etag, etag)
    assert.notEqual((await ofKeys(keys.toReversed())).etag, etag)
    assert.ok(bytesRead() < largeBytes, `${bytesRead()} bytes`)
  })

  test('labels read large orders in small batches, and parse only the printed fields', async (t) => {
    const { tenant, ofKeys, ofLoad, reads, bytesRead, drawn } = await scene(t)
    const { keys, ids } = await createLarge(tenant, 8)
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey('L'), stops: stopsOf(ids) } })).data
    for (const find of [() => ofKeys(keys), () => ofLoad(loadId)]) {
      reads.length = 0
      const parsed = await bytesParsed(t, async () => (await find()).open(staying, free))
      assert.ok(bytesRead() > keys.length * largeBytes)
      assert.ok(Math.max(...reads) < 1_200_000, `${Math.max(...reads)} bytes at once`)
      assert.ok(parsed < largeBytes, `${parsed} bytes parsed`)
      const orders = drawn.pop()!.orders
      assert.deepEqual(
        orders.map(({ orderKey, labelCount, town }) => [orderKey, labelCount, town]),
        keys.map((key) => [key, 30, 'Exampleton']),
      )
    }
  })

  test('the rate limit counts the orders before they are read, and the labels before they are drawn', async (t) => {
    const { tenant, ofKeys, drawn } = await scene(t)
    const keys = Array.from({ length: 40 }, () => aKey())
    for (const [index, key] of keys.entries())
      await tenant.call(createConsignment, { body: anOrder({ key, plannedPackages: index === 0 ? 61 : 1 }) })
    const file = await ofKeys(keys)
    assert.equal(file.cost, 2)
    const charges: number[] = []
    await file.open(staying, (cost) => charges.push(cost))
    assert.deepEqual(charges, [3])
    assert.equal(drawn.length, 1)
    const tooMuch = () => {
      throw new RangeError('too much')
    }
    await assert.rejects(file.open(staying, tooMuch), RangeError)
    assert.equal(drawn.length, 1)
  })

  test('the file of labels changes when an order, its load or the style changes', async (t) => {
    const { tenant, ofKeys } = await scene(t)
    const key = aKey()
    const create = () => tenant.call(createConsignment, { body: anOrder({ key }) })
    const { consignmentId } = (await create()).data
    const etags = new Set<string>()
    const changed = async () => {
      const { etag } = await ofKeys([key])
      assert.ok(!etags.has(etag))
      etags.add(etag)
    }
    await changed()
    const path = `/v1/consignment/${consignmentId}`
    await tenant.request('PATCH', path, { body: { consigneeAddress: { line2: 'Gate 4' } } })
    await changed()
    await tenant.call(createLoad, { body: { key: aKey('L'), stops: stopsOf([consignmentId]) } })
    await changed()
    for (const branding of [{ colour: '#0b7285' }, { companyName: 'Nordwind' }]) {
      await tenant.request('PATCH', '/v1/environment', { body: { branding } })
      await changed()
    }
    await tenant.request('DELETE', path)
    await create()
    await changed()
  })
})
