// What is decided about files: which pictures are taken.
import { hash } from 'node:crypto'
import { badRequest, Problem } from '../core/problems.ts'
import { cleanPicture, isFault, type Picture, pictureTypes } from './picture.ts'

/** A picture as it is to be stored. */
export interface CleanPicture extends Picture {
  /** Of these bytes, which may be fewer than were sent. */
  sha256: string
}

/** Takes a file that is a JPEG or PNG, by its content, and leaves out of it all that does not draw it. */
export function pictureOf(sent: Uint8Array): CleanPicture {
  const found = cleanPicture(sent)
  if (!isFault(found)) return { ...found, sha256: hash('sha256', found.bytes) }
  const { code, message } = found
  if (code === 'type')
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', {
      message: `${message} Send one as \`${pictureTypes.join('` or `')}\`.`,
    })
  throw badRequest('', code, message)
}
