// Differences between two states, and the order of changes that clocks disagree about.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortEvents } from '../../server/platform/event/rules.ts'
import { findDifferences } from '../../server/platform/value/difference.ts'
import { undo } from '../support/replay.ts'
import '../support/seed.ts'

const name = fc.oneof(fc.constantFrom('a', 'b', 'c', 'a/b', '~', '~1', ''), fc.string({ maxLength: 3 }))
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, 'x', 'y'),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(
      name.filter((each) => each !== '__proto__'),
      tie('json'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}))

test('undoing the differences restores the earlier state, also after JSON serialisation', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const found = findDifferences(before, after)
      assert.deepEqual(undo(after, JSON.parse(JSON.stringify(found))), before)
    }),
    { numRuns: 2_000 },
  )
})

test('equal values have no differences, and a removed element is stored as one step', () => {
  assert.deepEqual(findDifferences({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }), [])
  assert.deepEqual(findDifferences({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }), [{ path: '/a/c', old: 2, new: 3 }])
  assert.deepEqual(findDifferences({ stops: ['a', 'b', 'c'] }, { stops: ['a', 'c'] }), [{ path: '/stops/1', old: 'b' }])
  assert.deepEqual(findDifferences({ stops: ['a', 'c'] }, { stops: ['a', 'b', 'c'] }), [{ path: '/stops/1', new: 'b' }])
  assert.deepEqual(findDifferences({}, { 'a/b~c': 1 }), [{ path: '/a~1b~0c', new: 1 }])
})

test('changes are sorted by id, unless clocks put the versions of one record in the wrong order', () => {
  const row = (changeId: string, recordId: string, version: number) =>
    ({ record: 'consignment', recordId, version, changeId }) as const
  const order = (...rows: ReturnType<typeof row>[]) =>
    sortEvents(rows).map(({ recordId, version }) => `${recordId}${version}`)
  assert.deepEqual(order(row('3', 'A', 2), row('1', 'A', 1), row('2', 'B', 7)), ['A1', 'B7', 'A2'])
  assert.deepEqual(order(row('1', 'A', 2), row('3', 'A', 1), row('2', 'B', 7)), ['B7', 'A1', 'A2'])
  assert.deepEqual(order(row('1', 'A', 3), row('4', 'A', 2), row('2', 'A', 1), row('3', 'B', 1)), [
    'A1',
    'B1',
    'A2',
    'A3',
  ])
})
