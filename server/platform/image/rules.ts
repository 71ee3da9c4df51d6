// Checks and cleans JPEG and PNG images that clients send.
import { subtle } from 'node:crypto'
import { ApiProblem, createBadRequest } from '../error/problems.ts'
import type { ImageError } from './drawing.ts'
import { type CleanImage, cleanImage, isImageError, pictureTypes } from './picture.ts'

/** A picture as it is to be stored. */
export interface HashedImage extends CleanImage {
  /** Of these bytes, which may be fewer than were sent. */
  sha256: string
}

/** Returns the error of an image that is stored elsewhere. */
export async function findImageError(bytes: Uint8Array): Promise<ImageError | undefined> {
  const found = await cleanImage(bytes)
  return isImageError(found) ? found : undefined
}

/** Takes a file that is a JPEG or PNG, by its content, and leaves out of it all that does not draw it. */
export async function prepareImage(sent: Uint8Array): Promise<HashedImage> {
  const found = await cleanImage(sent)
  if (!isImageError(found)) return { ...found, sha256: await hashSha256(found.bytes) }
  const { code, message } = found
  if (code === 'type')
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
      message: `${message} Send one as \`${pictureTypes.join('` or `')}\`.`,
    })
  throw createBadRequest('', code, message)
}

/** Hashes megabytes in another thread, so that this thread can answer requests. */
export const hashSha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
