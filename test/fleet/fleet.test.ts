// What a planner and an integrator rely on about vehicles and drivers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDriverHistory, getVehicleHistory, listEvents } from '../../contract/change.ts'
import { createDepot, deleteDepot } from '../../contract/depot.ts'
import {
  createDriver,
  createVehicle,
  deleteDriver,
  deleteVehicle,
  getDriver,
  getVehicle,
  importDrivers,
  importVehicles,
  listDrivers,
  listVehicles,
  updateDriver,
  updateVehicle,
} from '../../contract/fleet.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, aDriver, aVehicle } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const wholeVehicle = {
  key: 'VAN 1',
  name: 'Van 1',
  plate: 'YX26 ABC',
  weightCapacity: 1200.5,
  volumeCapacity: 9,
  packageCapacity: 80,
  startDepotKey: 'S',
  endDepotKey: 'E',
  shiftStart: '22:00',
  shiftEnd: '06:00',
  breaks: [{ from: '23:30', to: '00:30', minutes: 30 }],
  fixedCost: 40,
  costPerKm: 0.35,
  costPerHour: 22,
  speedFactor: 0.8,
  skills: ['cooling', 'tail lift'],
  maxDistance: 300,
  maxDuration: 480,
  maxStops: 60,
  trips: 2,
  emission: 190,
  active: false,
}
const bareVehicle = {
  ...(Object.fromEntries(Object.keys(wholeVehicle).map((name) => [name, null])) as object),
  key: 'BARE',
  name: 'Bare',
  breaks: [],
  skills: [],
  speedFactor: 1,
  trips: 1,
  active: true,
}
const wholeDriver = {
  key: 'D 1',
  name: 'Early shift',
  phone: '+44 7700 900000',
  vehicleKey: 'VAN 1',
  shiftStart: '06:00',
  shiftEnd: '14:00',
  active: false,
}

const vehicleRefusals: [string, object, string[]][] = [
  ['nothing', {}, ['/key', '/name']],
  ['a name of blanks', { name: ' ' }, ['/name']],
  ['a name of two lines', { name: 'Van\n1' }, ['/name']],
  ['a weight capacity of zero', { weightCapacity: 0 }, ['/weightCapacity']],
  ['a volume capacity of zero', { volumeCapacity: 0 }, ['/volumeCapacity']],
  ['no room for a package', { packageCapacity: 0 }, ['/packageCapacity']],
  ['half a package', { packageCapacity: 1.5 }, ['/packageCapacity']],
  ['a negative cost', { costPerKm: -1 }, ['/costPerKm']],
  ['no speed', { speedFactor: 0 }, ['/speedFactor']],
  ['a speed of four times', { speedFactor: 4 }, ['/speedFactor']],
  ['eleven trips', { trips: 11 }, ['/trips']],
  ['no distance', { maxDistance: 0 }, ['/maxDistance']],
  ['a skill twice', { skills: ['cooling', 'cooling'] }, ['/skills']],
  ['an empty skill', { skills: [''] }, ['/skills/0']],
  ['a skill of 51 characters', { skills: ['s'.repeat(51)] }, ['/skills/0']],
  ['21 skills', { skills: Array.from({ length: 21 }, (_, index) => `s${index}`) }, ['/skills']],
  ['a shift at 24:00', { shiftEnd: '24:00' }, ['/shiftEnd']],
  ['a shift in words', { shiftStart: '8 am' }, ['/shiftStart']],
  ['a break without its end', { breaks: [{ from: '12:00', minutes: 30 }] }, ['/breaks/0/to']],
  ['a break that ends before it starts', { breaks: [{ from: '13:00', to: '12:00', minutes: 30 }] }, ['/breaks/0']],
  [
    'a break before the shift',
    { shiftStart: '08:00', shiftEnd: '17:00', breaks: [{ from: '07:00', to: '07:30', minutes: 30 }] },
    ['/breaks/0'],
  ],
  [
    'a break that starts behind the shift',
    { shiftStart: '08:00', shiftEnd: '17:00', breaks: [{ from: '16:00', to: '18:00', minutes: 30 }] },
    ['/breaks/0'],
  ],
  [
    'a break that is longer than what is left of the shift',
    { shiftStart: '08:00', shiftEnd: '17:00', breaks: [{ from: '16:50', to: '16:55', minutes: 30 }] },
    ['/breaks/0'],
  ],
  ['an unknown member', { colour: 'red' }, ['/colour']],
  [
    'several faults, and a depot that is not there',
    { trips: 0, startDepotKey: 'NOWHERE', breaks: [{ from: '13:00', to: '12:00', minutes: 1 }] },
    ['/trips', '/breaks/0', '/startDepotKey'],
  ],
]

