// Pages of a list: where one ends, as an opaque text that is only taken back by the list that gave it.
import { hash } from 'node:crypto'
import { pageLimits } from '../../../contract/page.ts'
import { badRequest } from '../error/problems.ts'
import { decodeBase64url } from '../value/base64url.ts'
import { isCleanText } from './json.ts'

/** The list with its sort and environment. A cursor is valid only for the same list. */
export interface Cursors {
  environmentId: string
  list: string
  sort: string
}

const sealLength = 16
/**
 * Returns the seal of a cursor. It is not a secret: it detects a damaged or foreign cursor, whose content gives no
 * access.
 */
const sealOf = ({ environmentId, list, sort }: Cursors, text: string) =>
  hash('sha256', `${environmentId}\n${list}\n${sort}\n${text}`, 'base64url').slice(0, sealLength)

export function writeCursor(of: Cursors, place: [place: string, id: string]): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return sealOf(of, text) + text
}

/** Reads the place of a cursor. Every client can forge one, so its content is as untrusted as a query. */
export function readCursor(of: Cursors, cursor: string): [place: string, id: string] {
  const text = cursor.slice(sealLength)
  const place = cursor.slice(0, sealLength) === sealOf(of, text) ? placeIn(text) : undefined
  if (!place)
    throw badRequest(
      '?cursor',
      'cursor',
      '`cursor` does not belong to this list with this `sort`: send `next` of the previous page unchanged, or ' +
        'start again without a cursor.',
    )
  return place
}

function placeIn(text: string): [string, string] | undefined {
  const bytes = decodeBase64url(text)
  if (!bytes) return undefined
  try {
    const place: unknown = JSON.parse(bytes.toString())
    return Array.isArray(place) && place.length === 2 && place.every(isCleanText)
      ? (place as [string, string])
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
export function pageOf({ limit, cursor, offset }: PageQuery): { limit: number; offset: number } {
  if (cursor !== undefined && offset !== undefined)
    throw badRequest('?offset', 'one_of', 'Send either `cursor` or `offset`, not both.')
  return { limit: limit === undefined ? pageLimits.rowsUnlessSaid : Number(limit), offset: Number(offset ?? 0) }
}

/** Returns the values of a filter: separated by commas, with a backslash before a comma within a value. */
export function valuesOf(name: string, text: string | undefined, max: number): string[] | undefined {
  if (text === undefined) return undefined
  const values = [...text.matchAll(/(?:\\.|[^,\\])+|(?<=^|,)(?=,|$)/gs)].map(([value]) => value)
  if (values.includes('') || /(?<!\\)(?:\\\\)*\\$/.test(text))
    throw badRequest(`?${name}`, 'format', 'The list must not contain an empty value or end with a backslash.')
  if (values.length > max)
    throw badRequest(`?${name}`, 'too_many', `The list must not have more than ${max} values.`, { max })
  return values
}
export const plainValue = (value: string): string => value.replace(/\\(.)/gs, '$1')

/** `none` is for records without one, which lists keep as an empty text. */
export const keysOf = (name: string, text: string | undefined): string[] | undefined =>
  valuesOf(name, text, pageLimits.values)?.map((value) => (value === 'none' ? '' : plainValue(value)))
