// The statements of a request as pgbench runs them: recorded from the rules themselves, so that they are the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as rules from '../server/consignment/rules.ts'
import * as consignments from '../server/consignment/store.ts'
import type { Query, Value, Writer } from '../server/database/database.ts'
import * as environments from '../server/environment/store.ts'
import type { Call } from '../server/operation.ts'
import { keyOfSerial, orderOf } from './orders.ts'

export interface Script {
  file: string
  /** What pgbench is to know by name: every value that is not made by it. */
  definitions: string[]
}

interface Recorded {
  strings: readonly string[]
  values: Value[]
}

/** A transaction that notes what it is told, and answers what lets the rule go on. */
function recorder(row: (query: Query) => unknown) {
  const statements: Recorded[] = []
  const note = ({ strings, values }: Query) => void statements.push({ strings, values })
  const get = (query: Query) => {
    note(query)
    return row(query)
  }
  const run = (query: Query) => {
    note(query)
    return 1
  }
  const tx = { inTurn: false, get, lock: get, share: get, all: () => [], run, runOn: run, index: () => undefined }
  return { statements, tx: tx as unknown as Writer }
}

/** Values become variables; those that must differ from one transaction to the next are made of a random number. */
function script(
  folder: string,
  name: string,
  transaction: boolean,
  statements: Recorded[],
  varying: Map<Value, string>,
): Script {
  const definitions = new Map<Value, string>()
  const variable = (value: Value): string => {
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
  return script(folder, 'get', false, statements, new Map([[key, `('${prefix}' || lpad(:n::text, ${digits}, '0'))`]]))
}

/** One create, as the service does it; `settings` is the row that it reads first. */
export async function postScript(folder: string, environmentId: string, settings: unknown): Promise<Script> {
  const { statements, tx } = recorder(({ strings }) =>
    strings.join('').includes('from settings') ? settings : { key: '' },
  )
  const key = 'pgbench-key'
  const call = {
    environmentId,
    actor: 'pgbench',
    requestId: 'pgbench',
    now: Date.now(),
    query: {},
    params: undefined,
  } as Call
  const preparing = { environmentId, findings: [], read: async () => undefined } as never
  const body = await rules.prepareCreate({ ...call, body: orderOf(key) } as never, preparing)
  await environments.findSettings(tx, environmentId)
  await rules.create(tx, { ...call, body } as never)
  // Settings are read once in a transaction.
  statements.splice(1, statements[1]!.strings === statements[0]!.strings ? 1 : 0)
  const ids = statements.flatMap(({ values }) => values).filter((value) => /^[0-9a-f-]{36}$/.test(String(value)))
  const unique = [...new Set(ids)].filter((id) => id !== environmentId)
  const made = (prefix: string) => `('${prefix}' || :client_id || '-' || :u)`
  const varying = new Map<Value, string>([
    [key, made('pgbench-')],
    ...unique.map((id, n): [Value, string] => [id, made(`${n}-`)]),
  ])
  return script(folder, 'post', true, statements, varying)
}
