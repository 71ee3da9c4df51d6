// Builds the driver's day: the loads and stops that the driver app shows, without data that drivers do not need.
import { createHash } from 'node:crypto'
import { textsOfAddress } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { FieldValues } from '../../../contract/custom-field.ts'
import type { DriveDay, DriveLoad, DriveStop } from '../../../contract/drive.ts'
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { Pod } from '../../../contract/pod.ts'
import { limits } from '../../../contract/shared.ts'
import { settingsOf } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import { depots, drivers, vehicles } from '../../fleet/record/store.ts'
import { type Document, elementLists, membersOf } from '../../orders/record/document.ts'
import * as loads from '../../orders/stop/store.ts'
import { textsUpTo } from '../../planning/calculation/texts.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import { actorKindOf } from '../../platform/operation/actor.ts'
import type { Call } from '../../platform/operation/operation.ts'
import { namesTag } from '../../platform/operation/version.ts'
import { piecesOf } from '../../platform/value/pieces.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import { countingOutcomes, isElsewhere, nameOf } from '../progress/outcomes.ts'
import type { OutcomeRow } from '../progress/store.ts'
import * as pods from '../proof/store.ts'
import { type Ticket, ticketWriter } from './ticket.ts'

/** Time that a done (completed) load is kept on the device, in milliseconds. */
const doneKeptMs = dayMs

/** Returns the day of a device's driver, with signed tickets; undefined if the device has the same day already. */
export async function day(tx: Reader, call: Call): Promise<{ etag: string; day: DriveDay | undefined }> {
  const { environmentId, now } = call
  const { driverKey } = call.device!
  const unsigned = await contentOf(tx, environmentId, driverKey, now)
  const { series, write } = await ticketWriter(tx, now)
  const etag = `"${createHash('sha256').update(series).update(JSON.stringify(unsigned)).digest('base64url')}"`
  if (namesTag(call.ifNoneMatch, etag)) return { etag, day: undefined }
  const signed = unsigned.loads.map((load) => ({
    ...load,
    stops: load.stops.map((stop) => ({ ...stop, ticket: write(ticketOf(stop, { environmentId, driverKey, load })) })),
  }))
  return { etag, day: { ...unsigned, time: toIso(now), loads: signed } }
}

interface Place {
  environmentId: string
  driverKey: string
  load: DriveLoad
}
const ticketOf = (
  { consignmentId, key, position, type }: DriveStop,
  { environmentId, driverKey, load: { loadId } }: Place,
): Omit<Ticket, 'exp'> => ({ environmentId, driverKey, consignmentId, key, loadId, position, type })

/**
 * Reads the day without tickets and time. The ETag is calculated from it, because these change without other changes.
 */
async function contentOf(tx: Reader, environmentId: string, driverKey: string, now: number): Promise<DriveDay> {
  const settings = await settingsOf(tx, environmentId)
  const environment = await environments.findById(tx, environmentId)
  const driver = await drivers.find(tx, environmentId, driverKey)
  if (!environment || !driver) throw new Problem('UNAUTHORIZED')
  const { displayPreferences: units, branding, notifications, timezone, pod } = settings
  return {
    driver: { key: driverKey, name: (JSON.parse(driver.document) as Driver).name },
    environment: {
      name: environment.name,
      companyName: branding.companyName === '' ? environment.name : branding.companyName,
      colour: branding.colour,
      timezone,
      language: notifications.language,
      weightUnit: units.weightUnit,
      volumeUnit: units.volumeUnit,
      distanceUnit: units.distanceUnit,
    },
    pod,
    time: '',
    loads: await loadsOf(
      tx,
      environmentId,
      await loads.ofDriver(tx, environmentId, driverKey, toIso(now - doneKeptMs)),
    ),
  }
}

