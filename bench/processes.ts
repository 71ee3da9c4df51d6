// The processes of a run: starts the service, the limits and the driver, and sees to it that none outlives the run.
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const dray = fileURLToPath(new URL('../bin/dray.js', import.meta.url))
/** What `npm start` gives to Node. */
const startFlags: string[] = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  .scripts.start.split(' ')
  .filter((word: string) => word.startsWith('--'))
const startSeconds = 30
const stopSeconds = 20

const children = new Set<ChildProcess>()
const folders = new Set<string>()

function keep(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Ends what is still there; safe to call twice. */
export function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL')
  // A child that was killed just now may still be making a file.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  folders.clear()
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dray-bench-'))
  folders.add(folder)
  return folder
}

export const forkChild = (file: URL): ChildProcess => keep(fork(file, { execArgv: [] }))

/** The next message of a child; an error when it ends or takes too long instead. */
export async function answerOf<T>(child: ChildProcess, seconds: number): Promise<T> {
  const ended = new AbortController()
  const end = () => ended.abort(new Error(`The process ${child.pid} exited.`))
  child.once('exit', end)
  try {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(Math.ceil(seconds * 1_000))])
    const [message] = await once(child, 'message', { signal })
    return message as T
  } catch (error) {
    throw (error as Error).cause ?? error
  } finally {
    child.off('exit', end)
  }
}

/** Something that answers HTTP, in a process of its own. */
export interface Target {
  pid: number
  port: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1_000)
  await exit
  clearTimeout(late)
}

/** A limit: `file` of the folder limits/, with what it is to hold. */
export async function startLimit(file: string, setup: object): Promise<Target> {
  const child = forkChild(new URL(`./limits/${file}`, import.meta.url))
  child.send(setup)
  const port = await answerOf<number>(child, startSeconds)
  return { pid: child.pid!, port, stop: (signal) => stopChild(child, signal) }
}

export interface Service extends Target {
  url: string
  data: string
  /** From the start of the process to the first request that found it ready. */
  readyMs: number
}

/** The service as anybody runs it, but for the variables of whoever runs the bench. */
export async function startService(data: string, nodeFlags: string[] = [], flags: string[] = []): Promise<Service> {
  const startedMs = performance.now()
  const child = keep(
    spawn(
      process.execPath,
      [...startFlags, ...nodeFlags, dray, 'serve', '--port', '0', '--data', data, '--no-demo', ...flags],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      },
    ),
  )
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const late = setTimeout(() => reject(new Error('The service does not start.')), startSeconds * 1_000)
  child.once('exit', (code) => reject(new Error(`The service exited with ${code}.`)))
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
    const url = /API\s+(http:\S+)\/v1\s/.exec(output)?.[1]
    if (url) resolve(url)
  })
  const url = await promise.finally(() => clearTimeout(late))
  const { status } = await fetch(`${url}/health/ready`)
  if (status !== 200) throw new Error(`The service started but answered ${status}.`)
  const readyMs = performance.now() - startedMs
  return {
    pid: child.pid!,
    port: Number(new URL(url).port),
    url,
    data,
    readyMs,
    stop: (signal) => stopChild(child, signal),
  }
}

/** `place` is a folder, or the URL of a PostgreSQL database. */
export const createToken = (place: string, environment = 'default', ...scopes: string[]): Promise<string> =>
  command(place, 'token', 'create', '--environment', environment, ...scopes.flatMap((scope) => ['--scope', scope]))

export const createEnvironment = (place: string, name: string): Promise<string> =>
  command(place, 'environment', 'create', name)

async function command(place: string, ...words: string[]): Promise<string> {
  const where = place.startsWith('postgres:') ? '--database-url' : '--data'
  return (await promisify(execFile)(process.execPath, [dray, ...words, where, place])).stdout.trim()
}
