// Runs the command line: executes one command, and sets the exit code of the process.
import { runCommand } from './program.ts'

const code = await runCommand(process.argv.slice(2))
// Open handles of a half-started server must not keep the process alive.
if (code !== undefined) process.exit(code)
