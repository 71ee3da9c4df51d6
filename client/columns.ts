// Finds the field of an order that a column contains, by its header in any spelling.
import { ConsignmentInput } from '../contract/consignment.ts'
import type { CustomField, FieldType } from '../contract/custom-field.ts'
import { collectNames, type NamedField, normaliseHeader } from './column-names.ts'

export type ValueType =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'type'
  | 'dateTime'
  | 'date'
  | 'day'
  | 'phone'
  | 'country'
  | 'json'
  | 'words'

/** A field that a column can contain. */
export interface ColumnTarget {
  /**
   * Path of the field, such as `consigneeAddress.city`. `date` is the day of the time window, `houseNumber` the part of
   * `line1` next to the street, and `coordinates` the latitude and the longitude in one text.
   */
  path: string
  kind: ValueType
  required: boolean
}

interface Schema {
  type?: string | string[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
const isOf = ({ type }: Schema, name: string) => [type ?? []].flat().includes(name)

function kindOf(schema: Schema, path: string): ValueType {
  if (path === 'type') return 'type'
  if (/\.(phone|mobile)$/.test(path)) return 'phone'
  if (/country$|\.code$/.test(path)) return 'country'
  if (schema.format === 'wall-or-instant') return 'dateTime'
  if (isOf(schema, 'array')) return schema.items && isOf(schema.items, 'string') ? 'words' : 'json'
  // A phone field has several types; in a cell it is text.
  if (isOf(schema, 'string')) return 'text'
  if (isOf(schema, 'integer')) return 'integer'
  return isOf(schema, 'number') ? 'number' : isOf(schema, 'boolean') ? 'boolean' : 'text'
}

/** Path of the custom fields. Each custom field has its own column. */
const ofFields = 'customFields'

/** Other spellings of `lat` and `lng`. */
const aliases = /\.(latitude|longitude|longtitude)$/

function* walk(schema: Schema, prefix: string, isRequired: boolean): Generator<ColumnTarget> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const required = isRequired && (schema.required ?? []).includes(name)
    // A field without a type is only accepted because clients send it back; its value has no effect.
    if (aliases.test(path) || inner.type === undefined || path === ofFields) continue
    if (!inner.properties || /\.(phone|mobile)$/.test(path)) yield { path, kind: kindOf(inner, path), required }
    if (inner.properties) yield* walk(inner, path, required)
  }
}

export const houseNumberPaths = ['consigneeAddress.houseNumber', 'consignorAddress.houseNumber'] as const
export const coordinatePaths = ['consigneeAddress.coordinates', 'consignorAddress.coordinates'] as const
/** Targets of columns in addition to the fields of an order. */
const ofTables: readonly ColumnTarget[] = [
  { path: 'date', kind: 'date', required: false },
  ...[...houseNumberPaths, ...coordinatePaths].map((path): ColumnTarget => ({ path, kind: 'text', required: false })),
]
export const isOfTables = (path: string): boolean => ofTables.some((target) => target.path === path)

export const columnTargets: readonly ColumnTarget[] = [
  ...walk(ConsignmentInput as unknown as Schema, '', true),
  ...ofTables,
]
const typesByPath = new Map(columnTargets.map(({ path, kind }) => [path, kind]))
export const getValueType = (path: string): ValueType => typesByPath.get(path) ?? 'text'

export type FieldColumn = Pick<CustomField, 'key' | 'name' | 'type'>
const kindsOfFields: Record<FieldType, ValueType> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'day',
  choice: 'text',
}
export const formatFieldPath = ({ key }: Pick<CustomField, 'key'>): string => `${ofFields}.${key}`
/** Returns the columns of the custom fields of an environment. */
export const listFieldTargets = (fields: readonly FieldColumn[]): ColumnTarget[] =>
  fields.map((field) => ({ path: formatFieldPath(field), kind: kindsOfFields[field.type], required: false }))

/**
 * Returns the header of a field. The list of packages has another header than its path, because a column `packages`
 * usually contains the number of packages.
 */
export const getHeader = (path: string): string => (path === 'packages' ? 'packagesJson' : path)

let made: Map<string, NamedField> | undefined
/**
 * Returns the fields of all names. Builds them on first use: it takes a while, and many users of this file never need
 * them.
 */
