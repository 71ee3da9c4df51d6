// The text that sorts last, in memory and in both engines.

/**
 * Sorts after every id, time, postal code and rank: stands for a value that is not set, and for an open upper bound.
 */
export const last = '~'
