// The filters of the history, in the URL of the page. The page applies them to the changes that it has loaded.
import { type ChangeGroup, groupChanges, type RecordedChange } from '../change/groups.ts'
import { getZonedDay, parseDay } from '../platform/day.ts'
import { historyViews } from './kinds.ts'

export interface HistoryFilters {
  kind?: (typeof historyViews)[number] | undefined
  /** Words of the sentence, keys, and old or new values. */
  q?: string | undefined
  /** Id of the author. */
  person?: string | undefined
  /** Day in the time zone of the environment, such as `2026-07-01`. */
  day?: string | undefined
}

const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)

/** Reads the filters from the URL. */
export function historyFilters({ kind, q, person, day }: Record<string, unknown>): HistoryFilters {
  return {
    kind: historyViews.find((view) => view === kind),
    q: readText(q),
    person: readText(person),
    day: parseDay(day),
  }
}

export const isFiltered = ({ q, person, day }: HistoryFilters): boolean => [q, person, day].some((value) => value)

/** Removes case and accents, so that `muller` finds `Müller`. */
const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the text of a group that the search reads: its sentence, keys and values. */
const listSearchedText = (group: ChangeGroup, sentence: string): string =>
  foldText([sentence, ...group.flatMap(({ record, changes }) => [record.key, JSON.stringify(changes)])].join('\n'))

interface FilterOptions {
  zone: string
  writeText(group: ChangeGroup): string
}

/** Returns the groups of changes that match all filters. Every word of the search must occur. */
export function filterGroups(
  changes: readonly RecordedChange[],
  { q, person, day }: HistoryFilters,
  { zone, writeText }: FilterOptions,
): ChangeGroup[] {
  const terms = foldText(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return groupChanges(changes).filter((group) => {
    const [{ actor, time }] = group
    if (person !== undefined && actor.id !== person) return false
    if (day !== undefined && getZonedDay(new Date(time), zone) !== day) return false
    if (terms.length === 0) return true
    const text = listSearchedText(group, writeText(group))
    return terms.every((term) => text.includes(term))
  })
}

/** Returns whether the loaded changes contain the whole filtered day. */
export function isDayLoaded(changes: readonly RecordedChange[], day: string | undefined, zone: string): boolean {
  const oldest = changes.at(-1)
  return day !== undefined && oldest !== undefined && getZonedDay(new Date(oldest.time), zone) < day
}
