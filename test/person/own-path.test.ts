// Where a sign-in leads: to a page of ours, or to the first one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLocalPath } from '../../contract/own-path.ts'
import { foreignPaths } from '../support/paths.ts'

test('a path that any browser resolves to another site is not followed', () => {
  for (const each of [...foreignPaths, undefined, null, 7, ['/plan'], `/${'x'.repeat(3_000)}`])
    assert.equal(parseLocalPath(each), '/', JSON.stringify(each))
})

test('a path of this service is kept in full', () => {
  for (const each of [
    '/',
    '/plan',
    '/consignments?search=a%20b&next=//x',
    '/settings/depots#north',
    '/consignments/a%2Fb',
  ])
    assert.equal(parseLocalPath(each), each)
  assert.equal(parseLocalPath('/a/../plan'), '/plan')
})
