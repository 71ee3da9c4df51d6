// Defines the command line: its commands, and the exit code of each call.
import { Command, CommanderError } from 'commander'
import { productDescription } from '../contract/product.ts'
import { isUnreadable } from '../server/integration/import/unreadable.ts'
import { isConfigError } from '../server/platform/config/config.ts'
import { formatFullMessage } from '../server/platform/error/reason.ts'
import { packageVersion } from '../server/platform/process/package.ts'
import { addBackup } from './backup.ts'
import { addClient } from './client.ts'
import { addCopy } from './copy.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addEnvironment } from './environment.ts'
import { addErasures } from './erasures.ts'
import { addExport } from './export.ts'
import { addFiles } from './files.ts'
import { addImport } from './import.ts'
import { addKey } from './key.ts'
import { addMigrate } from './migrate.ts'
import { addOpenapi } from './openapi.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addToken } from './token.ts'
import { addUser } from './user.ts'

const program = new Command('dray')
  .description(productDescription)
  .version(packageVersion)
  .showHelpAfterError('Add --help for a list of commands and options.')
  .exitOverride()

addServe(program)
addEnvironment(program)
addToken(program)
addUser(program)
addClient(program)
addKey(program)
addImport(program)
addExport(program)
addMigrate(program)
addBackup(program)
addRestore(program)
addErasures(program)
addCopy(program)
addFiles(program)
addDoctor(program)
addOpenapi(program)
addDemo(program)

/**
 * Runs one call. Returns the exit code of an error; after a success, the exit code is the one that the command has set.
 */
export async function runCommand(parameters: readonly string[]): Promise<number | undefined> {
  try {
    await program.parseAsync(parameters, { from: 'user' })
    return undefined
  } catch (error) {
    return exitCodeOf(error)
  }
}

/**
 * Returns the exit code of an error: 0 after help, 2 for a wrong call, 3 for a file that cannot be read (a retry does
 * not help), and 1 for other errors.
 */
function exitCodeOf(error: unknown): number {
  // Commander has already printed the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`dray: ${formatFullMessage(error)}\n`)
  return isConfigError(error) ? 2 : isUnreadable(error) ? 3 : 1
}
