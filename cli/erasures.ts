// `dray erasures`: the list of orders whose consignee was erased, and how to erase them again after a backup was put back.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { applyErasures, type Erasure, listErasures } from '../server/admin/backup.ts'
import { configOf, withData } from './command.ts'

export function addErasures(program: Command): void {
  const erasures = program.command('erasures').description('Orders whose consignee was erased.')
  withData(
    erasures
      .command('list')
      .description('One line for each: the ids of its environment and of the order. Keep it with your backups.'),
  ).action(async (options) => {
    for (const { environmentId, consignmentId } of await listErasures(configOf(options)))
      console.log(`${environmentId} ${consignmentId}`)
  })
  withData(
    erasures
      .command('apply <file>')
      .description('Erase again what such a list names, after an older backup was put back.'),
  ).action(async (file: string, options) => {
    const count = await applyErasures(configOf(options), read(file), Date.now())
    console.log(`Erased again the consignees of ${count} orders.`)
  })
}

function read(file: string): Erasure[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [environmentId, consignmentId, ...more] = line.trim().split(/\s+/)
    if (environmentId === '') return []
    if (consignmentId === undefined || more.length > 0)
      throw new Error(`Line ${index + 1} of ${file} is not made of two ids.`)
    return [{ environmentId: environmentId!, consignmentId }]
  })
}
