// A stored consignment as a read returns it.
import type { Consignment } from '../../../contract/consignment.ts'
import { toLocal } from '../../platform/value/times.ts'
import { dateTimes } from './document.ts'
import type { ConsignmentRow } from './store.ts'

/**
 * The JSON of a read. The stored text is spliced in as it is: parsing and writing it again would cost more than the rest
 * of the request.
 */
export function readText(row: ConsignmentRow, environmentId: string): string {
  const loadId = row.loadId === null ? 'null' : JSON.stringify(row.loadId)
  const outcome =
    row.outcome === null ? 'null,"outcomeTime":null' : `"${row.outcome}","outcomeTime":"${row.outcomeTime}"`
  return (
    `{"key":${JSON.stringify(row.key)},"type":"${row.type}","consignmentId":"${row.consignmentId}","environmentId":"${environmentId}"` +
    `,"version":${row.version},"created":"${row.created}","updated":"${row.updated}","stopPosition":${row.stopPosition ?? 0}` +
    `,"loadId":${loadId},"depot":${row.depot ?? 'null'},"outcome":${outcome},"timeAtStop":${row.effectiveTimeAtStop}` +
    `,"weight":${row.weight ?? 'null'},"volume":${row.volume ?? 'null'},"priority":${row.priority ?? 'null'},"skills":${row.skills ?? 'null'},"maxLateMinutes":${row.maxLateMinutes ?? 'null'},${beyond(row)}${row.document.slice(1)}`
  )
}

/** Members that an order without them does not show: who does not use them is answered as before there were any. */
const beyond = ({ tags, customFields }: ConsignmentRow): string =>
  (tags === null ? '' : `"tags":${tags},`) + (customFields === null ? '' : `"customFields":${customFields},`)

const readObject = (row: ConsignmentRow, environmentId: string): Consignment =>
  JSON.parse(readText(row, environmentId)) as Consignment

/** The same with date-times as wall-clock time of the zone. */
export function localText(row: ConsignmentRow, environmentId: string, zone: string): string {
  const consignment = readObject(row, environmentId)
  for (const name of ['created', 'updated', 'outcomeTime', ...dateTimes] as const) {
    const instant = consignment[name]
    if (instant !== null) consignment[name] = toLocal(instant, zone)
  }
  return JSON.stringify(consignment)
}
