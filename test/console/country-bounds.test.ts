// The area that a map shows for a country, from the outlines that the console draws.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { calculateCountryBounds } from '../../console/map/country-bounds.ts'

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>
const atlas = createRequire(import.meta.url)('world-atlas/countries-50m.json') as Atlas
const outlines = feature(atlas, atlas.objects.countries).features.flatMap(({ id, geometry }) => {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return { numericCode: String(id ?? ''), polygons }
})
const boundsOf = (code: string) => calculateCountryBounds(outlines, code)?.map(Math.round)

test('the area of a country contains its main parts, but no distant islands', () => {
  assert.deepEqual(boundsOf('DE'), [6, 47, 15, 55])
  assert.deepEqual(boundsOf('LU'), [6, 49, 6, 50])
  assert.deepEqual(boundsOf('FR'), [-5, 42, 8, 51])
  assert.deepEqual(boundsOf('NZ'), [166, -47, 179, -34])
  assert.equal(boundsOf('XX'), undefined)
})
