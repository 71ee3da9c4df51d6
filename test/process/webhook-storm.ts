// `npm run storm:webhooks`: the same as in the tests, with many kills, on both engines; prints the figures of test/RESULTS.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { storm } from '../support/deliveries.ts'
import { createDatabase } from '../support/postgres-server.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    clients: { type: 'string', default: '4' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})
for (const engine of values.engine) {
  const data = mkdtempSync(join(tmpdir(), 'dray-webhooks-'))
  const cleanups: (() => unknown)[] = [() => rmSync(data, { recursive: true, force: true })]
  const t = { after: (fn: () => unknown) => void cleanups.push(fn) }
  try {
    const { broken, ...figures } = await storm(t, {
      data,
      ...(engine === 'postgres' ? { databaseUrl: await createDatabase(t) } : {}),
      kills: Number(values.kills),
      clients: Number(values.clients),
      instances: engine === 'postgres' ? 2 : 1,
    })
    console.log(engine, JSON.stringify(figures), broken.length === 0 ? '0 lost, 0 changed ids' : 'BROKEN')
    if (broken.length > 0) {
      console.error(broken.slice(0, 50).join('\n'))
      process.exitCode = 1
    }
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}
process.exit()
