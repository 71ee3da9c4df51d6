// The columns that the list can show: what stands in them on the page, and what goes into a file.
import {
  IconAlertTriangle,
  IconArrowDownToArc,
  IconArrowUpFromArc,
  IconFileExport,
  IconMapPinOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CustomField } from '../../contract/custom-field.ts'
import { environmentId } from '../api/session.ts'
import { OutcomeBadge } from '../road/outcome-badge.tsx'
import { columnAmount, type DisplayUnits, symbol, type Unit } from '../units.ts'
import type { Format } from '../words/format.ts'
import type { Words } from '../words/words.ts'
import { type Chosen, choiceText, readChoice } from './column-choice.ts'
import styles from './list.module.css'
import type { listWords } from './list-words.ts'
import { shownValue } from './own-fields.tsx'
import type { Row } from './rows.ts'
import type { ListSearch, Sort } from './search.ts'

type ListWords = Words<typeof listWords>
export interface Writing {
  words: ListWords
  format: Format
  units: DisplayUnits
  /** The custom fields of the environment. */
  fields: readonly CustomField[]
}

interface Column {
  /** Its width, or the least of it where it grows. */
  rem: number
  grows?: number
  sort?: Sort
  isNumber?: boolean
  /** Figures that are compared from row to row. */
  isTime?: boolean
  show(row: Row, writing: Writing): ReactNode
  /** For a file; left out where it is the same as shown. */
  write?(row: Row): string
}

const nameOf = ({ company, consigneeName }: Row) => company ?? consigneeName ?? ''

const quantity = (value: number | null, unit: Unit, { format }: Writing) =>
  value === null ? '' : columnAmount(value, unit, format.locale)
const instant = (value: string | null, { format }: Writing) => (value === null ? '' : format.instant(value))

/** Those that lists show, each with its name, in the order of the settings. */
function fieldsShown(
  { customFields = {} }: Row,
  fields: readonly CustomField[],
  how: Parameters<typeof shownValue>[2],
) {
  const shown = fields.filter(({ key, listed }) => listed && Object.hasOwn(customFields, key))
  return shown.map(({ key, name, type }) => `${name}: ${shownValue(customFields[key]!, type, how)}`).join(' · ')
}

export const columns = {
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
  tags: {
    rem: 8,
    grows: 0.8,
    show: (row) => (row.tags ?? []).join(', '),
    write: (row) => (row.tags ? JSON.stringify(row.tags) : ''),
  },
  customFields: {
    rem: 10,
    grows: 1,
    show: (row, { words, format, fields }) => fieldsShown(row, fields, { format, yes: words.yes, no: words.no }),
    write: (row) => (row.customFields ? JSON.stringify(row.customFields) : ''),
  },
  required: {
    rem: 12.5,
    isTime: true,
    sort: 'requiredFrom',
    show: (row, { format }) => format.range(row.requiredFrom, row.requiredTo),
    write: (row) => [row.requiredFrom ?? '', row.requiredTo ?? ''].join('/').replace(/^\/$/, ''),
  },
  requiredTo: {
    rem: 8.5,
    isTime: true,
    sort: 'requiredTo',
    show: (row, writing) => instant(row.requiredTo, writing),
    write: (row) => row.requiredTo ?? '',
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
    write: (row) => row.planned ?? '',
  },
  outcome: {
    rem: 8,
    show: (row) => (row.outcome === null ? '' : <OutcomeBadge outcome={row.outcome} />),
    write: (row) => row.outcome ?? '',
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
    write: (row) => row.created,
  },
  updated: {
    rem: 8,
    isTime: true,
    sort: 'updated',
    show: (row, writing) => instant(row.updated, writing),
    write: (row) => row.updated,
  },
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof columns

/** The weight and the volume of an order are in the units of the environment. */
export function headingOf(name: ColumnName, words: ListWords, units: DisplayUnits): string {
  const unit = name === 'weight' ? units.weightUnit : name === 'volume' ? units.volumeUnit : undefined
  return unit ? `${words[name]} (${symbol(unit)})` : words[name]
}

export const columnNames = Object.keys(columns) as ColumnName[]
const usual = 'key,consignee,city,depotKey,loadId,required,planned,outcome'
export const narrow: readonly Chosen<ColumnName>[] = [{ name: 'key' }, { name: 'city' }, { name: 'planned' }]

export const columnOf = (name: ColumnName): Column => columns[name]

/** Those that this browser had last in the environment stand where an address names none. */
const place = () => `dray.columns.${environmentId.get()}`

export const columnsOf = ({ columns: chosen }: ListSearch): Chosen<ColumnName>[] =>
  readChoice(chosen ?? localStorage.getItem(place()) ?? usual, columnNames)

/** Remembers a choice of columns. Answers what stands in the address for it. */
export function rememberColumns(shown: readonly Chosen<ColumnName>[]): string {
  const text = choiceText(shown)
  if (text === usual) localStorage.removeItem(place())
  else localStorage.setItem(place(), text)
  return text
}

const checkRem = 2.25
/** Where there is little room the key gets most of it: it is what people look for. */
const keyShare = 10.5

/** The tracks of the grid, and the width below which it scrolls sideways; on a phone it does not. */
export function tracksOf(
  shown: readonly Chosen<ColumnName>[],
  isNarrow: boolean,
): { '--tracks': string; '--least': string } {
  const tracks = shown.map(({ name, rem: set }) => {
    const { rem, grows } = columnOf(name)
    if (isNarrow) return `minmax(0, ${name === 'key' ? keyShare : rem}fr)`
    if (set !== undefined) return `${set}rem`
    return grows ? `minmax(${rem}rem, ${grows}fr)` : `${rem}rem`
  })
  const least = isNarrow ? 0 : shown.reduce((sum, { name, rem }) => sum + (rem ?? columnOf(name).rem), checkRem)
  return { '--tracks': `${checkRem}rem ${tracks.join(' ')}`, '--least': `${least}rem` }
}
