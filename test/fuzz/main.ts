// `npm run fuzz`: arbitrary requests to every endpoint, and every endpoint with every scope and role, on both engines, for a time.
import { parseArgs } from 'node:util'
import { type Engine, startService } from '../support/harness.ts'
import { newSeed } from '../support/seed.ts'
import { fuzz } from './fuzz.ts'
import { checkRoles } from './roles.ts'

const { values } = parseArgs({
  options: {
    /** For each engine. */
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(newSeed()) },
    engine: { type: 'string', default: 'both' },
    /** A regular expression: only endpoints with an id that matches. */
    only: { type: 'string', default: '.' },
    /** Requests to each endpoint before the next one. */
    runs: { type: 'string', default: '20' },
  },
})
const engines = (values.engine === 'both' ? ['sqlite', 'postgres'] : [values.engine]) as Engine[]
const cleanups: (() => unknown)[] = []
const t = { after: (fn: () => unknown) => void cleanups.push(fn) }
let broken = 0

async function run(engine: Engine): Promise<void> {
  const service = await startService(t, {}, engine)
  const deadline = performance.now() + Number(values.seconds) * 1_000
  const bounds = {
    seed: Number(values.seed),
    runs: Number(values.runs),
    rounds: Number.POSITIVE_INFINITY,
    only: new RegExp(values.only),
    deadline,
  }
  const { requests, successes, refusals, serviceFailures, endpoints, succeeded, breaches } = await fuzz(service, bounds)
  console.log(
    `${engine}, seed ${values.seed}: ${requests} requests to ${endpoints.size} endpoints; ${successes} succeeded (${succeeded.size} endpoints), ${refusals} refused, ${serviceFailures} failures of the service, ${breaches.length} breaches of the contract`,
  )
  for (const { endpoint, message, request } of breaches)
    console.error(`${endpoint}: ${message}\n  ${request.slice(0, 2_000)}`)
  const { checks, deviations } = await checkRoles(service)
  console.log(
    `${engine}: ${checks.scopes} scope checks, ${checks.roles} role checks, ${checks.remainingClients} checks of clients without rights, ${checks.foreignIds} requests with ids of another environment; ${deviations.length} deviations`,
  )
  for (const deviation of deviations) console.error(deviation)
  broken += serviceFailures + breaches.length + deviations.length
}

try {
  for (const engine of engines) await run(engine)
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
process.exit(broken === 0 ? 0 : 1)