const names = (): Map<string, NamedField> =>
  (made ??= collectNames(new Map(columnTargets.map(({ path }) => [path, getHeader(path)]))))

export interface TableColumn {
  header: string
  /** Path of the field; undefined for an unrecognised column. */
  path: string | undefined
  how: 'given' | 'name' | 'similar' | undefined
  /** Type of the value, if the column contains a custom field. */
  kind?: ValueType
}

/**
 * Finds the field of every column. `mapping` overrules the search: it maps headers in any spelling to fields, and an
 * empty path ignores the column. If two columns match the same field, the better match gets it, then the surer name,
 * then the first column.
 */
export function matchColumns(
  headers: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
  fields: readonly FieldColumn[] = [],
): TableColumn[] {
  const kindsByPath = new Map(listFieldTargets(fields).map(({ path, kind }) => [path, kind]))
  const columns = givenColumns(headers, mapping)
  const usedPaths = new Set(columns.map(({ path }) => path))
  const byFieldName = (header: string) => fieldOf(header, fields, ({ name }) => name)
  const free = columns.filter(({ header, how }) => how === undefined && byFieldName(header) === undefined)
  const surest = surestOf(free.map(({ header }) => header))
  for (const [how, find] of [
    ['name', byPath],
    // A header with the name of a custom field means this field, even if it is an alternative name of another field.
    // The key of a custom field is compared later, because people use the name.
    ['name', byFieldName],
    ['name', byName],
    ['name', (header: string) => fieldOf(header, fields, ({ key }) => key)],
    ['similar', bySimilarity],
  ] as const)
    for (const column of columns) {
      const path = column.how === undefined ? find(column.header) : undefined
      if (path === undefined || usedPaths.has(path)) continue
      if (isVaguer(namedBy(column.header), path, surest)) continue
      usedPaths.add(path)
      Object.assign(column, { path, how })
    }
  return columns.map((column) => withKind(column, kindsByPath))
}

/**
 * Returns the columns with the fields that `mapping` assigns. If `mapping` contains a field or a column twice, its last
 * entry wins. If an entry matches several columns, the first column gets the field, and the others are ignored.
 */
function givenColumns(headers: readonly string[], mapping: Readonly<Record<string, string>>): TableColumn[] {
  const columns: TableColumn[] = headers.map((header) => ({ header, path: undefined, how: undefined }))
  const matches = findColumnsByName(headers, Object.keys(mapping))
  const usedPaths = new Set<string>()
  for (const [at, wish] of [...Object.values(mapping).entries()].reverse()) {
    const column = columns[matches[at]!.find((index) => columns[index]!.how === undefined) ?? -1]
    if (!column) continue
    column.how = 'given'
    const path = wish === '' ? undefined : resolveFieldPath(wish)
    if (path === undefined || usedPaths.has(path)) continue
    column.path = path
    usedPaths.add(path)
  }
  for (const index of matches.flat()) columns[index]!.how = 'given'
  return columns
}

/**
 * Returns the columns of each name: the columns with exactly this header. Without an exact match, it returns columns
 * with another spelling of the name that match no other name exactly.
 */
export function findColumnsByName(headers: readonly string[], names: readonly string[]): number[][] {
  const indexes = [...headers.keys()]
  const written = Map.groupBy(indexes, (index) => headers[index]!.trim())
  const exact = names.map((name) => written.get(name.trim()) ?? [])
  const claimed = new Set(exact.flat())
  const free = indexes.filter((index) => !claimed.has(index))
  const spelt = Map.groupBy(free, (index) => normaliseHeader(headers[index]!))
  // A header of punctuation only has no other spelling.
  const similar = (name: string) => (normaliseHeader(name) === '' ? [] : (spelt.get(normaliseHeader(name)) ?? []))
  return names.map((name, position) => (exact[position]!.length > 0 ? exact[position]! : similar(name)))
}

/** Returns a field that `mapping` assigns to two names. */
export function findDuplicatePath(mapping: Readonly<Record<string, string>>): string | undefined {
  const paths = Object.values(mapping)
    .filter((wish) => wish !== '')
    .map(resolveFieldPath)
  return paths.find((path, index) => paths.indexOf(path) !== index)
}

