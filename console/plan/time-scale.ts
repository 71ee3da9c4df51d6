// Where an instant stands on the time line, and at which hours it has a mark.

/** Half a label of the axis at least, which stands around its line. */
export const numberWidth = 28
const labelWidth = 44
const hour = 3_600_000

export interface Scale {
  from: number
  to: number
  /** Where the bars end and what is wrong begins. */
  end: number
  x(time: number): number
  timeAt(x: number): number
  ticks: readonly number[]
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
  return { from, to, end: numberWidth + plot, x, timeAt, ticks }
}
