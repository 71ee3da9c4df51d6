// The service as its operator runs it: a process of its own, on a folder of its own, ended by signals.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createToken } from '../../server/admin/database.ts'
import { loadConfig } from '../../server/platform/config/config.ts'

const bin = join(import.meta.dirname, '../../bin/dray.js')

/** Runs a command of dray to its end and answers what it prints. */
export const dray = (data: string, ...parameters: string[]): string =>
  execFileSync(process.execPath, [bin, ...parameters, '--data', data], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // No time limit of a test ends a call that blocks.
    timeout: 120_000,
  }).trim()

/** As `dray token create` makes it, without the second that a process takes to start. */
export const aToken = (data: string, databaseUrl?: string): Promise<string> =>
  createToken(loadConfig({ data, databaseUrl }, {}), { environment: 'default', scopes: ['*'] }, Date.now())

export interface Child {
  process: ChildProcess
  url: string
  /** Milliseconds from the start of the process to its first ready answer. */
  readyMs: number
  /** What it wrote to standard error. */
  log(): string
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export async function serve(data: string, ...flags: string[]): Promise<Child> {
  const started = performance.now()
  const child = spawn(process.execPath, [bin, 'serve', '--data', data, '--port', '0', '--no-demo', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let log = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /^API\s+(http:\/\/\S+)\/v1$/m.exec(output)
      if (found) resolve(found[1]!)
    })
    // Not at its exit: what it wrote may not have been read by then.
    child.once('close', (code) => reject(new Error(`dray serve ended with ${code}: ${log}`)))
  })
  const ready = await fetch(`${url}/health/ready`)
  if (ready.status !== 200) throw new Error(`not ready: ${ready.status}`)
  return {
    process: child,
    url,
    readyMs: performance.now() - started,
    log: () => log,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null)
        return { code: child.exitCode, signal: child.signalCode }
      child.kill(signal)
      const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      return { code, signal: by }
    },
  }
}
