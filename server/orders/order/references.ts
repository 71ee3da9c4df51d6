// Checks that the channel, area, depot and custom fields of an order exist.
import type { FieldValues } from '../../../contract/custom-field.ts'
import type { Settings } from '../../../contract/environment.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import { depots } from '../../fleet/depot/rules.ts'
import { unknown } from '../../fleet/record/rules.ts'
import type { Awaitable, Reader } from '../../platform/database/database.ts'
import { keyHintsOf } from '../../platform/error/error-budget.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { isKey } from '../../platform/operation/keys.ts'
import type { Asked } from '../../platform/operation/operation.ts'
import { type Hints, hint } from '../../platform/value/nearest.ts'
import type { Draft } from '../record/draft.ts'
import * as fields from '../record/fields.ts'

export interface Named {
  channelKey?: unknown
  areaKey?: unknown
  depotKey?: unknown
  customFields?: unknown
}

/** Returns the references of a draft, with its custom fields parsed. */
export const namedBy = ({ channelKey, areaKey, depotKey, customFields }: Draft): Named => ({
  channelKey,
  areaKey,
  depotKey,
  customFields: fields.fieldsFrom(customFields),
})

interface Lookup {
  settings: Settings
  wanted: Named
  stored: Named
  depotExists: (key: string) => Awaitable<boolean>
}

/**
 * Checks the channel, area, depot and custom fields that an input adds to an order. Values that the order already has
 * stay valid. A value that is not a key has a format error elsewhere, and is not looked up.
 */
export async function findings(
  tx: Reader,
  asked: Asked,
  { settings, wanted, stored, depotExists }: Lookup,
): Promise<Finding[]> {
  const hints = keyHintsOf(asked)
  const found: Finding[] = []
  const { channelKey, areaKey, depotKey } = wanted
  if (isKey(channelKey) && channelKey !== stored.channelKey)
    found.push(...defined(channelKey, settings.channels, { what: 'channel', problem: 'UNKNOWN_CHANNEL' }, hints))
  if (isKey(areaKey) && areaKey !== stored.areaKey)
    found.push(...defined(areaKey, settings.areas, { what: 'area', problem: 'UNKNOWN_AREA' }, hints))
  if (isKey(depotKey) && depotKey !== stored.depotKey && !(await depotExists(depotKey)))
    found.push(await unknown(tx, asked, depots, { path: '/depotKey', key: depotKey }))
  found.push(...fieldFindings(settings, wanted.customFields, stored, hints))
  return found
}

function fieldFindings(
  { customFields: definitions }: Settings,
  wanted: unknown,
  stored: Named,
  hints: Hints,
): Finding[] {
  const given = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted) ? wanted : undefined
  if (!given && definitions.length === 0) return []
  const own = stored.customFields as FieldValues
  return fields.findings(definitions, (given ?? {}) as Record<string, unknown>, own, hints)
}

function defined(
  key: string,
  list: { key: string }[],
  { what, problem }: { what: 'channel' | 'area'; problem: ProblemCode },
  hints: Hints,
): Finding[] {
  const keys = list.map((element) => element.key)
  if (keys.includes(key)) return []
  const { advice, suggestion } = hint(key, keys, hints, { none: `This environment has no ${what}s yet.` })
  const message = `The ${what} \`${key}\` does not exist. ${advice}`
  return [{ path: `/${what}Key`, code: `unknown_${what}`, message, values: { key, ...suggestion }, problem }]
}
