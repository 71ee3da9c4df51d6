// Records the statements of the stores: calls each exported function with sample values and a recording transaction.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { consignmentSorts } from '../../contract/consignments.ts'
import { loadSorts } from '../../contract/load.ts'
import { proofExportList } from '../../server/delivery/proof/export-store.ts'
import * as pods from '../../server/delivery/proof/store.ts'
import * as exportLists from '../../server/orders/export-list/store.ts'
import * as lists from '../../server/orders/list/list-store.ts'
import * as outbox from '../../server/orders/outbox/store.ts'
import { sortSlots } from '../../server/orders/record/listing.ts'
import * as orders from '../../server/orders/record/store.ts'
import { findNewestOrders } from '../../server/orders/stop/postcode-store.ts'
import * as loads from '../../server/orders/stop/store.ts'
import type { SqlQuery, WriteTransaction } from '../../server/platform/database/database.ts'

const root = join(import.meta.dirname, '../..')

/** Text of a statement, with `${}` for each value. */
export const textOf = ({ strings }: Pick<SqlQuery, 'strings'>): string => strings.join(`\${}`)

export interface Statement {
  file: string
  text: string
  /** Whether it reads a page of a list. An index must sort a page. */
  isPage: boolean
}

interface Literal {
  file: string
  text: string
}

/** Finds the SQL in the source of a file: each template after `sql` or `piece`. */
export function literalsIn(file: string): Literal[] {
  const literals: Literal[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: unknown }
    if (type === 'TaggedTemplateExpression' && (tag!.name === 'sql' || tag!.name === 'piece')) {
      const { quasis } = quasi as { quasis: { value: { cooked: string } }[] }
      literals.push({ file, text: quasis.map(({ value }) => value.cooked).join(`\${}`) })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return literals
}

/**
 * A value for every parameter of a store: each of its members, elements and results is the same value.
 * It is the text of a time, the number 1, and a list of one element.
 */
// biome-ignore lint/suspicious/noExplicitAny: it has every type
const sample: any = new Proxy(() => {}, {
  get(_target, name) {
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : '2026-01-01T00:00:00.000Z')
    if (name === 'length') return 1
    if (name === 'document') return '{}'
    if (name === 'toJSON') return () => '{}'
    // Without `then`, `await` returns it at once.
    if (name === 'then') return undefined
    const list = [sample]
    const member = list[name as keyof unknown[]] as unknown
    return typeof member === 'function' && name !== 'at' && name !== 'slice' ? member.bind(list) : sample
  },
  apply: () => sample,
})

const statements = new Map<string, Statement>()
const isQuery = (value: unknown): value is SqlQuery => Array.isArray((value as Partial<SqlQuery> | undefined)?.strings)

function note(file: string, query: unknown, isPage = false): void {
  if (!isQuery(query)) throw new TypeError('This is no statement.')
  const text = textOf(query)
  if (/^\s*(select|insert|update|delete)\b/.test(text)) statements.set(text, { file, text, isPage })
}

/** A transaction that records statements. Its first reads find `rows` rows, the others find none. */
function recordingTransaction(file: string, oneByOne: boolean, rows: number): WriteTransaction {
  let rowsLeft = rows
  const read = (query: SqlQuery) => {
    note(file, query)
    return rowsLeft-- > 0 ? sample : undefined
  }
  const run = (query: SqlQuery) => {
    note(file, query)
    return 1
  }
  const all = (query: SqlQuery) => (read(query) ? [sample] : [])
  const tx = { oneByOne, get: read, lock: read, share: read, all, run, runOn: run }
  // The first parameter of some functions is another value.
  return new Proxy(tx, {
    get: (target, name) => target[name as keyof typeof tx] ?? sample[name],
  }) as unknown as WriteTransaction
}

type Callable = (...parameters: unknown[]) => unknown

/** Calls a function several times: as on each kind of engine, with and without rows, and once without each parameter. */
async function recordCalls(file: string, called: Callable, given: unknown[] = []): Promise<void> {
  const count = Math.max(called.length, 4)
  for (const [oneByOne, rows] of [
    [true, 0],
    [true, 1],
    [false, 1],
  ] as const)
    for (let omitted = 0; omitted < count; omitted++) {
      const parameters = Array.from({ length: count }, (_, index) => (index === omitted ? undefined : sample))
      parameters.splice(1, given.length, ...given)
      try {
        const result = await called(recordingTransaction(file, oneByOne, rows), ...parameters.slice(1))
        if (isQuery(result)) note(file, result)
      } catch {
        // A sample may not suit what a function does with its rows. A statement that it missed is in `unrecorded`.
      }
    }
}

