// Names the fields of an order that have a separate column. The other fields are in the document.
import { type ConsignmentInput, consignmentSchemas } from '../../../contract/consignment.ts'
import { buildColumns } from '../../platform/database/columns.ts'

/** Columns of an index: an update writes their index again, so a statement sets them only if they change. */
export const indexedColumns = buildColumns(['key', 'depotKey'])
/** The other columns, in the sequence in which a read returns them. */
export const plainColumns = buildColumns([
  'type',
  'timeAtStop',
  'weight',
  'volume',
  'priority',
  'skills',
  'maxLateMinutes',
  'tags',
  'customFields',
])

type ColumnName = (typeof indexedColumns.names)[number] | (typeof plainColumns.names)[number]
/** A column holds texts and numbers as they are, and everything else as JSON. */
type ColumnValue<V> = [V & {}] extends [string | number] ? (undefined extends V ? (V & {}) | null : V) : string | null
export type OrderColumns = { [N in ColumnName]: ColumnValue<ConsignmentInput[N]> }

/** The load of an order is in its stop. */
export type OutsideName = ColumnName | 'loadId'
export type OutsideRow = OrderColumns & { loadId: string | null }

const names = new Set<string>([...indexedColumns.names, ...plainColumns.names, 'loadId'])
/** Fields outside the document, in the sequence of the contract. */
export const outsideFields = consignmentSchemas.setNames.filter((name): name is OutsideName => names.has(name))

export const isJson = (name: OutsideName): boolean => {
  const { type } = consignmentSchemas.fields[name].input
  return !['string', 'number', 'integer'].includes([type].flat()[0] as string)
}
