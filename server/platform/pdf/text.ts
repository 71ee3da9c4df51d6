// Draws text of any script: cleans it, breaks it into lines, orders it for display, and finds a font for each
// character.
import bidiFactory from 'bidi-js'
import type { FontsByWeight, FontWeight, TextDirection, TextFont } from './fonts.ts'
import { featureOf } from './fonts.ts'

export interface TextStyle {
  size: number
  weight?: FontWeight
  colour?: string
}
/** A stretch of one direction and one font, drawn in one call. */
interface TextRun {
  text: string
  face: TextFont
  level: number
  width: number
}
export interface TextLine {
  runs: TextRun[]
  width: number
}

// The types of the package describe another kind of module than the package contains.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const replacement = '\ufffd'
const directionOf = (level: number): TextDirection => (level % 2 === 1 ? 'rtl' : 'ltr')

/** Control characters that could show a text in another order. */
const untrusted = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const controls = /(?!\n)\p{Cc}|[\ufeff\ufff9-\ufffb]/gu

/**
 * Maximum length of a text, twice the limit of the API. A text without a limit could fill the memory of a thread, and
 * end the process.
 */
const textMax = 20_000

/** Removes characters that cannot be drawn from a text, and keeps its lines. */
export const normaliseText = (text: string): string =>
  (text.length > textMax ? `${text.slice(0, textMax)}…` : text)
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(controls, '')
    .replace(untrusted, '')

/** Isolates a typed text, so that its direction does not change the surrounding sentence. */
export const isolateText = (text: string): string => `\u2068${normaliseText(text).replaceAll('\n', ' ')}\u2069`

const isFormat = (character: string) => /^[\u2066-\u2069]$/.test(character)
const isInvisible = (character: string) => /^\p{Default_Ignorable_Code_Point}$/u.test(character)
const isNeutral = (character: string) => /^[\p{P}\p{S}\p{Z}\p{M}\p{N}]$/u.test(character)

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

interface Character {
  text: string
  face: TextFont
  level: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Returns each character with its font and its level. A character that no font has becomes one replacement character,
 * even if it has several code points.
 */
function charactersOf(text: string, faces: TextFont[]): Character[] {
  // Most texts are plain. Their characters have the first font and level 0.
  if (isPlain(text)) return [...text].map((character) => ({ text: character, face: faces[0]!, level: 0 }))
  const levels = bidi.getEmbeddingLevels(text)
  const characters: Character[] = []
  let last = faces[0]!
  for (const { segment, index } of segmenter.segment(text)) {
    if (isFormat(segment)) continue
    const points = [...segment].filter((point) => !isInvisible(point) || faces[0]!.has(point.codePointAt(0)!))
    if (points.length === 0) continue
    const hasAll = (face: TextFont) => points.every((point) => face.has(point.codePointAt(0)!))
    const level = levels.levels[index]!
    // In right-to-left text, a blank, a digit or a full stop uses the font of the letters before it, so that they stay
    // one piece.
    const face = level > 0 && isNeutral(points[0]!) && hasAll(last) ? last : faces.find(hasAll)
    const drawn = face ? points.join('') : replacement
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(drawn) ?? drawn) : drawn
    last = face ?? faces[0]!
    characters.push({ text: mirrored, face: last, level })
  }
  return characters
}

const isBlank = ({ text }: Character) => /^\s$/.test(text) && text !== '\u00a0'

function buildRuns(characters: Character[], size: number): TextRun[] {
  const runs: TextRun[] = []
  for (const { text, face, level } of characters) {
    const last = runs.at(-1)
    if (last && last.face === face && last.level === level) last.text += text
    else runs.push({ text, face, level, width: 0 })
  }
  for (const run of runs) run.width = (run.face.widthOf(run.text, directionOf(run.level)) * size) / 1_000
  return runs
}
const widthOf = (runs: TextRun[]) => runs.reduce((sum, { width }) => sum + width, 0)

