// Normalises postal codes for comparison: senders write them with different case and different blanks.

/** Empty where there is none. */
export const plainPostcode = (postalCode: string | null): string => postalCode?.replace(/\s+/g, '').toUpperCase() ?? ''
