// What a driver's device shows of the day, and what it never learns.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { updateConsignmentById } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { driveLimits, getDriveDay, putDrivePod } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createVehicle } from '../../contract/fleet.ts'
import { updateLoadById } from '../../contract/load.ts'
import { listKeys, retireKey, rotateKey } from '../../server/admin/database.ts'
import { sql } from '../../server/platform/database/database.ts'
import { aDevice, aRoute, type TestDevice } from '../support/drivers.ts'
import { everyEngine, request, startService, temporaryFolder, writeBehind } from '../support/harness.ts'
import { aDepot, aFullOrder, aKey, aVehicle } from '../support/orders.ts'
import { newUuid } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'

const loadsOf = async ({ call }: TestDevice) => (await call(getDriveDay)).data.loads

everyEngine('the day of a driver', (open, engine) => {
  const fresh = tenants(open)
  const scene = async () => {
    const service = await open()
    const tenant = await fresh()
    return { service, tenant, device: await aDevice(service, tenant) }
  }

  test('the day of a driver contains the loads of the driver from their release until a day after their end', async () => {
    const { service, tenant, device } = await scene()
    const other = await aDevice(service, tenant)
    const { loadId } = await aRoute(tenant, device.driverKey, {
      status: 'planned',
      plannedStart: '2026-07-01T08:00:00Z',
    })
    const { loadId: later } = await aRoute(tenant, device.driverKey, { plannedStart: '2026-07-02T08:00:00Z' })
    await aRoute(tenant, other.driverKey)
    await aRoute(tenant, null)
    assert.deepEqual(
      (await loadsOf(device)).map((load) => load.loadId),
      [later],
    )
    for (const status of ['released', 'started', 'completed'] as const) {
      await tenant.call(updateLoadById, { params: { loadId }, body: { status } })
      assert.deepEqual(
        (await loadsOf(device)).map((load) => [load.loadId, load.status]),
        [
          [loadId, status],
          [later, 'released'],
        ],
      )
    }
    const { environmentId } = tenant
    await writeBehind(service.config, async (tx) =>
      tx.run(
        sql`update loads set actual_end = '2026-07-01T16:00:00Z' where environment_id = ${environmentId} and load_id = ${loadId}`,
      ),
    )
    assert.deepEqual(
      (await loadsOf(device)).map((load) => load.loadId),
      [later],
    )
    await tenant.call(updateLoadById, { params: { loadId: later }, body: { driverKey: other.driverKey } })
    assert.deepEqual(await loadsOf(device), [])
  })

  test('the day of a driver contains all data of a stop that the driver needs', async () => {
    const { tenant, device } = await scene()
    const [depot, vehicle] = [aDepot({ name: 'North' }), aVehicle({ name: 'Van 7', plate: 'YX26 ABC' })]
    await tenant.call(createDepot, { body: depot })
    await tenant.call(createVehicle, { body: vehicle })
    const { consignmentIds } = await aRoute(tenant, device.driverKey, {
      orders: [aFullOrder(), {}],
      startDepotKey: depot.key,
      vehicleKey: vehicle.key,
    })
    const [load] = await loadsOf(device)
    assert.deepEqual([load!.startDepot, load!.vehicleName, load!.plate], ['North', 'Van 7', 'YX26 ABC'])
    const { ticket, key, packages, productLines, ...stop } = load!.stops[0]!
    assert.match(ticket, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.ok(ticket.length < 600, String(ticket.length))
    assert.match(key, /^FULL/)
    assert.deepEqual(stop, {
      position: 1,
      consignmentId: consignmentIds[0],
      type: 'delivery',
      contactName: 'Goods-in',
      phone: { code: 'GB', countryCode: '44', localNumber: '2079460000' },
      mobile: { code: 'GB', countryCode: '44', localNumber: '7700900000' },
      address: {
        ...{ name: 'Main site', company: 'Example Ltd', line1: '1 High Street', line2: 'Unit 4', line3: 'Rear' },
        ...{ city: 'Exampleton', region: 'West', postalCode: 'EX1 1AA', state: 'Exampleshire', country: 'GB' },
        geoLocation: { lat: 51.5, lng: -0.12 },
      },
      instructions: 'Ring twice.',
      requiredFrom: '2026-07-01T09:00:00Z',
      requiredTo: '2026-07-01T12:00:00Z',
      committed: '2026-07-01T09:00:00Z',
      planned: '2026-07-01T10:30:00Z',
      timeAtStop: 12,
      weight: 125.5,
      volume: 1.25,
      plannedPackages: 2,
      outcome: null,
      outcomeTime: null,
      outcomeReason: null,
      outcomeBy: null,
      podId: null,
    })
    assert.deepEqual(
      packages.map(({ barcode, description }) => [barcode, description]),
      [
        ['001', '2 × Coffee'],
        [null, '1 × Coffee, SKU-2'],
      ],
    )
    assert.deepEqual(
      productLines.map(({ productLineId: _, ...line }) => line),
      [
        { code: 'SKU-1', barcode: '002', description: 'Coffee', quantity: 3 },
        { code: 'SKU-2', barcode: null, description: null, quantity: null },
      ],
    )
  })

  test('the day of a driver contains no data that a driver does not need', async () => {
    const { service, tenant, device } = await scene()
    let count = 0
    const canaries: string[] = []
    const canary = () => {
      canaries.push(`CANARY${++count}X`)
      return canaries.at(-1)!
    }
    const number = () => {
      canaries.push(String(770_000_000 + ++count))
      return Number(canaries.at(-1))
    }
    const full = aFullOrder()
    const [line, ...lines] = full.productLines!
    const order = {
      ...full,
      planningInstructions: canary(),
      consigneeCode: canary(),
      skills: [canary()],
      tags: [canary().toLowerCase()],
      customFields: { secret: canary(), told: 'ring at the back' },
      consigneeContact: { ...full.consigneeContact!, email: `${canary()}@example.com` },
      consigneeAddress: { ...full.consigneeAddress, placeId: canary() },
      consignorContact: { personName: canary(), email: `${canary()}@example.com` },
      consignorAddress: { line1: canary(), city: canary(), postalCode: '10115', country: 'DE' },
      productLines: [
        { ...line!, unitPrice: number(), unitTax: number(), taxRate: number(), commodityCode: canary() },
        ...lines,
      ],
    }
    await tenant.call(updateEnvironment, {
      body: {
        customFields: [
          { key: 'secret', name: 'Secret', type: 'text' },
          { key: 'told', name: 'Where to ring', type: 'text', forDriver: true },
        ],
        notifications: { failedRecipients: [`${canary()}@example.com`], replyTo: `${canary()}@example.com` },
      },
    })
    const vehicle = aVehicle({ costPerKm: number(), fixedCost: number(), costPerHour: number(), skills: [canary()] })
    await tenant.call(createVehicle, { body: vehicle })
    await aRoute(tenant, device.driverKey, { orders: [order], vehicleKey: vehicle.key })
    // Of another driver, of nobody, and not released yet.
    const other = await aDevice(service, tenant)
    await aRoute(tenant, other.driverKey, { key: canary(), orders: [{ consignmentInstructions: canary() }] })
    await aRoute(tenant, null, { key: canary(), orders: [{ consignmentInstructions: canary() }] })
    await aRoute(tenant, device.driverKey, { key: canary(), status: 'planned', orders: [{ key: canary() }] })
    canaries.push(other.driverKey, tenant.environmentId)
    const answer = await request(service.url, 'GET', '/v1/drive/day', {
      headers: { authorization: `Bearer ${device.token}` },
    })
    assert.equal(answer.json.data.loads.length, 1)
    assert.deepEqual(answer.json.data.loads[0].stops[0].fields, [
      { key: 'told', name: 'Where to ring', type: 'text', value: 'ring at the back' },
    ])
    // Tickets are signed and not sealed: what they say counts as well.
    const said = answer.json.data.loads.flatMap((load: { stops: { ticket: string }[] }) =>
      load.stops.map(({ ticket }) => Buffer.from(ticket.split('.')[1]!, 'base64url').toString()),
    )
    assert.deepEqual(
      canaries.filter((each) => answer.text.includes(each)),
      [],
    )
    assert.equal(said.length, 1)
    assert.deepEqual(
      canaries.filter((each) => said[0]!.includes(each)),
      [tenant.environmentId],
    )
  })

  test('the day of a driver is sent again only after a change', async () => {
    const { service, tenant, device } = await scene()
    const read = (etag?: string) =>
      request(service.url, 'GET', '/v1/drive/day', {
        headers: { authorization: `Bearer ${device.token}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
      })
    const { loadId, consignmentIds } = await aRoute(tenant, device.driverKey)
    const first = await read()
    const etag = first.headers.get('etag')!
    const unchanged = await read(etag)
    assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get('etag')], [304, '', etag])
    assert.equal((await read(`"other", W/${etag}`)).status, 304)
    const seen = new Set([etag])
    const changes = [
      () => tenant.call(updateConsignmentById, { params: { consignmentId: consignmentIds[0]! }, body: { weight: 7 } }),
      () => tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } }),
      () => tenant.call(updateEnvironment, { body: { pod: { photosMin: 1 } } }),
      () => aRoute(tenant, device.driverKey, { key: aKey() }),
    ]
    for (const change of changes) {
      const before = [...seen].at(-1)
      await change()
      const answer = await read(before)
      assert.equal(answer.status, 200)
      seen.add(answer.headers.get('etag')!)
    }
    assert.equal(seen.size, 5)
    // What the driver does not see changes nothing.
    await tenant.call(updateConsignmentById, {
      params: { consignmentId: consignmentIds[0]! },
      body: { planningInstructions: 'Not before nine.' },
    })
    assert.equal((await read([...seen].at(-1))).status, 304)
  })

  test('the day of a driver is sent again after its tickets expire', async (t) => {
    const service = await startService(t, {}, engine)
    const tenant = await service.environment()
    const device = await aDevice(service, tenant)
    await aRoute(tenant, device.driverKey, { status: 'started' })
    const { etag } = await device.call(getDriveDay)
    const { keyId } = (await listKeys(service.config)).find(({ signs }) => signs)!
    await rotateKey(service.config, Date.now())
    await retireKey(service.config, keyId, Date.now())
    const headers = { authorization: `Bearer ${device.token}`, 'if-none-match': etag! }
    const again = await request(service.url, 'GET', '/v1/drive/day', { headers })
    assert.equal(again.status, 200)
    const { ticket } = again.json.data.loads[0].stops[0]
    const body = { outcome: 'failed', failureReasonCode: 'nobody-in', time: new Date().toISOString(), ticket } as const
    assert.equal((await device.call(putDrivePod, { params: { podId: newUuid() }, body })).status, 201)
  })

  test('the day of a driver contains the loads of today after any number of incomplete earlier ones', async () => {
    const { tenant, device } = await scene()
    const route = (plannedStart: string | null) =>
      aRoute(tenant, device.driverKey, { orders: [], key: aKey(), plannedStart: plannedStart! })
    const daysAgo = (days: number) => `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}Z`
    const pile: string[] = []
    for (let days = driveLimits.loads + 1; days > 1; days--) pile.push((await route(daysAgo(days))).loadId)
    const today = [(await route(daysAgo(0))).loadId, (await route(daysAgo(-1))).loadId]
    const shown = async () => (await device.call(getDriveDay)).data.loads.map(({ loadId }) => loadId)
    assert.deepEqual(await shown(), [...pile.slice(2), ...today])
  })

  test('the day of a driver contains as many goods as a phone accepts, the largest orders last', async () => {
    const { tenant, device } = await scene()
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        productLineId: `L${index}`,
        productCode: 'P',
        description: 'x'.repeat(900),
        currency: 'GBP',
      }))
    const orders = [850, 1, 850, 850, 850, 850, 850, 850, 850, 850, 2].map((count) => ({ productLines: lines(count) }))
    await aRoute(tenant, device.driverKey, { orders })
    const { text } = await request((await open()).url, 'GET', '/v1/drive/day', {
      headers: { authorization: `Bearer ${device.token}` },
    })
    assert.ok(text.length < 9_000_000, String(text.length))
    const { stops } = (await loadsOf(device))[0]!
    assert.deepEqual([stops.length, stops[1]!.productLines.length, stops[10]!.productLines.length], [11, 1, 2])
    const without = stops.filter(({ goodsLeftOut }) => goodsLeftOut)
    assert.ok(without.length > 0 && without.length < 4, String(without.length))
    for (const { packages, productLines, address, ticket } of without) {
      assert.deepEqual([packages, productLines, address.line1], [[], [], '1 High Street'])
      assert.match(ticket, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    }
    for (const stop of stops)
      assert.equal(stop.productLines.length === 0, stop.goodsLeftOut === true, String(stop.position))
  })
})

test('the day of a driver contains its tickets if the signing key is sealed', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'keys')
  writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const service = await startService(t, { secretsKeyFile: file })
  const tenant = await service.environment()
  const device = await aDevice(service, tenant)
  await aRoute(tenant, device.driverKey)
  assert.equal((await loadsOf(device)).length, 1)
})