/** Breaks a text into lines: between words, and inside a word that is longer than a line. */
function breakLines(characters: Character[], size: number, width: number): Character[][] {
  const measure = (start: number, end: number) => widthOf(buildRuns(characters.slice(start, end), size))
  const lines: Character[][] = []
  let lineStart = 0
  let used = 0
  const endLine = (end: number) => {
    // Blanks at the end of a line have no width.
    lines.push(characters.slice(lineStart, endOfVisible(characters, lineStart, end)))
    lineStart = end
    used = 0
  }
  for (const [start, end] of splitSegments(characters)) {
    const visible = measure(start, endOfVisible(characters, start, end))
    if (used > 0 && used + visible > width) endLine(start)
    if (visible <= width) {
      used += measure(start, end)
      continue
    }
    for (let index = start; index < end; index++) {
      const characterWidth = measure(index, index + 1)
      if (used > 0 && used + characterWidth > width) endLine(index)
      used += characterWidth
    }
  }
  endLine(characters.length)
  return lines
}

function splitSegments(characters: Character[]): [number, number][] {
  const segments: [number, number][] = []
  let start = 0
  for (let index = 1; index <= characters.length; index++) {
    const last = characters[index - 1]!
    const isEnd = index === characters.length || (!isBlank(characters[index]!) && (isBlank(last) || last.text === '-'))
    if (!isEnd) continue
    segments.push([start, index])
    start = index
  }
  return segments
}

function endOfVisible(characters: Character[], start: number, end: number): number {
  let endIndex = end
  while (endIndex > start && isBlank(characters[endIndex - 1]!)) endIndex--
  return endIndex
}

/**
 * Breaks a text into lines of a width, and keeps its own line breaks. With more than `linesMax` lines, the last one
 * ends in an ellipsis.
 */
export function splitTextLines(
  fonts: FontsByWeight,
  text: string,
  style: TextStyle,
  bounds: { width: number; linesMax?: number },
): TextLine[] {
  const faces = fonts[style.weight ?? 'regular']
  const { width, linesMax = Number.POSITIVE_INFINITY } = bounds
  const lines: TextLine[] = []
  for (const typed of text.split('\n')) {
    for (const characters of breakLines(charactersOf(typed, faces), style.size, width)) {
      if (lines.length === linesMax) {
        shorten(lines.at(-1)!, faces[0]!, style.size, width)
        return lines
      }
      const runs = buildRuns(characters, style.size)
      lines.push({ runs, width: widthOf(runs) })
    }
  }
  return lines
}

function shorten(line: TextLine, face: TextFont, size: number, width: number): void {
  const ellipsis: TextRun = { text: '…', face, level: line.runs.at(-1)?.level ?? 0, width: 0 }
  ellipsis.width = (face.widthOf('…', 'ltr') * size) / 1_000
  while (line.runs.length > 0 && widthOf(line.runs) + ellipsis.width > width) {
    const last = line.runs.at(-1)!
    const cut = [...last.text].slice(0, -1).join('')
    if (cut === '') line.runs.pop()
    else Object.assign(last, { text: cut, width: (last.face.widthOf(cut, directionOf(last.level)) * size) / 1_000 })
  }
  line.runs.push(ellipsis)
  line.width = widthOf(line.runs)
}

/**
 * Returns the runs from left to right. From the highest level down, it reverses each sequence of runs with this level
 * or a higher one.
 */
function orderRuns(runs: TextRun[]): TextRun[] {
  const order = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < order.length; start++) {
      let end = start
      while (end < order.length && order[end]!.level >= level) end++
      order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end
    }
  return order
}

/** Draws a line of text. `origin` is the left end of its baseline. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  line: TextLine,
  style: TextStyle,
  origin: { x: number; y: number },
): void {
  doc.fontSize(style.size).fillColor(style.colour ?? '#1f2430')
  let x = origin.x
  // Writes the text in visual order, as programs that extract text expect.
  for (const { text, face, level, width } of orderRuns(line.runs)) {
    doc.font(face.name).text(text, x, origin.y, {
      lineBreak: false,
      baseline: 'alphabetic',
      features: [featureOf[directionOf(level)]] as unknown as PDFKit.Mixins.OpenTypeFeatures[],
    })
    x += width
  }
}
