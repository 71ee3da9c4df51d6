// What the desk tells of orders: the time that was filled in stays what it was, also in an hour that clocks show twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOutcomeRecord, type OutcomeRow } from '../../console/order/outcomes-rows.ts'
import type { Consignment } from '../../contract/consignment.ts'

const order = { key: 'A', consignmentId: 'a', loadId: 'l' } as Consignment
// The second time that clocks show half past two in Berlin on that night.
const filled = { instant: '2026-10-25T01:30:00Z', text: '2026-10-25T02:30' }
const row: OutcomeRow = {
  ...{ order, podId: 'p', filled, outcome: 'success', reason: null, contactName: 'R.', remarks: '' },
  time: filled.text,
}

test('the form of an outcome sends the planned instant if the time is unchanged', () => {
  assert.equal(buildOutcomeRecord(row)!.proof.time, filled.instant)
  assert.equal(buildOutcomeRecord({ ...row, time: '2026-10-25T02:45' })!.proof.time, '2026-10-25T02:45:00')
})

test('the form of an outcome sends nothing for an order without an outcome', () => {
  assert.equal(buildOutcomeRecord({ ...row, outcome: null }), undefined)
  const { failureReasonCode, contactName } = buildOutcomeRecord({ ...row, outcome: 'failed', reason: 'refused' })!.proof
  assert.deepEqual([failureReasonCode, contactName], ['refused', null])
})
