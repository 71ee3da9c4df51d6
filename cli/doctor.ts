// `dray doctor`: checks everything that the service needs, and states what to do.
import type { Command } from 'commander'
import { checkInstallation } from '../server/admin/doctor.ts'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addDoctor(program: Command): void {
  addDatabaseOptions(
    program
      .command('doctor')
      .description('Check everything the service needs. Exits with 1 if a check fails.')
      .option('--json', 'print JSON'),
  ).action(async (options) => {
    const found = await checkInstallation(readConfig(options))
    const width = Math.max(...found.map(({ subject }) => subject.length))
    if (options.json) console.log(JSON.stringify(found, null, 2))
    else
      for (const { level, subject, finding } of found)
        console.log(`${level.padEnd(4)}  ${subject.padEnd(width)}  ${finding}`)
    if (found.some(({ level }) => level === 'fail')) process.exitCode = 1
  })
}
