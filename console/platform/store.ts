// A value that components follow, for state of the whole tab.
import { useSyncExternalStore } from 'react'

export interface ValueStore<T> {
  get(): T
  set(value: T): void
  follow(listener: () => void): () => void
  /** Returns the value to a component, which renders again when the value changes. */
  use(): T
}

export function createStore<T>(initial: T): ValueStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    follow,
    use: () => useSyncExternalStore(follow, get),
  }
}

/** Creates a store that the browser keeps. `check` validates the kept value. */
export function createKeptStore<T extends string>(name: string, check: (text: string | null) => T): ValueStore<T> {
  const store = createStore(check(localStorage.getItem(name)))
  return {
    ...store,
    set(value) {
      localStorage.setItem(name, value)
      store.set(value)
    },
  }
}
