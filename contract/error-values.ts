// The values of errors: their variants, limits and schema. Separate from problem.ts, because the driver app does not
// load the texts there.
import type { ErrorValues, FieldErrorCode } from './problem.ts'
import Type from './schema.ts'

/** Maximum number of values per error, characters per text, and texts per list. */
export const valueLimits = { values: 10, textLength: 200, texts: 10 } as const

const unknownKey = ['key', 'key nearest', 'available key', 'reason=none key'] as const
const cell = 'value'
const record = ['kind=order key', 'kind=load key', 'kind=vehicle key', 'kind=driver key', 'kind=depot key'] as const
/**
 * Lists the variants of each error code. A variant is one value of `expected`, `kind`, `reason` or `type`, followed by
 * the names of the other values in alphabetical order. Each code may also have no values. More variants may be added.
 */
export const errorVariants = {
  too_short: ['min', 'reason=empty min'],
  too_long: ['maxBytes', 'max'],
  too_few: ['min'],
  too_many: ['max'],
  out_of_range: ['timezone', 'reason=clock days seconds', 'min', 'reason=negative min', 'max', 'moreThan'],
  type: [
    'expected=string',
    'expected=number',
    'expected=integer',
    'expected=boolean',
    'expected=object',
    'expected=array',
  ],
  not_allowed: [
    'reason=mode mode',
    'reason=inactive key',
    'reason=signature outcome',
    'reason=not_sorted name',
    'name',
    'name nearest',
    'available name',
    'reason=none name',
    'allowed',
    'reason=outcome',
  ],
  format: [
    'expected=email',
    'expected=digits',
    'expected=dialling_code',
    'expected=time_of_day',
    'expected=date_time',
    'expected=day',
    `expected=country ${cell}`,
    `expected=country nearest ${cell}`,
    `expected=currency ${cell}`,
    `expected=time_zone ${cell}`,
    `expected=time_zone nearest ${cell}`,
    `expected=number ${cell}`,
    `expected=date ${cell}`,
    `expected=time ${cell}`,
    `expected=phone ${cell}`,
    `expected=coordinates ${cell}`,
    `expected=boolean ${cell}`,
    `expected=list ${cell}`,
    `reason=time_in_day ${cell}`,
    `reason=time_beside_window ${cell}`,
    `reason=spreadsheet_error ${cell}`,
    `reason=decimal_sign ${cell}`,
    `reason=day_or_month ${cell}`,
    'reason=not_calculated',
    'reason=date_missing',
  ],
  surplus: ['cells'],
  order: ['notAfter', 'reason=window notAfter'],
  wrong: ['reason=passkey', 'reason=password', 'reason=code'],
  scope: ['scope'],
  unknown: ['name', 'name nearest', 'available name', 'reason=none name'],
  unknown_reason: unknownKey,
  key_exists: ['key'],
  unknown_depot: unknownKey,
  unknown_vehicle: unknownKey,
  unknown_driver: unknownKey,
  unknown_channel: unknownKey,
  unknown_area: unknownKey,
  unknown_load: ['key'],
  unknown_consignment: ['key'],
  unknown_package: ['key'],
  unknown_product_line: ['key'],
  depot_rule: [
    'type=delivery depotKey',
    'type=delivery depotKey loadDepotKey',
    'type=collection depotKey',
    'type=collection depotKey loadDepotKey',
    'type=delivery consignmentKey depotKey',
    'type=delivery consignmentKey depotKey loadDepotKey',
    'type=collection consignmentKey depotKey',
    'type=collection consignmentKey depotKey loadDepotKey',
  ],
  load_state: ['loadId status', 'status', 'status wanted'],
  changed: [...record, 'kind=vehicle key loadKey'],
  gone: record,
  too_large: ['maxBytes'],
  too_deep: ['max'],
  size: ['maxBytes', 'height maxPixels maxSide width'],
  body_too_large: ['maxBytes'],
  unsupported_media_type: ['reason=pdf', 'reason=other_kind', 'allowed'],
  method_not_allowed: ['allowed'],
  limit: ['max'],
  token_limit: ['kind=tokens max', 'kind=clients max'],
  webhook_limit: ['max'],
  import_limit: ['max'],
  optimisation_limit: ['max'],
  import_state: ['status', 'reason=dry_run'],
  optimisation_state: ['key', 'status wanted'],
  stale: ['version'],
  version_mismatch: ['version'],
  one_of: ['names'],
  ambiguous: ['names'],
  required: ['names', 'mode', 'reason=signer outcome', 'reason=failure available', 'reason=signature outcome'],
  duplicate: ['name', 'key', 'key list', 'reason=other_proof key'],
  mismatch: ['loadKey starts', 'day loadKey starts', 'namedType sentType', 'namedBytes sentBytes'],
  in_load: ['loadId'],
  exchange: ['keys'],
  unknown_token: ['name nearest', 'available name'],
  disagrees: [
    'ordered',
    'reason=not_all',
    'reason=some',
    'reason=all',
    'reason=none',
    'reason=count',
    'reason=delivered',
  ],
  read_only: ['reason=key'],
  unknown_pod: ['key', 'reason=itself', 'reason=other_order key', 'key replacedBy'],
  pod_conflict: ['key'],
  not_found: ['key', 'reason=inactive key'],
  token_permissions: ['scopes', 'role scopes'],
  last_owner: ['names'],
  rate_limited: ['burst perSecond', 'seconds', 'minutes'],
  common: ['reason=few_characters', 'reason=personal', 'reason=product', 'reason=common'],
  unauthorized: ['reason=passwords_off name', 'reason=other_account'],
  range: ['reason=past', 'maxYears'],
  internal: ['requestId'],
  url: [
    'reason=too_long',
    'reason=characters',
    'reason=absolute',
    'reason=https',
    'reason=credentials',
    'reason=fragment',
    'reason=port',
    'reason=own_machine',
    'reason=decimal',
    'reason=public',
  ],
} as const satisfies Partial<Record<FieldErrorCode, readonly string[]>>
export type VariantOf<Code> = Code extends keyof typeof errorVariants ? (typeof errorVariants)[Code][number] : never

const discriminators = new Set(['expected', 'kind', 'reason', 'type'])
/** Returns the variant of these values, as in `errorVariants`. An error without values has the variant `''`. */
export function describeVariant(values: ErrorValues | undefined): string {
  const names = Object.keys(values ?? {}).sort()
  const labels = names.filter((name) => discriminators.has(name)).map((name) => `${name}=${values![name]}`)
  return [...labels, ...names.filter((name) => !discriminators.has(name))].join(' ')
}

/** Schema of the values of an error. The names of the values depend on the code. */
export const errorValues = Type.Unsafe<ErrorValues>({
  title: 'ErrorValues',
  type: 'object',
  maxProperties: valueLimits.values,
  additionalProperties: {
    anyOf: [
      { type: 'number' },
      { type: 'string', maxLength: valueLimits.textLength },
      {
        type: 'array',
        maxItems: valueLimits.texts,
        items: { type: 'string', maxLength: valueLimits.textLength },
      },
    ],
  },
  examples: [{ key: 'ORDER-1001' }],
  description: 'Values for programs, such as `min` or `key`. Their names depend on `code`. New names may be added.',
})
