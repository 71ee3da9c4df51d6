// How many bytes of documents reads bring, and how many are parsed: what large orders cost is counted, not timed.
import type { TestContext } from 'node:test'
import type { Database, ReadTransaction } from '../../server/platform/database/database.ts'
import type { PreparationContext } from '../../server/platform/operation/operation.ts'

export interface CountedReads {
  read: PreparationContext['read']
  /** Of each read so far. */
  bytes: number[]
}

export function countReads(database: Pick<Database, 'read'>): CountedReads {
  const bytes: number[] = []
  const counted = <T>(rows: T): T => {
    for (const row of [rows].flat() as ({ document?: string } | undefined)[])
      bytes[bytes.length - 1]! += row?.document?.length ?? 0
    return rows
  }
  const counting = (tx: ReadTransaction): ReadTransaction => ({
    ...tx,
    get: async (query) => counted(await tx.get(query)) as never,
    all: async (query) => counted(await tx.all(query)) as never,
  })
  const read: PreparationContext['read'] = (work) => {
    bytes.push(0)
    return database.read((tx) => work(counting(tx)))
  }
  return { read, bytes }
}

/** How many bytes of JSON were parsed meanwhile. */
export async function bytesParsed(t: TestContext, work: () => Promise<unknown>): Promise<number> {
  const parse = t.mock.method(JSON, 'parse')
  await work()
  parse.mock.restore()
  return parse.mock.calls.reduce((sum, { arguments: [text] }) => sum + text.length, 0)
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Lines of goods that make an order large. */
export const manyLines = Array.from({ length: 400 }, (_, index) => ({
  productLineId: `line-${index}`,
  productCode: 'code',
  currency: 'GBP',
  description: 'x'.repeat(800),
  quantity: 1,
}))
/** An order with these has more. */
export const largeBytes = 800 * manyLines.length
