// Imports and exports orders without HTTP, with the same checks and rules, also while a server runs. For commands.
import type { Consignment } from '../../contract/consignment.ts'
import type { Settings } from '../../contract/environment.ts'
import { settingsOf } from '../access/environment/rules.ts'
import type { Config } from '../platform/config/config.ts'
import { backgroundCall, type Reply } from '../platform/operation/operation.ts'
import { inProcess } from '../runtime/executor.ts'
import { perform, performingAlone, performLines } from '../runtime/perform.ts'
import { openDatabase } from '../runtime/storage.ts'
import { environmentIn, findEnvironment, within } from './database.ts'

export interface Transfer {
  /** Lines of a stream in, lines of its answer out. */
  import(query: Record<string, string>, lines: AsyncIterable<string[]>): AsyncIterable<string>
  /** Returns one page of the order list. */
  list(query: Record<string, string>): Promise<{ consignments: Consignment[]; next?: string | null }>
  close(): Promise<void>
}

/** Returns the settings for reading tables: the zone of times without an offset, and the custom fields. */
export const settingsFor = (config: Config, environment: string): Promise<Settings> =>
  within(config, ({ read }) => read(async (tx) => settingsOf(tx, (await environmentIn(tx, environment)).environmentId)))

export async function openTransfer(config: Config, environment: string): Promise<Transfer> {
  const { environmentId } = await findEnvironment(config, environment)
  const database = await openDatabase(config)
  const performing = performingAlone(inProcess(database))
  const callWith = (query: Record<string, string>) => ({ ...backgroundCall(environmentId, undefined), query })
  return {
    import(query, lines) {
      const allowed = async () => undefined
      const report = (error: unknown) => {
        throw error
      }
      const request = {
        id: 'importConsignments',
        call: callWith(query),
        lines: buffered(lines),
        allowed,
        report,
      } as const
      return performLines(performing, request)
    },
    async list(query) {
      const reply = (await perform(performing, { id: 'listConsignments', call: callWith(query) })) as Reply
      return (JSON.parse(reply.body) as { data: Awaited<ReturnType<Transfer['list']>> }).data
    },
    async close() {
      await database.close()
    },
  }
}

async function* buffered(lines: AsyncIterable<string[]>): AsyncGenerator<Buffer[]> {
  for await (const some of lines) yield some.map((line) => Buffer.from(line))
}
