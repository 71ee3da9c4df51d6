// Tracks unsaved input. While there is any, the browser asks before the tab is closed or reloaded.
import { useEffect, useId } from 'react'

const owners = new Set<unknown>()
const preventUnload = (event: Event) => event.preventDefault()

/** Returns whether the page has unsaved input. */
export const hasUnsaved = (): boolean => owners.size > 0

/** Records whether an owner has unsaved input. */
export function setUnsaved(owner: unknown, isUnsaved: boolean): void {
  if (isUnsaved) owners.add(owner)
  else owners.delete(owner)
  // The listener exists only while needed, because a browser does not cache a page that has one.
  if (owners.size > 0) addEventListener('beforeunload', preventUnload)
  else removeEventListener('beforeunload', preventUnload)
}

export function useUnsaved(isUnsaved: boolean): void {
  const owner = useId()
  useEffect(() => {
    setUnsaved(owner, isUnsaved)
    return () => setUnsaved(owner, false)
  }, [owner, isUnsaved])
}
