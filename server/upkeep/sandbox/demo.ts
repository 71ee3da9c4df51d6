// Creates the demo environment through the rules of the API: a day of route planning with a few problems, always the
// same.
import { calculateRouteTimes } from '../../../contract/arrivals.ts'
import type { ConsignmentInput } from '../../../contract/consignment.ts'
import type { CustomField, FieldValues } from '../../../contract/custom-field.ts'
import type { DepotInput } from '../../../contract/depot.ts'
import { defaultSettings, type EnvironmentPatch } from '../../../contract/environment.ts'
import type { LoadInput, LoadStatus } from '../../../contract/load.ts'
import { defaultTravel, estimateLeg, type GeoPosition } from '../../../contract/travel.ts'
import { ApiProblem, convertToProblem } from '../../platform/error/problems.ts'
import type { PerformEndpoint } from '../../platform/operation/operation.ts'
import { demoBreak, demoDrivers, demoVehicles, getDemoVehicleKey } from './demo-fleet.ts'
import { type DemoRun, setOut } from './demo-road.ts'

/** City, postal code, latitude, longitude, and the country where it differs from the depot's. */
type DemoLocation = readonly [city: string, postalCode: string, lat: number, lng: number, country?: string]

interface Route {
  key: string
  depotKey: string
  country: string
  zone: string
  areaKey: string
  status: LoadStatus
  weightCapacity: number
  locations: readonly DemoLocation[]
  /** Index of the stop that is planned after its window. */
  lateStop?: number
}

export const demoZone = 'Europe/Amsterdam'

const customFields: CustomField[] = [
  { key: 'pallets', name: 'Pallets', type: 'number', listed: true, filtered: true, sorted: true, forDriver: true },
  {
    key: 'unloading',
    name: 'Unloading',
    type: 'choice',
    choices: ['Dock', 'Kerb', 'Inside'],
    listed: true,
    filtered: true,
    forDriver: true,
  },
  { key: 'gateCode', name: 'Gate code', type: 'text', searched: true, forDriver: true },
]

const stopMinutes = 12

const settings: EnvironmentPatch = {
  timezone: demoZone,
  channels: [
    { key: 'STANDARD', name: 'Standard' },
    { key: 'EXPRESS', name: 'Express' },
  ],
  areas: [
    { key: 'YORKSHIRE', name: 'Yorkshire' },
    { key: 'DELTA', name: 'Rhine delta' },
    { key: 'RHINELAND', name: 'Rhineland' },
  ],
  customFields,
  routeSettings: { stopDuration: stopMinutes, startTime: '08:00' },
  notifications: { proofOfDelivery: true, publicTracking: true },
  // The demo has no recipient who could sign.
  pod: { signature: { success: 'optional' } },
}

const depots: DepotInput[] = [
  depot('DEMO-LEEDS', 'Leeds depot', 'Knowsthorpe Lane 1', ['Leeds', 'LS9 0PS', 53.787, -1.515, 'GB']),
  depot('DEMO-ROTTERDAM', 'Rotterdam depot', 'Waalhaven 1', ['Rotterdam', '3089 JH', 51.885, 4.44, 'NL']),
  depot('DEMO-COLOGNE', 'Cologne depot', 'Am Niehler Hafen 1', ['Köln', '50735', 50.985, 6.957, 'DE']),
]

const leeds = { depotKey: 'DEMO-LEEDS', country: 'GB', zone: 'Europe/London', areaKey: 'YORKSHIRE' }
const rotterdam = { depotKey: 'DEMO-ROTTERDAM', country: 'NL', zone: demoZone, areaKey: 'DELTA' }
const cologne = { depotKey: 'DEMO-COLOGNE', country: 'DE', zone: 'Europe/Berlin', areaKey: 'RHINELAND' }

