// Builds codes for scanners: a Code 128 barcode if it fits a label, otherwise a QR code.
import { encode } from 'uqr'

/** Rows of modules; true is black. A barcode has one row. */
export interface ScanCode {
  kind: 'code128' | 'qr'
  rows: boolean[][]
}

/**
 * Maximum width of a code in modules, with its quiet zones. A module is then at least three dots of a label printer
 * (203 dots per inch, on a label of 105 mm). With fewer dots, some bars are printed half as wide again, and one code in
 * twenty cannot be read.
 */
const modulesMax = 233

/** Returns the code of a text; undefined for an empty text or a text that is too long for a code. */
export function createScanCode(text: string): ScanCode | undefined {
  if (text === '') return undefined
  if (/^[\x20-\x7e]+$/.test(text)) {
    const bars = code128(text)
    if (bars.length <= modulesMax) return { kind: 'code128', rows: [bars] }
  }
  try {
    return { kind: 'qr', rows: encode(text, { ecc: Buffer.byteLength(text) > 1_000 ? 'L' : 'M', border: 0 }).data }
  } catch {
    return undefined
  }
}

/** Widths of the bars and gaps of each Code 128 symbol, in the order of the symbol values. */
const widths = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')
const toC = 99
const toB = 100
const startB = 104
const startC = 105
const stop = 106

function code128(text: string): boolean[] {
  const values = symbolsOf(text)
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103
  return [...values, check, stop].flatMap((value) =>
    [...widths[value]!].flatMap((width, index) => Array<boolean>(Number(width)).fill(index % 2 === 0)),
  )
}

/**
 * Returns the symbols of a text. Four or more digits are encoded in pairs, which is shorter even with the symbols that
 * change the code set.
 */
function symbolsOf(text: string): number[] {
  const values: number[] = []
  for (const segment of text.split(/((?:\d\d){2,})/).filter((segment) => segment !== '')) {
    const isPairs = /^(\d\d){2,}$/.test(segment)
    if (values.length === 0) values.push(isPairs ? startC : startB)
    else values.push(isPairs ? toC : toB)
    if (isPairs) values.push(...segment.match(/../g)!.map(Number))
    else values.push(...[...segment].map((character) => character.charCodeAt(0) - 32))
  }
  return values
}
