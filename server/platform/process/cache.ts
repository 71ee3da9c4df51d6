// A cache of the whole process or thread, which takes its room when the first thing is kept: most threads never keep any.
import { LRUCache } from 'lru-cache'

export interface Cache<T> {
  get(name: string): T | undefined
  set(name: string, value: T): void
}

/** Room for thousands of names takes milliseconds to make, and every thread and command would make it as it is loaded. */
export function openCache<T extends object | string>(options: { max: number; ttl?: number }): Cache<T> {
  let cache: LRUCache<string, T> | undefined
  return {
    get: (name) => cache?.get(name),
    set(name, value) {
      cache ??= new LRUCache<string, T>({
        max: options.max,
        ...(options.ttl === undefined ? {} : { ttl: options.ttl }),
      })
      cache.set(name, value)
    },
  }
}
