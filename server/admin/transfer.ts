// Imports and exports orders without HTTP, with the same checks and rules, also while a server runs. For commands.
import type { Consignment } from '../../contract/consignment.ts'
import type { EnvironmentSettings } from '../../contract/environment.ts'
import { getSettings } from '../access/environment/rules.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { createBackgroundCall, type OperationResponse } from '../platform/operation/operation.ts'
import { createInProcessExecutor } from '../runtime/executor.ts'
import { createServiceContext, performLines, performRequest } from '../runtime/perform.ts'
import { openDatabase } from '../runtime/storage.ts'
import { findEnvironment, getEnvironment, withDatabase } from './database.ts'

export interface OrderTransfer {
  /** Imports the lines of a stream. Returns the lines of the response. */
  import(query: Record<string, string>, lines: AsyncIterable<string[]>): AsyncIterable<string>
  /** Returns one page of the order list. */
  list(query: Record<string, string>): Promise<{ consignments: Consignment[]; next?: string | null }>
  close(): Promise<void>
}

/** Returns the settings for reading tables: the zone of times without an offset, and the custom fields. */
export const getTableSettings = (config: ServiceConfig, environment: string): Promise<EnvironmentSettings> =>
  withDatabase(config, ({ read }) =>
    read(async (tx) => getSettings(tx, (await getEnvironment(tx, environment)).environmentId)),
  )

export async function openTransfer(config: ServiceConfig, environment: string): Promise<OrderTransfer> {
  const { environmentId } = await findEnvironment(config, environment)
  const database = await openDatabase(config)
  const performing = createServiceContext(createInProcessExecutor(database))
  const callWith = (query: Record<string, string>) => ({ ...createBackgroundCall(environmentId, undefined), query })
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
      const reply = (await performRequest(performing, {
        id: 'listConsignments',
        call: callWith(query),
      })) as OperationResponse
      return (JSON.parse(reply.body) as { data: Awaited<ReturnType<OrderTransfer['list']>> }).data
    },
    async close() {
      await database.close()
    },
  }
}

async function* buffered(lines: AsyncIterable<string[]>): AsyncGenerator<Buffer[]> {
  for await (const chunk of lines) yield chunk.map((line) => Buffer.from(line))
}