async function loadsOf(tx: Reader, environmentId: string, rows: loads.LoadRow[]): Promise<DriveLoad[]> {
  const ids = rows.map(({ loadId }) => loadId)
  const allStops = await loads.sizedStopsOfLoads(tx, environmentId, ids)
  const stops = Map.groupBy(allStops, ({ loadId }) => loadId)
  const orders = await ordersOf(tx, environmentId, allStops)
  const found = await namesOf(tx, environmentId, rows)
  const outcomes = await countingOutcomes(tx, environmentId, ids)
  const told = await detailsOf(tx, environmentId, outcomes)
  const fieldsOf = await shownFields(tx, environmentId, allStops)
  return rows.map((row) => ({
    loadId: row.loadId,
    key: row.key,
    status: row.status,
    version: row.version,
    vehicleName: found.vehicle(row)?.name ?? null,
    plate: found.vehicle(row)?.plate ?? null,
    startDepot: found.depot(row.startDepotKey),
    endDepot: found.depot(row.endDepotKey),
    plannedStart: row.plannedStart,
    actualStart: row.actualStart,
    actualEnd: row.actualEnd,
    stops: (stops.get(row.loadId) ?? []).map((stop) => ({
      ...stopOf(stop, orders.get(stop.consignmentId)!, told(outcomes.get(nameOf(stop)))),
      ...fieldsOf(stop),
    })),
  }))
}

const isKey = (key: string | null): key is string => key !== null

/** Reads the names of the vehicles and depots of these loads. */
async function namesOf(tx: Reader, environmentId: string, rows: readonly loads.LoadRow[]) {
  const vehicleKeys = [...new Set(rows.map(({ vehicleKey }) => vehicleKey).filter(isKey))]
  const depotKeys = [...new Set(rows.flatMap((row) => [row.startDepotKey, row.endDepotKey]).filter(isKey))]
  const [ofVehicles, ofDepots] = [
    await vehicles.named(tx, environmentId, vehicleKeys),
    await depots.named(tx, environmentId, depotKeys),
  ]
  const vehicleByKey = new Map(ofVehicles.map(({ key, document }) => [key, JSON.parse(document) as Vehicle]))
  const depotByKey = new Map(
    ofDepots.map(({ key, document }) => [key, (JSON.parse(document) as { name: string }).name]),
  )
  return {
    vehicle: ({ vehicleKey }: loads.LoadRow) => (vehicleKey === null ? undefined : vehicleByKey.get(vehicleKey)),
    depot: (key: string | null) => (key === null ? null : (depotByKey.get(key) ?? key)),
  }
}

/** The fields of an order in the day. Packages and product lines are undefined if they are left out. */
type DayOrder = Partial<Document>

const toGoThere = [
  'requiredFrom',
  'requiredTo',
  'committed',
  'planned',
  'plannedPackages',
  'consignmentInstructions',
  'consigneeContact',
  'consigneeAddress',
] as const

/**
 * Bytes of order documents in a day, which a phone stores. Over this limit, the largest orders are sent without their
 * goods. Every order has the fields that the driver needs to reach the stop and to record the outcome.
 */
const listedBytesMax = 8_388_608

/** Reads the orders of these stops, by id. */
async function ordersOf(
  tx: Reader,
  environmentId: string,
  stops: readonly loads.SizedStopRow[],
): Promise<Map<string, DayOrder>> {
  const { whole, begun } = listedOf(stops)
  const found = new Map<string, DayOrder>()
  for (const some of piecesOf(whole.map(idOf), readAtOnce))
    for (const { consignmentId, text } of await loads.wholeTexts(tx, environmentId, some))
      found.set(consignmentId, membersOf(text, [...toGoThere, ...elementLists]))
  for await (const some of textsUpTo(tx, environmentId, begun.map(idOf), 'consigneeAddress'))
    for (const { consignmentId, text } of some) found.set(consignmentId, membersOf(text, toGoThere))
  return found
}
const idOf = ({ consignmentId }: loads.StopRow) => consignmentId
const readAtOnce = 500

/** Divides the listed stops: `whole` with all goods of the order, `begun` without goods. */
function listedOf(stops: readonly loads.SizedStopRow[]) {
  const bySize = stops.toSorted((one, other) => one.documentBytes - other.documentBytes)
  let bytes = 0
  const first = bySize.findIndex(({ documentBytes }) => {
    bytes += documentBytes
    return bytes > listedBytesMax
  })
  const count = first === -1 ? bySize.length : first
  return { whole: bySize.slice(0, count), begun: bySize.slice(count) }
}

type DetailedOutcome = OutcomeRow & Pick<DriveStop, 'outcomeReason' | 'outcomeBy'>

