// The order and the depot that every load uses, and the requests made of them.
import type { ConsignmentInput } from '../contract/consignment.ts'
import type { DepotInput } from '../contract/depot.ts'
import type { Patch, Template } from './workload.ts'

export const depot: DepotInput = {
  key: 'NORTH',
  name: 'North depot',
  address: {
    line1: '2 Dock Road',
    city: 'Exampleton',
    postalCode: 'EX2 2BB',
    country: 'GB',
    geoLocation: { lat: 51.47, lng: -0.45 },
  },
  contact: { personName: 'Dispatch', email: 'dispatch@example.com' },
}

const serialDigits = 12
/** Of one length for every number, so that a driver can write it over the one before. */
export const serialText = (serial: number): string => String(serial).padStart(serialDigits, '0')
const keyOf = (serial: string) => `ORDER-${serial}`
export const keyOfSerial = (serial: number): string => keyOf(serialText(serial))

/** About 2.5 KB as JSON: three packages, four product lines, a depot, both parties, a window. */
export const orderOf = (key: string): ConsignmentInput => ({
  key,
  type: 'delivery',
  depotKey: depot.key,
  requiredFrom: '2026-07-01T09:00:00Z',
  requiredTo: '2026-07-01T12:00:00Z',
  planned: '2026-07-01T10:30:00Z',
  weight: 125.5,
  volume: 1.25,
  plannedPackages: 3,
  consigneeCode: 'C-100200',
  consignmentInstructions: 'Goods-in is behind the main building. Ring twice, then call the mobile number.',
  planningInstructions: 'Needs a vehicle with a tail lift.',
  consignmentNotificationsEnabled: true,
  publicTrackingEnabled: true,
  consigneeContact: {
    personName: 'Alex Example',
    email: 'goods-in@example.com',
    mobile: { code: 'GB', countryCode: '44', localNumber: '7700900123' },
  },
  consigneeAddress: {
    name: 'Main site',
    company: 'Example Trading Ltd',
    line1: '1 High Street',
    line2: 'Unit 4',
    city: 'Exampleton',
    region: 'West',
    postalCode: 'EX1 1AA',
    country: 'GB',
    geoLocation: { lat: 51.5072, lng: -0.1276 },
  },
  consignorAddress: {
    company: 'Sample Supplies',
    line1: '3 Mill Lane',
    city: 'Sampleford',
    postalCode: 'SA1 1AA',
    country: 'GB',
  },
  packages: ['P1', 'P2', 'P3'].map((packageId, index) => ({
    packageId,
    barcode: `00350123450000000${index}`,
    height: 30,
    depth: 40,
    width: 60,
    weight: 11.5,
  })),
  productLines: ['L1', 'L2', 'L3', 'L4'].map((productLineId, index) => ({
    productLineId,
    productCode: `SKU-10${index}`,
    commodityCode: '090121',
    barcode: `501234567890${index}`,
    description: 'Ground coffee, dark roast, bag',
    quantity: 12,
    currency: 'GBP',
    unitPrice: 4.5,
    taxRate: 20,
    countryOfOrigin: 'BR',
    unitWeight: 1,
  })),
  packageProducts: [
    { packageId: 'P1', productLineId: 'L1', quantity: 12 },
    { packageId: 'P2', productLineId: 'L2', quantity: 12 },
    { packageId: 'P3', productLineId: 'L3', quantity: 12 },
    { packageId: 'P3', productLineId: 'L4', quantity: 12 },
  ],
})

/** An order that exists: what a read or a change names. */
export interface Stored {
  ids: string[]
  keys: string[]
}

/** What is replaced in a template; as long as what replaces it. */
const places = {
  id: 'i'.repeat(36),
  key: keyOf('k'.repeat(serialDigits)),
  serial: 's'.repeat(serialDigits),
} as const

function template(
  method: string,
  path: string,
  token: string,
  { body, header = '' }: { body?: object; header?: string } = {},
): Template {
  const text = body === undefined ? '' : JSON.stringify(body)
  const bodyHeaders =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`
  const bytes = `${head}Accept: application/json\r\n${header}${bodyHeaders}\r\n${text}`
  const patches: Patch[] = []
  for (const [from, place] of Object.entries(places) as [Patch['from'], string][]) {
    for (let at = bytes.indexOf(place); at !== -1; at = bytes.indexOf(place, at + 1)) patches.push({ at, from })
  }
  return { bytes, patches, status: method === 'POST' ? 201 : 200, named: method === 'GET' }
}

const page = (token: string, query: string): Template => ({
  ...template('GET', `/v1/consignments?view=compact${query}`, token),
  named: false,
})

/** The limits get the same bytes as the service, the token included, though they look at none of it. */
const importRows = 500

function importOf(token: string, how: string): Template {
  const consignments = Array.from({ length: importRows }, () => orderOf(keyOf(places.serial)))
  const path = `/v1/consignments?results=failed${how}`
  return { ...template('POST', path, token, { body: { consignments } }), status: 200 }
}

export const requests = {
  getById: (token: string) => template('GET', `/v1/consignment?id=${places.id}`, token),
  getByKey: (token: string) => template('GET', `/v1/consignment?key=${places.key}`, token),
  list: (token: string) => page(token, ''),
  filter: (token: string) => page(token, '&type=delivery&depotKey=NORTH&located=true'),
  few: (token: string) => page(token, '&late=true'),
  searchBroad: (token: string) => page(token, '&search=exampl'),
  searchKey: (token: string) => page(token, `&search=${places.key}`),
  post: (token: string) => template('POST', '/v1/consignment', token, { body: orderOf(keyOf(places.serial)) }),
  /** With an Idempotency-Key, as the product's own client sends it. */
  postOnce: (token: string) =>
    template('POST', '/v1/consignment', token, {
      body: orderOf(keyOf(places.serial)),
      header: `Idempotency-Key: ${places.serial}\r\n`,
    }),
  /** The largest page there is, with everything that makes it dear. */
  listLarge: (token: string) => ({
    ...template('GET', '/v1/consignments?limit=500&total=true&search=exampl', token),
    named: false,
  }),
  import: (token: string) => importOf(token, ''),
  importAtomic: (token: string) => importOf(token, '&atomic=true'),
  importDry: (token: string) => importOf(token, '&dryRun=true'),
  /** A failure, which needs no signature: a proof of its own each time, of any of the orders. */
  outcome: (token: string) => ({
    ...template('PUT', `/v1/pod/00000000-0000-4000-8000-${places.serial}`, token, {
      body: { consignmentId: places.id, outcome: 'failed', failureReasonCode: 'nobody-in', remarks: 'Rang twice.' },
    }),
    status: 201,
  }),
  patch: (token: string) =>
    template('PATCH', `/v1/consignment?id=${places.id}`, token, {
      body: { consignmentInstructions: `Gate ${places.serial}` },
    }),
}