/** Returns whether another column has a surer name of the same field. */
const isVaguer = (named: NamedField | undefined, path: string, surest: ReadonlyMap<string, number>): boolean =>
  named?.path === path && named.rank > (surest.get(path) ?? named.rank)

/** Returns the lowest rank of the headers of each field. */
function surestOf(headers: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const { path, rank } of headers.flatMap((header) => namedBy(header) ?? []))
    ranks.set(path, Math.min(rank, ranks.get(path) ?? rank))
  return ranks
}

/** Returns the column with the kind of its custom field. */
export const addFieldType = (column: TableColumn, fields: readonly FieldColumn[]): TableColumn =>
  withKind(column, new Map(listFieldTargets(fields).map(({ path, kind }) => [path, kind])))

function withKind({ header, path, how }: TableColumn, kindsByPath: ReadonlyMap<string, ValueType>): TableColumn {
  const valueType = path === undefined ? undefined : kindsByPath.get(path)
  return { header, path, how, ...(valueType ? { kind: valueType } : {}) }
}

/** Returns the path of a custom field as exports write it, such as `customFields.colour`, also of an unknown field. */
const fieldWithPath = (header: string): string | undefined => {
  const key = /^\s*customFields\.([A-Za-z][A-Za-z0-9_]{0,39})\s*$/.exec(header)?.[1]
  return key === undefined ? undefined : formatFieldPath({ key })
}

/** Returns the field whose path is the header. */
const byPath = (header: string): string | undefined => {
  const name = normaliseHeader(header)
  return fieldWithPath(header) ?? columnTargets.find(({ path }) => normaliseHeader(getHeader(path)) === name)?.path
}

function fieldOf(
  header: string,
  fields: readonly FieldColumn[],
  called: (field: FieldColumn) => string,
): string | undefined {
  const name = normaliseHeader(header)
  const field = fields.find((candidate) => normaliseHeader(called(candidate)) === name)
  return field && formatFieldPath(field)
}

/**
 * Finds the column of a JSON Pointer, or the column of its parent field. For example, one column may contain a whole
 * phone number.
 */
export function findColumnIndex(columns: readonly TableColumn[], pointer: string): number {
  const path = pointer.split('/').slice(1).join('.')
  const exact = columns.findIndex((column) => column.path === path)
  if (exact >= 0) return exact
  const parentIndex = columns.findIndex((column) => column.path !== undefined && path.startsWith(`${column.path}.`))
  if (parentIndex >= 0) return parentIndex
  return columns.findIndex(({ path: held }) => held === 'date' && /^required/.test(path))
}

/** Returns the path of a named field, from its path or any of its names. Throws if none matches. */
export function resolveFieldPath(name: string): string {
  const path = columnTargets.find((target) => target.path === name)?.path ?? fieldWithPath(name) ?? byName(name)
  if (path === undefined)
    throw new Error(`\`${name}\` is not a field of a consignment. Fields are written like \`consigneeAddress.city\`.`)
  return path
}

const byName = (header: string): string | undefined => namedBy(header)?.path

/**
 * Finds the field of a header, with or without text in brackets, as in `Weight (kg)`. The exact path of a field means
 * only this field.
 */
function namedBy(header: string): NamedField | undefined {
  const path = header.trim()
  if (typesByPath.has(path) && getHeader(path) === path && !isOfTables(path)) return { path, rank: 0 }
  const bare = header.replace(/[([{][^()[\]{}]*[)\]}]/g, ' ')
  return names().get(normaliseHeader(header)) ?? names().get(normaliseHeader(bare))
}

const similarLengthMin = 5

/** Finds a field whose name differs by one typing error, in names that are long enough. */
function bySimilarity(header: string): string | undefined {
  const headerName = normaliseHeader(header)
  if (headerName.length < similarLengthMin) return undefined
  const found = new Set<string>()
  for (const [name, { path }] of names())
    if (name.length >= similarLengthMin && isOneSlip(headerName, name)) found.add(path)
  return found.size === 1 ? [...found][0] : undefined
}

/** Returns whether two texts differ by one letter: added, removed, replaced, or swapped with the next. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const swapped = restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
  return (restA.length <= 1 && restB.length <= 1) || swapped
}
