// The check before a release: what it finds, the way to each problem, and several loads at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBusyProblems, isReleasable, listProblems } from '../../console/plan/release/check.ts'
import { estimatedRoads, type PlanRoute, type PlanStop } from '../../console/plan/times/route.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { removeExport } from '../../contract/export.ts'
import { createDriver, createVehicle, deleteVehicle, updateDriver } from '../../contract/fleet.ts'
import { createLoad, getLoad, type LoadInput, type LoadSummary } from '../../contract/load.ts'
import { defaultTravel } from '../../contract/travel.ts'
import { consoleSuite, eventually, expectAccessible, says } from '../support/console.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

const day = '2026-07-01'

test('the release check finds every problem, of the load first and then of each stop', () => {
  const route: PlanRoute = {
    ...{ start: { lat: 53, lng: -1 }, end: null, startsAt: Date.parse(`${day}T08:00:00Z`) },
    ...{ weightCapacity: 10, volumeCapacity: 5, packageCapacity: 3, travel: defaultTravel, roads: estimatedRoads },
    ...{ speedFactor: 1, breaks: [], shiftEnds: null },
  }
  const stop = (key: string, more: Partial<PlanStop> = {}) =>
    ({
      ...{ consignmentId: key, key, type: 'delivery', timeAtStop: 5, weight: 8, volume: 1, packages: 1, name: key },
      ...{ requiredFrom: null, requiredTo: null, planned: null, position: { lat: 53, lng: -1 } },
      ...more,
    }) as PlanStop
  const load = {
    ...{ loadId: 'l', key: 'L', vehicleKey: 'van', driverKey: 'kim', status: 'planned' },
    ...{ plannedStart: `${day}T08:00:00Z`, plannedEnd: `${day}T10:00:00Z` },
  } as LoadSummary
  const vehicle = { active: true, skills: ['tail lift'] }
  const usual = {
    ...{ isUnsaved: false, hasVehicles: true, hasDrivers: true, others: [load] },
    ...{ vehicle, driver: { active: true } },
  }
  const kinds = (stops: PlanStop[], more: object = {}) =>
    listProblems({ load: { ...load, ...more }, stops, route, ...usual }).map(
      ({ kind, stop: at }) => `${kind} ${at?.key ?? ''}`,
    )
  assert.deepEqual(kinds([stop('a')]), [])
  assert.deepEqual(kinds([]), ['noStops '])
  const late = { requiredTo: `${day}T08:00:00Z`, planned: `${day}T08:30:00Z` }
  assert.deepEqual(kinds([stop('a', { position: null }), stop('b', late)], { plannedStart: null, driverKey: null }), [
    'noStart ',
    'noDriver ',
    'tooHeavy ',
    'nowhere a',
    'late b',
  ])
  assert.deepEqual(kinds([stop('a', { packages: 4, volume: 6 })]), ['tooBig ', 'tooMany '])
  const noFleet = { ...usual, hasVehicles: false, hasDrivers: false }
  const unmanned = { ...load, vehicleKey: null, driverKey: null }
  assert.deepEqual(listProblems({ load: unmanned, stops: [stop('a')], route, ...noFleet }), [])
  assert.ok(listProblems({ load, stops: [], route, ...usual, isUnsaved: true }).some(({ kind }) => kind === 'unsaved'))
  // Five minutes at the stop, and no way: the shift is over at three minutes past.
  const shiftEnds = Date.parse(`${day}T08:03:00Z`)
  const [after] = listProblems({ load, stops: [stop('a')], route: { ...route, shiftEnds }, ...usual })
  assert.deepEqual(after, { kind: 'afterShift', minutes: 2, stop: null })
  const cold = stop('cold', { skills: ['cooling', 'tail lift'] })
  assert.deepEqual(kinds([cold]), ['lacks cold'])
  assert.deepEqual(listProblems({ load: unmanned, stops: [cold], route, ...noFleet, vehicle: undefined }), [])
  const crewed = (more: object) =>
    listProblems({ load, stops: [stop('a')], route, ...usual, ...more }).map(({ kind }) => kind)
  assert.deepEqual(crewed({ vehicle: undefined, driver: undefined }), ['vehicleGone', 'driverGone'])
  assert.deepEqual(crewed({ vehicle: { ...vehicle, active: false }, driver: { active: false } }), [
    'vehicleInactive',
    'driverInactive',
  ])
  assert.deepEqual(crewed({ ...noFleet, vehicle: undefined, driver: undefined }), [])
  assert.ok(isReleasable(load) && !isReleasable({ ...load, status: 'released' }))
})

