// Expands a list of scopes: `*` means all scopes except the named ones, and `write` includes `read`.
import { tokenScopes as known, namedSubjects, type TokenScope } from '../../../contract/endpoint.ts'

const concreteScopes = known.filter((scope): scope is TokenScope => scope !== '*')
const inStar = concreteScopes.filter((scope) => !namedSubjects.some((subject) => scope.startsWith(`${subject}:`)))

export const isScope = (text: string): boolean => (known as readonly string[]).includes(text)

/** Expands granted scopes. Ignores scopes of another version that do not exist in this one. */
export function expandScopes(granted: readonly string[]): ReadonlySet<TokenScope> {
  const readsOf = (scope: string) => scope.replace(/:write$/, ':read')
  const named = concreteScopes.filter((scope) => granted.includes(scope) || granted.some((g) => readsOf(g) === scope))
  return new Set(granted.includes('*') ? [...inStar, ...named] : named)
}

/** Returns whether a holder of the scopes `granted` may grant all scopes `requested`. */
export function hasScopes(granted: readonly string[], requested: readonly string[]): boolean {
  const allowed = expandScopes(granted)
  return requested.every((scope) => isScope(scope) && (granted.includes(scope) || allowed.has(scope as TokenScope)))
}

export const splitScopes = (text: string): string[] => text.split(' ').filter((scope) => scope !== '')
