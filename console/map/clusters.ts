// Groups overlapping pins by squares of the screen, so that a closer view separates them.

export interface MapPoint {
  id: string
  x: number
  y: number
}
export interface PinCluster {
  /** Id of the first member, so that the id does not change when other members join. */
  id: string
  members: readonly string[]
}

/** Returns groups of two and more points. `single` contains the other points. */
export function groupPoints(
  points: readonly MapPoint[],
  cell: number,
): { clusters: PinCluster[]; single: Set<string> } {
  const squares = Map.groupBy(points, ({ x, y }) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`)
  const clusters: PinCluster[] = []
  const single = new Set<string>()
  for (const members of squares.values())
    if (members.length === 1) single.add(members[0]!.id)
    else clusters.push({ id: members[0]!.id, members: members.map(({ id }) => id) })
  return { clusters, single }
}

/** Returns whether a point is within a drawn line. */
export function isInside({ x, y }: { x: number; y: number }, outline: readonly { x: number; y: number }[]): boolean {
  let inside = false
  for (let index = 0, previous = outline.length - 1; index < outline.length; previous = index++) {
    const [a, b] = [outline[index]!, outline[previous]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
