// Filters of the order list by days: time window, planned time or outcome, as a range or a usual choice such as today.
import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useEnvironmentFormat } from '../api/environment.ts'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { addDays, getDayBounds, getZonedDay } from '../platform/day.ts'
import { useTexts } from '../words/language.ts'
import styles from './list.module.css'
import { type ListSearch, removeParameters } from './search.ts'
import { listTexts } from './words.ts'

/** Filters by days. Each filter has two parameters, whose names begin with its name. */
export const dayFilters = ['window', 'planned', 'outcome'] as const
export type DayFilter = (typeof dayFilters)[number]
export type DayBound = `${DayFilter}${'From' | 'To'}`
export const listBounds = (filter: DayFilter): [from: DayBound, to: DayBound] => [`${filter}From`, `${filter}To`]
export const isBound = (name: string): name is DayBound =>
  dayFilters.flatMap(listBounds).some((bound) => bound === name)

/** The column that shows the time of each filter. */
export const dayColumns = { window: 'required', planned: 'planned', outcome: 'outcomeTime' } as const

type Days = [from: string, to: string]

const monthOf = (day: string): Days => {
  const first = `${day.slice(0, 8)}01`
  const next = `${addDays(first, 31).slice(0, 8)}01`
  return [first, addDays(next, -1)]
}
const ahead = {
  today: (today: string): Days => [today, today],
  tomorrow: (today: string): Days => [addDays(today, 1), addDays(today, 1)],
  week: (today: string): Days => [today, addDays(today, 6)],
}
/** The first and last days of the usual choices. */
export const usualDays = {
  window: ahead,
  planned: ahead,
  outcome: {
    today: ahead.today,
    yesterday: (today: string): Days => [addDays(today, -1), addDays(today, -1)],
    thisMonth: monthOf,
    lastMonth: (today: string): Days => monthOf(addDays(monthOf(today)[0], -1)),
  },
} as const

/** Returns the search with a filter from one day to another. An empty day sets no limit. */
export function setDayFilter(search: ListSearch, filter: DayFilter, from: string, to: string): ListSearch {
  const [first, last] = listBounds(filter)
  return {
    ...removeParameters(search, first, last),
    ...(from === '' ? {} : { [first]: getDayBounds(from).from }),
    ...(to === '' ? {} : { [last]: getDayBounds(to).to }),
  }
}

export const getToday = (zone: string): string => getZonedDay(new Date(), zone)

/** Returns the day of a filter. An instant in the URL becomes its day. */
const dayIn = (text: string | undefined, zone: string): string =>
  text === undefined ? '' : /(Z|[+-]\d{2}:\d{2})$/.test(text) ? getZonedDay(new Date(text), zone) : text.slice(0, 10)

interface DayChipProps {
  filter: DayFilter
  search: ListSearch
  /** Whether the filter was just added, so that it gets the focus. */
  isNew: boolean
  onSearch(search: ListSearch): void
  /** Runs when the filter loses the focus or is removed. */
  onLeave(): void
}

export function DayChip({ filter, search, isNew, onSearch, onLeave }: DayChipProps) {
  const texts = useTexts(listTexts)
  const { zone } = useEnvironmentFormat()
  const [first, last] = listBounds(filter)
  const [from, to] = [dayIn(search[first], zone), dayIn(search[last], zone)]
  const name = texts[dayColumns[filter]]
  const start = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) start.current?.focus()
  }, [isNew])
  return (
    <span
      className={styles.chip}
      role="group"
      aria-label={name}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave()
      }}
    >
      {name}:
      <WhenInput
        ref={start}
        name={texts.firstDay(name)}
        valueType={dayKind}
        isDeferred
        className={styles.day}
        value={from || null}
        onChange={(day) => onSearch(setDayFilter(search, filter, day ?? '', to))}
      />
      –
      <WhenInput
        name={texts.lastDay(name)}
        valueType={dayKind}
        isDeferred
        className={styles.day}
        value={to || null}
        onChange={(day) => onSearch(setDayFilter(search, filter, from, day ?? ''))}
      />
      <CloseButton
        size="sm"
        aria-label={texts.removeFilter(name)}
        onClick={() => {
          onLeave()
          onSearch(removeParameters(search, first, last))
        }}
      />
    </span>
  )
}
