// The command line as its users call it. To start and load it costs a process ten times what most commands do: the first good
// call of each command is a process of its own, from its start to its end, later ones are run by one that has loaded it already.
import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'

export interface Outcome {
  code: number | null
  out: string
  err: string
}
export interface Call {
  parameters: string[]
  environment: Record<string, string>
}

export const program = join(import.meta.dirname, '../../bin/dray.js')

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let out = ''
  let err = ''
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

/** In a process of its own. Files are made as on most systems: others may read them unless something is done about it. */
export function runAlone(parameters: string[], environment: Record<string, string | undefined> = {}, input = '') {
  const child = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, program, ...parameters], {
    env: { ...process.env, ...environment },
  })
  child.stdin.end(input)
  return outcomeOf(child)
}

/** Commands that have ended well in a process of their own. */
const seen = new Set<string>()

export async function run(
  parameters: string[],
  environment: Record<string, string | undefined> = {},
): Promise<Outcome> {
  const name = parameters.includes('--help') ? '--help' : parameters[0]!
  if (seen.has(name)) return runLoaded(parameters, environment)
  const outcome = await runAlone(parameters, environment)
  // A server is what its process is.
  if (outcome.code === 0 && name !== 'serve') seen.add(name)
  return outcome
}

/** In the process that has loaded the command line. */
export const runLoaded = (parameters: string[], environment: Record<string, string | undefined> = {}) =>
  ask({ parameters, environment: definedOf({ ...process.env, ...environment }) })
const definedOf = (all: Record<string, string | undefined>): Record<string, string> => JSON.parse(JSON.stringify(all))

interface Resident {
  child: ChildProcess
  /** Fails when it ends before it was told to. */
  ended: Promise<never>
}
let resident: Resident | undefined
let last: Promise<unknown> = Promise.resolve()

function startResident(): Resident {
  const child = fork(join(import.meta.dirname, 'command-line-resident.ts'), { execArgv: [] })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`a command has ended the process with ${code ?? signal}`)
  })
  return { child, ended }
}

/** One after the other: what a process writes belongs to no call in particular. */
function ask(call: Call): Promise<Outcome> {
  const outcome = last.then(async () => {
    resident ??= startResident()
    const { child, ended } = resident
    child.send(call)
    const [answer] = await Promise.race([once(child, 'message'), ended])
    return answer as Outcome
  })
  last = outcome.catch(() => {})
  return outcome
}
after(async () => {
  const child = resident?.child
  if (!child) return
  if (child.connected) child.disconnect()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  // What a command has left behind may fail after its answer, also that of the last one.
  assert.equal(child.exitCode, 0, 'a command has ended the process')
})
