// Applies JSON Merge Patch (RFC 7396), and lists the fields that a patch may repeat but not change.
import { isDeepStrictEqual } from 'node:util'
import type { RequestError } from '../error/problems.ts'
import { formatInstant, parseDateTime } from '../value/times.ts'

type Json = unknown
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else setMember(merged, name, mergePatch(Object.hasOwn(merged, name) ? merged[name] : undefined, value))
  }
  return merged
}

/** Sets a field. An assignment to `__proto__` would not create a field of that name. */
function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}

/**
 * Returns whether a sent value is the same as the stored one. The same instant with another offset is the same value.
 */
const isSame = (sent: Json, stored: Json): boolean => {
  if (isDeepStrictEqual(sent, stored)) return true
  if (typeof sent !== 'string') return false
  const parsed = parseDateTime(sent)
  return parsed?.offsetMinutes !== undefined && formatInstant(parsed, 'UTC') === stored
}

/** Removes the read-only fields from a patch. A field that differs from the stored value is an error. */
export function removeReadOnly(
  patch: Record<string, Json>,
  stored: Record<string, Json>,
): { changes: Record<string, Json>; errors: RequestError[] } {
  const changes = { ...patch }
  const errors: RequestError[] = []
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in changes)) continue
    if (!isSame(changes[name], value))
      errors.push({
        path: `/${name}`,
        code: 'read_only',
        message: `\`${name}\` is set by the service: leave it out, or send it back unchanged.`,
      })
    delete changes[name]
  }
  return { changes, errors }
}
