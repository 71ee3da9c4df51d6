// Runs the process of the command line: one call, from its parameters to its exit code.
import { runCommand } from './program.ts'

const code = await runCommand(process.argv.slice(2))
// Open handles of a half-started server must not keep the process alive.
if (code !== undefined) process.exit(code)
