// Styles the map without internet by day and by night: land, borders, grid, areas and legs. The style needs no glyphs,
// because the page draws the labels.
import type { StyleSpecification } from 'maplibre-gl'
import { colourPalettes as shared } from '../platform/palette.ts'

export type MapScheme = 'light' | 'dark'
const palettes = {
  light: {
    water: shared.light.water,
    land: shared.light.land,
    border: '#b9c0c8',
    grid: '#c9d2da',
    label: '#6d7680',
    halo: '#f8f8f6',
    area: '#7048e8',
    ghost: '#5f6b76',
  },
  dark: {
    water: shared.dark.water,
    land: shared.dark.land,
    border: '#4a535d',
    grid: '#313941',
    label: '#98a2ad',
    halo: '#22272d',
    area: '#b197fc',
    ghost: '#a9b4bf',
  },
} as const

const nothing = { type: 'FeatureCollection' as const, features: [] }

export const overlaySources = {
  areas: { type: 'geojson', data: nothing },
  ghost: { type: 'geojson', data: nothing },
  legs: { type: 'geojson', data: nothing },
  places: { type: 'geojson', data: nothing },
} satisfies StyleSpecification['sources']

/** Returns the layers above every base map. */
export function buildOverlayLayers(scheme: MapScheme): StyleSpecification['layers'] {
  const { area, ghost } = palettes[scheme]
  return [
    { id: 'area-fill', type: 'fill', source: 'areas', paint: { 'fill-color': area, 'fill-opacity': 0.06 } },
    { id: 'area-line', type: 'line', source: 'areas', paint: { 'line-color': area, 'line-opacity': 0.6 } },
    {
      id: 'ghost',
      type: 'line',
      source: 'ghost',
      paint: { 'line-color': ghost, 'line-width': 3, 'line-opacity': 0.5 },
    },
    {
      id: 'legs',
      type: 'line',
      source: 'legs',
      layout: { 'line-cap': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': ['case', ['get', 'highlighted'], 3.5, 1.75],
        'line-opacity': ['case', ['get', 'highlighted'], 1, 0.75],
        'line-dasharray': [1.5, 2.5],
      },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      layout: { 'icon-image': ['get', 'image'], 'icon-offset': [0, 21], 'icon-padding': 1 },
    },
  ]
}

export function buildEmbeddedStyle(scheme: MapScheme): StyleSpecification {
  const { water, land, border, grid } = palettes[scheme]
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: nothing },
      names: { type: 'geojson', data: nothing },
      grid: { type: 'geojson', data: nothing },
      ...overlaySources,
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': land } },
      { id: 'border', type: 'line', source: 'countries', paint: { 'line-color': border, 'line-width': 0.8 } },
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': grid, 'line-width': 0.75 } },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        layout: { 'icon-image': ['get', 'image'], 'symbol-sort-key': ['-', 0, ['get', 'size']] },
      },
      ...buildOverlayLayers(scheme),
    ],
  }
}

const labelPrefix = 'label:'
export const labelImage = (text: string) => labelPrefix + text

/** Draws a label as an image. The browser sets every script, also from right to left, with its fonts. */
export function drawLabel(image: string, scheme: MapScheme): { data: ImageData; pixelRatio: number } | undefined {
  if (!image.startsWith(labelPrefix)) return undefined
  const text = image.slice(labelPrefix.length)
  const pixelRatio = Math.max(1, Math.ceil(devicePixelRatio))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const font = `500 ${12 * pixelRatio}px "Inter Variable", "Noto Sans Arabic Variable", system-ui, sans-serif`
  context.font = font
  canvas.width = Math.ceil(context.measureText(text).width) + 8 * pixelRatio
  canvas.height = 18 * pixelRatio
  // Resizing a canvas resets its settings.
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3 * pixelRatio
  context.strokeStyle = palettes[scheme].halo
  context.fillStyle = palettes[scheme].label
  context.strokeText(text, canvas.width / 2, canvas.height / 2)
  context.fillText(text, canvas.width / 2, canvas.height / 2)
  return { data: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio }
}
