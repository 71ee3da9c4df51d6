// The text that sorts last, in memory and in both engines.

/** Sorts last, after every id, time, postal code and rank: represents an unset value, and an open upper bound. */
export const lastSortKey = '~'
