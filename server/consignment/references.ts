// Whether what an order names exists: its channel, its area, its depot, its custom fields.
import type { FieldValues } from '../../contract/custom-field.ts'
import type { Settings } from '../../contract/environment.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { limits } from '../../contract/shared.ts'
import { listed, nearest } from '../core/nearest.ts'
import type { Finding } from '../core/problems.ts'
import type { Awaitable, Reader } from '../database/database.ts'
import * as depots from '../depot/rules.ts'
import * as fields from './fields.ts'

export interface Named {
  channelKey?: unknown
  areaKey?: unknown
  depotKey?: unknown
  /** Of a draft, JSON. */
  customFields?: unknown
}

/** What is no key is a fault of shape, and not looked up. Code points have up to two units. */
export const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 2 * limits.keyLength

interface Lookup {
  settings: Settings
  wanted: Named
  stored: Named
  depotExists: (key: string) => Awaitable<boolean>
}

/** What an order already names stays valid for it, so only what changes is looked up. */
export async function findings(
  tx: Reader,
  environmentId: string,
  { settings, wanted, stored, depotExists }: Lookup,
): Promise<Finding[]> {
  const found: Finding[] = []
  const { channelKey, areaKey, depotKey } = wanted
  if (isKey(channelKey) && channelKey !== stored.channelKey)
    found.push(
      ...defined(channelKey, settings.channels, { path: '/channelKey', what: 'channel', problem: 'UNKNOWN_CHANNEL' }),
    )
  if (isKey(areaKey) && areaKey !== stored.areaKey)
    found.push(...defined(areaKey, settings.areas, { path: '/areaKey', what: 'area', problem: 'UNKNOWN_AREA' }))
  if (isKey(depotKey) && depotKey !== stored.depotKey && !(await depotExists(depotKey)))
    found.push(await depots.unknown(tx, environmentId, '/depotKey', depotKey))
  found.push(...fieldFindings(settings, wanted.customFields, stored))
  return found
}

function fieldFindings({ customFields: definitions }: Settings, wanted: unknown, stored: Named): Finding[] {
  const values = typeof wanted === 'string' ? fields.fieldsFrom(wanted) : wanted
  const given = typeof values === 'object' && values !== null && !Array.isArray(values) ? values : undefined
  if (!given && definitions.length === 0) return []
  return fields.findings(definitions, (given ?? {}) as Record<string, unknown>, stored.customFields as FieldValues)
}

function defined(
  key: string,
  list: { key: string }[],
  { path, what, problem }: { path: string; what: 'channel' | 'area'; problem: ProblemCode },
): Finding[] {
  const keys = list.map((element) => element.key)
  if (keys.includes(key)) return []
  const close = nearest(key, keys, 3)
  const hint =
    keys.length === 0
      ? `This environment has no ${what}s yet.`
      : close.length > 0
        ? `Nearest: ${listed(close)}.`
        : `Available: ${listed(keys, 5)}.`
  return [{ path, code: `unknown_${what}`, message: `There is no ${what} \`${key}\`. ${hint}`, problem }]
}
