// The most that is on board along a route.

export interface Portion {
  type: 'delivery' | 'collection'
  amount: number
}

/** Deliveries are on board from the start on, collections from their stop on. */
export function peakOf(portions: readonly Portion[]): number {
  let onBoard = 0
  for (const { type, amount } of portions) if (type === 'delivery') onBoard += amount
  let highest = onBoard
  for (const { type, amount } of portions) {
    onBoard += type === 'delivery' ? -amount : amount
    highest = Math.max(highest, onBoard)
  }
  // Sums of decimals have noise in their last digit. Each of them is finite, their sum need not be.
  return Math.min(Number(highest.toPrecision(15)), Number.MAX_VALUE)
}
