// How much of their orders is read for loads, and that what is remembered of orders is never old.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsignmentInput, updateConsignmentById } from '../../contract/consignment.ts'
import { getLoadProgress } from '../../contract/drive.ts'
import { checkLoad, getLoadById } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { calculateProgress } from '../../server/delivery/progress/progress.ts'
import { readTrackedOrder } from '../../server/delivery/tracking-page/view.ts'
import * as loads from '../../server/orders/stop/store.ts'
import { calculateFigures } from '../../server/planning/calculation/figures.ts'
import { type Awaitable, type ReadTransaction, sql } from '../../server/platform/database/database.ts'
import { createBackgroundCall, type OperationCall } from '../../server/platform/operation/operation.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { anAddress } from '../support/orders.ts'
import { tenants } from '../support/tenants.ts'

/** About so many thousand characters, in its product lines. */
const aLongOrder = (thousands: number): Partial<ConsignmentInput> => ({
  consigneeAddress: { ...anAddress, geoLocation: { lat: 51, lng: 0 } },
  productLines: Array.from({ length: thousands }, (_, index) => ({
    productLineId: `L${index}`,
    productCode: 'P',
    description: 'x'.repeat(800),
    currency: 'GBP',
  })),
})

/** A reader that counts the characters of what it reads. */
function counting(tx: ReadTransaction): { reader: ReadTransaction; characters(): number } {
  let count = 0
  const note = <T>(rows: T): T => {
    count += JSON.stringify(rows ?? null).length
    return rows
  }
  const get = async <T>(query: Parameters<ReadTransaction['get']>[0]) => note(await tx.get<T>(query))
  const all = async <T>(query: Parameters<ReadTransaction['all']>[0]) => note(await tx.all<T>(query))
  return { reader: { get, all, search: tx.search }, characters: () => count }
}

const charactersOf = (service: Service, work: (tx: ReadTransaction) => Awaitable<unknown>): Promise<number> =>
  service.database(({ read }) =>
    read(async (tx) => {
      const { reader, characters } = counting(tx)
      await work(reader)
      return characters()
    }),
  )

const callFor = ({ environmentId }: Tenant, loadId: string) =>
  ({ ...createBackgroundCall(environmentId, undefined), params: { loadId } }) as OperationCall<
    unknown,
    { loadId: string }
  >

everyEngine('the orders of a load', (open) => {
  const fresh = tenants(open)

  test('only the beginning of stored orders is read, once, for progress, figures and tracking pages', async () => {
    const [service, tenant] = [await open(), await fresh()]
    const { environmentId } = tenant
    const order = aLongOrder(300)
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [order, order, order],
      plannedStart: '2026-07-01T08:00:00Z',
    })
    const { url } = (await tenant.call(getTracking, { params: { consignmentId: consignmentIds[0]! } })).data
    const readProgress = (tx: ReadTransaction) => calculateProgress(tx, callFor(tenant, loadId))
    const readFigures = async (tx: ReadTransaction) =>
      calculateFigures(tx, environmentId, [(await loads.findLoad(tx, environmentId, loadId))!])
    const readPage = (tx: ReadTransaction) => readTrackedOrder(tx, url!.replace(/.*\/t\//, ''), Date.now())
    const first = await charactersOf(service, readProgress)
    assert.ok(first < 150_000, String(first))
    for (const work of [readProgress, readFigures]) {
      const again = await charactersOf(service, work)
      assert.ok(again < 20_000, String(again))
    }
    // The order whose page it is, and none of the others.
    const page = await charactersOf(service, readPage)
    assert.ok(page < 450_000, String(page))
  })

  test('orders are read in full if their beginning lacks a needed field', async () => {
    const tenant = await fresh()
    const instructions = '"'.repeat(10_000)
    const packages = Array.from({ length: 1_000 }, (_, index) => ({
      packageId: `P${index}`,
      barcode: `{"packageId":${index}`,
    }))
    const { loadId } = await aRoute(tenant, null, {
      orders: [
        { ...aLongOrder(1), consignmentInstructions: instructions, planningInstructions: instructions },
        { ...aLongOrder(1), packages },
      ],
      plannedStart: '2026-07-01T08:00:00Z',
      packageCapacity: 1_001,
    })
    const places = (await tenant.call(getLoadProgress, { params: { loadId } })).data.stops
    assert.ok(places.every(({ planned }) => planned !== null))
    const load = (await tenant.call(getLoadById, { params: { loadId } })).data
    assert.equal(load.peakPackages, 1_000)
    assert.notEqual(load.distance, null)
    const { consignmentIds: others } = await aRoute(tenant, null, { orders: [{ packages: packages.slice(0, 2) }] })
    const { fits } = (await tenant.call(checkLoad, { body: { loadId, consignmentIds: others } })).data
    assert.equal(fits, false)
  })

  test('the orders of a load are read again after a change', async () => {
    const tenant = await fresh()
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [{}],
      plannedStart: '2026-07-01T08:00:00Z',
    })
    const seen = async () => ({
      planned: (await tenant.call(getLoadProgress, { params: { loadId } })).data.stops[0]!.planned,
      packages: (await tenant.call(getLoadById, { params: { loadId } })).data.peakPackages,
    })
    assert.deepEqual(await seen(), { planned: null, packages: 0 })
    const params = { consignmentId: consignmentIds[0]! }
    await tenant.call(updateConsignmentById, { params, body: { planned: '2026-07-01T09:00:00Z', plannedPackages: 3 } })
    assert.deepEqual(await seen(), { planned: '2026-07-01T09:00:00Z', packages: 3 })
  })

  test('orders that were read in a rolled-back transaction are not cached', async () => {
    const [service, tenant] = [await open(), await fresh()]
    const { environmentId } = tenant
    const { loadId, consignmentIds } = await aRoute(tenant, null)
    const consignmentId = consignmentIds[0]!
    const planned = async (tx: ReadTransaction) =>
      (await calculateProgress(tx, callFor(tenant, loadId))).stops[0]!.planned
    const undone = await service.database(({ write }) =>
      write((tx) =>
        tx.rehearse(async (part) => {
          await part.run(
            sql`update consignments set version = version + 1, document = replace(document, '"planned":null', '"planned":"2026-07-01T07:00:00Z"') where environment_id = ${environmentId} and consignment_id = ${consignmentId}`,
          )
          return planned(part)
        }),
      ),
    )
    assert.equal(undone, '2026-07-01T07:00:00Z')
    const params = { consignmentId }
    await tenant.call(updateConsignmentById, { params, body: { planned: '2026-07-01T09:00:00Z' } })
    assert.equal(await service.database(({ read }) => read(planned)), '2026-07-01T09:00:00Z')
  })
})
