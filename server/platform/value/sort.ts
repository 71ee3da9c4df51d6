// The text that sorts last, in memory and in both engines.

/** Text after every id, time, postal code and rank. It represents an unset value, and an open upper bound. */
export const lastSortKey = '~'
