// The columns of the order list: their content on the page and in a file.

import {
  IconAlertTriangle,
  IconArrowDownToArc,
  IconArrowUpFromArc,
  IconClockExclamation,
  IconFileExport,
  IconMapPinOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CsvCell } from '../../client/csv.ts'
import type { CustomField } from '../../contract/custom-field.ts'
import { findReasonName } from '../../contract/reasons.ts'
import type { FailureReason } from '../../contract/road.ts'
import type { DriverName } from '../api/driver-name.ts'
import { environmentId } from '../api/session.ts'
import { type DisplayUnits, formatColumnAmount, formatColumnHead, type MeasureUnit } from '../platform/units.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import type { LocaleFormat } from '../words/format.ts'
import { currentLanguage } from '../words/language.ts'
import type { Texts } from '../words/words.ts'
import { type ChosenColumn, formatChoice, readChoice } from './column-choice.ts'
import { formatFieldValue } from './custom-fields.tsx'
import styles from './list.module.css'
import type { OrderRow } from './rows.ts'
import type { ListSearch, OrderSort } from './search.ts'
import type { listTexts } from './words.ts'

type ListTexts = Texts<typeof listTexts>
export interface ColumnContext {
  words: ListTexts
  format: LocaleFormat
  units: DisplayUnits
  /** Custom fields of the environment. */
  fields: readonly CustomField[]
  /** Failure reasons of the environment. */
  reasons: readonly FailureReason[]
  driverName: DriverName
}

interface Column {
  /** Width in rem, or the minimum width of a column that grows. */
  rem: number
  grows?: number
  sort?: OrderSort | `customFields.${string}`
  isNumber?: boolean
  /** Whether the column contains times, which align across rows. */
  isTime?: boolean
  show(row: OrderRow, writing: ColumnContext): ReactNode
  /** Content in a file, if it differs from the shown text. Numbers get the decimal sign of the language. */
  write?(row: OrderRow, writing: ColumnContext): CsvCell
}

const nameOf = ({ company, consigneeName }: OrderRow) => company ?? consigneeName ?? ''

const quantity = (value: number | null, unit: MeasureUnit, { format }: ColumnContext) =>
  value === null ? '' : formatColumnAmount(value, unit, format.locale)
/** Writes a time for spreadsheets and the import, in the time zone of the page. The heading contains the zone. */
const wall = (value: string | null, { format }: ColumnContext) => (value === null ? '' : format.sheet(value))
const instant = (value: string | null, { format }: ColumnContext) => (value === null ? '' : format.instant(value))

