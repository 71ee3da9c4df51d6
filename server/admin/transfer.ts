// Orders into and out of a database without HTTP, through the same checks and rules: for commands, beside a server or not.
import type { Consignment } from '../../contract/consignment.ts'
import type { Config } from '../config.ts'
import type { Reply } from '../core/operation.ts'
import { inProcess, unhurried } from '../executor.ts'
import { callAs } from '../main.ts'
import { perform, performLines } from '../perform.ts'
import { openDatabase, findEnvironment as resolveEnvironment } from './database.ts'

export interface Transfer {
  /** Lines of a stream in, lines of its answer out. */
  import(query: Record<string, string>, lines: AsyncIterable<string[]>): AsyncIterable<string>
  /** One page of a list. */
  list(query: Record<string, string>): Promise<{ consignments: Consignment[]; next?: string | null }>
  close(): Promise<void>
}

export async function openTransfer(config: Config, environment: string): Promise<Transfer> {
  const { environmentId } = await resolveEnvironment(config, environment)
  const database = await openDatabase(config)
  const executor = unhurried(inProcess(database))
  return {
    import(query, lines) {
      const call = { ...callAs(environmentId), query }
      const turn = async () => undefined
      const report = (error: unknown) => {
        throw error
      }
      return performLines(executor, 'importConsignments', call, buffered(lines), { turn, report })
    },
    async list(query) {
      const reply = (await perform(executor, 'listConsignments', { ...callAs(environmentId), query })) as Reply
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
