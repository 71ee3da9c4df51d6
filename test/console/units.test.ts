// Units: what is stored stays as it is, what is shown is converted and can be converted back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  amount,
  fromCentimetres,
  fromCubicMetres,
  fromKilograms,
  fromKilometres,
  measure,
  share,
  toCentimetres,
  toCubicMetres,
  toKilograms,
} from '../../console/units.ts'

test('packages are shown in the units of the environment', () => {
  assert.equal(fromKilograms(453.59237, 'lb'), 1_000)
  assert.equal(fromKilograms(1_250, 't'), 1.25)
  assert.equal(fromCubicMetres(0.5, 'l'), 500)
  assert.equal(fromCubicMetres(0.028316846592, 'ft3'), 1)
  assert.equal(fromCentimetres(254, 'in'), 100)
  assert.equal(fromCentimetres(30.48, 'ft'), 1)
  assert.equal(fromKilometres(160.9344, 'mi'), 100)
})

test('a value that is typed as it was shown is stored as it was', () => {
  for (const stored of [0, 0.1, 1, 12.345, 99.9, 1_500, 123_456.789]) {
    for (const unit of ['kg', 't', 'lb'] as const) assert.equal(toKilograms(fromKilograms(stored, unit), unit), stored)
    for (const unit of ['m3', 'l', 'ft3'] as const)
      assert.equal(toCubicMetres(fromCubicMetres(stored, unit), unit), stored)
    for (const unit of ['cm', 'm', 'in', 'ft'] as const)
      assert.equal(toCentimetres(fromCentimetres(stored, unit), unit), stored)
  }
})

test('quantities are written as the language writes them', () => {
  assert.equal(measure(1_234.56, 'kg', 'en-GB'), '1,234.6\u00A0kg')
  assert.equal(measure(1_234.56, 'kg', 'de-DE'), '1.234,6\u00A0kg')
  assert.equal(measure(0.444, 'm3', 'en-GB'), '0.44\u00A0m³')
  assert.equal(measure(5, 'km', 'ar-u-nu-latn'), '\u20665\u00A0km\u2069')
  assert.equal(amount(1.2345, 't', 'en-GB'), '1.235')
})

test('a share is rounded so that it never hides an excess', () => {
  assert.equal(share(499, 500), 99)
  assert.equal(share(500, 500), 100)
  assert.equal(share(500.01, 500), 101)
  assert.equal(share(10, null), undefined)
  assert.equal(share(10, 0), undefined)
})
