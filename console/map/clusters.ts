// Pins that would lie on one another, as one: by squares of the screen, so that a closer look takes them apart.

export interface Point {
  id: string
  x: number
  y: number
}
export interface Cluster {
  /** Of its first member, so that it stays the same while others join it. */
  id: string
  members: readonly string[]
}

/** Groups of two and more; `single` are those that stand alone. */
export function clustersOf(points: readonly Point[], cell: number): { clusters: Cluster[]; single: Set<string> } {
  const squares = Map.groupBy(points, ({ x, y }) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`)
  const clusters: Cluster[] = []
  const single = new Set<string>()
  for (const members of squares.values())
    if (members.length === 1) single.add(members[0]!.id)
    else clusters.push({ id: members[0]!.id, members: members.map(({ id }) => id) })
  return { clusters, single }
}

/** Whether a point lies within a line that was drawn around it. */
export function isInside({ x, y }: { x: number; y: number }, ring: readonly { x: number; y: number }[]): boolean {
  let inside = false
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [a, b] = [ring[index]!, ring[before]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
