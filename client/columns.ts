// Finds the field of an order that a column contains, by its header in any spelling.
import { ConsignmentInput } from '../contract/consignment.ts'
import type { CustomField, FieldType } from '../contract/custom-field.ts'
import { allNames, type Named, normalised } from './column-names.ts'

export type Kind =
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
export interface Target {
  /**
   * Path of the field, such as `consigneeAddress.city`. `date` is the day of the time window, `houseNumber` the part of
   * `line1` next to the street.
   */
  path: string
  kind: Kind
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

function kindOf(schema: Schema, path: string): Kind {
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

/** Path of the custom fields: each is a column. */
const ofFields = 'customFields'

/** Other spellings of `lat` and `lng`. */
const aliases = /\.(latitude|longitude|longtitude)$/

function* walk(schema: Schema, prefix: string, needed: boolean): Generator<Target> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const required = needed && (schema.required ?? []).includes(name)
    // What may be anything is only sent back, and means nothing.
    if (aliases.test(path) || inner.type === undefined || path === ofFields) continue
    if (!inner.properties || /\.(phone|mobile)$/.test(path)) yield { path, kind: kindOf(inner, path), required }
    if (inner.properties) yield* walk(inner, path, required)
  }
}

export const houseNumbers = ['consigneeAddress.houseNumber', 'consignorAddress.houseNumber'] as const
/** Targets of columns in addition to the fields of an order. */
const ofTables: readonly Target[] = [
  { path: 'date', kind: 'date', required: false },
  ...houseNumbers.map((path): Target => ({ path, kind: 'text', required: false })),
]
export const isOfTables = (path: string): boolean => ofTables.some((target) => target.path === path)

export const targets: readonly Target[] = [...walk(ConsignmentInput as unknown as Schema, '', true), ...ofTables]
const kinds = new Map(targets.map(({ path, kind }) => [path, kind]))
export const kindOfPath = (path: string): Kind => kinds.get(path) ?? 'text'

export type FieldColumn = Pick<CustomField, 'key' | 'name' | 'type'>
const kindsOfFields: Record<FieldType, Kind> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'day',
  choice: 'text',
}
export const pathOfField = ({ key }: Pick<CustomField, 'key'>): string => `${ofFields}.${key}`
/** Returns the columns of the custom fields of an environment. */
export const fieldTargets = (fields: readonly FieldColumn[]): Target[] =>
  fields.map((field) => ({ path: pathOfField(field), kind: kindsOfFields[field.type], required: false }))

/**
 * Returns the header that only this field has. A column `packages` usually contains their number, so the list has
 * another header.
 */
export const headerOf = (path: string): string => (path === 'packages' ? 'packagesJson' : path)

let made: Map<string, Named> | undefined
/**
 * Returns the fields of all names. Builds them on first use: it takes a while, and many users of this file never need
 * them.
 */
const names = (): Map<string, Named> => (made ??= allNames(new Map(targets.map(({ path }) => [path, headerOf(path)]))))

export interface Column {
  header: string
  /** Path of the field; undefined for an unrecognised column. */
  path: string | undefined
  how: 'given' | 'name' | 'similar' | undefined
  /** Of a custom field. */
  kind?: Kind
}

/**
 * Finds the field of every column. `given` overrules the search, by header in any spelling; an empty path leaves the
 * column out. If two columns match the same field, it belongs to the better match, then to the surer name, then to the
 * first column.
 */
export function matchColumns(
  headers: readonly string[],
  given: Readonly<Record<string, string>> = {},
  fields: readonly FieldColumn[] = [],
): Column[] {
  const kindsByPath = new Map(fieldTargets(fields).map(({ path, kind }) => [path, kind]))
  const columns = givenColumns(headers, given)
  const taken = new Set(columns.map(({ path }) => path))
  const byFieldName = (header: string) => fieldOf(header, fields, ({ name }) => name)
  const free = columns.filter(({ header, how }) => how === undefined && byFieldName(header) === undefined)
  const surest = surestOf(free.map(({ header }) => header))
  for (const [how, find] of [
    ['name', byPath],
    // A header that names a field means that field, also if it is another field's alternative name. A key is for
    // programs.
    ['name', byFieldName],
    ['name', byName],
    ['name', (header: string) => fieldOf(header, fields, ({ key }) => key)],
    ['similar', bySimilarity],
  ] as const)
    for (const column of columns) {
      const path = column.how === undefined ? find(column.header) : undefined
      if (path === undefined || taken.has(path)) continue
      if (isVaguer(namedBy(column.header), path, surest)) continue
      taken.add(path)
      Object.assign(column, { path, how })
    }
  return columns.map((column) => withKind(column, kindsByPath))
}

/**
 * Returns the columns with their given fields. If `given` has a field or a column twice, its last entry wins. If an
 * entry matches several columns, the first gets the field, and the others are left out.
 */
function givenColumns(headers: readonly string[], given: Readonly<Record<string, string>>): Column[] {
  const columns: Column[] = headers.map((header) => ({ header, path: undefined, how: undefined }))
  const meant = columnsNamed(headers, Object.keys(given))
  const taken = new Set<string>()
  for (const [at, wish] of [...Object.values(given).entries()].reverse()) {
    const column = columns[meant[at]!.find((index) => columns[index]!.how === undefined) ?? -1]
    if (!column) continue
    column.how = 'given'
    const path = wish === '' ? undefined : pathNamed(wish)
    if (path === undefined || taken.has(path)) continue
    column.path = path
    taken.add(path)
  }
  for (const index of meant.flat()) columns[index]!.how = 'given'
  return columns
}