const stores = globSync('server/**/{store,*-store}.ts', { cwd: root }).sort()
for (const file of stores) {
  const exported = Object.values((await import(join(root, file))) as object)
  const functions = exported.flatMap((each) => [each, ...(typeof each === 'object' ? Object.values(each) : [])])
  for (const each of functions) if (typeof each === 'function') await recordCalls(file, each as Callable)
}
for (const called of Object.values(exportLists))
  for (const list of [exportLists.orderExportList, proofExportList])
    if (typeof called === 'function')
      await recordCalls('server/orders/export-list/store.ts', called as Callable, [list])

/** Records the pages of the order list: every sort in both directions, with each filter alone and with all filters. */
async function recordOrderPages(): Promise<void> {
  const file = 'server/orders/list/list-store.ts'
  const range = { from: '', to: '~' }
  const flags = { least: 0, most: 1 }
  const keys = ['k']
  const filters = [
    lists.hasKeys(undefined, keys, keys, keys),
    lists.isPartOf('e', keys, flags, flags),
    lists.hasPlanState('e', flags),
    lists.isInTime(range, { ...range, mode: 'any' }),
    lists.searchCondition(flags, flags, []),
    lists.isStamped('e', range, range),
    lists.hasOutcome('e', keys),
    lists.isServed('e', range, flags),
    lists.hasConsigneeCode(keys),
    lists.hasTexts('tags', { included: keys, missing: undefined }),
    lists.hasTexts('fields', { included: keys, missing: undefined }),
    lists.isBetween('sortA', range),
  ]
  for (const slot of sortSlots) await recordCalls(file, lists.findFieldRangeIds as Callable, ['e', { ...range, slot }])
  const place = { place: '', consignmentId: '' }
  for (const sort of [...consignmentSorts, ...sortSlots])
    for (const conditions of [[], ...filters.map((filter) => [filter]), filters]) {
      note(file, lists.buildPositionsQuery('e', sort, keys, conditions))
      for (const stretch of stretchesOf(sort, place)) {
        note(file, lists.buildPageQuery('e', stretch, conditions, { limit: 1 }), true)
        note(file, lists.buildCountQuery('e', stretch, conditions, 1), conditions.length > 0)
      }
    }
}

/** Records the pages of the list of loads: every sort in both directions. */
async function recordLoadPages(): Promise<void> {
  const file = 'server/orders/stop/store.ts'
  const keys = ['k']
  const range = { from: '', to: '~' }
  const filter = { search: '', statuses: keys, starts: keys, ends: keys, drivers: keys, planned: range }
  for (const sort of loadSorts)
    for (const stretch of stretchesOf(sort, { place: '', loadId: '' })) {
      note(file, loads.buildLoadPageQuery('e', stretch, filter, 1), true)
      await recordCalls(file, loads.findPageEnd as Callable, ['e', stretch, 1])
      await recordCalls(file, loads.countLoads as Callable, ['e', stretch, filter])
    }
}

/** Returns the stretches of a list: in both directions, with and without ends. */
const stretchesOf = <S, P>(sort: S, place: P) =>
  [true, false].flatMap((descending) => [undefined, place].map((end) => ({ sort, descending, after: end, upTo: end })))

/** Records the list of proofs: of the environment, of an order and of a load. */
function recordProofPages(): void {
  const filter = { consignmentId: undefined, loadId: undefined, outcomes: ['o'], received: { from: '', to: '~' } }
  const stretch = { after: { received: '~', podId: '~' }, limit: 1 }
  for (const owner of [{}, { consignmentId: 'c' }, { loadId: 'l' }])
    note('server/delivery/proof/store.ts', pods.buildPageQuery('e', { ...filter, ...owner }, stretch), true)
}

/** Records statements that depend on a member of a parameter, or on the length of a list. */
async function recordVariants(): Promise<void> {
  await recordCalls('server/orders/outbox/store.ts', outbox.readEmailPage as Callable, ['e', {}])
  await recordCalls('server/orders/record/store.ts', orders.updateOrder as Callable, ['e', { key: 'former' }])
  const postcode = { country: 'GB', code: 'LS1' }
  await recordCalls('server/orders/stop/postcode-store.ts', findNewestOrders as Callable, ['e', [postcode, postcode]])
}

await recordOrderPages()
await recordLoadPages()
recordProofPages()
await recordVariants()
export const recorded: Statement[] = [...statements.values()]

/** SQL literals that no call sent, as a statement or as a part of one. */
export const unrecorded: Literal[] = stores
  .flatMap(literalsIn)
  .filter((literal) => !recorded.some(({ text }) => text.includes(literal.text)))
