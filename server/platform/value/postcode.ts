// Postal codes as they are told apart by ear: without regard to case and to blanks, in which they differ from sender to sender.

/** Empty where there is none. */
export const plainPostcode = (postalCode: string | null): string => postalCode?.replace(/\s+/g, '').toUpperCase() ?? ''
