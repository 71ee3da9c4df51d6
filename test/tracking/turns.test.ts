// The queue key of tracking pages: pages take turns with every environment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairQueueKey } from '../../server/delivery/tracking-page/queue-key.ts'
import { formatTrackingPath } from '../../server/orders/tracking-link/rules.ts'
import { threadContention } from '../../server/platform/fairness/contention.ts'
import type { ProcessServices } from '../../server/platform/operation/services.ts'

const [one, other, unknown] = ['1', '2', '3'].map((digit) => `01a1ed06-e279-7000-a536-fa9b0c1daa9${digit}`) as [
  string,
  string,
  string,
]
const services = { environmentIds: () => new Set([one, other]) } as unknown as ProcessServices
const come = (environmentId: string) =>
  fairQueueKey(services, formatTrackingPath(environmentId, 'A'.repeat(22)).slice('/t/'.length))

test('tracking pages are queued by the environment of their order', () => {
  assert.equal(come(one), come(one))
  assert.notEqual(come(one), one)
  assert.notEqual(come(one), '')
})

test('a tracking page with an invalid token is queued without an environment', () => {
  assert.deepEqual([come(unknown), fairQueueKey(services, 'nothing')], ['', ''])
})

test('requests for tracking pages of two environments cause contention', () => {
  assert.notEqual(come(one), come(other))
  assert.equal(threadContention.isContended(), true)
})