test('the release check finds a vehicle or driver with another load at the same time', () => {
  const load = (key: string, from: string | null, to: string | null, more: object = {}) =>
    ({
      ...{ loadId: key, key, vehicleKey: 'van', driverKey: 'kim', ...more },
      ...{ plannedStart: from && `${day}T${from}:00Z`, plannedEnd: to && `${day}T${to}:00Z` },
    }) as LoadSummary
  const mine = load('MINE', '08:00', '10:00')
  const busy = (other: LoadSummary, one = mine) => findBusyProblems(one, [one, other]).map(({ kind }) => kind)
  const both = ['vehicleBusy', 'driverBusy']
  assert.deepEqual(findBusyProblems(mine, [mine]), [])
  assert.deepEqual(busy(load('LATER', '10:00', '12:00')), [])
  assert.deepEqual(busy(load('BEFORE', '06:00', '08:00')), [])
  assert.deepEqual(busy(load('LONG', '06:00', '08:01')), both)
  assert.deepEqual(busy(load('AROUND', '06:00', '18:00')), both)
  // Of one that starts meanwhile, nobody needs to know when it ends.
  assert.deepEqual(busy(load('ENDLESS', '09:00', null)), both)
  assert.deepEqual(busy(load('ALIKE', '08:00', null), load('MINE', '08:00', null)), both)
  assert.deepEqual(busy(load('SOME DAY', null, null)), [])
  assert.deepEqual(busy(load('OTHER VAN', '09:00', null, { vehicleKey: 'truck' })), ['driverBusy'])
  assert.deepEqual(busy(load('OTHER DRIVER', '09:00', null, { driverKey: null })), ['vehicleBusy'])
  assert.deepEqual(
    findBusyProblems({ ...mine, driverKey: null }, [load('A', '09:00', null), load('B', '09:30', null)]),
    [{ kind: 'vehicleBusy', loads: ['A', 'B'], stop: null }],
  )
})

