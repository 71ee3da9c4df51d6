// A process that has loaded the command line and runs one call after the other for command-line.ts.
import { runCommand } from '../../cli/program.ts'
import type { Call, Outcome } from './command-line.ts'

process.umask(0o022)

process.on('message', async ({ parameters, environment }: Call) => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = undefined
  const out = capture(process.stdout)
  const err = capture(process.stderr)
  const code = (await runCommand(parameters)) ?? process.exitCode ?? 0
  const outcome: Outcome = { code: Number(code), out: out(), err: err() }
  process.exitCode = undefined
  process.send!(outcome)
})

/** Answers how to hear what was written from now on. */
function capture(stream: NodeJS.WriteStream): () => string {
  const parts: Buffer[] = []
  const own = stream.write
  stream.write = ((part: string | Uint8Array, ...rest: unknown[]) => {
    parts.push(Buffer.from(part as string))
    const written = rest.find((each) => typeof each === 'function')
    if (written) process.nextTick(written as () => void)
    return true
  }) as typeof stream.write
  return () => {
    stream.write = own
    return Buffer.concat(parts).toString()
  }
}
