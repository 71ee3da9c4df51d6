// Cleans texts of one line: names in the subject of an e-mail, in a log or on a screen.

/** What ends a line, moves a terminal or turns the direction of the text around it. */
const unwanted = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

export const formatOneLine = (text: string): string => text.replace(unwanted, ' ').trim()
export const isOneLine = (text: string): boolean => text.search(unwanted) === -1
