// Writes numbers with their nouns in English messages.

/** Returns a number with its noun: `1 photo`, `2 photos`. The plural of the noun ends in -s. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
