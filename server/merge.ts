// JSON Merge Patch (RFC 7396), and what reads return that a patch may only repeat.
import { isDeepStrictEqual } from 'node:util'
import type { Finding } from './operation.ts'

type Json = unknown
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  }
  return merged
}

const isSame = (sent: Json, stored: Json): boolean => {
  if (isDeepStrictEqual(sent, stored)) return true
  // A read in local time comes back with an offset: the same instant is the same value.
  if (typeof sent !== 'string' || typeof stored !== 'string' || !/T.*[+-]\d\d:\d\d$/.test(sent)) return false
  try {
    return Temporal.Instant.from(sent).equals(Temporal.Instant.from(stored))
  } catch {
    return false
  }
}

/** Takes the read-only members out of a patch; one that differs from what is stored is a fault. */
export function withoutReadOnly(
  patch: Record<string, Json>,
  stored: Record<string, Json>,
): { rest: Record<string, Json>; findings: Finding[] } {
  const rest = { ...patch }
  const findings: Finding[] = []
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in rest)) continue
    if (!isSame(rest[name], value))
      findings.push({
        path: `/${name}`,
        code: 'read_only',
        message: `\`${name}\` is set by the service; leave it out, or send it back as it was read.`,
      })
    delete rest[name]
  }
  return { rest, findings }
}
