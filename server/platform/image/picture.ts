// Rebuilds an image without decoding it, from the parts that are needed for drawing. All other data of a photo is
// dropped.
import type { ImageError } from './drawing.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

export const pictureTypes = ['image/jpeg', 'image/png'] as const
export const pictureLimits = { bytes: 5 * 1024 ** 2, side: 4_096, pixels: 12_000_000 } as const

export interface CleanImage {
  type: (typeof pictureTypes)[number]
  /** Width of the image after its rotation by the orientation. */
  width: number
  height: number
  bytes: Uint8Array
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const isPng = (bytes: Uint8Array) => pngSignature.equals(bytes.subarray(0, pngSignature.length))

/** Cleans an image. It detects the format by the content and ignores the name and type. */
export async function cleanImage(input: Uint8Array): Promise<CleanImage | ImageError> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const { bytes: maxBytes } = pictureLimits
  if (bytes.length > maxBytes)
    return { code: 'size', message: `The image is larger than ${maxBytes} bytes.`, values: { maxBytes } }
  if (!isJpeg(bytes) && !isPng(bytes)) return { code: 'type', message: 'The file is neither a JPEG nor a PNG.' }
  const found = await (isJpeg(bytes) ? readJpeg(bytes) : readPng(bytes))
  if ('code' in found) return found
  const { width, height, orientation } = found
  const error = checkSize(width, height)
  if (error) return error
  // An orientation of 5 or higher turns the image by 90 degrees.
  const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height]
  return {
    type: isJpeg(bytes) ? 'image/jpeg' : 'image/png',
    width: shownWidth,
    height: shownHeight,
    bytes: found.chunks.length === 1 ? found.chunks[0]! : Buffer.concat(found.chunks),
  }
}

export const isImageError = (found: CleanImage | ImageError): found is ImageError => 'code' in found

/** Returns the error of an image that is too large: a viewer needs memory for all pixels, even if the file is small. */
function checkSize(width: number, height: number): ImageError | undefined {
  const { side, pixels } = pictureLimits
  if (width > side || height > side || width * height > pixels)
    return {
      code: 'size',
      message: `The image has ${width} × ${height} pixels. The limit is ${side} for each side and ${pixels} in total.`,
      values: { width, height, maxSide: side, maxPixels: pixels },
    }
  return undefined
}
