// Runs the process of the command line: one call, from its parameters to its exit code.
import { run } from './program.ts'

const code = await run(process.argv.slice(2))
// Whatever a half-started server has left open must not keep the process.
if (code !== undefined) process.exit(code)
