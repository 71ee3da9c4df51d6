// Edits a text that is stored in the URL of the page.
import { useEffect, useRef, useState } from 'react'

const typingMs = 200

/** Returns the text of a field and its setter. The URL of the page follows 200 ms after the last key. */
export function useAddressText(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  /** The text in the URL, and the texts that the URL was set to since. */
  const sent = useRef([value])
  // A change of the URL replaces the typed text, unless the text caused the change.
  useEffect(() => {
    const index = sent.current.indexOf(value)
    if (index < 0) setTyped(value)
    sent.current = index < 0 ? [value] : sent.current.slice(index)
  }, [value])
  useEffect(() => {
    if (typed === sent.current.at(-1)) return
    const timer = setTimeout(() => {
      sent.current.push(typed)
      latest.current(typed)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
