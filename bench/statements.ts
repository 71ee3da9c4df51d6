// Records the statements of a request for pgbench and limit (d), from the rules themselves, so that they are the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings } from '../contract/environment.ts'
import * as environments from '../server/access/environment/store.ts'
import * as rules from '../server/orders/order/rules.ts'
import { createDraft } from '../server/orders/record/draft.ts'
import * as consignments from '../server/orders/record/store.ts'
import { type SqlQuery, type SqlValue, sql, type WriteTransaction } from '../server/platform/database/database.ts'
import type { OperationCall } from '../server/platform/operation/operation.ts'
import { calculateChecksum } from '../server/platform/value/checksum.ts'
import { keyOfSerial, orderOf, serialText } from './orders.ts'

export interface Script {
  file: string
  /** What pgbench is to know by name: every value that is not made by it. */
  definitions: string[]
}

export interface Recorded {
  strings: readonly string[]
  values: SqlValue[]
}

/** A transaction that notes what it is told, and answers what lets the rule go on. */
function recorder(
  row: (query: SqlQuery) => unknown,
  engine: Partial<WriteTransaction> = { oneByOne: false, index: () => undefined },
) {
  const statements: Recorded[] = []
  const note = ({ strings, values }: SqlQuery) => void statements.push({ strings, values })
  const get = (query: SqlQuery) => {
    note(query)
    return row(query)
  }
  const run = (query: SqlQuery) => {
    note(query)
    return 1
  }
  const tx = { get, lock: get, share: get, all: () => [], run, runOn: run, ...engine }
  return { statements, tx: tx as unknown as WriteTransaction }
}

/** Values become variables; those that must differ from one transaction to the next are made of a random number. */
function script(
  folder: string,
  name: string,
  {
    transaction,
    statements,
    varying,
  }: { transaction: boolean; statements: Recorded[]; varying: Map<SqlValue, string> },
): Script {
  const definitions = new Map<SqlValue, string>()
  const variable = (value: SqlValue): string => {
    if (value === null) return 'null'
    if (value === '') return "''"
    const made = varying.get(value)
    if (made !== undefined) return made
    if (!definitions.has(value)) definitions.set(value, `p${definitions.size}`)
    return `:${definitions.get(value)}`
  }
  const lines = statements.map(({ strings, values }) =>
    strings.reduce((text, part, index) => `${text}${variable(values[index - 1]!)}${part}`).replace(/\s+/g, ' '),
  )
  const all = transaction ? ['begin', ...lines, 'commit'] : lines
  const file = join(folder, `${name}.sql`)
  writeFileSync(
    file,
    `\\set n random(1, :orders)\n\\set u random(1, 1000000000000)\n${all.map((line) => `${line};`).join('\n')}\n`,
  )
  return { file, definitions: [...definitions].flatMap(([value, as]) => ['-D', `${as}=${value}`]) }
}

const digits = 12

/** One read by key. */
export async function getScript(folder: string, environmentId: string): Promise<Script> {
  const { statements, tx } = recorder(() => undefined)
  const key = keyOfSerial(1)
  await consignments.findByKey(tx, environmentId, key)
  const prefix = key.slice(0, -digits)
  return script(folder, 'get', {
    transaction: false,
    statements,
    varying: new Map([[key, `('${prefix}' || lpad(:n::text, ${digits}, '0'))`]]),
  })
}

const callOf = (environmentId: string) =>
  ({
    environmentId,
    actor: 'bench',
    requestId: 'bench',
    now: Date.now(),
    query: {},
    params: undefined,
  }) as OperationCall

async function recordCreateOf(tx: WriteTransaction, environmentId: string, key: string): Promise<void> {
  const call = callOf(environmentId)
  const preparing = { environmentId, findings: [], read: async () => undefined } as never
  const body = await rules.prepareCreate({ ...call, body: orderOf(key) } as never, preparing)
  await rules.createOrder(tx, { ...call, body } as never)
}

