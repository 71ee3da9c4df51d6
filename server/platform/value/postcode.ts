// Normalises postal codes for comparison: senders write them with different case and different blanks.

/** Returns the postal code without blanks, in capitals; empty if null. */
export const normalisePostcode = (code: string | null): string => code?.replace(/\s+/g, '').toUpperCase() ?? ''
