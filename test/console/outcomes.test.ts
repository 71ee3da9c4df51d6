// What the desk tells of orders: the time that was filled in stays what it was, also in an hour that clocks show twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Row, tellingOf } from '../../console/order/outcomes-rows.ts'
import type { Consignment } from '../../contract/consignment.ts'

const order = { key: 'A', consignmentId: 'a', loadId: 'l' } as Consignment
// The second time that clocks show half past two in Berlin on that night.
const filled = { instant: '2026-10-25T01:30:00Z', shown: '2026-10-25T02:30' }
const row: Row = {
  ...{ order, podId: 'p', filled, outcome: 'success', reason: null, contactName: 'R.', remarks: '' },
  time: filled.shown,
}

test('an unchanged time is the planned instant', () => {
  assert.equal(tellingOf(row)!.told.time, filled.instant)
  assert.equal(tellingOf({ ...row, time: '2026-10-25T02:45' })!.told.time, '2026-10-25T02:45:00')
})

test('an empty outcome sends nothing', () => {
  assert.equal(tellingOf({ ...row, outcome: null }), undefined)
  const { failureReasonCode, contactName } = tellingOf({ ...row, outcome: 'failed', reason: 'refused' })!.told
  assert.deepEqual([failureReasonCode, contactName], ['refused', null])
})
