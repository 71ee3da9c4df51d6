// Opens the fonts of PDFs, and finds out which characters they have.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type GlyphRun } from 'fontkit'

export interface TextFont {
  /** Name of the font in the document. */
  name: string
  font: Font
  has(codePoint: number): boolean
  /** Returns the width of a text, in thousandths of the font size. */
  widthOf(text: string, direction: TextDirection): number
}
export type TextDirection = 'ltr' | 'rtl'
export type FontWeight = 'regular' | 'bold'
/** The fonts of each weight. The first one that has a character draws it. */
export type FontsByWeight = Record<FontWeight, TextFont[]>

const require = createRequire(import.meta.url)
const bundledFonts: Record<FontWeight, string[]> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    '@expo-google-fonts/ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf',
  ],
}

/** Opens the bundled fonts and then the operator's fonts, which serve for both weights. */
export function openFonts(extraFiles: string[], warn: (message: string) => void): FontsByWeight {
  const extra = extraFiles.flatMap((file) => {
    try {
      return [openFace(file)]
    } catch (error) {
      warn(`The font ${file} cannot be used: ${(error as Error).message}`)
      return []
    }
  })
  const faces = (files: string[]) => [...files.map((file) => openFace(require.resolve(file))), ...extra]
  return { regular: faces(bundledFonts.regular), bold: faces(bundledFonts.bold) }
}

function openFace(file: string): TextFont {
  const opened = create(readFileSync(file))
  if (!('layout' in opened)) throw new Error('It is a collection, not a font.')
  const font = directed(opened)
  const cachedCoverage = new Map<number, boolean>()
  return {
    name: file,
    font,
    has(codePoint) {
      let has = cachedCoverage.get(codePoint)
      if (has === undefined) {
        has = font.hasGlyphForCodePoint(codePoint)
        cachedCoverage.set(codePoint, has)
      }
      return has
    },
    widthOf: (text, direction) => (font.layout(text, [featureOf[direction]]).advanceWidth * 1_000) / font.unitsPerEm,
  }
}

/** Names of features that pass the direction of a run to a font, since pdfkit passes on only features. */
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

/**
 * Makes a font use the given direction, and caches its layouts. By default, a font guesses the direction from the first
 * letter, and shows digits and brackets in the wrong order.
 */
function directed(font: Font): Font {
  const layOut = font.layout.bind(font)
  const readable = readably(font)
  const runs = new Map<string, Run>()
  const layout = (text: string, named?: unknown) => {
    const direction = Array.isArray(named) && named.includes(featureOf.rtl) ? 'rtl' : 'ltr'
    const key = direction + text
    let run = runs.get(key)
    if (run === undefined) {
      // Clears the cached glyphs, because each keeps the text of its first use.
      Object.assign(font, { _glyphs: {} })
      run = readable(layOut(text, [], undefined, undefined, direction), direction)
      if (runs.size >= runsMax) runs.clear()
      runs.set(key, run)
    }
    const { glyphs, advanceWidth } = run
    // The positions are copied, because pdfkit changes them.
    return { glyphs, advanceWidth, positions: run.positions.map((position) => ({ ...position })) }
  }
  return Object.assign(font, { layout, createSubset: subsetOfReadable(font) })
}

/** Number of glyph ids of a font. Higher ids are copies of a glyph. */
const glyphsMax = 65_536

/**
 * Makes text readable: gives each drawn text a separate glyph. A PDF maps each glyph to one text, but fonts draw
 * several letters with one glyph and several glyphs for one letter. With the copies, copied and searched text is right.
 */
function readably(font: Font): (run: GlyphRun, direction: TextDirection) => Run {
  const ids = new Map<string, number>()
  const copies = new Map<number, number>()
  const drawn = (id: number, codePoints: number[], advanceWidth: number): Drawn => {
    const key = `${id} ${codePoints} ${advanceWidth}`
    let copyId = ids.get(key)
    if (copyId === undefined) {
      const copy = copies.get(id) ?? 0
      copies.set(id, copy + 1)
      copyId = id + copy * glyphsMax
      ids.set(key, copyId)
    }
    return { id: copyId, codePoints, advanceWidth }
  }
  const blank = font.glyphForCodePoint(0x20).id
  return ({ glyphs, positions, advanceWidth }, direction) => {
    if (direction === 'ltr') {
      const plain = glyphs.map((glyph) => drawn(glyph.id, glyph.codePoints, glyph.advanceWidth))
      return { glyphs: plain, positions, advanceWidth }
    }
    const run: Run = { glyphs: [], positions: [], advanceWidth }
    const adjusted = withoutGaps(positions)
    glyphs.forEach(({ id, codePoints }, index) => {
      const position = adjusted[index]!
      run.glyphs.push(drawn(id, codePoints.slice(-1), position.xAdvance))
      run.positions.push(position)
      // PDF readers reverse the letters of right-to-left scripts one by one. The other letters of a ligature are
      // therefore blanks next to it.
      for (const codePoint of codePoints.slice(0, -1).reverse()) {
        run.glyphs.push(drawn(blank, [codePoint], 0))
        run.positions.push({ xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 })
      }
    })
    return run
  }
}

/**
 * Adds the gap that kerning leaves before a letter to the previous letter. PDF readers would take the gap for a blank.
 */
function withoutGaps(positions: Position[]): Position[] {
  const adjusted = positions.map((position) => ({ ...position }))
  adjusted.forEach((position, index) => {
    const previous = adjusted[index - 1]
    if (
      !previous ||
      position.xOffset <= 0 ||
      position.yOffset !== 0 ||
      position.xAdvance === 0 ||
      previous.xAdvance === 0
    )
      return
    previous.xAdvance += position.xOffset
    position.xAdvance -= position.xOffset
    position.xOffset = 0
  })
  return adjusted
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
