// `dray key`: manages the keys that sign tokens.
import type { Command } from 'commander'
import { listKeys, retireKey, rotateKey } from '../server/admin/database.ts'
import { addDatabaseOptions, readConfig } from './command.ts'
import { printList } from './table.ts'

export function addKey(program: Command): void {
  const key = program.command('key').description('List, rotate and retire the keys that sign tokens.')
  addDatabaseOptions(key.command('list').description('List the keys in use.').option('--json', 'print JSON')).action(
    async (options) =>
      printList(
        (await listKeys(readConfig(options))).map(({ keyId, created, signs }) => ({
          keyId,
          created,
          signs: signs === 1,
        })),
        {
          ID: (row) => row.keyId,
          CREATED: (row) => row.created,
          USE: (row) => (row.signs ? 'signs and verifies' : 'verifies'),
        },
        options.json,
      ),
  )
  addDatabaseOptions(
    key
      .command('rotate')
      .description('Create a new key that signs from now on. Tokens signed with older keys stay valid.'),
  ).action(async (options) => console.log(await rotateKey(readConfig(options), Date.now())))
  addDatabaseOptions(
    key.command('retire <id>').description('Retire a key. Every token signed with it is refused.'),
  ).action(async (id: string, options) => {
    await retireKey(readConfig(options), id, Date.now())
    console.log('Retired.')
  })
}
