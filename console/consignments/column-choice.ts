// Writes the columns of a list, with sequence and width, as text for the URL and the browser's storage.

export interface ChosenColumn<N extends string> {
  name: N
  /** Width in rem, if the user has set the width. */
  rem?: number
}

/** Limits of a width in rem: a narrower column is illegible, and a wider one leaves no space for others. */
export const widthLimits = { least: 3, most: 60 } as const
const clampWidth = (rem: number) => Math.min(widthLimits.most, Math.max(widthLimits.least, Math.round(rem * 2) / 2))

/** Reads a choice such as `key,city~9`. Returns each known column once. The first known column is always included. */
export function readChoice<N extends string>(text: string, columnNames: readonly N[]): ChosenColumn<N>[] {
  const found = new Map<N, ChosenColumn<N>>()
  for (const entry of text.split(',')) {
    const [, wanted, width] = /^([\w.]+?)(?:~(\d+(?:\.5)?))?$/.exec(entry) ?? []
    const name = columnNames.find((candidate) => candidate === wanted)
    if (name) found.set(name, { name, ...(width === undefined ? {} : { rem: clampWidth(Number(width)) }) })
  }
  const must = columnNames[0]!
  return found.has(must) ? [...found.values()] : [{ name: must }, ...found.values()]
}

export const formatChoice = <N extends string>(choice: readonly ChosenColumn<N>[]): string =>
  choice.map(({ name, rem }) => (rem === undefined ? name : `${name}~${rem}`)).join()

export const toggleColumn = <N extends string>(choice: readonly ChosenColumn<N>[], name: N): ChosenColumn<N>[] =>
  choice.some((column) => column.name === name)
    ? choice.filter((column) => column.name !== name)
    : [...choice, { name }]

/** Sets the width of a column; without a width, the column gets its default width. */
export const resizeColumn = <N extends string>(
  choice: readonly ChosenColumn<N>[],
  name: N,
  rem?: number,
): ChosenColumn<N>[] =>
  choice.map((column) =>
    column.name !== name ? column : { name, ...(rem === undefined ? {} : { rem: clampWidth(rem) }) },
  )

/** Moves a column to the position of another one, or by a number of positions. */
export function moveColumn<N extends string>(
  choice: readonly ChosenColumn<N>[],
  name: N,
  target: N | number,
): ChosenColumn<N>[] {
  const fromIndex = choice.findIndex((column) => column.name === name)
  const toIndex = typeof target === 'number' ? fromIndex + target : choice.findIndex((column) => column.name === target)
  if (fromIndex < 0 || toIndex < 0 || toIndex >= choice.length) return [...choice]
  return choice.toSpliced(fromIndex, 1).toSpliced(toIndex, 0, choice[fromIndex]!)
}
