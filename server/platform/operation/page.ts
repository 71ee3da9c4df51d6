// Builds and reads cursors of lists. A cursor is an opaque text for the end of a page, and only the list that returned
// it accepts it.
import { hash } from 'node:crypto'
import { pageLimits } from '../../../contract/page.ts'
import { createBadRequest } from '../error/problems.ts'
import { decodeBase64url } from '../value/base64url.ts'
import { isCleanText } from './json.ts'

/** The list with its sort and environment. A cursor is valid only for the same list. */
export interface CursorScope {
  environmentId: string
  list: string
  sort: string
}

const sealLength = 16
/**
 * Returns the seal of a cursor. It is not a secret: it detects a damaged or foreign cursor, whose content gives no
 * access.
 */
const sealOf = ({ environmentId, list, sort }: CursorScope, text: string) =>
  hash('sha256', `${environmentId}\n${list}\n${sort}\n${text}`, 'base64url').slice(0, sealLength)

export function writeCursor(scope: CursorScope, position: [place: string, id: string]): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return sealOf(scope, text) + text
}

/** Reads the place of a cursor. Every client can forge one, so its content is as untrusted as a query. */
export function readCursor(scope: CursorScope, cursor: string): [place: string, id: string] {
  const text = cursor.slice(sealLength)
  const position = cursor.slice(0, sealLength) === sealOf(scope, text) ? readPosition(text) : undefined
  if (!position)
    throw createBadRequest(
      '?cursor',
      'cursor',
      '`cursor` does not belong to this list with this `sort`: send `next` of the previous page unchanged, or ' +
        'start again without a cursor.',
    )
  return position
}

function readPosition(text: string): [string, string] | undefined {
  const bytes = decodeBase64url(text)
  if (!bytes) return undefined
  try {
    const position: unknown = JSON.parse(bytes.toString())
    return Array.isArray(position) && position.length === 2 && position.every(isCleanText)
      ? (position as [string, string])
      : undefined
  } catch {
    return undefined
  }
}

export interface PageQuery {
  limit?: string
  cursor?: string
  offset?: string
  total?: string
}
export function parsePage({ limit, cursor, offset }: PageQuery): { limit: number; offset: number } {
  if (cursor !== undefined && offset !== undefined)
    throw createBadRequest('?offset', 'one_of', 'Send either `cursor` or `offset`, not both.')
  return { limit: limit === undefined ? pageLimits.rowsUnlessSaid : Number(limit), offset: Number(offset ?? 0) }
}

/** Returns the values of a filter. Commas separate the values; a backslash precedes a comma within a value. */
export function parseValues(name: string, text: string | undefined, max: number): string[] | undefined {
  if (text === undefined) return undefined
  const values = [...text.matchAll(/(?:\\.|[^,\\])+|(?<=^|,)(?=,|$)/gs)].map(([value]) => value)
  if (values.includes('') || /(?<!\\)(?:\\\\)*\\$/.test(text))
    throw createBadRequest(`?${name}`, 'format', 'The list must not contain an empty value or end with a backslash.')
  if (values.length > max)
    throw createBadRequest(`?${name}`, 'too_many', `The list must not have more than ${max} values.`, { max })
  return values
}
export const stripEscapes = (value: string): string => value.replace(/\\(.)/gs, '$1')

/** Returns the keys of a filter. `none` selects records without a key, which lists store as an empty text. */
export const parseKeys = (name: string, text: string | undefined): string[] | undefined =>
  parseValues(name, text, pageLimits.values)?.map((value) => (value === 'none' ? '' : stripEscapes(value)))
