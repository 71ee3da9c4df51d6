// Checks and cleans JPEG and PNG images that clients send.
import { subtle } from 'node:crypto'
import { badRequest, Problem } from '../error/problems.ts'
import type { PictureFault } from './drawing.ts'
import { cleanPicture, isFault, type Picture, pictureTypes } from './picture.ts'

/** A picture as it is to be stored. */
export interface CleanPicture extends Picture {
  /** Of these bytes, which may be fewer than were sent. */
  sha256: string
}

/** Returns the error of an image that is stored elsewhere. */
export async function pictureFault(bytes: Uint8Array): Promise<PictureFault | undefined> {
  const found = await cleanPicture(bytes)
  return isFault(found) ? found : undefined
}

/** Takes a file that is a JPEG or PNG, by its content, and leaves out of it all that does not draw it. */
export async function pictureOf(sent: Uint8Array): Promise<CleanPicture> {
  const found = await cleanPicture(sent)
  if (!isFault(found)) return { ...found, sha256: await sha256Of(found.bytes) }
  const { code, message } = found
  if (code === 'type')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', {
      message: `${message} Send one as \`${pictureTypes.join('` or `')}\`.`,
    })
  throw badRequest('', code, message)
}

/** Hashes megabytes in another thread, so that this thread can answer requests. */
export const sha256Of = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
