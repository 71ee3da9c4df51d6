// Builds the driver's day: the loads and stops that the driver app shows, without data that drivers do not need.
import { createHash } from 'node:crypto'
import { createAddressTexts } from '../../../contract/address.ts'
import type { Consignment } from '../../../contract/consignment.ts'
import type { FieldValues } from '../../../contract/custom-field.ts'
import type { DriveDay, DriveLoad, DriveStop } from '../../../contract/drive.ts'
import type { Driver, Vehicle } from '../../../contract/fleet.ts'
import type { Pod } from '../../../contract/pod.ts'
import { recordLimits } from '../../../contract/shared.ts'
import { getSettings } from '../../access/environment/rules.ts'
import * as environments from '../../access/environment/store.ts'
import { depotTable, driverTable, vehicleTable } from '../../fleet/record/store.ts'
import { elementLists, type OrderDocument, readFields } from '../../orders/record/document.ts'
import { readCustomFields, readFullTexts } from '../../orders/stop/document-store.ts'
import * as loads from '../../orders/stop/store.ts'
import { readTextsUpTo } from '../../planning/calculation/texts.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { readActorKind } from '../../platform/operation/actor.ts'
import type { OperationCall } from '../../platform/operation/operation.ts'
import { hasEntityTag } from '../../platform/operation/version.ts'
import { splitIntoBatches } from '../../platform/value/batches.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import { isElsewhere, nameOf, readOutcomes } from '../progress/outcomes.ts'
import type { OutcomeRow } from '../progress/store.ts'
import * as pods from '../proof/store.ts'
import { createTicketWriter, type StopTicket } from './ticket.ts'

/** Time for which a done (completed) load is kept on the device, in milliseconds. */
const doneKeptMs = dayMs

/** Returns the day of a device's driver, with signed tickets. Returns undefined if the device already has this day. */
export async function readDay(
  tx: ReadTransaction,
  call: OperationCall,
): Promise<{ etag: string; readDay: DriveDay | undefined }> {
  const { environmentId, now } = call
  const { driverKey } = call.device!
  const unsigned = await dayOf(tx, environmentId, driverKey, now)
  const { series, write } = await createTicketWriter(tx, now)
  const etag = `"${createHash('sha256').update(series).update(JSON.stringify(unsigned)).digest('base64url')}"`
  if (hasEntityTag(call.ifNoneMatch, etag)) return { etag, readDay: undefined }
  const signed = unsigned.loads.map((load) => ({
    ...load,
    stops: load.stops.map((stop) => ({ ...stop, ticket: write(ticketOf(stop, { environmentId, driverKey, load })) })),
  }))
  return { etag, readDay: { ...unsigned, time: formatIso(now), loads: signed } }
}

interface TicketContext {
  environmentId: string
  driverKey: string
  load: DriveLoad
}
const ticketOf = (
  { consignmentId, key, position, type }: DriveStop,
  { environmentId, driverKey, load: { loadId } }: TicketContext,
): Omit<StopTicket, 'exp'> => ({ environmentId, driverKey, consignmentId, key, loadId, position, type })

/**
 * Reads the day without tickets and the current time. These two change even if the day stays the same, so the ETag is
 * calculated without them.
 */
async function dayOf(tx: ReadTransaction, environmentId: string, driverKey: string, now: number): Promise<DriveDay> {
  const settings = await getSettings(tx, environmentId)
  const environment = await environments.findById(tx, environmentId)
  const driver = await driverTable.find(tx, environmentId, driverKey)
  if (!environment || !driver) throw new ApiProblem('UNAUTHORIZED')
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
      await loads.findDriverLoads(tx, environmentId, driverKey, formatIso(now - doneKeptMs)),
    ),
  }
}

async function loadsOf(tx: ReadTransaction, environmentId: string, rows: loads.LoadRow[]): Promise<DriveLoad[]> {
  const ids = rows.map(({ loadId }) => loadId)
  const allStops = await loads.listSizedStops(tx, environmentId, ids)
  const stops = Map.groupBy(allStops, ({ loadId }) => loadId)
  const orders = await ordersOf(tx, environmentId, allStops)
  const found = await namesOf(tx, environmentId, rows)
  const outcomes = await readOutcomes(tx, environmentId, ids)
  const addDetails = await detailsOf(tx, environmentId, outcomes)
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
      ...stopOf(stop, orders.get(stop.consignmentId)!, addDetails(outcomes.get(nameOf(stop)))),
      ...fieldsOf(stop),
    })),
  }))
}

const isKey = (key: string | null): key is string => key !== null

