// Places instants and hour marks on the timeline.
import type { StopArrival } from '../../../contract/arrivals.ts'
import { getZonedTime } from '../../platform/day.ts'
import { type PlanStop, parseInstant } from './route.ts'

/** Width before the first hour, in pixels: at least half an hour label, which is centred on its line. */
export const numberWidth = 36
const labelWidth = 44
const minute = 60_000
const hour = 60 * minute

export interface TimeScale {
  from: number
  to: number
  /** Position where the bars end and the problems begin. */
  end: number
  x(time: number): number
  /** Returns the nearest instant on the timeline. */
  within(time: number): number
  timeAt(x: number): number
  ticks: readonly number[]
}

/**
 * Longest time window that the timeline must contain, in milliseconds. Longer windows hardly limit the time of a stop,
 * so they are used only if there are no other times.
 */
const windowMax = 12 * hour

/** Returns the instants that the timeline must contain. */
export function collectTimes(
  stops: readonly PlanStop[],
  arrivals: readonly StopArrival[],
  start: number | null,
): number[] {
  const filterTimes = (times: (number | null | undefined)[]) => times.filter((time) => time != null)
  const events = stops.flatMap(({ planned, committed }, index) =>
    filterTimes([
      parseInstant(planned ?? null),
      parseInstant(committed ?? null),
      arrivals[index]?.arrives,
      arrivals[index]?.leaves,
    ]),
  )
  const windows = stops.map(({ requiredFrom, requiredTo }) =>
    filterTimes([parseInstant(requiredFrom), parseInstant(requiredTo)]),
  )
  const short = windows.filter(([from = 0, to = from]) => to - from <= windowMax)
  const times = [...filterTimes([start]), ...events, ...short.flat()]
  return times.length > 0 ? times : windows.flat()
}

/** Returns a scale from full hour to full hour in the time zone. */
export function createTimeScale(
  times: readonly number[],
  zone: string,
  width: number,
  problemsWidth: number,
): TimeScale {
  const first = Math.min(...times)
  const minutes = Number(getZonedTime(new Date(first), zone).slice(3))
  const from = Math.floor(first / minute) * minute - minutes * minute
  const to = from + Math.max(1, Math.ceil((Math.max(...times) - from) / hour)) * hour
  const plot = width - numberWidth - problemsWidth
  const x = (time: number) => numberWidth + ((time - from) / (to - from)) * plot
  const timeAt = (position: number) => from + ((position - numberWidth) / plot) * (to - from)
  const hours =
    [1, 2, 3, 4, 6, 12, 24, 48, 168].find((count) => (plot / ((to - from) / hour)) * count >= labelWidth) ?? 720
  const ticks = Array.from(
    { length: Math.floor((to - from) / hour / hours) + 1 },
    (_, index) => from + index * hours * hour,
  ).filter((tick) => x(tick) <= width - labelWidth / 2)
  const clampTime = (time: number) => Math.min(to, Math.max(from, time))
  return { from, to, end: numberWidth + plot, x, within: clampTime, timeAt, ticks }
}

/** Returns the hours whose labels do not overlap the flag of the start. */
export const filterVisibleHours = (
  { ticks, x }: Pick<TimeScale, 'ticks' | 'x'>,
  start: number | null,
): readonly number[] => (start === null ? ticks : ticks.filter((tick) => Math.abs(x(tick) - x(start)) >= labelWidth))
