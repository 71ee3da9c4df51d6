// The types of samples.js, for tests.
export const languages: readonly string[]
export function sampleOf(language: string, call: object): string
export function piecesOf(language: string, text: string): { kind?: string; text: string }[]
