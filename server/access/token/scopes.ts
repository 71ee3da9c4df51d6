// Expands a list of scopes: `*` means all scopes except the named ones, and `write` includes `read`.
import { scopes as known, namedSubjects, type Scope } from '../../../contract/endpoint.ts'

const all = known.filter((scope): scope is Scope => scope !== '*')
const inStar = all.filter((scope) => !namedSubjects.some((subject) => scope.startsWith(`${subject}:`)))

export const isScope = (text: string): boolean => (known as readonly string[]).includes(text)

/** Expands granted scopes. A scope of another version allows nothing here. */
export function expand(granted: readonly string[]): ReadonlySet<Scope> {
  const readsOf = (scope: string) => scope.replace(/:write$/, ':read')
  const named = all.filter((scope) => granted.includes(scope) || granted.some((g) => readsOf(g) === scope))
  return new Set(granted.includes('*') ? [...inStar, ...named] : named)
}

/** Returns whether a holder of `granted` may pass on all of `wanted`. */
export function covers(granted: readonly string[], wanted: readonly string[]): boolean {
  const allowed = expand(granted)
  return wanted.every((scope) => isScope(scope) && (granted.includes(scope) || allowed.has(scope as Scope)))
}

export const split = (text: string): string[] => text.split(' ').filter((scope) => scope !== '')
