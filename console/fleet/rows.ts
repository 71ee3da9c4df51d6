// Converts vehicles and drivers to rows of a table and back. The columns have the names of the API.
import { parseTexts } from '../../client/cells.ts'
import type { CsvCell } from '../../client/csv.ts'
import { isSheetError } from '../../client/sheet-errors.ts'
import type { VehicleBreak } from '../../contract/fleet.ts'
import type { FileTable } from '../platform/table-file.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
}
type Plain = Record<string, unknown>

export const listColumns = (schema: object): string[] => Object.keys((schema as Schema).properties ?? {})

const normalised = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const isOf = (schema: Schema | undefined, ...names: string[]) =>
  [schema?.type ?? []].flat().some((type) => names.includes(type))

const breakForm = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)\s*[/ ]\s*(\d+)$/
/** Parses breaks such as `12:00-13:00/30; …`: a start between two times, and the duration in minutes. */
const breaksOf = (text: string): unknown =>
  text
    .split(';')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .map((segment) => {
      const [, from, to, minutes] = breakForm.exec(segment) ?? []
      return from === undefined ? segment : { from, to, minutes: Number(minutes) }
    })

/** Parses a cell by its schema. Returns an invalid text unchanged, because the service explains the error. */
function cellValue(name: string, text: string, schema: Schema | undefined): unknown {
  if (name === 'skills') return parseTexts(text)
  if (name === 'breaks') return breaksOf(text)
  if (isOf(schema, 'number', 'integer')) return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
  if (isOf(schema, 'boolean'))
    return /^(true|yes|ja|1)$/i.test(text) ? true : /^(false|no|nein|0)$/i.test(text) ? false : text
  return text
}

export interface FleetRows {
  rows: Plain[]
  /** The header of the column of each field. */
  headerOf: ReadonlyMap<string, string>
  /** Headers that match no field. */
  unknown: string[]
  /** Cells with a formula error: row, column and text. */
  errors: string[]
}

/** Returns the row number in the file, whose first row is the header. */
export const getFileRowNumber = (index: number): number => index + 2

/** Converts rows to records. An empty cell leaves the stored value unchanged. */
export function convertRows({ headers, rows }: FileTable, schema: object): FleetRows {
  const { properties = {} } = schema as Schema
  const names = new Map(Object.keys(properties).map((name) => [normalised(name), name]))
  const columns = headers.map((header) => names.get(normalised(header)))
  const found = rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((name, index) => {
        const text = cells[index]?.trim() ?? ''
        return name === undefined || text === '' ? [] : [[name, cellValue(name, text, properties[name])]]
      }),
    ),
  )
  const errors = rows.flatMap((cells, row) =>
    cells.flatMap((cell, index) =>
      columns[index] !== undefined && isSheetError(cell.trim())
        ? [`${getFileRowNumber(row)}, ${headers[index]}: ${cell.trim()}`]
        : [],
    ),
  )
  return {
    rows: found,
    headerOf: new Map(columns.flatMap((name, index) => (name === undefined ? [] : [[name, headers[index]!]]))),
    errors,
    unknown: headers.filter((header, index) => header !== '' && columns[index] === undefined),
  }
}

/** Returns the cells of a record, in the order of the columns. */
export const formatCells = (record: object, schema: object): CsvCell[] =>
  listColumns(schema).map((name) => {
    const value = (record as Plain)[name]
    if (value === null || value === undefined) return ''
    if (name === 'breaks')
      return (value as VehicleBreak[]).map(({ from, to, minutes }) => `${from}-${to}/${minutes}`).join('; ')
    if (typeof value === 'number') return value
    return Array.isArray(value) ? value.join(', ') : String(value)
  })
