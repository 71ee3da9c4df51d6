// Delays a search until the user pauses typing.
import { useDebouncedValue } from '@mantine/hooks'

const typingMs = 120

/** Returns the search text after a pause in typing, without spaces around it. */
export function useDebouncedText(typed: string): string {
  const [asked] = useDebouncedValue(typed.trim(), typingMs)
  return asked
}
