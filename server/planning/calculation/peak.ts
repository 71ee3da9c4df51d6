// Calculates the peak load of a route: the largest amount on board.

export interface CarriedAmount {
  type: 'delivery' | 'collection'
  amount: number
}

/** Returns the largest amount on board. Deliveries are on board from the start, collections from their stop on. */
export function calculatePeak(portions: readonly CarriedAmount[]): number {
  let onBoard = 0
  for (const { type, amount } of portions) if (type === 'delivery') onBoard += amount
  let highest = onBoard
  for (const { type, amount } of portions) {
    onBoard += type === 'delivery' ? -amount : amount
    highest = Math.max(highest, onBoard)
  }
  // Rounds off the errors of decimal sums. A sum of finite numbers may be infinite, so it is limited.
  return Math.min(Number(highest.toPrecision(15)), Number.MAX_VALUE)
}
