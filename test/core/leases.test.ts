// Leases whose time says nothing, as a wrong clock wrote it: over when nobody renews them, and not before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clocksDifferMs, leaseMsMax, watchLeases } from '../../server/platform/process/leases.ts'
import { dayMs } from '../../server/platform/value/times.ts'

const now = Date.UTC(2026, 6, 1)
const leaseMs = 15_000

function scene() {
  let passedMs = 5
  const leases = watchLeases(leaseMs, () => passedMs)
  return { leases, pass: (ms: number) => (passedMs += ms) }
}

test('a lease ends at its stored time while clocks are correct', () => {
  const { leases, pass } = scene()
  const until = now + leaseMsMax + clocksDifferMs
  assert.equal(leases.isOver('a', until, now), false)
  pass(dayMs)
  assert.equal(leases.isOver('a', until, now), false, 'however long it is looked at')
  assert.equal(leases.isOver('a', until, until - 1), false)
  assert.equal(leases.isOver('a', until, until), true)
  assert.equal(leases.isOver('b', 0, now), true)
})

test('a lease with an end days ahead is over after one lease time without a renewal', () => {
  const { leases, pass } = scene()
  const until = now + 3 * dayMs
  assert.equal(leases.isOver('a', until, now), false)
  pass(leaseMs)
  assert.equal(leases.isOver('a', until, now + leaseMs), false)
  assert.equal(leases.isOver('b', until, now + leaseMs), false, 'each is watched by itself')
  pass(1)
  assert.equal(leases.isOver('a', until, now + leaseMs + 1), true)
})

test('an instance that renews its lease keeps the lease, even if its clock is wrong', () => {
  const { leases, pass } = scene()
  for (let renewals = 0; renewals < 20; renewals++) {
    assert.equal(leases.isOver('a', now + 3 * dayMs + renewals * 5_000, now + renewals * 5_000), false)
    pass(5_000)
  }
})
