// Places instants and hour marks on the timeline.
import type { Arrival } from '../../../contract/arrivals.ts'
import { timeOf } from '../../platform/day.ts'
import { instant, type PlanStop } from './route.ts'

/** Half a label of the axis at least, which stands around its line. */
export const numberWidth = 36
const labelWidth = 44
const minute = 60_000
const hour = 60 * minute

export interface Scale {
  from: number
  to: number
  /** Where the bars end and what is wrong begins. */
  end: number
  x(time: number): number
  /** The nearest instant that the line reaches. */
  within(time: number): number
  timeAt(x: number): number
  ticks: readonly number[]
}

/** A window that is longer than a working day says nothing about when the stop is: it does not stretch the line. */
const windowMax = 12 * hour

/** All instants that the line has to reach. */
export function timesOf(stops: readonly PlanStop[], arrivals: readonly Arrival[], start: number | null): number[] {
  const known = (times: (number | null | undefined)[]) => times.filter((time) => time != null)
  const events = stops.flatMap(({ planned, committed }, index) =>
    known([instant(planned ?? null), instant(committed ?? null), arrivals[index]?.arrives, arrivals[index]?.leaves]),
  )
  const windows = stops.map(({ requiredFrom, requiredTo }) => known([instant(requiredFrom), instant(requiredTo)]))
  const short = windows.filter(([from = 0, to = from]) => to - from <= windowMax)
  const times = [...known([start]), ...events, ...short.flat()]
  return times.length > 0 ? times : windows.flat()
}

/** From full hour to full hour, as clocks of the zone show them. */
export function scaleOf(times: readonly number[], zone: string, width: number, faultsWidth: number): Scale {
  const first = Math.min(...times)
  const minutes = Number(timeOf(new Date(first), zone).slice(3))
  const from = Math.floor(first / minute) * minute - minutes * minute
  const to = from + Math.max(1, Math.ceil((Math.max(...times) - from) / hour)) * hour
  const plot = width - numberWidth - faultsWidth
  const x = (time: number) => numberWidth + ((time - from) / (to - from)) * plot
  const timeAt = (at: number) => from + ((at - numberWidth) / plot) * (to - from)
  const hours =
    [1, 2, 3, 4, 6, 12, 24, 48, 168].find((count) => (plot / ((to - from) / hour)) * count >= labelWidth) ?? 720
  const ticks = Array.from(
    { length: Math.floor((to - from) / hour / hours) + 1 },
    (_, index) => from + index * hours * hour,
  ).filter((tick) => x(tick) <= width - labelWidth / 2)
  const within = (time: number) => Math.min(to, Math.max(from, time))
  return { from, to, end: numberWidth + plot, x, within, timeAt, ticks }
}

/** The hours that have room for their time beside the flag of the start, which has its own. */
export const hoursBeside = ({ ticks, x }: Pick<Scale, 'ticks' | 'x'>, start: number | null): readonly number[] =>
  start === null ? ticks : ticks.filter((tick) => Math.abs(x(tick) - x(start)) >= labelWidth)
