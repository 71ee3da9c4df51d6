// Defines the common parts of image formats: the parts read from a file, its orientation and its colours.

/** Why a file is not taken. */
export interface PictureFault {
  code: 'type' | 'size' | 'damaged' | 'unsupported'
  message: string
}
export const damaged = (message: string): PictureFault => ({ code: 'damaged', message })
export const unsupported = (message: string): PictureFault => ({ code: 'unsupported', message })

/** The parts of a file that are needed for drawing. */
export interface Drawing {
  width: number
  height: number
  /** How it has to be turned, as Exif counts; 1 is upright. */
  orientation: number
  parts: Uint8Array[]
}

const upright = 1
const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/**
 * Returns the orientation from the first directory of Exif data, from its TIFF header on. Unreadable data means no
 * rotation.
 */
export function orientationIn(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  const isLittle = order === 'II*\0'
  if ((!isLittle && order !== 'MM\0*') || tiff.length < 8) return upright
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  if (directory + 2 > tiff.length) return upright
  const entries = short(directory)
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * entryBytes
    if (at + entryBytes > tiff.length) return upright
    if (short(at) !== orientationTag) continue
    const value = short(at + 8)
    return short(at + 2) === shortType && long(at + 4) === 1 && value >= 1 && value <= 8 ? value : upright
  }
  return upright
}

/** Returns Exif data with only the orientation. */
export const exifOf = (orientation: number): Buffer =>
  Buffer.from(
    [
      [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8],
      [0, 1],
      [orientationTag >> 8, orientationTag & 0xff, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0],
      [0, 0, 0, 0],
    ].flat(),
  )

/** Real ones have a few kilobytes. */
export const profileBytesMax = 1024 ** 2
const profileHeaderBytes = 128

/** Returns whether data is a colour profile, not something else under its name. */
export const isProfile = (profile: Buffer): boolean =>
  profile.length >= profileHeaderBytes &&
  profile.readUInt32BE(0) === profile.length &&
  profile.toString('latin1', 36, 40) === 'acsp'
