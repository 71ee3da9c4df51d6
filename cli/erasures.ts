// `dray erasures`: lists the orders whose recipient was erased, and erases them again after a backup was restored.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { applyErasures, listErasures, type OrderErasure } from '../server/admin/backup.ts'
import { addDatabaseOptions, readConfig } from './command.ts'

export function addErasures(program: Command): void {
  const erasures = program
    .command('erasures')
    .description('List erased consignees, and erase them again after restoring a backup.')
  addDatabaseOptions(
    erasures
      .command('list')
      .description(
        'List the orders whose consignee was erased, one per line: environment id and order id. Keep the list ' +
          'with your backups.',
      ),
  ).action(async (options) => {
    for (const { environmentId, consignmentId } of await listErasures(readConfig(options)))
      console.log(`${environmentId} ${consignmentId}`)
  })
  addDatabaseOptions(
    erasures
      .command('apply <file>')
      .description('Erase the consignees on such a list again after restoring an older backup.'),
  ).action(async (file: string, options) => {
    const count = await applyErasures(readConfig(options), read(file), Date.now())
    console.log(`Erased the consignees of ${count} orders again.`)
  })
}

function read(file: string): OrderErasure[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [environmentId, consignmentId, ...more] = line.trim().split(/\s+/)
    if (environmentId === '') return []
    if (consignmentId === undefined || more.length > 0)
      throw new Error(`Line ${index + 1} of ${file} must contain two ids, of the environment and of the order.`)
    return [{ environmentId: environmentId!, consignmentId }]
  })
}
