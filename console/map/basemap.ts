// Builds the street map from the operator's file: reads its tiles in ranges and styles them as Protomaps does, without
// icons. Loaded only if such a file is configured.
import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol } from 'pmtiles'
import type { MapScheme } from './style.ts'

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

/** Builds the style of the street map. Throws if the file cannot be read. */
export async function buildBasemapStyle(
  path: string,
  scheme: MapScheme,
  language: string,
): Promise<StyleSpecification> {
  const url = new URL(path, location.href).href
  const file = new PMTiles(url)
  // The header is read before the map is created: if the file is unreadable, the built-in outlines replace it.
  await file.getHeader()
  protocol.add(file)
  const source = 'streets'
  return {
    version: 8,
    sources: {
      [source]: {
        type: 'vector',
        url: `pmtiles://${url}`,
        attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
      },
    },
    layers: (layers(source, namedFlavor(scheme), { lang: language }) as LayerSpecification[]).flatMap(
      (layer): LayerSpecification[] => (layer.type === 'symbol' ? labelOf(layer, language) : [layer]),
    ),
  }
}

type SymbolLayer = Extract<LayerSpecification, { type: 'symbol' }>

/**
 * Returns the layers of a label: its text in the language in use, without icons. The map has no glyph files, so it
 * draws every letter with the fonts of the page. The first font in a stack decides the weight.
 */
function labelOf(layer: SymbolLayer, language: string): SymbolLayer[] {
  const { 'text-field': text, 'text-font': font, 'icon-image': icon, ...layout } = layer.layout ?? {}
  if (text === undefined || (icon !== undefined && !isTownLayer(layer))) return []
  const isName = JSON.stringify(text).includes('name')
  const name: NonNullable<SymbolLayer['layout']>['text-field'] = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', 'name'],
  ]
  const weight = /bold|medium/i.test(JSON.stringify(font)) ? 'Semibold' : 'Regular'
  return [
    {
      ...layer,
      layout: { ...layout, 'text-field': isName ? name : text, 'text-font': [`Inter ${weight}`, 'Inter Variable'] },
    },
  ]
}

/** Returns whether a layer shows places. Points of interest and road numbers need icons, towns do not. */
const isTownLayer = ({ id }: SymbolLayer) => id.startsWith('places')
