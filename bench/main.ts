// `npm run bench`: measures the service against its limits, the growth of its costs, and where it spends its time.
import { parseArgs } from 'node:util'
import { compare, workloads } from './comparison.ts'
import { measureConsole } from './console.ts'
import { measureEdge } from './edge.ts'
import { fairTable, measureFairness, noises } from './fair.ts'
import { grow } from './growth.ts'
import { importTable, measureImport } from './import.ts'
import { measureLetters } from './letters.ts'
import { measureOptimiser } from './optimiser.ts'
import { comparePostgres, postgresMachine, postgresOutcome, postgresRatios, postgresTable } from './postgres.ts'
import { growPostgres, postgresGrowthTable } from './postgres-growth.ts'
import { cleanUp } from './processes.ts'
import { profile, profiled } from './profile.ts'
import { costsTable, growthTable, linesTable, machineLine, ratiosTable, record, writeResults } from './report.ts'
import { measureInstances } from './solver.ts'
import { measureDays, measureRules, measureSingle } from './solver-days.ts'

const help = `npm run bench -- [options]

Without --growth, --import, --fair, --console, --edge, --letters, --optimiser, --solver… or --profile, it compares the
service with its limits.
  --only NAME   run only this workload (repeatable): ${workloads.join(', ')}
  --growth      measure cost, start and memory with a million orders; takes 6 to 15 minutes and 6 GB of disk
  --import      import 100,000 orders as a stream and as single requests; takes a minute
  --fair        measure what a quiet environment notices of a loud one, also with --postgres;
                with --only ${noises.join(', ')}
  --console     measure the console's list in a browser, with 1,000 and with 200,000 orders
  --edge        measure what those can take from others who ask for too much; takes a minute
  --letters     measure what readers notice of 10,000 letters an hour, also with --postgres; takes four minutes
  --optimiser   measure what readers notice of a search for routes, and when its first proposal comes
  --solver FOLDER  plan the instances in Solomon's text format in a folder, a line of JSON for each: {name, routes,
                distance, gap, faults}; the gap in per cent of the folder's best-known.json ({"R104": {"distance":
                976.61, "vehicles": 9, "vehiclesDistance": 1007.24}}); with --only NAME, --seconds N, --seed N,
                --vehicles, --tenths
  --solver-days plan days of 200, 500, 1,000, 2,000 and 10,000 orders; with --only SIZE, --seconds N
  --solver-single plan single routes of 30 and 60 stops for 300 ms, against the best of long runs; takes a minute
  --solver-rules  plan 1,000 small days with every kind of rule, and again with locks: how many break one;
                takes a minute
  --seconds N   processor seconds for each instance or day
  --vehicles    fewest vehicles first, then distance
  --seed N      of the optimiser's chance; with --solver-single and --solver-rules, of the first day
  --postgres    use PostgreSQL and compare with a plain service and with pgbench; with --only get-by-key, post, patch,
                outcome; with --growth, measure growth there
  --profile     show where the time goes, also with --postgres; with --only ${profiled.join(', ')}
  --quick       make a short run
  --record      write the tables to bench/RESULTS.md`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    growth: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    fair: { type: 'boolean', default: false },
    console: { type: 'boolean', default: false },
    edge: { type: 'boolean', default: false },
    letters: { type: 'boolean', default: false },
    optimiser: { type: 'boolean', default: false },
    solver: { type: 'string' },
    'solver-days': { type: 'boolean', default: false },
    'solver-single': { type: 'boolean', default: false },
    'solver-rules': { type: 'boolean', default: false },
    seconds: { type: 'string' },
    vehicles: { type: 'boolean', default: false },
    tenths: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const known: readonly string[] = options.profile ? profiled : options.fair ? noises : workloads
const isSolver =
  options.solver !== undefined || options['solver-days'] || options['solver-single'] || options['solver-rules']
const unknown = isSolver ? undefined : options.only?.find((name) => !known.includes(name))
if (options.help || unknown !== undefined) {
  console.log(unknown === undefined ? help : `There is no workload ${unknown}.\n\n${help}`)
  process.exit(unknown === undefined ? 0 : 1)
}

const minutesMax = 40
const log = (line: string) => console.error(line)
process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
setTimeout(() => {
  log(`Gave up after ${minutesMax} minutes.`)
  process.exit(1)
}, minutesMax * 60_000)

function show(tables: Record<string, string>): void {
  console.log(`\n${Object.values(tables).join('\n\n')}\n`)
  if (options.record) for (const [name, text] of Object.entries(tables)) record(name, text)
}

async function showComparison(): Promise<void> {
  const length = options.quick
    ? { orders: 5_000, rounds: 3, sliceSeconds: 2, warmSeconds: 2 }
    : { orders: 10_000, rounds: 8, sliceSeconds: 3, warmSeconds: 6 }
  const comparison = await compare({ ...length, only: options.only }, log)
  const { stealCores, foreignCores } = comparison
  const machine =
    `${machineLine()}. Median of all slices: ${stealCores.toFixed(2)} cores stolen by the hypervisor, ` +
    `${foreignCores.toFixed(2)} used by other processes.`
  writeResults({ machine, comparison })
  show({ machine, ratios: ratiosTable(comparison), lines: linesTable(comparison) })
}

