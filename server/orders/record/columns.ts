// Names the fields of an order that have a separate column. The document contains all other fields.
import { type ConsignmentInput, consignmentSchemas } from '../../../contract/consignment.ts'
import { buildColumns } from '../../platform/database/columns.ts'

/**
 * Columns with an index. Setting one of them writes its index even if the value is the same, so they are set only after
 * a change.
 */
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
/** Type of a column: texts and numbers are stored unchanged, and other values as JSON. */
type ColumnValue<V> = [V & {}] extends [string | number] ? (undefined extends V ? (V & {}) | null : V) : string | null
export type OrderColumns = { [N in ColumnName]: ColumnValue<ConsignmentInput[N]> }

/** Names of the fields outside the document. `loadId` has no column, because the stop contains it. */
export type OutsideName = ColumnName | 'loadId'
export type OutsideRow = OrderColumns & { loadId: string | null }

const names = new Set<string>([...indexedColumns.names, ...plainColumns.names, 'loadId'])
/** Fields outside the document, in the sequence of the contract. */
export const outsideFields = consignmentSchemas.setNames.filter((name): name is OutsideName => names.has(name))

export const isJson = (name: OutsideName): boolean => {
  const { type } = consignmentSchemas.fields[name].input
  return !['string', 'number', 'integer'].includes([type].flat()[0] as string)
}
