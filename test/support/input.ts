// Bodies of orders for the tests of input: a value at any place, and what the service made of it.
import assert from 'node:assert/strict'
import { createConsignment, getConsignment } from '../../contract/consignment.ts'
import type { Answer, Tenant } from './harness.ts'
import { anAddress, anOrder } from './orders.ts'
import { assertProblem } from './problem.ts'

export type Loose = Record<string, unknown>
export const post = (tenant: Tenant, body: unknown, query = '') =>
  tenant.request('POST', `/v1/consignment${query}`, { body: body as object })

/** The faults of an answer as `path code`, in order of their places. */
export const faultsOf = ({ json, text }: Answer): string[] => {
  assert.ok(json?.data?.errors, text)
  return json.data.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).sort()
}

/** Sends an order with these members and answers what was read of it. */
export async function stored(tenant: Tenant, members: Loose) {
  const order = { ...anOrder(), ...members } as ReturnType<typeof anOrder>
  await tenant.call(createConsignment, { body: order })
  return (await tenant.call(getConsignment, { query: { key: order.key } })).data
}

export async function refused(tenant: Tenant, members: Loose, ...faults: string[]): Promise<Answer> {
  const answer = await post(tenant, { ...anOrder(), ...members })
  assertProblem(answer, 'BAD_REQUEST')
  assert.deepEqual(faultsOf(answer), faults.sort(), JSON.stringify(members).slice(0, 200))
  return answer
}

export const aLine = { productLineId: 'l', productCode: 'c', currency: 'EUR' }
/** Puts a value where a dotted path says, into an order that is otherwise valid; `0` is the first element of a list. */
export function placed(path: string, value: unknown): Loose {
  const whole: Loose = {
    consigneeAddress: { ...anAddress },
    consignorAddress: { line1: 'x', postalCode: 'x', country: 'DE' },
    consigneeContact: { phone: {}, mobile: {} },
    consignorContact: { phone: {}, mobile: {} },
    packages: [{ packageId: 'p' }],
    productLines: [{ ...aLine }],
    packageProducts: [{ packageId: 'p', productLineId: 'l' }],
  }
  const steps = path.split('/').slice(1)
  let at = whole
  for (const step of steps.slice(0, -1)) {
    at[step] ??= {}
    at = at[step] as Loose
  }
  at[steps.at(-1)!] = value
  return whole
}
export const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Loose)[step], whole)

export const texts = [
  '/consigneeCode',
  ...['consignee', 'consignor'].flatMap((who) => [
    ...['name', 'company', 'line1', 'line2', 'line3', 'city', 'region', 'postalCode', 'state', 'placeId'].map(
      (name) => `/${who}Address/${name}`,
    ),
    `/${who}Contact/personName`,
  ]),
  '/packages/0/barcode',
  ...['productCode', 'commodityCode', 'barcode', 'description'].map((name) => `/productLines/0/${name}`),
]
export const requiredTexts = [
  '/consigneeAddress/line1',
  '/consigneeAddress/city',
  '/consigneeAddress/postalCode',
  '/consignorAddress/line1',
  '/consignorAddress/postalCode',
  '/productLines/0/productCode',
]
export const unsignedDoubles = [
  '/weight',
  '/volume',
  ...['height', 'depth', 'width', 'volume', 'weight'].map((name) => `/packages/0/${name}`),
  '/productLines/0/quantity',
  '/productLines/0/unitWeight',
  '/packageProducts/0/quantity',
]
export const floats = ['unitPrice', 'unitTax', 'taxRate', 'height'].map((name) => `/productLines/0/${name}`)
export const unsignedIntegers = ['/timeAtStop', '/plannedPackages']
export const flags = ['/consignmentNotificationsEnabled', '/publicTrackingEnabled']
export const phones = [
  'consigneeContact/phone',
  'consigneeContact/mobile',
  'consignorContact/phone',
  'consignorContact/mobile',
]
export const emails = ['/consigneeContact/email', '/consignorContact/email']
export const optionalCountries = [...phones.map((phone) => `/${phone}/code`), '/productLines/0/countryOfOrigin']
export const dateTimes = ['/requiredFrom', '/requiredTo', '/planned', '/committed']
