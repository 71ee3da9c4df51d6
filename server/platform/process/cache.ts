// A cache of the process or thread. It allocates its memory with the first value, because most threads never store one.
import { LRUCache } from 'lru-cache'

export interface MemoryCache<T> {
  get(name: string): T | undefined
  set(name: string, value: T): void
}

/**
 * Creates a cache. Memory for thousands of names takes milliseconds to allocate, which every thread and command would
 * spend at its start.
 */
export function openCache<T extends object | string>(options: { max: number; ttl?: number }): MemoryCache<T> {
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