const routes: Route[] = [
  {
    key: 'DEMO-LEEDS-1',
    ...leeds,
    status: 'released',
    weightCapacity: 1_500,
    locations: [
      ['Leeds', 'LS1 4AP', 53.7965, -1.5478],
      ['Bradford', 'BD1 1HX', 53.7938, -1.7525],
      ['Halifax', 'HX1 1TS', 53.722, -1.86],
      ['Huddersfield', 'HD1 2NF', 53.645, -1.782],
      ['Dewsbury', 'WF13 1HX', 53.691, -1.633],
      ['Barnsley', 'S70 2TA', 53.553, -1.483],
      ['Sheffield', 'S1 2HH', 53.38, -1.47],
      ['Rotherham', 'S60 1TD', 53.43, -1.357],
      ['Doncaster', 'DN1 3NF', 53.523, -1.133],
      ['Pontefract', 'WF8 1PG', 53.691, -1.312],
      ['Castleford', 'WF10 1AE', 53.725, -1.362],
      ['Wakefield', 'WF1 2EB', 53.683, -1.498],
    ],
  },
  {
    key: 'DEMO-LEEDS-2',
    ...leeds,
    status: 'planned',
    weightCapacity: 1_500,
    lateStop: 7,
    locations: [
      ['Wetherby', 'LS22 6LT', 53.928, -1.384],
      ['Knaresborough', 'HG5 8AE', 54.008, -1.469],
      ['Harrogate', 'HG1 1BS', 53.992, -1.537],
      ['Ripon', 'HG4 1DD', 54.137, -1.523],
      ['Thirsk', 'YO7 1LB', 54.233, -1.342],
      ['Easingwold', 'YO61 3AD', 54.121, -1.194],
      ['Malton', 'YO17 7LP', 54.135, -0.797],
      ['Pocklington', 'YO42 2QN', 53.931, -0.78],
      ['Market Weighton', 'YO43 3AH', 53.863, -0.665],
      ['Goole', 'DN14 5AA', 53.704, -0.877],
      ['Selby', 'YO8 4PS', 53.783, -1.067],
      ['Tadcaster', 'LS24 9AB', 53.884, -1.262],
    ],
  },
  {
    key: 'DEMO-ROTTERDAM-1',
    ...rotterdam,
    status: 'started',
    weightCapacity: 1_500,
    locations: [
      ['Rotterdam', '3011 AD', 51.9225, 4.4792],
      ['Delft', '2611 GV', 52.0116, 4.3571],
      ['Den Haag', '2511 CV', 52.0705, 4.3007],
      ['Leiden', '2312 HV', 52.16, 4.497],
      ['Zoetermeer', '2711 EC', 52.061, 4.493],
      ['Gouda', '2801 JG', 52.011, 4.711],
      ['Dordrecht', '3311 CV', 51.813, 4.69],
      ['Breda', '4811 XC', 51.589, 4.776],
      ['Antwerpen', '2000', 51.2194, 4.4025, 'BE'],
      ['Mechelen', '2800', 51.028, 4.48, 'BE'],
      ['Bergen op Zoom', '4611 JG', 51.495, 4.287],
      ['Roosendaal', '4701 AV', 51.531, 4.465],
    ],
  },
  {
    key: 'DEMO-COLOGNE-1',
    ...cologne,
    status: 'planning',
    // Less than the weight of its orders, so that the planner sees an overweight load.
    weightCapacity: 500,
    locations: [
      ['Köln', '50667', 50.938, 6.96],
      ['Leverkusen', '51373', 51.033, 6.984],
      ['Solingen', '42651', 51.171, 7.084],
      ['Wuppertal', '42103', 51.256, 7.15],
      ['Dortmund', '44137', 51.514, 7.465],
      ['Bochum', '44787', 51.482, 7.216],
      ['Essen', '45127', 51.457, 7.012],
      ['Duisburg', '47051', 51.434, 6.762],
      ['Krefeld', '47798', 51.333, 6.562],
      ['Düsseldorf', '40213', 51.2254, 6.7763],
      ['Neuss', '41460', 51.198, 6.692],
    ],
  },
  {
    key: 'DEMO-COLOGNE-2',
    ...cologne,
    status: 'planned',
    weightCapacity: 1_500,
    locations: [
      ['Bonn', '53111', 50.737, 7.098],
      ['Euskirchen', '53879', 50.661, 6.787],
      ['Düren', '52349', 50.804, 6.483],
      ['Aachen', '52062', 50.776, 6.084],
      ['Eupen', '4700', 50.63, 6.034, 'BE'],
      ['Verviers', '4800', 50.59, 5.863, 'BE'],
      ['Liège', '4000', 50.633, 5.568, 'BE'],
      ['Maastricht', '6211 CH', 50.851, 5.691, 'NL'],
      ['Heerlen', '6411 HE', 50.888, 5.98, 'NL'],
      ['Jülich', '52428', 50.922, 6.362],
      ['Bergheim', '50126', 50.955, 6.64],
    ],
  },
]

