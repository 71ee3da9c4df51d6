// Writes a stored order as the JSON of a read.
import { type Consignment, consignmentSchemas } from '../../../contract/consignment.ts'
import { formatLocalTime } from '../../platform/value/times.ts'
import { isJson, plainColumns } from './columns.ts'
import { dateTimes } from './document.ts'
import type { ConsignmentRow } from './store.ts'

/**
 * Returns the JSON of an order for a read. Inserts the stored document as text, because parsing and writing it would
 * take longer than the rest of the request.
 */
export function readText(row: ConsignmentRow, environmentId: string): string {
  const loadId = row.loadId === null ? 'null' : JSON.stringify(row.loadId)
  const outcome =
    row.outcome === null ? 'null,"outcomeTime":null' : `"${row.outcome}","outcomeTime":"${row.outcomeTime}"`
  return (
    `{"key":${JSON.stringify(row.key)},"type":"${row.type}","consignmentId":"${row.consignmentId}"` +
    `,"environmentId":"${environmentId}","version":${row.version},"created":"${row.created}"` +
    `,"updated":"${row.updated}","stopPosition":${row.stopPosition ?? 0}` +
    `,"loadId":${loadId},"depot":${row.depot ?? 'null'},"outcome":${outcome},"timeAtStop":${row.effectiveTimeAtStop}` +
    `${columnsText(row)},${row.document.slice(1)}`
  )
}

/** Columns that a read returns after `timeAtStop` and before the document. */
const middleColumns = plainColumns.names
  .filter((name) => name !== 'type' && name !== 'timeAtStop')
  .map((name) => ({
    name,
    label: `,"${name}":`,
    isSparse: consignmentSchemas.fields[name].kind === 'sparse',
    isText: !isJson(name),
  }))

function columnsText(row: ConsignmentRow): string {
  let text = ''
  for (const { name, label, isSparse, isText } of middleColumns) {
    const value = row[name]
    if (value === null) text += isSparse ? '' : `${label}null`
    else text += label + (isText ? JSON.stringify(value) : value)
  }
  return text
}

const readObject = (row: ConsignmentRow, environmentId: string): Consignment =>
  JSON.parse(readText(row, environmentId)) as Consignment

/** Returns the JSON of an order, with date-times in the local time of a zone. */
export function formatLocalText(row: ConsignmentRow, environmentId: string, zone: string): string {
  const consignment = readObject(row, environmentId)
  for (const name of ['created', 'updated', 'outcomeTime', ...dateTimes] as const) {
    const instant = consignment[name]
    if (instant !== null) consignment[name] = formatLocalTime(instant, zone)
  }
  return JSON.stringify(consignment)
}
