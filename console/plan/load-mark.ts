// The mark of a load: a colour and a letter of its own, by which it is known on the map and in lists.

export interface LoadMark {
  color: string
  letter: string
}

/** White figures can be read on each of them. */
const colors = ['#1f62c7', '#a8520a', '#7a45d1', '#c0262d', '#0b7285', '#7d5a00', '#b32d7d', '#4c5661']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** What a load has had since the page was opened stays its own, whichever loads come and go. */
const given = new Map<string, number>()
const givenMax = 10_000

/** A number that follows from the id alone. */
function startOf(loadId: string): number {
  let number = 0
  for (const letter of loadId) number = (number * 31 + letter.charCodeAt(0)) % 1_000_003
  return number
}

/**
 * The marks of loads that are seen together. The oldest chooses first, so that a load that is made later takes none away;
 * each has the one that its id leads to, or the next that is free.
 */
export function marksOf(loads: readonly { loadId: string }[]): ReadonlyMap<string, LoadMark> {
  if (given.size > givenMax) given.clear()
  const ids = loads.map(({ loadId }) => loadId).sort()
  const used = { colors: new Map<number, number>(), letters: new Set<number>() }
  const take = (mark: number) => {
    const color = mark % colors.length
    used.colors.set(color, (used.colors.get(color) ?? 0) + 1)
    used.letters.add(Math.floor(mark / colors.length))
  }
  for (const id of ids) if (given.has(id)) take(given.get(id)!)
  for (const id of ids) {
    if (given.has(id)) continue
    const mark = freeMark(startOf(id), used)
    given.set(id, mark)
    take(mark)
  }
  return new Map(ids.map((id) => [id, markOf(given.get(id)!)]))
}

const markOf = (mark: number): LoadMark => ({
  color: colors[mark % colors.length]!,
  letter: letters[Math.floor(mark / colors.length)]!,
})

/** The colour that the fewest have, and a letter that nobody has, from where the id leads to. */
function freeMark(from: number, used: { colors: ReadonlyMap<number, number>; letters: ReadonlySet<number> }): number {
  const rarest = Math.min(...colors.map((_, color) => used.colors.get(color) ?? 0))
  let color = from % colors.length
  while ((used.colors.get(color) ?? 0) > rarest) color = (color + 1) % colors.length
  let letter = from % letters.length
  for (let step = 0; used.letters.has(letter) && step < letters.length; step++) letter = (letter + 1) % letters.length
  return letter * colors.length + color
}