/** Orders without a load. */
const unplaced: Pick<Route, 'country' | 'zone' | 'areaKey' | 'depotKey' | 'locations' | 'status'>[] = [
  {
    ...rotterdam,
    country: 'FR',
    zone: 'Europe/Paris',
    status: 'planning',
    locations: [['Lille', '59000', 50.629, 3.057]],
  },
  {
    ...leeds,
    status: 'planning',
    locations: [['Manchester', 'M2 5DB', 53.479, -2.245]],
  },
]

const trades = [
  'Bakery',
  'Pharmacy',
  'Hardware',
  'Garden Centre',
  'Book Shop',
  'Print Works',
  'Café',
  'Clinic',
  'School Kitchen',
  'Workshop',
  'Florist',
  'Bike Shop',
]
const quarters = ['North', 'East', 'South', 'West', 'Central']
const products = ['FLOUR-25', 'PAPER-A4', 'SCREWS-M6', 'SOIL-40', 'BOOKS-12', 'COFFEE-10']
const currencies: Record<string, string> = { GB: 'GBP' }
const statusOrder: LoadStatus[] = ['planning', 'planned', 'released', 'started']

/** Minutes into a day at which routes start. */
const start = 8 * 60
/** Minutes since the start of the route under way, at any time of day. */
const startedMinutes = 95
/** Minutes to which planned times are rounded, like times that people set. */
const roundMinutes = 5

/** Returns the minutes to add to a time in the zone for the time in the environment's zone. */
const getZoneOffsetMinutes = (zone: string) => (zone === 'Europe/London' ? 60 : 0)

/** Returns the times at which a route reaches its stops, in minutes into the day. The plan shows the same estimates. */
function reached({ depotKey, zone, locations }: Pick<Route, 'depotKey' | 'zone' | 'locations'>): number[] {
  const minute = 60_000
  // The break is at a time by the clock of the environment.
  const offsetMinutes = getZoneOffsetMinutes(zone)
  const { arrivals } = calculateRouteTimes(
    {
      start: depots.find(({ key }) => key === depotKey)!.address.geoLocation as GeoPosition,
      startsAt: start * minute,
      legOf: (from, to) => estimateLeg(from, to, defaultTravel),
      breaks: [
        {
          from: (demoBreak.from - offsetMinutes) * minute,
          to: (demoBreak.to - offsetMinutes) * minute,
          minutes: demoBreak.minutes,
        },
      ],
    },
    locations.map(([, , lat, lng]) => ({ position: { lat, lng }, opensAt: null, timeAtStop: stopMinutes })),
  )
  return arrivals.map(({ arrives }) => Math.ceil(arrives! / minute / roundMinutes) * roundMinutes)
}

/**
 * Minutes until a released route of the demo starts, at the latest at `latestStart`. An earlier start would already be
 * overdue.
 */
const leavesInMinutes = 30
const latestStart = 15 * 60

/**
 * Returns by how many minutes a route is shifted, so that a started route is in the middle of its stops. It never
 * starts on the previous day; late in the day it continues after midnight.
 */
function shift({ status, zone }: Pick<Route, 'status' | 'zone'>, now: number): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(demoZone)
  const minutes = hour * 60 + minute
  if (status === 'started') return Math.max(0, minutes - startedMinutes) - start
  if (status !== 'released') return 0
  const soon = Math.ceil((minutes - getZoneOffsetMinutes(zone) + leavesInMinutes) / roundMinutes) * roundMinutes
  return Math.min(latestStart, Math.max(start, soon)) - start
}

/** Restores the settings of the demo, and creates the other records in an empty environment. */
export async function restoreDemo(perform: PerformEndpoint, now: number): Promise<void> {
  // A reset keeps the settings of sign-in: it must not switch off the protection of accounts.
  const { signIn: _, ...others } = defaultSettings
  const cleared = Object.fromEntries(Object.keys(others).map((name) => [name, null]))
  await perform('updateEnvironment', { body: { ...cleared, ...settings } })
  await seedDemo(perform, now)
}

