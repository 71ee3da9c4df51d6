// The fonts of PDFs: which there are, and which of them has a character.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font, type GlyphRun } from 'fontkit'

export interface Face {
  /** As the document knows it. */
  name: string
  font: Font
  has(codePoint: number): boolean
  /** In thousandths of the size. */
  widthOf(text: string, direction: Direction): number
}
export type Direction = 'ltr' | 'rtl'
export type Weight = 'regular' | 'bold'
/** Those of a weight; the first that has a character draws it. */
export type Fonts = Record<Weight, Face[]>

const require = createRequire(import.meta.url)
const ours: Record<Weight, string[]> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    '@expo-google-fonts/ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf',
  ],
}

/** The files of a folder that may be fonts. Fails where it cannot be read or has none. */
export function fontFiles(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => /\.(ttf|otf)$/i.test(file))
  if (files.length === 0) throw new Error(`There is no font in ${folder}: --pdf-fonts needs .ttf or .otf files.`)
  return files.sort().map((file) => join(folder, file))
}

/** Our own, and then those of the operator's folder, which serve for both weights. */
export function openFonts(folder: string, warn: (message: string) => void): Fonts {
  const extra = (folder === '' ? [] : fontFiles(folder)).flatMap((file) => {
    try {
      return [openFace(file)]
    } catch (error) {
      warn(`The font ${file} cannot be used: ${(error as Error).message}`)
      return []
    }
  })
  const faces = (files: string[]) => [...files.map((file) => openFace(require.resolve(file))), ...extra]
  return { regular: faces(ours.regular), bold: faces(ours.bold) }
}

function openFace(file: string): Face {
  const opened = create(readFileSync(file))
  if (!('layout' in opened)) throw new Error('It is a collection, not a font.')
  const font = directed(opened)
  const known = new Map<number, boolean>()
  return {
    name: file,
    font,
    has(codePoint) {
      let has = known.get(codePoint)
      if (has === undefined) {
        has = font.hasGlyphForCodePoint(codePoint)
        known.set(codePoint, has)
      }
      return has
    },
    widthOf: (text, direction) => (font.layout(text, [featureOf[direction]]).advanceWidth * 1_000) / font.unitsPerEm,
  }
}

/** What tells a font the direction of a run: pdfkit passes on features and nothing else. */
export const featureOf = { ltr: 'ltra', rtl: 'rtla' } as const

const runsMax = 5_000

interface Drawn {
  id: number
  advanceWidth: number
  codePoints: number[]
}
interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}
interface Run {
  glyphs: Drawn[]
  positions: Position[]
  advanceWidth: number
}

/** Left alone, a font guesses the direction by the first letter, and turns digits and brackets around. And it lays the same text out again whenever it is asked. */
function directed(font: Font): Font {
  const layOut = font.layout.bind(font)
  const readable = readably(font)
  const runs = new Map<string, Run>()
  const layout = (text: string, named?: unknown) => {
    const direction = Array.isArray(named) && named.includes(featureOf.rtl) ? 'rtl' : 'ltr'
    const key = direction + text
    let run = runs.get(key)
    if (run === undefined) {
      // A glyph that is kept says the text for which it was first used, or none.
      Object.assign(font, { _glyphs: {} })
      run = readable(layOut(text, [], undefined, undefined, direction), direction)
      if (runs.size >= runsMax) runs.clear()
      runs.set(key, run)
    }
    const { glyphs, advanceWidth } = run
    // pdfkit changes the positions that it is given.
    return { glyphs, advanceWidth, positions: run.positions.map((position) => ({ ...position })) }
  }
  return Object.assign(font, { layout, createSubset: subsetOfReadable(font) })
}

/** Ids above these are further copies of a glyph. */
const glyphsMax = 65_536

/** A file tells one text for each glyph. Fonts draw several letters with one glyph, and several glyphs for one letter: a copy for each text keeps what is copied and searched right. */
function readably(font: Font): (run: GlyphRun, direction: Direction) => Run {
  const ids = new Map<string, number>()
  const copies = new Map<number, number>()
  const idOf = (id: number, codePoints: number[]) => {
    const key = `${id} ${codePoints}`
    let known = ids.get(key)
    if (known === undefined) {
      const copy = copies.get(id) ?? 0
      copies.set(id, copy + 1)
      known = id + copy * glyphsMax
      ids.set(key, known)
    }
    return known
  }
  const blank = font.glyphForCodePoint(0x20).id
  return (run, direction) => {
    const glyphs: Drawn[] = []
    const positions: Position[] = []
    run.glyphs.forEach(({ id, advanceWidth, codePoints }, index) => {
      // Readers turn letters of the right-to-left scripts around one by one: those of a ligature go to blanks beside it.
      const isLigature = direction === 'rtl' && codePoints.length > 1
      const own = isLigature ? codePoints.slice(-1) : codePoints
      glyphs.push({ id: idOf(id, own), advanceWidth, codePoints: own })
      positions.push(run.positions[index]!)
      if (!isLigature) return
      for (const codePoint of codePoints.slice(0, -1).reverse()) {
        glyphs.push({ id: idOf(blank, [codePoint]), advanceWidth: 0, codePoints: [codePoint] })
        positions.push({ xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 })
      }
    })
    return { glyphs, positions, advanceWidth: run.advanceWidth }
  }
}

interface Subset {
  glyphs: number[]
  mapping: Record<number, number>
  includeGlyph(glyph: number | { id: number }): number
}

function subsetOfReadable(font: Font): () => Subset {
  const create = font.createSubset.bind(font)
  return () => {
    const subset = create() as unknown as Subset
    subset.includeGlyph = (glyph) => {
      const id = typeof glyph === 'object' ? glyph.id : glyph
      subset.mapping[id] ??= subset.glyphs.push(id % glyphsMax) - 1
      return subset.mapping[id]
    }
    return subset
  }
}
