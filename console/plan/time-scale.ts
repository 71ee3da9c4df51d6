// Where an instant stands on the time line, and at which hours it has a mark.
import type { Arrival } from '../../contract/arrivals.ts'
import { instant, type PlanStop } from './route.ts'

/** Half a label of the axis at least, which stands around its line. */
export const numberWidth = 36
const labelWidth = 44
const hour = 3_600_000

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

export function scaleOf(times: readonly number[], width: number, faultsWidth: number): Scale {
  const from = Math.floor(Math.min(...times) / hour) * hour
  const to = Math.max(from + hour, Math.ceil(Math.max(...times) / hour) * hour)
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