/** Seeds the missing records of the demo; a second run changes nothing. */
export async function seedDemo(perform: PerformEndpoint, now: number): Promise<void> {
  const run = leniently(perform)
  const environment = await run('getEnvironment', {})
  // Settings that a user has changed since are kept.
  const isFresh = environment.version === 1
  if (isFresh) await run('updateEnvironment', { body: settings })
  const defined = isFresh ? customFields : ((environment.customFields ?? []) as CustomField[])
  const making = { now, fields: new Set(defined.map(({ key }) => key)) }
  for (const body of depots) await run('createDepot', { body }, 'KEY_EXISTS')
  for (const body of demoVehicles) await run('createVehicle', { body }, 'KEY_EXISTS')
  for (const body of demoDrivers) await run('createDriver', { body }, 'KEY_EXISTS')
  let ordersBefore = 0
  const seeded: Promise<void>[] = []
  for (const route of routes) {
    seeded.push(seedRoute(run, route, ordersBefore, making))
    ordersBefore += route.locations.length
  }
  for (const route of unplaced) {
    seeded.push(createOrder(run, order(route, 0, ordersBefore, making), route.zone))
    ordersBefore += 1
  }
  await Promise.all(seeded)
}

/** Returns the data of a successful response, or an empty object for a problem that the caller accepts. */
const leniently =
  (perform: PerformEndpoint): DemoRun =>
  async (id, input, alsoFine) => {
    try {
      return (JSON.parse((await perform(id, input)).body) as { data?: Record<string, unknown> }).data ?? {}
    } catch (error) {
      if (error instanceof ApiProblem && error.code === alsoFine) return {}
      if (convertToProblem(error).code === 'UNAVAILABLE')
        throw new ApiProblem(
          'UNAVAILABLE',
          {
            message: `${(error as Error).message} The demo data is incomplete: request it again.`,
            retryAfterSeconds: 1,
          },
          { cause: (error as Error).cause },
        )
      throw new Error(`The demo data could not be created: ${id} failed.`, { cause: error })
    }
  }

interface Making {
  now: number
  /** Keys of the environment's custom fields. */
  fields: ReadonlySet<string>
}

async function seedRoute(run: DemoRun, route: Route, ordersBefore: number, making: Making): Promise<void> {
  const { now } = making
  const { timezone, body } = { timezone: route.zone, body: load(route, now) }
  const query = { key: route.key }
  let found = await run('getLoad', { query }, 'NOT_FOUND')
  if (found.loadId === undefined) {
    await run('createLoad', { query: { timezone }, body })
    found = await run('getLoad', { query })
  }
  // The status changes only after the load is complete, so a load with another status is complete.
  if (found.status === 'planning')
    await fillRoute(run, route, { loadId: String(found.loadId), ordersBefore, ...making })
  if (route.status === 'started') await setOut(run, { key: route.key, now })
}

interface Filling extends Making {
  loadId: string
  ordersBefore: number
}

async function fillRoute(run: DemoRun, route: Route, { loadId, ordersBefore, ...making }: Filling): Promise<void> {
  const timezone = route.zone
  for (const index of route.locations.keys())
    await createOrder(run, { ...order(route, index, ordersBefore + index, making), loadId }, timezone)
  // Planners set the statuses up to `released`. The driver reports the start.
  const planners = statusOrder.slice(1, statusOrder.indexOf('released') + 1)
  for (const status of planners.slice(0, statusOrder.indexOf(route.status)))
    await run('updateLoad', { query: { key: route.key }, body: { status } })
}

async function createOrder(run: DemoRun, body: ConsignmentInput, timezone: string): Promise<void> {
  const found = await run('getConsignment', { query: { key: body.key } }, 'NOT_FOUND')
  if (found.consignmentId === undefined) await run('createConsignment', { query: { timezone }, body })
}

function load(route: Route, now: number): LoadInput {
  const { key, depotKey, weightCapacity } = route
  const plannedStart = wallClock(now, start + shift(route, now))
  return {
    key,
    startDepotKey: depotKey,
    endDepotKey: depotKey,
    vehicleKey: getDemoVehicleKey(key),
    plannedStart,
    weightCapacity,
    volumeCapacity: 12,
  }
}

/**
 * Builds an order of the demo. `serial` counts all orders: it selects the company and the goods, so that orders differ
 * and are always the same.
 */