/** One create, as the service does it; `settings` is the row that it reads first. */
export async function postScript(folder: string, environmentId: string, settings: unknown): Promise<Script> {
  const { statements, tx } = recorder(({ strings }) =>
    strings.join('').includes('from settings') ? settings : { key: '' },
  )
  const key = 'pgbench-key'
  await environments.findSettings(tx, environmentId)
  await recordCreateOf(tx, environmentId, key)
  // Settings are read once in a transaction.
  statements.splice(1, statements[1]!.strings === statements[0]!.strings ? 1 : 0)
  const ids = statements.flatMap(({ values }) => values).filter((value) => /^[0-9a-f-]{36}$/.test(String(value)))
  const unique = [...new Set(ids)].filter((id) => id !== environmentId)
  const made = (prefix: string) => `('${prefix}' || :client_id || '-' || :u)`
  const varying = new Map<SqlValue, string>([
    [key, made('pgbench-')],
    ...unique.map((id, n): [SqlValue, string] => [id, made(`${n}-`)]),
  ])
  return script(folder, 'post', { transaction: true, statements, varying })
}

/** What stands in recorded statements for what every request makes or finds for itself. */
export const placeholders = {
  id: 'an-id',
  changeId: 'an-id-of-a-change',
  key: keyOfSerial(0),
  serial: serialText(0),
  version: 7_654_322,
  position: 8_765_433,
  since: 9_876_543,
  row: 1_234_567,
}
const written = ({ strings }: Recorded) => !strings[0]!.startsWith('select')

/** What the rules put into SQLite, and in the case of a change what they read first, with placeholders. */
function sqliteRecorder(row: object) {
  const { position, version } = placeholders
  return recorder(
    ({ strings }) => {
      const text = strings.join('')
      if (text.includes('from settings')) return { document: JSON.stringify(defaultSettings) }
      if (text.includes('from changes')) return { position: position - 1 }
      return { ...row, version: version - 1, consignmentId: placeholders.id, loadId: null, depot: null }
    },
    { oneByOne: true },
  )
}

function withPlaceholders(statements: Recorded[]): Recorded[] {
  const change = statements.find(({ strings }) => strings[0]!.startsWith('insert into changes'))!
  const stops = statements.find(({ strings }) => strings[0]!.startsWith('insert into export_list'))
  const standIns = new Map<SqlValue, SqlValue>([
    [change.values[2]!, placeholders.id],
    [change.values[4]!, placeholders.changeId],
    ...(stops ? [[stops.values[2]!, placeholders.since] as const] : []),
  ])
  return statements.map(({ strings, values }) => ({
    strings,
    values: values.map((value) => standIns.get(value) ?? value),
  }))
}

export async function recordCreate(environmentId: string): Promise<Recorded[]> {
  const { statements, tx } = sqliteRecorder({})
  const index: WriteTransaction['index'] = async (_, consignmentId, words) => {
    const { row } = placeholders
    await tx.run(
      sql`insert into search_rows (row_id, environment_id, consignment_id)
        values (${row}, ${environmentId}, ${consignmentId})`,
    )
    const tagged = words.replaceAll(' ', ` ${environmentId.slice(-12)}`)
    await tx.run(sql`insert into search_words (rowid, words) values (${row}, ${tagged})`)
  }
  await recordCreateOf({ ...tx, index }, environmentId, placeholders.key)
  return withPlaceholders(statements.filter(written))
}

export async function recordChange(environmentId: string): Promise<Recorded[]> {
  const order = createDraft(orderOf(placeholders.key), 'UTC')
  const { statements, tx } = sqliteRecorder({
    ...order,
    updated: '2026-01-01T00:00:00Z',
    effectiveTimeAtStop: 0,
    checksum: calculateChecksum(order.document),
  })
  const body = { consignmentInstructions: `Gate ${placeholders.serial}` }
  await rules.updateOrder(tx, { ...callOf(environmentId), query: { id: placeholders.id }, body } as never)
  const read = statements.find(({ strings }) => strings[0]!.startsWith('select c.'))!
  return withPlaceholders([read, ...statements.filter(written)])
}
