// Delays a search until the user pauses typing.
import { useDebouncedValue } from '@mantine/hooks'

const typingMs = 120

/** What the service is asked for: nobody waits for what stood there between two letters. */
export function useAskedText(typed: string): string {
  const [asked] = useDebouncedValue(typed.trim(), typingMs)
  return asked
}
