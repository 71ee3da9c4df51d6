// `npm run bench`: measures the service against the limits it is held against, and how its cost grows.
import { parseArgs } from 'node:util'
import { compare, workloads } from './comparison.ts'
import { cleanUp } from './processes.ts'
import { linesTable, machineLine, ratiosTable, record, writeResults } from './report.ts'

const help = `npm run bench -- [options]
  --quick       a short run, about a minute and a half
  --only NAME   one workload (may be repeated): ${workloads.join(', ')}
  --growth      how cost, start and memory grow up to a million orders
  --record      put the tables into docs/performance.md`

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = options.only?.find((name) => !workloads.includes(name))
if (options.help || unknown !== undefined) {
  console.log(unknown === undefined ? help : `There is no workload ${unknown}.\n${help}`)
  process.exit(unknown === undefined ? 0 : 1)
}

const minutesMax = 45
const log = (line: string) => console.error(line)
process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
setTimeout(() => {
  log(`Given up after ${minutesMax} minutes.`)
  process.exit(1)
}, minutesMax * 60_000)

const length = options.quick
  ? { orders: 5_000, rounds: 3, sliceSeconds: 2, warmSeconds: 1.5 }
  : { orders: 10_000, rounds: 8, sliceSeconds: 3, warmSeconds: 3 }
const comparison = await compare({ ...length, only: options.only }, log)
const machine = `${machineLine()}. Median of all slices: ${comparison.stealCores.toFixed(2)} cores stolen by the hypervisor, ${comparison.foreignCores.toFixed(2)} used by other processes.`
console.log(`\n${machine}\n\n${linesTable(comparison)}\n\n${ratiosTable(comparison)}\n`)
writeResults({ machine, comparison })
if (options.record) {
  record('machine', machine)
  record('lines', linesTable(comparison))
  record('ratios', ratiosTable(comparison))
}
process.exit()