async function showGrowth(): Promise<void> {
  const length = options.quick
    ? { small: 2_000, large: 50_000, rounds: 2, sliceSeconds: 2, fillSecondsMax: 120 }
    : { small: 10_000, large: 1_000_000, rounds: 5, sliceSeconds: 3, fillSecondsMax: 900 }
  const growth = await grow(length, log)
  const growthMachine = machineLine()
  writeResults({ growthMachine, growth })
  show({ 'growth-machine': growthMachine, costs: costsTable(growth), growth: growthTable(growth) })
}

async function showImport(): Promise<void> {
  const imported = await measureImport(
    options.quick ? { rows: 10_000, seconds: 2 } : { rows: 100_000, seconds: 5 },
    log,
  )
  const importMachine = machineLine()
  writeResults({ importMachine, imported })
  show({ 'import-machine': importMachine, import: importTable(imported) })
}

async function showPostgres(): Promise<void> {
  const length = options.quick
    ? { orders: 2_000, rounds: 2, sliceSeconds: 2 }
    : { orders: 10_000, rounds: 5, sliceSeconds: 3 }
  const postgres = await comparePostgres({ ...length, only: options.only }, log)
  const machine = postgresMachine(postgres)
  writeResults({ postgresMachine: machine, postgres })
  const outcome = postgresOutcome(postgres)
  show({
    ...(outcome === undefined ? {} : { 'postgres-outcome': outcome }),
    'postgres-machine': machine,
    'postgres-ratios': postgresRatios(postgres),
    postgres: postgresTable(postgres),
  })
}

async function showPostgresGrowth(): Promise<void> {
  const length = options.quick
    ? { small: 1_000, large: 20_000, environments: 100, rounds: 3, requests: 300, fillSecondsMax: 60 }
    : { small: 10_000, large: 1_000_000, environments: 1_000, rounds: 7, requests: 2_000, fillSecondsMax: 360 }
  const growth = await growPostgres(length, log)
  writeResults({ postgresGrowth: growth })
  show({ 'postgres-growth': postgresGrowthTable(growth) })
}

async function showFairness(): Promise<void> {
  const length = options.quick
    ? { orders: 5_000, rounds: 1, sliceSeconds: 3 }
    : { orders: 20_000, rounds: 3, sliceSeconds: 5 }
  const measured = await measureFairness({ ...length, only: options.only, postgres: options.postgres }, log)
  const engine = options.postgres ? 'postgres-' : ''
  const machine = machineLine()
  writeResults({ [`${engine}fair`]: measured, machine })
  show({ [`${engine}fair-machine`]: machine, [`${engine}fair`]: fairTable(measured) })
}

async function showConsole(): Promise<void> {
  const list = await measureConsole(options.quick ? [200, 2_000] : [1_000, 200_000], log)
  show({ 'console-machine': machineLine(), console: list })
}

async function showEdge(): Promise<void> {
  show({ 'edge-machine': machineLine(), edge: await measureEdge(log) })
}

async function showLetters(): Promise<void> {
  const length = options.quick ? { rounds: 5, sliceSeconds: 4 } : { rounds: 20, sliceSeconds: 4 }
  const engine = options.postgres ? 'postgres-' : ''
  const measured = await measureLetters({ ...length, postgres: options.postgres }, log)
  show({ [`${engine}letters-machine`]: machineLine(), [`${engine}letters`]: measured })
}

function showSolver(): void {
  const seconds = options.seconds === undefined ? undefined : Number(options.seconds)
  const { solver: folder, vehicles: fewestVehicles, tenths, only } = options
  const seed = Number(options.seed)
  if (folder !== undefined)
    measureInstances({ folder, seconds: seconds ?? 10, fewestVehicles, seed, tenths, only }, console.log)
  if (options['solver-days']) measureDays(only?.map(Number) ?? [200, 500, 1_000, 2_000, 10_000], seconds, console.log)
  if (options['solver-single']) measureSingle(seed, console.log)
  if (options['solver-rules']) measureRules({ first: seed, cases: 1_000, iterations: 150 }, console.log)
}

if (isSolver) showSolver()
else if (options.letters) await showLetters()
else if (options.optimiser) show({ optimiser: await measureOptimiser(options.quick ? 2 : 5, 4, log) })
else if (options.fair) await showFairness()
else if (options.profile)
  for (const name of profiled.filter((name) => options.only?.includes(name) ?? true))
    console.log(await profile({ workload: name, postgres: options.postgres }, log))
else if (options.postgres) await (options.growth ? showPostgresGrowth() : showPostgres())
else if (options.growth) await showGrowth()
else if (options.import) await showImport()
else if (options.console) await showConsole()
else if (options.edge) await showEdge()
else await showComparison()
process.exit()
