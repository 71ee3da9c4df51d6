// The stored text of an order: its members are found in it, whatever its texts say, and put back alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Consignment, type ConsignmentInput } from '../../contract/consignment.ts'
import {
  type DocumentField,
  documentFields,
  type OrderDocument,
  readFields,
  replaceFields,
} from '../../server/orders/record/document.ts'
import { createDraft } from '../../server/orders/record/draft.ts'
import { order } from '../support/arbitraries.ts'
import { aFullOrder, anOrder } from '../support/orders.ts'
import '../support/seed.ts'

const textOf = (input: unknown) => createDraft(input as ConsignmentInput, 'UTC').document

/** Texts that look like the members around them. */
const likeMembers = fc
  .constantFrom<string>(...documentFields)
  .map((name) => ({ planningInstructions: `","${name}":null,"${name}":"`, consigneeCode: `"${name}":\\` }))

/** Orders of earlier releases are stored in this sequence: `placeOf` finds the end of a field by the name of the next one. */
const stored = [
  ...[
    'channelKey',
    'areaKey',
    'requiredFrom',
    'requiredTo',
    'planned',
    'committed',
    'plannedPackages',
    'consigneeCode',
  ],
  ...['consignmentInstructions', 'planningInstructions', 'consignmentNotificationsEnabled', 'publicTrackingEnabled'],
  ...['consigneeContact', 'consigneeAddress', 'consignorContact', 'consignorAddress'],
  ...['packages', 'productLines', 'packageProducts'],
]

test('the stored text of an order contains exactly the fields of earlier releases, in their sequence', () => {
  assert.deepEqual(documentFields, stored)
  assert.deepEqual(Object.keys(JSON.parse(textOf(anOrder()))), stored)
  assert.deepEqual(Object.keys(JSON.parse(textOf(aFullOrder()))), stored)
})

test('no nested field of an order has the name of a top-level field', () => {
  const inner = new Set<string>()
  const look = (schema: unknown, depth: number): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties, ...rest } = schema as { properties?: Record<string, unknown> }
    for (const [name, of] of Object.entries(properties ?? {})) {
      if (depth > 0) inner.add(name)
      look(of, depth + 1)
    }
    for (const of of Object.values(rest)) look(of, depth)
  }
  for (const [name, of] of Object.entries(Consignment.properties)) if (name !== 'depot') look(of, 1)
  assert.ok(inner.has('packageId') && inner.has('localNumber'))
  assert.deepEqual(
    documentFields.filter((name) => inner.has(name)),
    [],
  )
})

test('each field of a stored order is found and replaced alone, with any texts in the order', () => {
  const names = fc.subarray<DocumentField>([...documentFields])
  fc.assert(
    fc.property(order, order, likeMembers, likeMembers, names, (one, other, oneSays, otherSays, some) => {
      const text = textOf({ ...(one.sent as object), ...oneSays })
      const wanted = textOf({ ...(other.sent as object), ...otherSays })
      const values = readFields(wanted, some)
      const whole = JSON.parse(wanted) as OrderDocument
      for (const name of some) assert.deepEqual(values[name], whole[name])
      assert.equal(replaceFields(text, values), JSON.stringify({ ...JSON.parse(text), ...values }))
    }),
    { numRuns: 500 },
  )
})