/**
 * Returns the columns of each name: columns with exactly this header, otherwise columns that match in another spelling
 * and that no other name matches exactly.
 */
export function columnsNamed(headers: readonly string[], names: readonly string[]): number[][] {
  const all = [...headers.keys()]
  const written = Map.groupBy(all, (index) => headers[index]!.trim())
  const exact = names.map((name) => written.get(name.trim()) ?? [])
  const claimed = new Set(exact.flat())
  const free = all.filter((index) => !claimed.has(index))
  const spelt = Map.groupBy(free, (index) => normalised(headers[index]!))
  // A header of punctuation only has no other spelling.
  const similar = (name: string) => (normalised(name) === '' ? [] : (spelt.get(normalised(name)) ?? []))
  return names.map((name, at) => (exact[at]!.length > 0 ? exact[at]! : similar(name)))
}

/** Returns the field that `given` assigns to two names. */
export function givenTwice(given: Readonly<Record<string, string>>): string | undefined {
  const paths = Object.values(given)
    .filter((wish) => wish !== '')
    .map(pathNamed)
  return paths.find((path, at) => paths.indexOf(path) !== at)
}

/** Returns whether another column has a surer name of the same field. */
const isVaguer = (named: Named | undefined, path: string, surest: ReadonlyMap<string, number>): boolean =>
  named?.path === path && named.rank > (surest.get(path) ?? named.rank)

/** Returns the lowest rank of the headers of each field. */
function surestOf(headers: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const { path, rank } of headers.flatMap((header) => namedBy(header) ?? []))
    ranks.set(path, Math.min(rank, ranks.get(path) ?? rank))
  return ranks
}

/** Returns the column with the kind of its custom field. */
export const columnOf = (column: Column, fields: readonly FieldColumn[]): Column =>
  withKind(column, new Map(fieldTargets(fields).map(({ path, kind }) => [path, kind])))

function withKind({ header, path, how }: Column, kindsByPath: ReadonlyMap<string, Kind>): Column {
  const kind = path === undefined ? undefined : kindsByPath.get(path)
  return { header, path, how, ...(kind ? { kind } : {}) }
}

/** Returns the path of a custom field as exports write it, such as `customFields.colour`, also of an unknown field. */
const fieldWithPath = (header: string): string | undefined => {
  const key = /^\s*customFields\.([A-Za-z][A-Za-z0-9_]{0,39})\s*$/.exec(header)?.[1]
  return key === undefined ? undefined : pathOfField({ key })
}

/** Returns the field whose path the header is. */
const byPath = (header: string): string | undefined => {
  const wanted = normalised(header)
  return fieldWithPath(header) ?? targets.find(({ path }) => normalised(headerOf(path)) === wanted)?.path
}

function fieldOf(
  header: string,
  fields: readonly FieldColumn[],
  called: (field: FieldColumn) => string,
): string | undefined {
  const wanted = normalised(header)
  const field = fields.find((each) => normalised(called(each)) === wanted)
  return field && pathOfField(field)
}

/** Finds the column of a JSON Pointer, or the column that contains its parent: a phone may be in one column. */
export function columnAt(columns: readonly Column[], pointer: string): number {
  const path = pointer.split('/').slice(1).join('.')
  const exact = columns.findIndex((column) => column.path === path)
  if (exact >= 0) return exact
  const around = columns.findIndex((column) => column.path !== undefined && path.startsWith(`${column.path}.`))
  if (around >= 0) return around
  return columns.findIndex(({ path: held }) => held === 'date' && /^required/.test(path))
}

/** Returns the path of a named field, from its path or any of its names. Throws if none matches. */
export function pathNamed(name: string): string {
  const path = targets.find((target) => target.path === name)?.path ?? fieldWithPath(name) ?? byName(name)
  if (path === undefined)
    throw new Error(`\`${name}\` is not a member of a consignment; members are written like \`consigneeAddress.city\`.`)
  return path
}

const byName = (header: string): string | undefined => namedBy(header)?.path

/**
 * Finds the field that a header names, with its brackets or without: `Weight (kg)`. The exact path of a field has no
 * other meaning.
 */
function namedBy(header: string): Named | undefined {
  const path = header.trim()
  if (kinds.has(path) && headerOf(path) === path && !isOfTables(path)) return { path, rank: 0 }
  const bare = header.replace(/[([{][^()[\]{}]*[)\]}]/g, ' ')
  return names().get(normalised(header)) ?? names().get(normalised(bare))
}

const similarLengthMin = 5

/** Finds a field whose name differs by one typing error, in names that are long enough. */
function bySimilarity(header: string): string | undefined {
  const wanted = normalised(header)
  if (wanted.length < similarLengthMin) return undefined
  const found = new Set<string>()
  for (const [name, { path }] of names())
    if (name.length >= similarLengthMin && isOneSlip(wanted, name)) found.add(path)
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
