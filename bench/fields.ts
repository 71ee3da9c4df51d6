// Measures the cost of custom fields in a create: processor time and statements without definitions, with ten, and with
// ten values.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEnvironment } from '../server/access/environment/rules.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import type { Database, WriteTransaction } from '../server/platform/database/database.ts'
import { createInProcessExecutor } from '../server/runtime/executor.ts'
import { createEndpointPerformer, createServiceContext } from '../server/runtime/perform.ts'
import { openDatabase } from '../server/runtime/storage.ts'
import { depot, keyOfSerial, orderOf } from './orders.ts'

const rounds = Number(process.argv[2] ?? 15)
const createsInRound = 100

const types = ['text', 'number', 'boolean', 'date', 'choice'] as const
const definitions = Array.from({ length: 10 }, (_, index) => {
  const type = types[index % types.length]!
  return {
    key: `field${index}`,
    name: `Field ${index}`,
    type,
    listed: index < 5,
    filtered: index < 5,
    searched: index < 2,
    ...(type === 'choice' ? { choices: ['small', 'large'] } : {}),
    sorted: index === 1,
  }
})
const values = { text: 'Blue with stripes', number: 12.5, boolean: true, date: '2026-07-01', choice: 'large' }
const customFields = Object.fromEntries(definitions.map(({ key, type }) => [key, values[type]]))

let statements = 0
const counted = (tx: WriteTransaction): WriteTransaction =>
  new Proxy(tx, {
    get(target, name) {
      const member = target[name as keyof WriteTransaction]
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        statements++
        return (member as (...all: unknown[]) => unknown).apply(target, given)
      }
    },
  })

async function environmentOf(database: Database, name: string, fields: object[]) {
  const environmentId = await database.write((tx) => createEnvironment(tx, name, Date.now()))
  const watched = {
    ...database,
    write: ((work, ...rest) => database.write((tx) => work(counted(tx)), ...rest)) as Database['write'],
  }
  const perform = createEndpointPerformer(createServiceContext(createInProcessExecutor(watched)), environmentId)
  await perform('createDepot', { body: depot })
  if (fields.length > 0) await perform('updateEnvironment', { body: { customFields: fields } })
  return perform
}

const data = mkdtempSync(join(tmpdir(), 'dray-fields-'))
const database = await openDatabase(loadConfig({ data }))
const variants = [
  { name: 'no definitions', perform: await environmentOf(database, 'none', []), more: {} },
  { name: 'ten definitions, no values', perform: await environmentOf(database, 'unused', definitions), more: {} },
  { name: 'ten values', perform: await environmentOf(database, 'ten', definitions), more: { customFields } },
]
const costs = new Map<string, number[]>()
const counts = new Map<string, number>()
let serial = 0
for (let round = 0; round < rounds + 2; round++)
  for (const { name, perform, more } of variants) {
    statements = 0
    const before = process.cpuUsage()
    for (let each = 0; each < createsInRound; each++)
      await perform('createConsignment', { body: { ...orderOf(keyOfSerial(serial++)), ...more } })
    const { user, system } = process.cpuUsage(before)
    // The first rounds are for the compiler.
    if (round > 1) costs.set(name, [...(costs.get(name) ?? []), (user + system) / createsInRound])
    counts.set(name, statements / createsInRound)
  }
for (const { name } of variants) {
  const sorted = costs.get(name)!.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]!
  console.log(`${name}: ${middle.toFixed(0)} µs (least ${sorted[0]!.toFixed(0)}), ${counts.get(name)} statements`)
}
await database.close()
rmSync(data, { recursive: true })