const columns = {
  key: {
    rem: 10,
    grows: 1,
    sort: 'key',
    show: (row, { words }) => (
      <span className={styles.key}>
        {row.type === 'delivery' ? (
          <IconArrowDownToArc size={15} aria-label={words.delivery} role="img" />
        ) : (
          <IconArrowUpFromArc size={15} aria-label={words.collection} role="img" />
        )}
        <bdi>{row.key}</bdi>
        {row.located ? null : (
          <IconMapPinOff size={14} className={styles.quiet} aria-label={words.notLocated} role="img" />
        )}
        {row.onExportList ? (
          <IconFileExport size={14} className={styles.quiet} aria-label={words.onExportList} role="img" />
        ) : null}
      </span>
    ),
    write: (row) => row.key,
  },
  type: { rem: 6, show: (row, { words }) => words[row.type], write: (row) => row.type },
  consignee: { rem: 9, grows: 1.2, show: nameOf },
  consigneeCode: { rem: 7, show: (row) => row.consigneeCode ?? '' },
  city: { rem: 7, grows: 0.8, show: (row) => row.city ?? '' },
  postalCode: { rem: 6.5, sort: 'postalCode', show: (row) => row.postalCode ?? '' },
  country: { rem: 4.5, show: (row) => row.country },
  phone: { rem: 9, show: (row) => row.phone ?? '' },
  note: { rem: 12, grows: 1.5, show: (row) => row.note ?? '' },
  depotKey: { rem: 9, grows: 1, show: (row) => row.depotKey ?? '' },
  channelKey: { rem: 7, show: (row) => row.channelKey ?? '' },
  areaKey: { rem: 7, show: (row) => row.areaKey ?? '' },
  loadId: {
    rem: 10.5,
    grows: 1.2,
    show: (row) =>
      row.loadId === null ? (
        ''
      ) : (
        <span className={styles.load}>
          <bdi>{row.loadKey ?? row.loadId}</bdi> <span className={styles.quiet}>#{row.stopPosition}</span>
        </span>
      ),
    write: (row) => row.loadKey ?? '',
  },
  stopPosition: {
    rem: 5,
    isNumber: true,
    show: (row) => (row.loadId === null ? '' : String(row.stopPosition)),
  },
  tags: {
    rem: 8,
    grows: 0.8,
    show: (row) => (row.tags ?? []).join(', '),
    write: (row) => (row.tags ? JSON.stringify(row.tags) : ''),
  },
  required: {
    rem: 12.5,
    isTime: true,
    sort: 'requiredFrom',
    show: (row, { format }) => format.range(row.requiredFrom, row.requiredTo),
  },
  requiredFrom: {
    rem: 8.5,
    isTime: true,
    sort: 'requiredFrom',
    show: (row, writing) => instant(row.requiredFrom, writing),
    write: (row, writing) => wall(row.requiredFrom, writing),
  },
  requiredTo: {
    rem: 8.5,
    isTime: true,
    sort: 'requiredTo',
    show: (row, writing) => instant(row.requiredTo, writing),
    write: (row, writing) => wall(row.requiredTo, writing),
  },
  planned: {
    rem: 8.5,
    isTime: true,
    sort: 'planned',
    show: (row, writing) =>
      row.late ? (
        <span className={styles.late}>
          <IconAlertTriangle size={14} aria-label={writing.words.late} role="img" />
          {instant(row.planned, writing)}
        </span>
      ) : (
        instant(row.planned, writing)
      ),
    write: (row, writing) => wall(row.planned, writing),
  },
  outcome: {
    rem: 8,
    show: (row) => (row.outcome === null ? '' : <OutcomeBadge outcome={row.outcome} />),
    write: (row) => row.outcome ?? '',
  },
  outcomeTime: {
    rem: 8.5,
    isTime: true,
    show: (row, writing) => instant(row.outcomeTime, writing),
    write: (row, writing) => wall(row.outcomeTime, writing),
  },
  wasLate: {
    rem: 6,
    show: (row, { words }) =>
      row.wasLate ? (
        <span className={styles.late}>
          <IconClockExclamation size={14} aria-hidden />
          {words.yes}
        </span>
      ) : (
        ''
      ),
    // Whether an order was late is unknown until it has an outcome.
    write: (row) => (row.outcome === null ? '' : String(row.wasLate)),
  },
  reason: {
    rem: 9,
    grows: 0.8,
    show: (row, { reasons }) => findReasonName(reasons, row.failureReasonCode, currentLanguage.get()) ?? '',
  },
  driver: {
    rem: 7,
    show: (row, { driverName }) => (row.driverKey === null ? '' : driverName(row.driverKey)),
    // Programs that read the file identify drivers by their keys.
    write: (row) => row.driverKey ?? '',
  },
  weight: {
    rem: 6.5,
    isNumber: true,
    show: (row, writing) => quantity(row.weight, writing.units.weightUnit, writing),
    write: (row) => row.weight ?? '',
  },
  volume: {
    rem: 6.5,
    isNumber: true,
    show: (row, writing) => quantity(row.volume, writing.units.volumeUnit, writing),
    write: (row) => row.volume ?? '',
  },
  created: {
    rem: 8,
    isTime: true,
    sort: 'created',
    show: (row, writing) => instant(row.created, writing),
    write: (row, writing) => wall(row.created, writing),
  },
  updated: {
    rem: 8,
    isTime: true,
    sort: 'updated',
    show: (row, writing) => instant(row.updated, writing),
    write: (row, writing) => wall(row.updated, writing),
  },
} as const satisfies Record<string, Column>

type CustomColumnName = `customFields.${string}`
export type ColumnName = keyof typeof columns | CustomColumnName

const buildCustomColumnName = ({ key }: CustomField): CustomColumnName => `customFields.${key}`
const fieldOf = (name: ColumnName, fields: readonly CustomField[]) =>
  fields.find((field) => buildCustomColumnName(field) === name)

/** Returns the column of a custom field. */
const createCustomColumn = ({ key, type, sorted }: CustomField): Column => ({
  rem: type === 'text' || type === 'choice' ? 9 : 7,
  ...(type === 'text' ? { grows: 0.8 } : {}),
  ...(sorted ? { sort: `customFields.${key}` } : {}),
  isNumber: type === 'number',
  show: ({ customFields: { [key]: value } = {} }, { words, format }) =>
    value === undefined ? '' : formatFieldValue(value, type, { format, yes: words.yes, no: words.no }),
  write: ({ customFields: { [key]: value } = {} }) => value ?? '',
})

