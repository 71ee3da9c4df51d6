// Reads the configured street map of the operator from the page.
import type { StyleSpecification } from 'maplibre-gl'
import type { Scheme } from './style.ts'

const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** URL of a MapLibre style, and of a file with tiles. If both are empty, the map shows the built-in outlines only. */
const styleUrl = said('map-style')
const fileUrl = said('map-file')

export const hasStreets = styleUrl !== '' || fileUrl !== ''

/** Returns the style of the street map, or undefined if it cannot be read. */
export async function streetsStyle(scheme: Scheme, language: string): Promise<string | StyleSpecification | undefined> {
  if (fileUrl === '') return styleUrl
  try {
    const { basemapStyle } = await import('./basemap.ts')
    return await basemapStyle(fileUrl, scheme, language)
  } catch {
    return undefined
  }
}
