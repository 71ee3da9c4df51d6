// Defines the common parts of image formats: the parts read from a file, its orientation and its colours.
import type { ErrorValues } from '../../../contract/problem.ts'

/** Reason why an image is rejected. */
export interface ImageError {
  code: 'type' | 'size' | 'damaged' | 'unsupported'
  message: string
  values?: ErrorValues
}
export const createDamagedError = (message: string): ImageError => ({ code: 'damaged', message })
export const createUnsupportedError = (message: string): ImageError => ({ code: 'unsupported', message })

/** The parts of a file that are needed for drawing. */
export interface DrawableImage {
  width: number
  height: number
  /** Orientation of the image, as numbered by Exif; 1 is upright. */
  orientation: number
  chunks: Uint8Array[]
}

const upright = 1
const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/**
 * Returns the orientation from the first directory of Exif data, from its TIFF header on. Unreadable data means no
 * rotation.
 */
export function readOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  const isLittle = order === 'II*\0'
  if ((!isLittle && order !== 'MM\0*') || tiff.length < 8) return upright
  const short = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const long = (offset: number) => (isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset))
  const directory = long(4)
  if (directory + 2 > tiff.length) return upright
  const entries = short(directory)
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > tiff.length) return upright
    if (short(entry) !== orientationTag) continue
    const value = short(entry + 8)
    return short(entry + 2) === shortType && long(entry + 4) === 1 && value >= 1 && value <= 8 ? value : upright
  }
  return upright
}

/** Returns Exif data with only the orientation. */
export const buildExif = (orientation: number): Buffer =>
  Buffer.from(
    [
      [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8],
      [0, 1],
      [orientationTag >> 8, orientationTag & 0xff, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0],
      [0, 0, 0, 0],
    ].flat(),
  )

/** Maximum size of a colour profile, in bytes. Real profiles have a few kilobytes. */
export const profileBytesMax = 1024 ** 2
const profileHeaderBytes = 128

/** Returns whether data is a colour profile, not something else under its name. */
export const isProfile = (profile: Buffer): boolean =>
  profile.length >= profileHeaderBytes &&
  profile.readUInt32BE(0) === profile.length &&
  profile.toString('latin1', 36, 40) === 'acsp'