/** Adds the failure reason and the actor to outcomes. Only the documents of the proofs contain both. */
async function detailsOf(tx: Reader, environmentId: string, outcomes: ReadonlyMap<string, OutcomeRow>) {
  const podIds = [...new Set([...outcomes.values()].map(({ podId }) => podId))]
  const details = new Map<string, Pick<DriveStop, 'outcomeReason' | 'outcomeBy'>>()
  for (const some of piecesOf(podIds, pods.documentsAtOnce))
    for (const { podId, document } of await pods.documents(tx, environmentId, some)) {
      const { failureReasonCode, actor } = JSON.parse(document) as Pick<Pod, 'failureReasonCode' | 'actor'>
      details.set(podId, { outcomeReason: failureReasonCode, outcomeBy: actorKindOf(environmentId, actor) })
    }
  return (outcome: OutcomeRow | undefined): DetailedOutcome | undefined =>
    outcome && { ...outcome, ...details.get(outcome.podId)! }
}

/** Copies the fields that drivers see, so that a new field stays hidden. `contract/address.ts` lists address fields. */
function stopOf(row: loads.StopRow, order: DayOrder, told: DetailedOutcome | undefined): DriveStop {
  const { consigneeContact: contact, consigneeAddress } = order
  const { line1, country, geoLocation } = consigneeAddress!
  return {
    position: row.position,
    consignmentId: row.consignmentId,
    key: row.key,
    type: row.type,
    ticket: '',
    contactName: contact?.personName ?? null,
    phone: contact?.phone ?? null,
    mobile: contact?.mobile ?? null,
    address: { ...textsOfAddress((name) => consigneeAddress![name] ?? null), line1, country, geoLocation },
    instructions: order.consignmentInstructions ?? null,
    requiredFrom: order.requiredFrom ?? null,
    requiredTo: order.requiredTo ?? null,
    committed: order.committed ?? null,
    planned: order.planned ?? null,
    timeAtStop: row.timeAtStop,
    weight: row.weight,
    volume: row.volume,
    plannedPackages: order.plannedPackages ?? null,
    packages: order.packages ? packagesOf(order as Goods) : [],
    productLines: (order.productLines ?? []).map(({ productLineId, productCode, barcode, description, quantity }) => ({
      productLineId,
      code: productCode,
      barcode,
      description,
      quantity,
    })),
    outcome: told?.outcome ?? null,
    outcomeTime: told?.time ?? null,
    outcomeReason: told?.outcomeReason ?? null,
    outcomeBy: told?.outcomeBy ?? null,
    // A driver cannot correct a proof that was recorded on another load.
    podId: isElsewhere(told) ? null : (told?.podId ?? null),
    ...(isElsewhere(told) ? { elsewhere: true } : {}),
    ...(order.packages ? {} : { goodsLeftOut: true }),
  }
}

/** Returns a function that adds the custom fields that drivers see to a stop, in the sequence of the settings. */
async function shownFields(tx: Reader, environmentId: string, stops: readonly loads.StopRow[]) {
  const shown = (await settingsOf(tx, environmentId)).customFields.filter(({ forDriver }) => forDriver)
  const values = new Map<string, FieldValues>()
  for (const some of shown.length === 0 ? [] : piecesOf(stops.map(idOf), readAtOnce))
    for (const { consignmentId, fields } of await loads.customFields(tx, environmentId, some))
      values.set(consignmentId, JSON.parse(fields) as FieldValues)
  return ({ consignmentId }: loads.StopRow): Pick<DriveStop, 'fields'> => {
    const own = values.get(consignmentId) ?? {}
    const fields = shown.flatMap(({ key, name, type }) =>
      Object.hasOwn(own, key) ? [{ key, name, type, value: own[key]! }] : [],
    )
    return fields.length === 0 ? {} : { fields }
  }
}

type Goods = Pick<Consignment, 'packages' | 'productLines' | 'packageProducts'>

function packagesOf({ packages, productLines, packageProducts }: Goods): DriveStop['packages'] {
  const lines = new Map(productLines.map((line) => [line.productLineId, line]))
  const contents = Map.groupBy(packageProducts, ({ packageId }) => packageId)
  return packages.map(({ packageId, barcode }) => {
    const names = (contents.get(packageId) ?? []).map(({ productLineId, quantity }) => {
      const { description, productCode } = lines.get(productLineId)!
      return `${quantity === null ? '' : `${quantity} × `}${description ?? productCode}`
    })
    return { packageId, barcode, description: names.length === 0 ? null : names.join(', ').slice(0, limits.textLength) }
  })
}
