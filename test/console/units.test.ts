// Units: what is stored stays as it is, what is shown is converted and can be converted back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calculatePercentUsed,
  convertFromStored,
  convertToStored,
  formatColumnAmount,
  formatInputValue,
  formatMeasure,
  getDecimalPoint,
  type MeasureUnit,
} from '../../console/platform/units.ts'

const units: MeasureUnit[] = ['kg', 't', 'lb', 'm3', 'l', 'ft3', 'cm', 'm', 'in', 'ft', 'km', 'mi']

test('stored values appear in the units of the environment', () => {
  assert.equal(convertFromStored(453.59237, 'lb'), 1_000)
  assert.equal(convertFromStored(1_250, 't'), 1.25)
  assert.equal(convertFromStored(0.5, 'l'), 500)
  assert.equal(convertFromStored(0.028316846592, 'ft3'), 1)
  assert.equal(convertFromStored(254, 'in'), 100)
  assert.equal(convertFromStored(30.48, 'ft'), 1)
  assert.equal(convertFromStored(160.9344, 'mi'), 100)
})

test('typed values are stored in the units of the API', () => {
  assert.equal(convertToStored(12, 'in'), 30.48)
  assert.equal(convertToStored(10, 'lb'), 4.5359237)
  assert.equal(convertToStored(0.1, 't'), 100)
  assert.equal(convertToStored(3, 'l'), 0.003)
})

test('a value that is converted to a display unit and back does not change', () => {
  for (const stored of [0, 0.1, 1, 12.345, 99.9, 1_500, 123_456.789])
    for (const unit of units) assert.equal(convertToStored(convertFromStored(stored, unit), unit), stored)
})

test('a field displays the typed value, without digits that cannot be measured', () => {
  for (const typed of ['0', '0.5', '11.8', '12', '1250', '99.95'])
    for (const unit of units) assert.equal(formatInputValue(convertToStored(Number(typed), unit), unit), typed)
  assert.equal(formatInputValue(30, 'in'), '11.811')
  assert.equal(formatInputValue(0.5, 't'), '0.0005')
  assert.equal(formatInputValue(12.3456789, 'cm'), '12.3456789')
})

test('quantities are formatted for the language of the user', () => {
  assert.equal(formatMeasure(1_234.56, 'kg', 'en-GB'), '1,234.6\u00A0kg')
  assert.equal(formatMeasure(1_234.56, 'kg', 'de-DE'), '1.234,6\u00A0kg')
  assert.equal(formatMeasure(0.444, 'm3', 'en-GB'), '0.44\u00A0m³')
  assert.equal(formatMeasure(5, 'km', 'ar-u-nu-latn'), '\u20665\u00A0km\u2069')
  assert.deepEqual(
    [5, 12.25, 0.359].map((value) => formatColumnAmount(value, 'm3', 'de-DE')),
    ['5,00', '12,25', '0,36'],
    'in a column all have as many digits',
  )
  assert.deepEqual(['en-GB', 'de-DE', 'ar-u-nu-latn'].map(getDecimalPoint), ['.', ',', '.'])
})

test('a share above 100 % is never rounded down to 100 %', () => {
  assert.equal(calculatePercentUsed(499, 500), 99)
  assert.equal(calculatePercentUsed(500, 500), 100)
  assert.equal(calculatePercentUsed(500.01, 500), 101)
  assert.equal(calculatePercentUsed(10, null), undefined)
  assert.equal(calculatePercentUsed(10, 0), undefined)
})
