// Units: what is stored stays as it is, what is shown is converted and can be converted back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  columnAmount,
  decimalPoint,
  fromStored,
  measure,
  share,
  toStored,
  typedAs,
  type Unit,
} from '../../console/platform/units.ts'

const units: Unit[] = ['kg', 't', 'lb', 'm3', 'l', 'ft3', 'cm', 'm', 'in', 'ft', 'km', 'mi']

test('stored values appear in the units of the environment', () => {
  assert.equal(fromStored(453.59237, 'lb'), 1_000)
  assert.equal(fromStored(1_250, 't'), 1.25)
  assert.equal(fromStored(0.5, 'l'), 500)
  assert.equal(fromStored(0.028316846592, 'ft3'), 1)
  assert.equal(fromStored(254, 'in'), 100)
  assert.equal(fromStored(30.48, 'ft'), 1)
  assert.equal(fromStored(160.9344, 'mi'), 100)
})

test('typed values are stored in the units of the API', () => {
  assert.equal(toStored(12, 'in'), 30.48)
  assert.equal(toStored(10, 'lb'), 4.5359237)
  assert.equal(toStored(0.1, 't'), 100)
  assert.equal(toStored(3, 'l'), 0.003)
})

test('a value converts back to itself', () => {
  for (const stored of [0, 0.1, 1, 12.345, 99.9, 1_500, 123_456.789])
    for (const unit of units) assert.equal(toStored(fromStored(stored, unit), unit), stored)
})

test('a field displays the typed value without more digits than can be measured', () => {
  for (const typed of ['0', '0.5', '11.8', '12', '1250', '99.95'])
    for (const unit of units) assert.equal(typedAs(toStored(Number(typed), unit), unit), typed)
  assert.equal(typedAs(30, 'in'), '11.811')
  assert.equal(typedAs(0.5, 't'), '0.0005')
  assert.equal(typedAs(12.3456789, 'cm'), '12.3456789')
})

test('quantities have the format of the language', () => {
  assert.equal(measure(1_234.56, 'kg', 'en-GB'), '1,234.6\u00A0kg')
  assert.equal(measure(1_234.56, 'kg', 'de-DE'), '1.234,6\u00A0kg')
  assert.equal(measure(0.444, 'm3', 'en-GB'), '0.44\u00A0m³')
  assert.equal(measure(5, 'km', 'ar-u-nu-latn'), '\u20665\u00A0km\u2069')
  assert.deepEqual(
    [5, 12.25, 0.359].map((value) => columnAmount(value, 'm3', 'de-DE')),
    ['5,00', '12,25', '0,36'],
    'in a column all have as many digits',
  )
  assert.deepEqual(['en-GB', 'de-DE', 'ar-u-nu-latn'].map(decimalPoint), ['.', ',', '.'])
})

test('a share is rounded so that it never hides an excess', () => {
  assert.equal(share(499, 500), 99)
  assert.equal(share(500, 500), 100)
  assert.equal(share(500.01, 500), 101)
  assert.equal(share(10, null), undefined)
  assert.equal(share(10, 0), undefined)
})
