// The stored text of depots, vehicles and drivers. A change compares texts, so another sequence would change every record.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depotRecordType } from '../../server/fleet/depot/rules.ts'
import type { FleetRecordType } from '../../server/fleet/record/rules.ts'
import { driverRecordType, vehicleRecordType } from '../../server/fleet/vehicle/rules.ts'

const storedText = (kind: FleetRecordType, input: object) => JSON.stringify(kind.form(input as never))

test('a depot is stored with all fields in the sequence of earlier releases', () => {
  const address = { country: 'gb', city: 'Leeds', line1: '1 Way' }
  const addressText =
    '{"name":null,"company":null,"line1":"1 Way","line2":null,"line3":null,"city":"Leeds","region":null,' +
    '"postalCode":null,"state":null,"country":"GB","geoLocation":null,"geoLocationAccuracy":null,"placeId":null}'
  assert.equal(
    storedText(depotRecordType, { name: 'North', key: 'D', address }),
    `{"address":${addressText},"contact":null,"name":"North","key":"D"}`,
  )
})

test('a vehicle is stored with all fields in the sequence of earlier releases', () => {
  const breaks = [{ minutes: 30, to: '12:00', from: '11:00' }]
  assert.equal(
    storedText(vehicleRecordType, { breaks, name: 'Van', key: 'V' }),
    '{"key":"V","name":"Van","plate":null,"weightCapacity":null,"volumeCapacity":null,"packageCapacity":null,' +
      '"startDepotKey":null,"endDepotKey":null,"shiftStart":null,"shiftEnd":null,' +
      '"breaks":[{"from":"11:00","to":"12:00","minutes":30}],"fixedCost":null,"costPerKm":null,"costPerHour":null,' +
      '"speedFactor":1,"skills":[],"maxDistance":null,"maxDuration":null,"maxStops":null,"trips":1,"emission":null,' +
      '"active":true}',
  )
})

test('a driver is stored with all fields in the sequence of earlier releases', () => {
  assert.equal(
    storedText(driverRecordType, { name: 'Ada', key: 'A' }),
    '{"key":"A","name":"Ada","phone":null,"vehicleKey":null,"shiftStart":null,"shiftEnd":null,"active":true}',
  )
})
