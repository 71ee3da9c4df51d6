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
import type { CustomField } from '../../contract/custom-field.ts'
import { reasonIn } from '../../contract/reasons.ts'
import type { FailureReason } from '../../contract/road.ts'
import type { DriverName } from '../api/driver-name.ts'
import { environmentId } from '../api/session.ts'
import { columnAmount, columnHead, type DisplayUnits, type Unit } from '../platform/units.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import type { Format } from '../words/format.ts'
import { language } from '../words/language.ts'
import type { Words } from '../words/words.ts'
import { type Chosen, choiceText, readChoice } from './column-choice.ts'
import styles from './list.module.css'
import { shownValue } from './own-fields.tsx'
import type { Row } from './rows.ts'
import type { ListSearch, Sort } from './search.ts'
import type { listWords } from './words.ts'

type ListWords = Words<typeof listWords>
export interface Writing {
  words: ListWords
  format: Format
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
  sort?: Sort | `customFields.${string}`
  isNumber?: boolean
  /** Whether the column contains times, which align across rows. */
  isTime?: boolean
  show(row: Row, writing: Writing): ReactNode
  /** Text in a file, if it differs from the shown text. */
  write?(row: Row, writing: Writing): string
}

const nameOf = ({ company, consigneeName }: Row) => company ?? consigneeName ?? ''

const quantity = (value: number | null, unit: Unit, { format }: Writing) =>
  value === null ? '' : columnAmount(value, unit, format.locale)
/** Writes a time for spreadsheets and the import, in the time zone of the page. The heading names the zone. */
const wall = (value: string | null, { format }: Writing) => (value === null ? '' : format.sheet(value))
const instant = (value: string | null, { format }: Writing) => (value === null ? '' : format.instant(value))

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
    // Without an outcome it is not known yet.
    write: (row) => (row.outcome === null ? '' : String(row.wasLate)),
  },
  reason: {
    rem: 9,
    grows: 0.8,
    show: (row, { reasons }) => reasonIn(reasons, row.failureReasonCode, language.get()) ?? '',
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
    write: (row) => String(row.weight ?? ''),
  },
  volume: {
    rem: 6.5,
    isNumber: true,
    show: (row, writing) => quantity(row.volume, writing.units.volumeUnit, writing),
    write: (row) => String(row.volume ?? ''),
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

type OwnName = `customFields.${string}`
export type ColumnName = keyof typeof columns | OwnName

const ownName = ({ key }: CustomField): OwnName => `customFields.${key}`
const fieldOf = (name: ColumnName, fields: readonly CustomField[]) => fields.find((field) => ownName(field) === name)

/** Returns the column of a custom field. */
const ownColumn = ({ key, type, sorted }: CustomField): Column => ({
  rem: type === 'text' || type === 'choice' ? 9 : 7,
  ...(type === 'text' ? { grows: 0.8 } : {}),
  ...(sorted ? { sort: `customFields.${key}` } : {}),
  isNumber: type === 'number',
  show: ({ customFields: { [key]: value } = {} }, { words, format }) =>
    value === undefined ? '' : shownValue(value, type, { format, yes: words.yes, no: words.no }),
  write: ({ customFields: { [key]: value } = {} }) => String(value ?? ''),
})

/** Returns the name of a column, in the language in use or as the environment named it. */
export const nameOfColumn = (name: ColumnName, words: ListWords, fields: readonly CustomField[]): string =>
  fieldOf(name, fields)?.name ?? words[name as keyof typeof columns]

interface Known {
  displayPreferences: DisplayUnits
  customFields: readonly CustomField[]
}

/** Returns the heading of a column. Weights and volumes of orders are in the units of the environment. */
export function headingOf(name: ColumnName, words: ListWords, { displayPreferences, customFields }: Known): string {
  const { weightUnit, volumeUnit } = displayPreferences
  const unit = name === 'weight' ? weightUnit : name === 'volume' ? volumeUnit : undefined
  const called = nameOfColumn(name, words, customFields)
  return unit ? columnHead(called, unit) : called
}

/** The columns of a file for columns with several values. */
const inFile: Partial<Record<ColumnName, ColumnName[]>> = {
  loadId: ['loadId', 'stopPosition'],
  required: ['requiredFrom', 'requiredTo'],
}
export const fileColumns = (shown: readonly ColumnName[]): ColumnName[] => [
  ...new Set(shown.flatMap((name) => inFile[name] ?? [name])),
]
export const fileHeading = (name: ColumnName, { words, format, units, fields }: Writing): string => {
  const heading = headingOf(name, words, { displayPreferences: units, customFields: fields })
  return columnOf(name, fields).isTime ? `${heading} (${format.zone})` : heading
}

/** Returns the columns that the list can show: those of every order, and those of listed custom fields. */
export const columnNamesOf = (fields: readonly CustomField[]): ColumnName[] => [
  ...(Object.keys(columns) as ColumnName[]),
  ...fields.filter(({ listed }) => listed).map(ownName),
]
const usual = 'key,consignee,city,depotKey,loadId,required,planned,outcome'
export const narrow: readonly Chosen<ColumnName>[] = [{ name: 'key' }, { name: 'consignee' }, { name: 'planned' }]

export function columnOf(name: ColumnName, fields: readonly CustomField[]): Column {
  const field = fieldOf(name, fields)
  return field ? ownColumn(field) : columns[name as keyof typeof columns]
}

/** Key of the browser's latest columns, for an address that names none. */
const place = () => `dray.columns.${environmentId.get()}`

export function columnsOf({ columns: chosen }: ListSearch, fields: readonly CustomField[]): Chosen<ColumnName>[] {
  const text = chosen ?? localStorage.getItem(place()) ?? usual
  // Earlier versions had one column for all custom fields, with this name in addresses and browsers.
  const own = fields.filter(({ listed }) => listed).map(ownName)
  return readChoice(text.replace(/(^|,)customFields(~[\d.]+)?(?=,|$)/, `$1${own.join()}`), columnNamesOf(fields))
}

/** Stores a choice of columns, and returns its text for the address. */
export function rememberColumns(shown: readonly Chosen<ColumnName>[]): string {
  const text = choiceText(shown)
  if (text === usual) localStorage.removeItem(place())
  else localStorage.setItem(place(), text)
  return text
}

const checkRem = 2.25
/** Share of the key column on a narrow page. Users look for the key. */
const keyShare = 10.5

/** Returns the tracks of the grid, and the width below which it scrolls. A phone does not scroll sideways. */
export function tracksOf(
  shown: readonly Chosen<ColumnName>[],
  isNarrow: boolean,
  fields: readonly CustomField[],
): { '--tracks': string; '--least': string } {
  const tracks = shown.map(({ name, rem: set }) => {
    const { rem, grows } = columnOf(name, fields)
    if (isNarrow) return `minmax(0, ${name === 'key' ? keyShare : rem}fr)`
    if (set !== undefined) return `${set}rem`
    return grows ? `minmax(${rem}rem, ${grows}fr)` : `${rem}rem`
  })
  const least = isNarrow ? 0 : shown.reduce((sum, { name, rem }) => sum + (rem ?? columnOf(name, fields).rem), checkRem)
  return { '--tracks': `${checkRem}rem ${tracks.join(' ')}`, '--least': `${least}rem` }
}
