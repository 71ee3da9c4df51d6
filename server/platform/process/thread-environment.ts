// What a thread sees of the process's environment.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** Nothing but where the main thread finds the compiled sources: to compile them anew takes five times as long as all else of a thread's start. */
export function threadEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
}
