// `npm run race`: the race of changes, acknowledgements and followers in full, on SQLite and on two instances over PostgreSQL.
import { parseArgs } from 'node:util'
import { startService, temporaryFolder } from '../support/harness.ts'
import { race } from '../support/race.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10000' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})
const rounds = Number(values.rounds)
const cleanups: (() => unknown)[] = []
const t = { after: (fn: () => unknown) => void cleanups.push(fn) }

async function run(name: string, instances: number): Promise<void> {
  const engine = instances > 1 ? 'postgres' : 'sqlite'
  const data = temporaryFolder(t)
  const services = await Promise.all(Array.from({ length: instances }, () => startService(t, { data }, engine)))
  const { token } = await services[0]!.environment()
  const began = performance.now()
  const { changes, acknowledged, kept, followed } = await race(
    services.map(({ url }) => url),
    token,
    rounds,
  )
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(
    `${name}: ${rounds} rounds in ${seconds} s; ${acknowledged} acknowledged, ${kept} acknowledgements too late and kept, 0 lost; ${changes} events seen once and in order by each of ${followed.length} followers`,
  )
}

try {
  if (values.engine.includes('sqlite')) await run('SQLite', 1)
  if (values.engine.includes('postgres')) await run('two instances over PostgreSQL', 2)
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
process.exit(0)