/** Returns the name of a column, in the language in use or as the environment named it. */
export const getColumnName = (name: ColumnName, texts: ListTexts, fields: readonly CustomField[]): string =>
  fieldOf(name, fields)?.name ?? texts[name as keyof typeof columns]

interface ListSettings {
  displayPreferences: DisplayUnits
  customFields: readonly CustomField[]
}

/** Returns the heading of a column. Weights and volumes of orders are in the units of the environment. */
export function formatHeading(
  name: ColumnName,
  texts: ListTexts,
  { displayPreferences, customFields }: ListSettings,
): string {
  const { weightUnit, volumeUnit } = displayPreferences
  const unit = name === 'weight' ? weightUnit : name === 'volume' ? volumeUnit : undefined
  const called = getColumnName(name, texts, customFields)
  return unit ? formatColumnHead(called, unit) : called
}

/** Columns of a file, for columns of the page with several values. */
const inFile: Partial<Record<ColumnName, ColumnName[]>> = {
  loadId: ['loadId', 'stopPosition'],
  required: ['requiredFrom', 'requiredTo'],
}
export const listFileColumns = (names: readonly ColumnName[]): ColumnName[] => [
  ...new Set(names.flatMap((name) => inFile[name] ?? [name])),
]
export const formatFileHeading = (name: ColumnName, { words, format, units, fields }: ColumnContext): string => {
  const heading = formatHeading(name, words, { displayPreferences: units, customFields: fields })
  return getColumn(name, fields).isTime ? `${heading} (${format.zone})` : heading
}

/** Returns the columns that the list can show: the fields of every order, and the listed custom fields. */
export const listColumnNames = (fields: readonly CustomField[]): ColumnName[] => [
  ...(Object.keys(columns) as ColumnName[]),
  ...fields.filter(({ listed }) => listed).map(buildCustomColumnName),
]
const usual = 'key,consignee,city,depotKey,loadId,required,planned,outcome'
export const narrowColumns: readonly ChosenColumn<ColumnName>[] = [
  { name: 'key' },
  { name: 'consignee' },
  { name: 'planned' },
]

export function getColumn(name: ColumnName, fields: readonly CustomField[]): Column {
  const field = fieldOf(name, fields)
  return field ? createCustomColumn(field) : columns[name as keyof typeof columns]
}

/** Storage key of the browser's latest columns, for a URL without columns. */
const getStorageKey = () => `dray.columns.${environmentId.get()}`

export function readColumns(
  { columns: chosen }: ListSearch,
  fields: readonly CustomField[],
): ChosenColumn<ColumnName>[] {
  const text = chosen ?? localStorage.getItem(getStorageKey()) ?? usual
  // Earlier versions had one column for all custom fields, with this name in URLs and browsers.
  const custom = fields.filter(({ listed }) => listed).map(buildCustomColumnName)
  return readChoice(text.replace(/(^|,)customFields(~[\d.]+)?(?=,|$)/, `$1${custom.join()}`), listColumnNames(fields))
}

/** Stores a choice of columns, and returns its text for the URL. */
export function storeColumns(choice: readonly ChosenColumn<ColumnName>[]): string {
  const text = formatChoice(choice)
  if (text === usual) localStorage.removeItem(getStorageKey())
  else localStorage.setItem(getStorageKey(), text)
  return text
}

const checkRem = 2.25
/** Share of the key column on a narrow page. Users look for the key. */
const keyColumnFr = 10.5

/** Returns the tracks of the grid, and the width below which it scrolls. A phone does not scroll sideways. */
export function buildTracks(
  choice: readonly ChosenColumn<ColumnName>[],
  isNarrow: boolean,
  fields: readonly CustomField[],
): { '--tracks': string; '--least': string } {
  const tracks = choice.map(({ name, rem: set }) => {
    const { rem, grows } = getColumn(name, fields)
    if (isNarrow) return `minmax(0, ${name === 'key' ? keyColumnFr : rem}fr)`
    if (set !== undefined) return `${set}rem`
    return grows ? `minmax(${rem}rem, ${grows}fr)` : `${rem}rem`
  })
  const least = isNarrow
    ? 0
    : choice.reduce((sum, { name, rem }) => sum + (rem ?? getColumn(name, fields).rem), checkRem)
  return { '--tracks': `${checkRem}rem ${tracks.join(' ')}`, '--least': `${least}rem` }
}
