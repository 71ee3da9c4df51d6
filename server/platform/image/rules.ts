// Checks and cleans JPEG and PNG images that clients send.
import { subtle } from 'node:crypto'
import { ApiProblem, createBadRequest } from '../error/problems.ts'
import type { ImageError } from './drawing.ts'
import { type CleanImage, cleanImage, isImageError, pictureTypes } from './picture.ts'

/** An image in its stored form. */
export interface HashedImage extends CleanImage {
  /** Hash of the stored bytes, from which metadata is removed. */
  sha256: string
}

/** Returns the error of an image that is not stored as a file, such as a logo. */
export async function findImageError(bytes: Uint8Array): Promise<ImageError | undefined> {
  const found = await cleanImage(bytes)
  return isImageError(found) ? found : undefined
}

/** Accepts a JPEG or PNG by its content, and removes everything that does not affect its appearance. */
export async function prepareImage(sent: Uint8Array): Promise<HashedImage> {
  const found = await cleanImage(sent)
  if (!isImageError(found)) return { ...found, sha256: await hashSha256(found.bytes) }
  const { code, message, values } = found
  if (code === 'type')
    throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE', {
      message: `${message} Send one as \`${pictureTypes.join('` or `')}\`.`,
      values: { allowed: pictureTypes },
    })
  throw createBadRequest('', code, message, values)
}

/** Returns the SHA-256 of a file. Another thread hashes megabytes, so that this thread can handle requests. */
export const hashSha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
