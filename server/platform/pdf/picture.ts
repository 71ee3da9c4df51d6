// Checks and scales the images of a PDF before pdfkit reads them: a broken or large PNG would end the thread or fill
// its memory.
import { isPng, preparePaperPng } from './png.ts'

/** An image as pdfkit keeps it. */
export interface PdfImage {
  width: number
  height: number
}

const pixelsMax = 16_000_000

/**
 * Returns the bytes to embed: a small opaque copy of a PNG, or a JPEG unchanged. For a broken PNG it returns one byte,
 * which cannot be an image.
 */
export const preparePaperImage = async (bytes: Uint8Array): Promise<Uint8Array> =>
  isPng(bytes) ? ((await preparePaperPng(bytes)) ?? Uint8Array.of(0)) : bytes

/** Opens an image. Returns undefined for an image that cannot be drawn. */
export function openPicture(doc: PDFKit.PDFDocument, bytes: Uint8Array): PdfImage | undefined {
  try {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // The library's types omit this function.
    const image = (doc as unknown as { openImage(data: Buffer): Opened }).openImage(data)
    const isDrawable = image.width > 0 && image.height > 0 && image.width * image.height <= pixelsMax
    if (!isDrawable || ('bits' in image && image.colorSpace === undefined)) return undefined
    // A phone that was held upright stores the orientation instead of turning its image.
    return (image.orientation ?? 1) > 4 ? Object.assign(image, turned(image)) : image
  } catch {
    return undefined
  }
}

interface Opened extends PdfImage {
  orientation?: number
  bits?: number
  colorSpace?: string
}
const turned = (image: Opened) => ({ shownWidth: image.height, shownHeight: image.width })

/** Returns the width and height of the image as a viewer shows it. */
export function getVisibleSize(picture: PdfImage & { shownWidth?: number; shownHeight?: number }): PdfImage {
  return { width: picture.shownWidth ?? picture.width, height: picture.shownHeight ?? picture.height }
}
