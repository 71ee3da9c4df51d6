// Checks that the channel, area, depot and custom fields of an order exist.
import type { FieldValues } from '../../../contract/custom-field.ts'
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import { depotRecordType } from '../../fleet/depot/rules.ts'
import { buildUnknownKeyError } from '../../fleet/record/rules.ts'
import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import { getKeyHints } from '../../platform/error/error-budget.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { isKey } from '../../platform/operation/keys.ts'
import type { HintContext } from '../../platform/operation/operation.ts'
import { createSuggestion, type HintBudget } from '../../platform/value/nearest.ts'
import type { OrderDraft } from '../record/draft.ts'
import * as fields from '../record/fields.ts'

export interface OrderReferences {
  channelKey?: unknown
  areaKey?: unknown
  depotKey?: unknown
  customFields?: unknown
}

/** Returns the references of a draft, with its custom fields parsed. */
export const getReferences = ({ channelKey, areaKey, depotKey, customFields }: OrderDraft): OrderReferences => ({
  channelKey,
  areaKey,
  depotKey,
  customFields: fields.parseFields(customFields),
})

interface Lookup {
  settings: EnvironmentSettings
  input: OrderReferences
  stored: OrderReferences
  depotExists: (key: string) => Awaitable<boolean>
}

/**
 * Checks the channel, area, depot and custom fields that an input adds to an order. Values that the order already has
 * stay valid. A value that is not a key is not looked up, because another check reports its format.
 */
export async function findReferenceErrors(
  tx: ReadTransaction,
  context: HintContext,
  { settings, input, stored, depotExists }: Lookup,
): Promise<RequestError[]> {
  const hints = getKeyHints(context)
  const found: RequestError[] = []
  const { channelKey, areaKey, depotKey } = input
  if (isKey(channelKey) && channelKey !== stored.channelKey)
    found.push(...defined(channelKey, settings.channels, { recordName: 'channel', problem: 'UNKNOWN_CHANNEL' }, hints))
  if (isKey(areaKey) && areaKey !== stored.areaKey)
    found.push(...defined(areaKey, settings.areas, { recordName: 'area', problem: 'UNKNOWN_AREA' }, hints))
  if (isKey(depotKey) && depotKey !== stored.depotKey && !(await depotExists(depotKey)))
    found.push(await buildUnknownKeyError(tx, context, depotRecordType, { path: '/depotKey', key: depotKey }))
  found.push(...findFieldErrors(settings, input.customFields, stored, hints))
  return found
}

function findFieldErrors(
  { customFields: definitions }: EnvironmentSettings,
  input: unknown,
  stored: OrderReferences,
  hints: HintBudget,
): RequestError[] {
  const inputFields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : undefined
  if (!inputFields && definitions.length === 0) return []
  const storedFields = stored.customFields as FieldValues
  return fields.findCustomFieldErrors(definitions, (inputFields ?? {}) as Record<string, unknown>, storedFields, hints)
}

function defined(
  key: string,
  list: { key: string }[],
  { recordName, problem }: { recordName: 'channel' | 'area'; problem: ProblemCode },
  hints: HintBudget,
): RequestError[] {
  const keys = list.map((element) => element.key)
  if (keys.includes(key)) return []
  const { advice, suggestion } = createSuggestion(key, keys, hints, {
    emptyText: `This environment has no ${recordName}s yet.`,
  })
  const message = `The ${recordName} \`${key}\` does not exist. ${advice}`
  return [
    { path: `/${recordName}Key`, code: `unknown_${recordName}`, message, values: { key, ...suggestion }, problem },
  ]
}
