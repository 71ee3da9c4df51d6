// Writes the columns of a list, with sequence and width, as text for the address and the browser.

export interface Chosen<N extends string> {
  name: N
  /** Width in rem, if the user set one. */
  rem?: number
}

/** Limits of a width in rem: less is illegible, and more leaves no room. */
export const widthLimits = { least: 3, most: 60 } as const
const within = (rem: number) => Math.min(widthLimits.most, Math.max(widthLimits.least, Math.round(rem * 2) / 2))

/** Reads a choice such as `key,city~9`. It keeps known columns once, and always the first known one. */
export function readChoice<N extends string>(text: string, known: readonly N[]): Chosen<N>[] {
  const found = new Map<N, Chosen<N>>()
  for (const part of text.split(',')) {
    const [, wanted, width] = /^([\w.]+?)(?:~(\d+(?:\.5)?))?$/.exec(part) ?? []
    const name = known.find((one) => one === wanted)
    if (name) found.set(name, { name, ...(width === undefined ? {} : { rem: within(Number(width)) }) })
  }
  const must = known[0]!
  return found.has(must) ? [...found.values()] : [{ name: must }, ...found.values()]
}

export const choiceText = <N extends string>(choice: readonly Chosen<N>[]): string =>
  choice.map(({ name, rem }) => (rem === undefined ? name : `${name}~${rem}`)).join()

export const toggled = <N extends string>(choice: readonly Chosen<N>[], name: N): Chosen<N>[] =>
  choice.some((one) => one.name === name) ? choice.filter((one) => one.name !== name) : [...choice, { name }]

/** Sets the width of a column; without one the column has its own width. */
export const resized = <N extends string>(choice: readonly Chosen<N>[], name: N, rem?: number): Chosen<N>[] =>
  choice.map((one) => (one.name !== name ? one : { name, ...(rem === undefined ? {} : { rem: within(rem) }) }))

/** Moves a column to the position of another one, or by a number of positions. */
export function movedTo<N extends string>(choice: readonly Chosen<N>[], name: N, to: N | number): Chosen<N>[] {
  const from = choice.findIndex((one) => one.name === name)
  const at = typeof to === 'number' ? from + to : choice.findIndex((one) => one.name === to)
  if (from < 0 || at < 0 || at >= choice.length) return [...choice]
  return choice.toSpliced(from, 1).toSpliced(at, 0, choice[from]!)
}