function order(
  route: Pick<Route, 'country' | 'areaKey' | 'depotKey' | 'zone' | 'locations' | 'status' | 'lateStop'>,
  index: number,
  serial: number,
  { now, fields }: Making,
): ConsignmentInput {
  const location = route.locations[index]!
  const country = location[4] ?? route.country
  const quarter = quarters[Math.floor(serial / trades.length) % quarters.length]
  const tradeName = `${trades[serial % trades.length]} ${quarter}`
  const plannedMinutes = reached(route)[index]! + shift(route, now)
  const late = route.lateStop === index
  const formatTime = (minutes: number) => wallClock(now, minutes)
  const packages = 1 + (serial % 3)
  const weight = 30 + ((serial * 37) % 90)
  return {
    key: `DEMO-${String(serial + 1).padStart(4, '0')}`,
    type: serial % 6 === 5 ? 'collection' : 'delivery',
    channelKey: serial % 4 === 0 ? 'EXPRESS' : 'STANDARD',
    areaKey: route.areaKey,
    depotKey: route.depotKey,
    requiredFrom: formatTime(plannedMinutes - (late ? 180 : 60)),
    requiredTo: formatTime(plannedMinutes + (late ? -45 : 90)),
    planned: formatTime(plannedMinutes),
    weight,
    volume: Math.round(weight * 0.6) / 100,
    plannedPackages: packages,
    ...(serial % 4 === 0 ? { priority: 50 } : {}),
    ...(serial % 9 === 4 ? { skills: ['tail lift'] } : {}),
    ...buildTagsAndFields(serial, packages, fields),
    ...(late ? { planningInstructions: 'Closes early: call before you move this stop.' } : {}),
    ...(serial % 7 === 0 ? { consignmentInstructions: 'Use the entrance in the yard.' } : {}),
    consigneeContact: contact(tradeName, country, serial),
    consigneeAddress: {
      company: tradeName,
      line1: `${1 + ((serial * 7) % 120)} ${streets[country] ?? 'Market Street'}`,
      city: location[0],
      postalCode: location[1],
      country,
      geoLocation: { lat: location[2], lng: location[3] },
      geoLocationAccuracy: 3,
    },
    ...goods(serial, packages, weight, currencies[country] ?? 'EUR'),
  }
}

const streets: Record<string, string> = { DE: 'Hauptstraße', NL: 'Markt', BE: 'Markt' }

/** Returns the tags and custom fields of an order in this environment. */
function buildTagsAndFields(serial: number, packages: number, fields: ReadonlySet<string>) {
  const values: FieldValues = {
    pallets: packages,
    unloading: ['Dock', 'Kerb', 'Inside'][Math.floor(serial / 2) % 3]!,
    ...(serial % 5 === 1 ? { gateCode: `${1_000 + serial * 37}` } : {}),
  }
  const tags = [...(serial % 6 === 2 ? ['fragile'] : []), ...(serial % 10 === 4 ? ['first delivery'] : [])]
  const entries = Object.entries(values).filter(([key]) => fields.has(key))
  return {
    ...(entries.length > 0 ? { customFields: Object.fromEntries(entries) } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  }
}

function goods(serial: number, count: number, weight: number, currency: string) {
  const packages = Array.from({ length: count }, (_, index) => ({
    packageId: `package-${index + 1}`,
    barcode: `DEMO${String(serial + 1).padStart(4, '0')}${index + 1}`,
    height: 40,
    depth: 40,
    width: 60,
    weight: Math.round((weight / count) * 10) / 10,
  }))
  const productLines = [
    {
      productLineId: 'line-1',
      productCode: products[serial % products.length]!,
      quantity: count * 4,
      currency,
      unitPrice: 12.5,
    },
  ]
  const packageProducts = packages.map(({ packageId }) => ({ packageId, productLineId: 'line-1', quantity: 4 }))
  return { packages, productLines, packageProducts }
}

/**
 * Returns the contact of a company: a role instead of a person, with an e-mail address and a number that are reserved
 * for examples.
 */
function contact(tradeName: string, country: string, serial: number) {
  const domain = tradeName.toLowerCase().replace('é', 'e').replaceAll(' ', '-')
  const number = { code: 'GB', countryCode: '44', localNumber: `1134960${String(serial % 1_000).padStart(3, '0')}` }
  return { personName: 'Goods-in', email: `goods-in@${domain}.example`, ...(country === 'GB' ? { phone: number } : {}) }
}

function depot(
  key: string,
  name: string,
  line1: string,
  [city, postalCode, lat, lng, country]: DemoLocation,
): DepotInput {
  return {
    key,
    name,
    address: { line1, city, postalCode, country: country!, geoLocation: { lat, lng }, geoLocationAccuracy: 2 },
    contact: { personName: 'Depot desk', email: `desk@${city.toLowerCase().replace('ö', 'oe')}.example` },
  }
}

/**
 * Returns a time of the demo day, in minutes from its start. All zones share the day that the plan shows; in one of
 * them it may still be the previous day.
 */
function wallClock(now: number, minutes: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(demoZone).toPlainDate()
  return today.toPlainDateTime().add({ minutes }).toString({ smallestUnit: 'second' })
}