everyEngine('fleet', (open) => {
  const fresh = tenants(open)

  test('reads of a vehicle and a driver return every field', async () => {
    const { call, request } = await fresh()
    for (const key of ['S', 'E']) await call(createDepot, { body: aDepot({ key }) })
    const created = await request('POST', '/v1/vehicle', { body: wholeVehicle })
    assert.equal(created.status, 201)
    assert.equal(created.text, '{"status":"OK"}')
    await call(createDriver, { body: wholeDriver })
    assert.deepEqual((await call(getVehicle, { query: { key: 'VAN 1' } })).data, wholeVehicle)
    assert.deepEqual((await call(getDriver, { query: { key: 'D 1' } })).data, wholeDriver)
    assert.deepEqual((await call(listVehicles)).data, [wholeVehicle])
    assert.deepEqual((await call(listDrivers)).data, [wholeDriver])
  })

  test('vehicles and drivers are found by any key in the path and in the query', async () => {
    const { call, request } = await fresh()
    for (const key of ['VAN 1/2 ä%', 'links']) {
      const path = encodeURIComponent(key)
      await call(createVehicle, { body: { key, name: 'Van' } })
      await call(createDriver, { body: { key, name: 'Driver' } })
      for (const kind of ['vehicle', 'driver']) {
        const read = await request('GET', `/v1/${kind}/${path}`)
        assert.equal(read.json.data.key, key)
        assert.equal(read.text, (await request('GET', `/v1/${kind}?key=${path}`)).text)
        const etag = read.headers.get('etag')!
        const change = (name: string) =>
          request('PATCH', `/v1/${kind}/${path}`, { body: { name }, headers: { 'if-match': etag } })
        assert.equal((await change('Other')).status, 200)
        assertProblem(await change('Late'), 'VERSION_MISMATCH')
        assert.equal((await request('GET', `/v1/${kind}/${path}`)).json.data.name, 'Other')
        assert.equal((await request('DELETE', `/v1/${kind}/${path}`)).status, 200)
        for (const method of ['GET', 'DELETE']) assertProblem(await request(method, `/v1/${kind}/${path}`), 'NOT_FOUND')
      }
    }
    // What stands there already keeps its meaning: such a key is for the query.
    await call(createVehicle, { body: { key: 'history', name: 'Van' } })
    assertProblem(await request('GET', '/v1/vehicle/history'), 'BAD_REQUEST', ['?key'])
    assert.equal((await request('GET', '/v1/vehicle?key=history')).json.data.key, 'history')
  })

  test('absent fields of a vehicle and a driver have defaults', async () => {
    const { call } = await fresh()
    await call(createVehicle, { body: { key: 'BARE', name: 'Bare' } })
    assert.deepEqual((await call(getVehicle, { query: { key: 'BARE' } })).data, bareVehicle)
    await call(createDriver, { body: { key: 'D', name: 'Late shift', phone: null } })
    const nothing = { phone: null, vehicleKey: null, shiftStart: null, shiftEnd: null }
    assert.deepEqual((await call(getDriver, { query: { key: 'D' } })).data, {
      key: 'D',
      name: 'Late shift',
      ...nothing,
      active: true,
    })
  })

  for (const [what, body, paths] of vehicleRefusals)
    test(`a vehicle with ${what} is rejected, and nothing is stored`, async () => {
      const { call, request } = await fresh()
      const whole = Object.keys(body).length === 0 ? body : { key: 'K', name: 'N', ...body }
      assertProblem(await request('POST', '/v1/vehicle', { body: whole }), 'BAD_REQUEST', paths)
      assert.deepEqual((await call(listVehicles)).data, [])
    })

  for (const [what, body, path] of [
    ['a phone in words', { phone: 'call me' }, '/phone'],
    ['a shift at 25:00', { shiftStart: '25:00' }, '/shiftStart'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of blanks', { name: ' ' }, '/name'],
  ] as const)
    test(`a driver with ${what} is rejected`, async () => {
      const { request } = await fresh()
      assertProblem(await request('POST', '/v1/driver', { body: { ...aDriver(), ...body } }), 'BAD_REQUEST', [path])
    })

  test('the key of a vehicle or driver is unique, and the key of a deleted record can be used again', async () => {
    const { call, request } = await fresh()
    for (const [path, body] of [
      ['/v1/vehicle', aVehicle({ key: 'K' })],
      ['/v1/driver', aDriver({ key: 'K' })],
    ] as const) {
      await request('POST', path, { body })
      assertProblem(await request('POST', path, { body }), 'KEY_EXISTS', ['/key'])
    }
    await call(deleteVehicle, { query: { key: 'K' } })
    assertProblem(await request('GET', '/v1/vehicle?key=K'), 'NOT_FOUND')
    await call(createVehicle, { body: aVehicle({ key: 'K', name: 'Again' }) })
    const { data, etag } = await call(getVehicle, { query: { key: 'K' } })
    assert.equal(data.name, 'Again')
    assert.equal(etag, '"3"')
  })

  test('a vehicle or driver that refers to unknown records is rejected with the nearest keys', async () => {
    const { call, request } = await fresh()
    await call(createDepot, { body: aDepot({ key: 'NORTH' }) })
    const vehicle = await request('POST', '/v1/vehicle', { body: aVehicle({ startDepotKey: 'NORHT' }) })
    assertProblem(vehicle, 'UNKNOWN_DEPOT', ['/startDepotKey'])
    assert.match(messagesOf(vehicle), /Nearest: `NORTH`/)
    await call(createVehicle, { body: aVehicle({ key: 'VAN-1', startDepotKey: 'NORTH' }) })
    const driver = await request('POST', '/v1/driver', { body: aDriver({ vehicleKey: 'VAN-2' }) })
    assertProblem(driver, 'UNKNOWN_VEHICLE', ['/vehicleKey'])
    assert.match(messagesOf(driver), /Nearest: `VAN-1`/)
    await call(createDriver, { body: aDriver({ key: 'D', vehicleKey: 'VAN-1' }) })
    // What is named already stays, also when it is gone.
    await call(deleteDepot, { query: { key: 'NORTH' } })
    await call(updateVehicle, { query: { key: 'VAN-1' }, body: { name: 'Renamed', startDepotKey: 'NORTH' } })
    await call(deleteVehicle, { query: { key: 'VAN-1' } })
    await call(updateDriver, { query: { key: 'D' }, body: { name: 'Renamed', vehicleKey: 'VAN-1' } })
    assertProblem(await request('PATCH', '/v1/driver?key=D', { body: { vehicleKey: 'VAN-9' } }), 'UNKNOWN_VEHICLE', [
      '/vehicleKey',
    ])
  })

  test('a patch of a vehicle or driver changes its fields, clears by null, and is checked with the other fields', async () => {
    const { call, request } = await fresh()
    await call(createVehicle, { body: aVehicle({ key: 'K', shiftStart: '08:00', shiftEnd: '17:00', trips: 3 }) })
    const breaks = [{ from: '12:00', to: '13:00', minutes: 30 }]
    const first = await call(updateVehicle, { query: { key: 'K' }, body: { breaks, trips: null } })
    assert.equal(first.etag, '"2"')
    const { data } = await call(getVehicle, { query: { key: 'K' } })
    assert.deepEqual([data.breaks, data.trips, data.shiftStart], [breaks, 1, '08:00'])
    // The break that is stored would be outside of it.
    assertProblem(await request('PATCH', '/v1/vehicle?key=K', { body: { shiftEnd: '12:30' } }), 'BAD_REQUEST', [
      '/breaks/0',
    ])
    assertProblem(await request('PATCH', '/v1/vehicle?key=K', { body: { key: 'L' } }), 'BAD_REQUEST', ['/key'])
    assertProblem(await request('PATCH', '/v1/vehicle?key=K', { body: { name: null } }), 'BAD_REQUEST', ['/name'])
    const same = await call(updateVehicle, { query: { key: 'K' }, body: { name: 'Van' } })
    assert.equal(same.etag, '"2"')
    // A read may be sent back as it is.
    const sentBack = await call(updateVehicle, { query: { key: 'K' }, body: { ...data } })
    assert.equal(sentBack.etag, '"2"')
  })

  test('a change of a vehicle or driver with an outdated version is rejected', async () => {
    const { call, request } = await fresh()
    await call(createVehicle, { body: aVehicle({ key: 'K' }) })
    await call(createDriver, { body: aDriver({ key: 'K' }) })
    for (const path of ['/v1/vehicle?key=K', '/v1/driver?key=K']) {
      await request('PATCH', path, { body: { name: 'Second' }, headers: { 'if-match': '"1"' } })
      const stale = { headers: { 'if-match': '"1"' } }
      assertProblem(await request('PATCH', path, { body: { name: 'Third' }, ...stale }), 'VERSION_MISMATCH')
      assertProblem(await request('DELETE', path, stale), 'VERSION_MISMATCH')
      assert.equal((await request('DELETE', path, { headers: { 'if-match': '"2"' } })).status, 200)
    }
  })

  test('changes of vehicles and drivers are recorded as events and in the history', async () => {
    const { call } = await fresh()
    await call(createVehicle, { body: aVehicle({ key: 'V' }) })
    await call(updateVehicle, { query: { key: 'V' }, body: { skills: ['cooling'] } })
    await call(deleteVehicle, { query: { key: 'V' } })
    await call(createDriver, { body: aDriver({ key: 'D' }) })
    const { events } = (await call(listEvents, { query: { types: 'vehicle.*,driver.*' } })).data
    assert.deepEqual(
      events.map(({ type, record, version }) => [type, record, version]),
      [
        ['vehicle.created', { type: 'vehicle', id: 'V', key: 'V' }, 1],
        ['vehicle.updated', { type: 'vehicle', id: 'V', key: 'V' }, 2],
        ['vehicle.deleted', { type: 'vehicle', id: 'V', key: 'V' }, 3],
        ['driver.created', { type: 'driver', id: 'D', key: 'D' }, 1],
      ],
    )
    const { changes } = (await call(getVehicleHistory, { query: { key: 'V' } })).data
    assert.deepEqual(
      changes.map(({ changes }) => changes),
      [[], [{ path: '/skills/0', new: 'cooling' }], []],
    )
  })

  test('the deletion of a driver removes name and number permanently', async () => {
    const { call, request } = await fresh()
    await call(createDriver, { body: aDriver({ key: 'D', name: 'Olden', phone: '+44 7700 900111' }) })
    await call(updateDriver, { query: { key: 'D' }, body: { name: 'Newer', phone: '+44 7700 900222', active: false } })
    await call(deleteDriver, { query: { key: 'D' } })
    const { data } = await call(getDriverHistory, { query: { key: 'D' } })
    assert.deepEqual(data.changes[1]!.changes, [
      { path: '/name' },
      { path: '/phone' },
      { path: '/active', old: true, new: false },
    ])
    for (const path of ['/v1/driver/history?key=D', '/v1/events', '/v1/drivers'])
      assert.doesNotMatch((await request('GET', path)).text, /Olden|Newer|900111|900222/)
  })

  test('an import creates new records, updates existing ones, and skips invalid rows', async () => {
    const { call } = await fresh()
    await call(createVehicle, { body: aVehicle({ key: 'OLD', name: 'Old', trips: 2 }) })
    await call(createVehicle, { body: aVehicle({ key: 'SAME', name: 'Same' }) })
    const { data } = await call(importVehicles, {
      body: {
        vehicles: [
          { key: 'NEW', name: 'New', weightCapacity: 5 },
          { key: 'OLD', weightCapacity: 7 },
          { key: 'SAME', name: 'Same' },
          { key: 'BAD', name: 'Bad', weightCapacity: 0 },
          { key: 'LOST', name: 'Lost', startDepotKey: 'NOWHERE' },
          { key: 'NEW', name: 'Newer' },
          { name: 'No key' } as never,
          null as never,
        ],
      },
    })
    assert.deepEqual(data.summary, { rows: 8, created: 1, updated: 2, unchanged: 1, failed: 4 })
    assert.deepEqual(
      data.results.map(({ index, key, status, version, code }) => [index, key, status, version ?? code]),
      [
        [0, 'NEW', 'created', 1],
        [1, 'OLD', 'updated', 2],
        [2, 'SAME', 'unchanged', 1],
        [3, 'BAD', 'failed', 'BAD_REQUEST'],
        [4, 'LOST', 'failed', 'UNKNOWN_DEPOT'],
        [5, 'NEW', 'updated', 2],
        [6, undefined, 'failed', 'BAD_REQUEST'],
        [7, undefined, 'failed', 'BAD_REQUEST'],
      ],
    )
    assert.deepEqual(
      data.results[3]!.errors?.map(({ path }) => path),
      ['/weightCapacity'],
    )
    const stored = (await call(listVehicles)).data.map(({ key, name, weightCapacity, trips }) => [
      key,
      name,
      weightCapacity,
      trips,
    ])
    assert.deepEqual(stored, [
      ['NEW', 'Newer', 5, 1],
      ['OLD', 'Old', 7, 2],
      ['SAME', 'Same', null, 1],
    ])
    const drivers = await call(importDrivers, { body: { drivers: [aDriver({ key: 'D', vehicleKey: 'NEW' })] } })
    assert.equal(drivers.data.summary.created, 1)
  })

  test('an import row with a key of another type is rejected at its key', async () => {
    const { call } = await fresh()
    for (const key of [{ toString: '' }, [['x']], 5, null]) {
      const vehicles = [{ key, name: 'Van' }] as never
      const [result] = (await call(importVehicles, { query: {}, body: { vehicles } })).data.results
      assert.equal(result!.code, 'BAD_REQUEST')
      assert.deepEqual(
        result!.errors!.map(({ path }) => path),
        ['/key'],
      )
    }
  })

  test('a fleet is visible only in its environment', async () => {
    const [mine, theirs] = [await fresh(), await fresh()]
    await mine.call(createVehicle, { body: aVehicle({ key: 'K', name: 'Mine' }) })
    await theirs.call(createVehicle, { body: aVehicle({ key: 'K', name: 'Theirs' }) })
    await theirs.call(deleteVehicle, { query: { key: 'K' } })
    assert.deepEqual(
      (await mine.call(listVehicles)).data.map(({ name }) => name),
      ['Mine'],
    )
    assertProblem(
      await theirs.request('POST', '/v1/driver', { body: aDriver({ vehicleKey: 'K' }) }),
      'UNKNOWN_VEHICLE',
      ['/vehicleKey'],
    )
  })
})
