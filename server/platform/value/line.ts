// Cleans texts of one line: names in the subject of an e-mail, in a log or on a screen.

/** Characters that end a line, control a terminal or change the text direction. */
const unwanted = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

export const formatOneLine = (text: string): string => text.replace(unwanted, ' ').trim()
export const isOneLine = (text: string): boolean => text.search(unwanted) === -1
