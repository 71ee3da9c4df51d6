// Counts and cuts texts by characters, as the limits of the contract do: code points, which have one or two UTF-16
// units.

/**
 * Returns whether a text has more than `max` characters. Most texts have fewer UTF-16 units, so the characters are
 * rarely counted.
 */
export const isLongerThan = (text: string, max: number): boolean => text.length > max && [...text].length > max

/** Returns the first `max` characters of a text. */
export const truncateText = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('')
