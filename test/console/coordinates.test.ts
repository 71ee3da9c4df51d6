// Coordinates as people write and paste them, in one text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoordinates } from '../../client/coordinates.ts'
import { isPosition } from '../../console/map/geometry.ts'

const pair = { lat: 53.0512, lng: -8.8956 }

test('decimal degrees are accepted with points or commas, and keep six decimals', () => {
  for (const text of [
    '53.0512, -8.8956',
    '53.0512,-8.8956',
    '53,0512 -8,8956',
    '53,0512; -8,8956',
    '53.0512\t-8.8956',
    ' 53,0512, -8,8956\n',
    '53,0512,-8,8956',
    '53.0512, −8.8956',
    '\u200e53.0512, -8.8956',
    '٥٣٫٠٥١٢، -٨٫٨٩٥٦',
  ])
    assert.deepEqual(parseCoordinates(text), pair, text)
  assert.deepEqual(parseCoordinates('53.05123456789012345 8'), { lat: 53.051235, lng: 8 })
  assert.deepEqual(parseCoordinates('53.0512,8'), { lat: 53.0512, lng: 8 })
})

test('degrees, minutes and seconds are accepted with letters in any order, or with two degree signs', () => {
  for (const text of [
    "53° 3.072' N, 8° 53.736' W",
    '53°03′04.32″N 8°53′44.16″W',
    '53° 3,072′ N 8° 53,736′ W',
    'N 53 03.072 W 008 53.736',
    'N53°03.072W8°53.736',
    "W 8° 53.736', N 53° 3.072'",
    "53°03'04.32'' n, 8°53'44.16'' w",
    "53° 3.072', -8° 53.736'",
    '53.0512° N, 8.8956° W',
    '53,0512 N 8,8956 W',
    '53.0512°, -8.8956°',
  ])
    assert.deepEqual(parseCoordinates(text), pair, text)
  assert.deepEqual(parseCoordinates('33° 52′ S 0° 0′ W'), { lat: -33.866667, lng: 0 })
})

test('the letter O means east only in German', () => {
  const text = '53° 4′ 33″ N, 8° 48′ 27″ O'
  assert.deepEqual(parseCoordinates(text, { hasOst: true }), { lat: 53.075833, lng: 8.8075 })
  assert.equal(parseCoordinates(text), undefined)
})

test('a geo: link is accepted with altitude, uncertainty, zoom and the label of a phone', () => {
  for (const link of [
    'geo:53.0512,-8.8956',
    'GEO:53.0512,-8.8956,12;crs=wgs84;u=35',
    'geo:53.0512,-8.8956?z=17',
    'geo:53.0512,-8.8956?q=7%20Mill%20Lane',
    'geo:0,0?q=53.0512,-8.8956(Depot)',
    'geo:0,0?q=53.0512%2C-8.8956',
  ])
    assert.deepEqual(parseCoordinates(link), pair, link)
  for (const link of ['geo:0,0?q=7+Mill+Lane', 'geo:53.0512', 'geo:53,8,1,2', 'geo:1,2;crs=moon-2011', 'geo:'])
    assert.equal(parseCoordinates(link), undefined, link)
})

test('text that is not one latitude and one longitude is rejected', () => {
  for (const text of [
    '',
    '53,5232',
    '53.0512',
    '53.0512, 8.8956, 4',
    'Bremen, 8.8',
    'N 53.0512',
    'N 53 N 8',
    'N 53 S 8 E',
    'N -53 E 8',
    '53 N 8',
    "53° 60' N 8° 0' E",
    "53° 3' 60\" N 8° 0' E",
    "53.5° 3' N 8° 0' E",
    "53° 3.5' 10\" N 8° 0' E",
    '53 3.072, 8 53.736',
    '5303.072N 853.736E',
    `${' '.repeat(300)}53 8`,
  ])
    assert.equal(parseCoordinates(text), undefined, text)
})

test('a latitude above 90 or a longitude above 180 is rejected', () => {
  assert.deepEqual(parseCoordinates('91.5, 8.9'), { lat: 91.5, lng: 8.9 })
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