/** Reads the names of the vehicles and depots of these loads. */
async function namesOf(tx: ReadTransaction, environmentId: string, rows: readonly loads.LoadRow[]) {
  const vehicleKeys = [...new Set(rows.map(({ vehicleKey }) => vehicleKey).filter(isKey))]
  const depotKeys = [...new Set(rows.flatMap((row) => [row.startDepotKey, row.endDepotKey]).filter(isKey))]
  const [ofVehicles, ofDepots] = [
    await vehicleTable.named(tx, environmentId, vehicleKeys),
    await depotTable.named(tx, environmentId, depotKeys),
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

/** Fields of an order in the day. Packages and product lines are undefined if the order is sent without its goods. */
type DayOrder = Partial<OrderDocument>

const stopFields = [
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
 * Largest sum of the sizes of order documents in a day, in bytes, because a phone stores the day. Above it, the largest
 * orders are sent without their goods. Every order has the fields with which the driver reaches the stop and records
 * the outcome.
 */
const listedBytesMax = 8_388_608

/** Reads the orders of these stops, by id. */
async function ordersOf(
  tx: ReadTransaction,
  environmentId: string,
  stops: readonly loads.SizedStopRow[],
): Promise<Map<string, DayOrder>> {
  const { whole, begun } = listedOf(stops)
  const found = new Map<string, DayOrder>()
  for (const ids of splitIntoBatches(whole.map(idOf), readAtOnce))
    for (const { consignmentId, text } of await readFullTexts(tx, environmentId, ids))
      found.set(consignmentId, readFields(text, [...stopFields, ...elementLists]))
  for await (const texts of readTextsUpTo(tx, environmentId, begun.map(idOf), 'consigneeAddress'))
    for (const { consignmentId, text } of texts) found.set(consignmentId, readFields(text, stopFields))
  return found
}
const idOf = ({ consignmentId }: loads.StopRow) => consignmentId
const readAtOnce = 500

/** Divides the listed stops: `whole` are sent with all goods of their orders, and `begun` without goods. */
function listedOf(stops: readonly loads.SizedStopRow[]) {
  const bySize = stops.toSorted((a, b) => a.documentBytes - b.documentBytes)
  let bytes = 0
  const first = bySize.findIndex(({ documentBytes }) => {
    bytes += documentBytes
    return bytes > listedBytesMax
  })
  const count = first === -1 ? bySize.length : first
  return { whole: bySize.slice(0, count), begun: bySize.slice(count) }
}

type DetailedOutcome = OutcomeRow & Pick<DriveStop, 'outcomeReason' | 'outcomeBy'>

/** Returns the failure reason and the actor of each outcome. Only the documents of the proofs contain them. */
async function detailsOf(tx: ReadTransaction, environmentId: string, outcomes: ReadonlyMap<string, OutcomeRow>) {
  const podIds = [...new Set([...outcomes.values()].map(({ podId }) => podId))]
  const details = new Map<string, Pick<DriveStop, 'outcomeReason' | 'outcomeBy'>>()
  for (const ids of splitIntoBatches(podIds, pods.documentsAtOnce))
    for (const { podId, document } of await pods.findDocuments(tx, environmentId, ids)) {
      const { failureReasonCode, actor } = JSON.parse(document) as Pick<Pod, 'failureReasonCode' | 'actor'>
      details.set(podId, { outcomeReason: failureReasonCode, outcomeBy: readActorKind(environmentId, actor) })
    }
  return (outcome: OutcomeRow | undefined): DetailedOutcome | undefined =>
    outcome && { ...outcome, ...details.get(outcome.podId)! }
}

/**
 * Builds a stop of the day. Copies only the listed fields, so that a new field of orders stays hidden from drivers.
 * `contract/address.ts` lists the address fields.
 */
function stopOf(row: loads.StopRow, order: DayOrder, outcome: DetailedOutcome | undefined): DriveStop {
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
    address: { ...createAddressTexts((name) => consigneeAddress![name] ?? null), line1, country, geoLocation },
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
    outcome: outcome?.outcome ?? null,
    outcomeTime: outcome?.time ?? null,
    outcomeReason: outcome?.outcomeReason ?? null,
    outcomeBy: outcome?.outcomeBy ?? null,
    // A driver cannot correct a proof that was recorded on another load.
    podId: isElsewhere(outcome) ? null : (outcome?.podId ?? null),
    ...(isElsewhere(outcome) ? { elsewhere: true } : {}),
    ...(order.packages ? {} : { goodsLeftOut: true }),
  }
}

/**
 * Returns a function that adds custom fields to a stop. Adds the fields that are shown to drivers, in the sequence of
 * the settings.
 */
async function shownFields(tx: ReadTransaction, environmentId: string, stops: readonly loads.StopRow[]) {
  const visibleFields = (await getSettings(tx, environmentId)).customFields.filter(({ forDriver }) => forDriver)
  const values = new Map<string, FieldValues>()
  for (const ids of visibleFields.length === 0 ? [] : splitIntoBatches(stops.map(idOf), readAtOnce))
    for (const { consignmentId, fields } of await readCustomFields(tx, environmentId, ids))
      values.set(consignmentId, JSON.parse(fields) as FieldValues)
  return ({ consignmentId }: loads.StopRow): Pick<DriveStop, 'fields'> => {
    const orderValues = values.get(consignmentId) ?? {}
    const fields = visibleFields.flatMap(({ key, name, type }) =>
      Object.hasOwn(orderValues, key) ? [{ key, name, type, value: orderValues[key]! }] : [],
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
    return {
      packageId,
      barcode,
      description: names.length === 0 ? null : names.join(', ').slice(0, recordLimits.textLength),
    }
  })
}
