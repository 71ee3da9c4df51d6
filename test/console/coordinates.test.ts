// Degrees as people write them: with a point or a comma, one number or both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDegrees, parsePosition } from '../../console/map/coordinates.ts'
import { isPosition } from '../../console/map/geometry.ts'

test('a coordinate is accepted with a decimal point or a decimal comma, and keeps six decimals', () => {
  assert.equal(parseDegrees(' 53.0512 '), 53.0512)
  assert.equal(parseDegrees('53,5232'), 53.5232)
  assert.equal(parseDegrees('-8,5'), -8.5)
  assert.equal(parseDegrees('53.05123456789012345'), 53.051235)
  assert.equal(parseDegrees(''), null)
  for (const text of ['53.0512, 8.8956', '53.05.12', 'N 53', '5e1', '0x35', '1234', 'Infinity'])
    assert.equal(parseDegrees(text), text)
})

test('a pasted location has two numbers, separated by spaces, a semicolon, or a comma and a space', () => {
  const pair = { lat: 53.0512, lng: -8.8956 }
  for (const text of [
    '53.0512, -8.8956',
    '53.0512,-8.8956',
    '53,0512 -8,8956',
    '53,0512; -8,8956',
    '53.0512\t-8.8956',
    ' 53,0512, -8,8956\n',
  ])
    assert.deepEqual(parsePosition(text), pair, text)
  for (const text of ['53,5232', '53.0512', '53.0512, 8.8956, 4', 'Bremen, 8.8', ''])
    assert.equal(parsePosition(text), undefined)
})

test('a latitude above 90 or a longitude above 180 is rejected', () => {
  assert.ok(isPosition({ lat: -90, lng: 180 }))
  for (const value of [
    { lat: 91.5, lng: 8 },
    { lat: 53, lng: -180.1 },
    { lat: '53', lng: 8 },
    { lat: 53, lng: null },
    { lat: Number.NaN, lng: 8 },
  ])
    assert.ok(!isPosition(value), JSON.stringify(value))
})
