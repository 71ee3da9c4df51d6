// In whose turn the page of an order is made: strangers are company for others, and never in the way of those who work there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comeToPage } from '../../server/http/tracking.ts'
import { pathOf } from '../../server/orders/tracking-link/rules.ts'
import { contention } from '../../server/platform/fairness/contention.ts'
import type { Services } from '../../server/platform/operation/services.ts'

const [one, other, unknown] = ['1', '2', '3'].map((digit) => `01a1ed06-e279-7000-a536-fa9b0c1daa9${digit}`) as [
  string,
  string,
  string,
]
const services = { environmentIds: () => new Set([one, other]) } as unknown as Services
const come = (environmentId: string) => comeToPage(services, pathOf(environmentId, 'A'.repeat(22)).slice('/t/'.length))

test('pages of an environment have a turn of their own', () => {
  assert.equal(come(one), come(one))
  assert.notEqual(come(one), one)
  assert.notEqual(come(one), '')
})

test('an address that is made up is nobody’s', () => {
  assert.deepEqual([come(unknown), comeToPage(services, 'nothing')], ['', ''])
})

test('pages of another environment are company', () => {
  assert.notEqual(come(one), come(other))
  assert.equal(contention.isContended(), true)
})
