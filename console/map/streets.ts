// Reads the configured street map of the operator from the page.
import type { StyleSpecification } from 'maplibre-gl'
import type { MapScheme } from './style.ts'

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** URL of a MapLibre style, and of a file with tiles. If both are empty, the map shows the built-in outlines only. */
const styleUrl = readMeta('map-style')
const fileUrl = readMeta('map-file')

export const hasStreets = styleUrl !== '' || fileUrl !== ''

/** Returns the style of the street map, or undefined if it cannot be read. */
export async function readStreetsStyle(
  scheme: MapScheme,
  language: string,
): Promise<string | StyleSpecification | undefined> {
  if (fileUrl === '') return styleUrl
  try {
    const { buildBasemapStyle } = await import('./basemap.ts')
    return await buildBasemapStyle(fileUrl, scheme, language)
  } catch {
    return undefined
  }
}
