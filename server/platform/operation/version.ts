// Reads the version that a client expects to change, from `If-Match` or the body, and the version that it has, from
// `If-None-Match`.
import { hash } from 'node:crypto'
import type { FieldError } from '../../../contract/problem.ts'
import { ApiProblem } from '../error/problems.ts'

/** Returns whether a header contains the entity tag of a version. Tags may be strong or weak, or bare numbers. */
const matches = (header: string, version: number): boolean =>
  header === '*' ||
  header.split(',').some(
    (tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1')
        // The text after the version is a tag of the whole response.
        .replace(/\..*$/, '') === String(version),
  )

export function expectVersion(current: number, ifMatch: string | undefined, inBody?: unknown): void {
  const stale =
    (ifMatch !== undefined && !matches(ifMatch, current)) || (typeof inBody === 'number' && inBody !== current)
  if (!stale) return
  const errors: FieldError[] | undefined =
    typeof inBody === 'number' && inBody !== current
      ? [
          {
            path: '/version',
            code: 'stale',
            message: `The current version is ${current}.`,
            values: { version: current },
          },
        ]
      : undefined
  throw new ApiProblem('VERSION_MISMATCH', {
    message:
      `The record has changed: its version is now ${current}. Read it again and apply your change to the new ` +
      'version.',
    values: { version: current },
    ...(errors ? { errors } : {}),
  })
}

/**
 * Returns the entity tag of a whole response. The tag of a record is its version. Other parts of the response have
 * separate versions (its load, its depot), so only a tag of the whole response shows that nothing has changed.
 */
export const buildResponseTag = (body: string | Uint8Array, versionTag = '""'): string =>
  `${versionTag.slice(0, -1)}.${hash('sha1', body, 'base64url')}"`

/** Returns whether an `If-None-Match` contains this entity tag, with its quotation marks. */
export const hasEntityTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false
