// The check before a release: what it finds, the way to each problem, and several loads at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf, isReleasable } from '../../console/plan/release/check.ts'
import { estimated, type PlanRoute, type PlanStop } from '../../console/plan/route.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { removeExport } from '../../contract/export.ts'
import { createLoad, getLoad, type LoadSummary } from '../../contract/load.ts'
import { defaultTravel } from '../../contract/travel.ts'
import { consoleSuite, eventually, expectAccessible, says } from '../support/console.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

const day = '2026-07-01'

test('everything that speaks against a release is found, the load first and then stop after stop', () => {
  const route: PlanRoute = {
    ...{ start: { lat: 53, lng: -1 }, end: null, startsAt: Date.parse(`${day}T08:00:00Z`) },
    ...{ weightCapacity: 10, volumeCapacity: 5, packageCapacity: 3, travel: defaultTravel, roads: estimated },
    ...{ speedFactor: 1, breaks: [], shiftEnds: null },
  }
  const stop = (key: string, more: Partial<PlanStop> = {}) =>
    ({
      ...{ consignmentId: key, key, type: 'delivery', timeAtStop: 5, weight: 8, volume: 1, packages: 1, name: key },
      ...{ requiredFrom: null, requiredTo: null, planned: null, position: { lat: 53, lng: -1 } },
      ...more,
    }) as PlanStop
  const load = { plannedStart: `${day}T08:00:00Z`, status: 'planned' } as LoadSummary
  const usual = { isUnsaved: false, hasVehicles: true, hasDrivers: true, skills: ['tail lift'] }
  const kinds = (stops: PlanStop[], more: object = {}) =>
    findingsOf({ load: { ...load, ...more }, stops, route, ...usual }).map(
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
  assert.deepEqual(findingsOf({ load: unmanned, stops: [stop('a')], route, ...noFleet }), [])
  assert.ok(findingsOf({ load, stops: [], route, ...usual, isUnsaved: true }).some(({ kind }) => kind === 'unsaved'))
  // Five minutes at the stop, and no way: the shift is over at three minutes past.
  const shiftEnds = Date.parse(`${day}T08:03:00Z`)
  const [after] = findingsOf({ load, stops: [stop('a')], route: { ...route, shiftEnds }, ...usual })
  assert.deepEqual(after, { kind: 'afterShift', minutes: 2, stop: null })
  const cold = stop('cold', { skills: ['cooling', 'tail lift'] })
  assert.deepEqual(kinds([cold]), ['lacks cold'])
  assert.deepEqual(findingsOf({ load, stops: [cold], route, ...usual, skills: undefined }), [])
  assert.ok(isReleasable(load) && !isReleasable({ ...load, status: 'released' }))
})

consoleSuite('release', (site) => {
  test('problems are stepped through, mended or released all the same, several loads at once', async (t) => {
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
    await says(page, /2 loads released/, () => dialog.getByRole('button', { name: 'Release anyway' }).click())
    assert.deepEqual(await statuses(), ['released', 'released', 'planning'])
  })
  test('packages count like weight and volume: on the card, on the load, in the chart and before a release', async (t) => {
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
})
