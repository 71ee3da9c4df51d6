// One process of `npm test`: takes file after file from a list that it shares with others, until there is none left.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'

const lastMs = 120_000

/**
 * The tests of a file run when all of them are known and those of the file before are over. What is to happen after the last
 * test happens after the last one so far: until the next file is loaded, one stays under way.
 */
export async function runListed(list: string, farewell: string): Promise<void> {
  let goOn = () => {}
  for (let entry = take(list); entry !== undefined; entry = take(list)) {
    await import(readFileSync(entry, 'utf8'))
    const over = Promise.withResolvers<void>()
    const nextLoaded = Promise.withResolvers<void>()
    test(farewell, { timeout: Number.POSITIVE_INFINITY, only: process.execArgv.includes('--test-only') }, () => {
      over.resolve()
      return nextLoaded.promise
    })
    goOn()
    goOn = nextLoaded.resolve
    await over.promise
    rmSync(entry)
    // The tests of the next file are not parts of this one.
    await nextTurn()
  }
  goOn()
  // What is shared has ended by then; what a test has left behind would keep the process for ever.
  setTimeout(() => {
    console.error(`This process does not end: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, lastMs).unref()
}

const taken = '-taken'

/** Whoever renames the entry has the file. It is there until the file is over: what is left in the end was not run. */
function take(list: string): string | undefined {
  for (const name of readdirSync(list).sort()) {
    if (name.endsWith(taken)) continue
    const entry = join(list, name)
    try {
      renameSync(entry, `${entry}${taken}`)
      return `${entry}${taken}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}