consoleSuite('release', (site) => {
  test('the problems of several loads are shown one by one, and a planner corrects or accepts them', async (t) => {
    const { call, open } = await site()
    const aLoad = async (name: string, more: object = {}) => {
      const body = { key: aKey(name), plannedStart: `${day}T08:00:00Z`, ...more }
      return { ...body, id: (await call(createLoad, { body })).data.loadId }
    }
    const [bad, fine, kept] = [await aLoad('BAD', { weightCapacity: 10 }), await aLoad('FINE'), await aLoad('KEPT')]
    const anOrderOn = (loadId: string, name: string, more: object = {}) => {
      const consigneeAddress = { ...anAddress, company: name, geoLocation: { lat: 53, lng: -1 } }
      const window = { requiredFrom: `${day}T08:00:00Z`, requiredTo: `${day}T09:00:00Z` }
      return call(createConsignment, { body: anOrder({ loadId, weight: 8, consigneeAddress, ...window, ...more }) })
    }
    await anOrderOn(bad.id, 'Early shop')
    await anOrderOn(bad.id, 'Late shop', { planned: `${day}T09:20:00Z` })
    await anOrderOn(bad.id, 'Later shop', { planned: `${day}T09:40:00Z` })
    const { consignmentId } = (await anOrderOn(fine.id, 'Fine shop')).data
    await anOrderOn(kept.id, 'Long shop', { timeAtStop: 30 })
    await anOrderOn(kept.id, 'Slow shop', { requiredTo: `${day}T08:10:00Z` })
    await call(removeExport, { params: { consignmentId } })
    const statuses = () =>
      Promise.all([bad, fine, kept].map(async ({ id }) => (await call(getLoad, { query: { id } })).data.status))
    const page = await open(t, `/plan?day=${day}&load=${fine.id}`)
    const focused = (name: RegExp) =>
      eventually(async () =>
        assert.match(String(await page.evaluate('document.activeElement.getAttribute("aria-label")')), name),
      )
    const badge = page.getByRole('button', { name: '2 planned late', exact: true })
    await badge.click()
    await focused(/Move stop 2, Late shop/)
    await badge.click()
    await focused(/Move stop 3, Later shop/)
    // Nobody planned it late, but the vehicle will be.
    await page.getByRole('button', { name: '1 may be late', exact: true }).click()
    await focused(/Move stop 2, Slow shop/)

    await page.getByRole('button', { name: 'Release …' }).click()
    const dialog = page.getByRole('dialog')
    const found = dialog.getByRole('region', { name: bad.key })
    await found.getByText('14 kg too heavy').waitFor()
    await found.getByText('3 problems').waitFor()
    await dialog.getByRole('region', { name: fine.key }).getByText('No problems').waitFor()
    // One that the list has already is not added to it.
    await dialog.getByText(/^1 order will be added to the export list/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Fix first problem' }).click()
    await focused(/Move stop 2, Late shop/)
    await page.getByRole('button', { name: 'Release …' }).click()
    await found.getByRole('button', { name: /Stop 3, Later shop/ }).click()
    await focused(/Move stop 3, Later shop/)
    assert.deepEqual(await statuses(), ['planning', 'planning', 'planning'])

    await page.getByRole('button', { name: 'Release …' }).click()
    await dialog.getByRole('checkbox', { name: `Release ${kept.key} too` }).click()
    await says(page, /2 routes released/, () => dialog.getByRole('button', { name: 'Release anyway' }).click())
    assert.deepEqual(await statuses(), ['released', 'released', 'planning'])

    // ⌘K means the load that is open before it means all of them.
    await page.locator(`[data-load="${kept.key}"]`).click()
    await page.getByRole('heading', { level: 2, name: kept.key }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('release')
    const offered = page.getByRole('group', { name: 'Actions' }).getByRole('option')
    await eventually(async () => assert.deepEqual(await offered.allInnerTexts(), [`${kept.key}: Release`, 'Release …']))
  })
  test('the package capacity is checked like weight and volume, in the plan and before a release', async (t) => {
    const { call, open } = await site()
    const day = '2026-07-02'
    const body = { key: aKey('FULL'), plannedStart: `${day}T08:00:00Z`, packageCapacity: 3 }
    const { loadId } = (await call(createLoad, { body })).data
    const consigneeAddress = { ...anAddress, geoLocation: { lat: 53, lng: -1 } }
    for (const plannedPackages of [1, 4])
      await call(createConsignment, { body: anOrder({ loadId, plannedPackages, consigneeAddress }) })
    assert.equal((await call(getLoad, { query: { id: loadId } })).data.peakPackages, 5)
    const page = await open(t, `/plan?day=${day}`)
    await page.getByRole('button', { name: '1 overloaded', exact: true }).waitFor()
    await page.locator(`[data-load="${body.key}"]`).getByText('2 packages too many').waitFor()
    await page.locator('[data-pane=stops]').getByText('2 packages too many').waitFor()
    const charts = page.locator('[data-pane=charts]')
    await charts.getByRole('img', { name: 'Packages: Peak 5, at the start, capacity 3' }).waitFor()
    await page.getByRole('button', { name: 'Release …' }).click()
    const found = page.getByRole('dialog').getByRole('region', { name: body.key })
    await found.getByText('2 packages too many').waitFor()
    await found.getByText('1 problem', { exact: true }).waitFor()
    await expectAccessible(page)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/release-packages.png` })
  })

  test('a driver who is inactive or has two loads at the same time is a problem of the release', async (t) => {
    const { call, open } = await site()
    const [day, before] = ['2026-07-08', '2026-07-07']
    const [van, old, kim, lee] = [aKey('VAN'), aKey('OLD'), aKey('KIM'), aKey('LEE')]
    for (const key of [van, old]) await call(createVehicle, { body: { key, name: key } })
    for (const key of [kim, lee]) await call(createDriver, { body: { key, name: key } })
    const aLoad = async (name: string, plannedStart: string, more: Partial<LoadInput> = {}) => {
      const key = aKey(name)
      const { loadId } = (await call(createLoad, { body: { key, plannedStart, ...more } })).data
      // Two places, half an hour at each.
      for (const lat of [53, 53.01]) {
        const consigneeAddress = { ...anAddress, geoLocation: { lat, lng: -1 } }
        await call(createConsignment, { body: anOrder({ loadId, timeAtStop: 30, consigneeAddress }) })
      }
      return { key, loadId }
    }
    const night = await aLoad('NIGHT', `${before}T23:30:00Z`, { vehicleKey: van, driverKey: lee, status: 'released' })
    const early = await aLoad('EARLY', `${day}T00:10:00Z`, { vehicleKey: van, driverKey: kim })
    const second = await aLoad('SECOND', `${day}T12:00:00Z`, { vehicleKey: van, driverKey: kim })
    const third = await aLoad('THIRD', `${day}T12:30:00Z`, { vehicleKey: old, driverKey: kim })
    const last = await aLoad('LAST', `${day}T15:00:00Z`, { vehicleKey: old, driverKey: lee })
    await call(deleteVehicle, { query: { key: old } })
    await call(updateDriver, { query: { key: lee }, body: { active: false } })
    const page = await open(t, `/plan?day=${day}`)
    await page.getByRole('button', { name: 'Release …' }).click()
    const dialog = page.getByRole('dialog')
    const findings = async ({ key }: { key: string }) => {
      const load = dialog.getByRole('region', { name: key })
      await load.getByText(/problem/i).waitFor()
      return (await load.getByRole('button').allInnerTexts()).sort()
    }
    const at = (key: string) => `on ${key} at the same time (estimate)`
    assert.deepEqual(await findings(early), [`the vehicle is ${at(night.key)}`])
    assert.deepEqual(await findings(second), [`the driver is ${at(third.key)}`])
    assert.deepEqual(await findings(third), [`the driver is ${at(second.key)}`, 'the vehicle was deleted'])
    assert.deepEqual(await findings(last), ['the driver is inactive', 'the vehicle was deleted'])
    await expectAccessible(page)
    // What is still being planned and is not released with it takes nobody away.
    await dialog.getByRole('checkbox', { name: `Release ${third.key} too` }).click()
    await dialog.getByRole('region', { name: second.key }).getByText('No problems').waitFor()
  })
})
