// Filters of the order list by days: time window, planned time or outcome, as a range or a usual choice such as today.
import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useEnvironmentFormat } from '../api/environment.ts'
import { WhenInput } from '../fields/when-input.tsx'
import { dayKind } from '../fields/when-kinds.ts'
import { dayAfter, dayOf, wholeDay } from '../platform/day.ts'
import { useWords } from '../words/language.ts'
import styles from './list.module.css'
import { type ListSearch, without } from './search.ts'
import { listWords } from './words.ts'

/** Filters by days. Each name begins the names of its two parameters. */
export const dayFilters = ['window', 'planned', 'outcome'] as const
export type DayFilter = (typeof dayFilters)[number]
export type Bound = `${DayFilter}${'From' | 'To'}`
export const boundsOf = (filter: DayFilter): [from: Bound, to: Bound] => [`${filter}From`, `${filter}To`]
export const isBound = (name: string): name is Bound => dayFilters.flatMap(boundsOf).some((bound) => bound === name)

/** The column that shows the time of each filter. */
export const dayColumns = { window: 'required', planned: 'planned', outcome: 'outcomeTime' } as const

type Days = [from: string, to: string]

const monthOf = (day: string): Days => {
  const first = `${day.slice(0, 8)}01`
  const next = `${dayAfter(first, 31).slice(0, 8)}01`
  return [first, dayAfter(next, -1)]
}
const ahead = {
  today: (today: string): Days => [today, today],
  tomorrow: (today: string): Days => [dayAfter(today, 1), dayAfter(today, 1)],
  week: (today: string): Days => [today, dayAfter(today, 6)],
}
/** The first and last days of the usual choices. */
export const usualDays = {
  window: ahead,
  planned: ahead,
  outcome: {
    today: ahead.today,
    yesterday: (today: string): Days => [dayAfter(today, -1), dayAfter(today, -1)],
    thisMonth: monthOf,
    lastMonth: (today: string): Days => monthOf(dayAfter(monthOf(today)[0], -1)),
  },
} as const

/** Returns the search with a filter from one day to another. An empty day sets no limit. */
export function withDays(search: ListSearch, filter: DayFilter, from: string, to: string): ListSearch {
  const [first, last] = boundsOf(filter)
  return {
    ...without(search, first, last),
    ...(from === '' ? {} : { [first]: wholeDay(from).from }),
    ...(to === '' ? {} : { [last]: wholeDay(to).to }),
  }
}

export const todayIn = (zone: string): string => dayOf(new Date(), zone)

/** Returns the day of a filter. An instant in the address becomes its day. */
const dayIn = (text: string | undefined, zone: string): string =>
  text === undefined ? '' : /(Z|[+-]\d{2}:\d{2})$/.test(text) ? dayOf(new Date(text), zone) : text.slice(0, 10)

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
  const words = useWords(listWords)
  const { zone } = useEnvironmentFormat()
  const [first, last] = boundsOf(filter)
  const [from, to] = [dayIn(search[first], zone), dayIn(search[last], zone)]
  const name = words[dayColumns[filter]]
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
        name={words.firstDay(name)}
        kind={dayKind}
        isWhole
        className={styles.day}
        value={from || null}
        onChange={(day) => onSearch(withDays(search, filter, day ?? '', to))}
      />
      –
      <WhenInput
        name={words.lastDay(name)}
        kind={dayKind}
        isWhole
        className={styles.day}
        value={to || null}
        onChange={(day) => onSearch(withDays(search, filter, from, day ?? ''))}
      />
      <CloseButton
        size="sm"
        aria-label={words.removeFilter(name)}
        onClick={() => {
          onLeave()
          onSearch(without(search, first, last))
        }}
      />
    </span>
  )
}
