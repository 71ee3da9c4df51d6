// Calculates the area that a map shows for a country.
import type { MapBounds } from './geometry.ts'

type Corners = readonly (readonly number[])[]

interface Country {
  /** ISO 3166-1 numeric code; empty if the atlas has none. */
  numericCode: string
  polygons: readonly (readonly Corners[])[]
}

const extentOf = (corners: Corners): MapBounds => [
  Math.min(...corners.map(([lng]) => lng!)),
  Math.min(...corners.map(([, lat]) => lat!)),
  Math.max(...corners.map(([lng]) => lng!)),
  Math.max(...corners.map(([, lat]) => lat!)),
]
const sizeOf = ([west, south, east, north]: MapBounds) => (east - west) * (north - south)

/** Smallest share of the largest part of a country that its area contains, so that distant islands do not count. */
const partMin = 0.25

/** Returns the area of a country without its small distant parts, or null if no outline has the code. */
export function calculateCountryBounds(outlines: readonly Country[], countryCode: string): MapBounds | null {
  const parts = outlines
    .filter(({ numericCode }) => /^\d{3}$/.test(numericCode))
    .filter(({ numericCode }) => new Intl.Locale(`und-${numericCode}`).region === countryCode)
    .flatMap(({ polygons }) => polygons.map(([corners]) => extentOf(corners!)))
  const largest = Math.max(...parts.map(sizeOf))
  const bounds = parts.filter((part) => sizeOf(part) >= largest * partMin)
  if (bounds.length === 0) return null
  return [
    Math.min(...bounds.map(([west]) => west)),
    Math.min(...bounds.map(([, south]) => south)),
    Math.max(...bounds.map(([, , east]) => east)),
    Math.max(...bounds.map(([, , , north]) => north)),
  ]
}
