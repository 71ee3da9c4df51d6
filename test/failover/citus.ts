// `npm run test:citus -- --url …`: the HTTP suite, the races and the storm on a Citus cluster that somebody else has started, and a worker that is killed under load.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as admin from '../../server/admin/database.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { type Child, serve } from '../support/child.ts'
import { audit } from '../support/history.ts'
import { ask, createDatabase, onNode } from '../support/postgres-server.ts'
import { type Clients, type Sent, startClients } from './clients.ts'

const root = join(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    only: { type: 'string', default: 'suite,race,storm,worker' },
    rounds: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
    'worker-kills': { type: 'string', default: '5' },
    clients: { type: 'string', default: '32' },
    stop: { type: 'string' },
    start: { type: 'string' },
  },
})
/** These look at the engine itself, at processes alone, or at nothing that a cluster could change. */
const others =
  /^test\/(architecture|check|docs\/(docs|deploy|openapi)|cli\/(cli|config|postgres)|core\/(difference|zones|datetime)|client\/columns|console\/|screens\/|solver\/|database\/(postgres|citus|connection|copy|lost-node|tls)|http\/(away|file|router)|process\/(?!import|webhook))/
const files =
  positionals.length > 0
    ? positionals
    : globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !others.test(file))

if (!values.url) stopWith('Say where the coordinator is: --url postgres://superuser@host:port/database')
const found = await ask(
  values.url,
  `select nodename || ':' || nodeport as node from pg_dist_node where groupid <> 0 and noderole = 'primary' and isactive order by nodeid`,
).catch((error: Error) => stopWith(`There is no Citus to ask at --url: ${error.message}`))
const workers = found.map(({ node }) => String(node))
if (workers.length < 2) stopWith('The cluster has less than two workers: add them with citus_add_node.')
const environment = { ...process.env, TEST_DATABASE_URL: values.url, TEST_CITUS: workers.join(',') }
Object.assign(process.env, environment)

/** How long a worker stays away, and how long anything is waited for. */
const awayMs = 2_500
const patienceMs = 60_000
const cleanups: (() => unknown)[] = []
const t = { after: (fn: () => unknown) => void cleanups.push(fn) }
const only = values.only.split(',')
let failed = false
try {
  if (only.includes('suite')) await suite()
  if (only.includes('race')) await run('test/process/race.ts', '--engine', 'postgres', '--rounds', values.rounds)
  if (only.includes('storm'))
    await run('test/process/storm.ts', '--kills', values.kills, '--database-url', await createDatabase(t))
  if (only.includes('worker') && values.stop && values.start) await killedWorker(values.stop, values.start)
  else console.log('skipped: a worker killed under load (give --stop and --start, commands that do so to one of them)')
} catch (error) {
  console.error(error)
  failed = true
}
for (const cleanup of cleanups.reverse()) await Promise.try(cleanup).catch((error) => console.error(error))
process.exit(failed ? 1 : 0)

function suite(): Promise<void> {
  const names = '--test-name-pattern=/on postgres|instances|Citus/'
  return run('--test', '--test-concurrency=2', '--test-timeout=300000', names, ...files)
}

async function run(...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit', env: environment })
  const status = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  failed ||= status !== 0
}

/** An environment on each worker, clients for each of them, and one worker that goes and comes back. */
async function killedWorker(stop: string, start: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dray-citus-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const database = await createDatabase(t)
  const instances: Child[] = []
  t.after(() => Promise.all(instances.map((child) => child.kill('SIGKILL'))))
  for (let n = 0; n < 2; n++) instances.push(await serve(folder, '--database-url', database))
  const tokens = await tokensByWorker(database)
  const urls = instances.map(({ url }) => url)
  const share = Math.ceil(Number(values.clients) / tokens.size)
  const clients = new Map([...tokens].map(([worker, token]) => [worker, startClients(urls, token, share)]))
  const outages: Outage[] = []
  const kills = Number(values['worker-kills'])
  while (outages.length < kills) {
    await sleep(1_000 + Math.random() * 1_000)
    outages.push(await outage(database, clients, { stop, start }))
    const { worker, backMs, ended, began } = outages.at(-1)!
    console.error(
      `${worker} was away for ${Math.round(ended - began)} ms, its writes back ${Math.round(backMs)} ms later`,
    )
  }
  await sleep(500)
  await Promise.all([...clients.values()].map((each) => each.stop()))
  const broken: string[] = []
  for (const [worker, { history, broken: said }] of clients)
    broken.push(...said, ...(await audit(urls[1]!, tokens.get(worker)!, history)))
  for (const child of instances) if (child.process.exitCode !== null) broken.push(`an instance ended: ${child.log()}`)
  report(clients, outages, broken)
  const logs = instances.flatMap((child) => child.log().split('\n'))
  for (const line of logs) if (line.includes('"msg":"request failed"')) console.error(line)
}

interface Outage {
  worker: string
  /** Milliseconds, as performance.now() counts them: killed, and answering again. */
  began: number
  ended: number
  /** From then on until both instances had acknowledged a write of an environment that is there. */
  backMs: number
}

async function tokensByWorker(database: string): Promise<Map<string, string>> {
  const config = loadConfig({ databaseUrl: database, demo: false }, {})
  const tokens = new Map<string, string>()
  for (let n = 1; tokens.size < workers.length; n++) {
    const environmentId = await admin.createEnvironment(config, `citus ${n}`, Date.now())
    const [row] = await ask(
      database,
      `select nodename || ':' || nodeport as node from pg_dist_node join pg_dist_placement using (groupid)
      where shardid = get_shard_id_for_distribution_column('consignments', '${environmentId}')`,
    )
    const worker = String(row!.node)
    const wanted = { environment: environmentId, scopes: ['*'] }
    if (!tokens.has(worker)) tokens.set(worker, await admin.createToken(config, wanted, Date.now()))
  }
  return tokens
}

async function outage(
  database: string,
  clients: Map<string, Clients>,
  { stop, start }: { stop: string; start: string },
): Promise<Outage> {
  const began = performance.now()
  await shell(stop)
  const away = []
  for (const worker of workers) if (!(await answers(database, worker))) away.push(worker)
  if (away.length !== 1) throw new Error(`--stop has stopped ${away.length} workers, and not one.`)
  const [worker] = away as [string]
  await sleep(awayMs)
  await shell(start)
  await until('the worker answers', () => answers(database, worker))
  const ended = performance.now()
  const { sent } = clients.get(worker)!
  const isBack = (instance: number) => (one: Sent) =>
    one.writes && one.ending === 'done' && one.ended > ended && one.instance === instance
  await until('writes are back', async () => [0, 1].every((instance) => sent.some(isBack(instance))))
  const firsts = [0, 1].map((instance) => sent.find(isBack(instance))!.ended)
  return { worker, began, ended, backMs: Math.max(...firsts) - ended }
}

/** What it starts goes on, so its end alone is waited for. */
async function shell(command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] })
  const status = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  if (status !== 0) throw new Error(`This has failed: ${command}`)
}

function answers(database: string, worker: string): Promise<boolean> {
  return ask(onNode(database, worker), 'select 1').then(
    () => true,
    () => false,
  )
}

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await look()); await sleep(50))
    if (performance.now() > end) throw new Error(`In vain it was waited until ${what}.`)
}

function report(clients: Map<string, Clients>, outages: Outage[], broken: string[]): void {
  const took = ({ began, ended }: Sent) => ended - began
  const during = (worker: string, isThere: boolean) =>
    clients
      .get(worker)!
      .sent.filter(({ began }) =>
        outages.some((one) => (one.worker === worker) === isThere && began >= one.began && began < one.ended),
      )
  const there = workers.flatMap((worker) => during(worker, true))
  const elsewhere = workers.flatMap((worker) => during(worker, false))
  const calm = [...clients.values()].flatMap(({ sent }) =>
    sent.filter(({ began, ended }) => !outages.some((one) => ended >= one.began && began < one.ended + one.backMs)),
  )
  const refusedOf = (all: Sent[]) => all.filter(({ ending }) => ending !== 'done').length
  const share = (all: Sent[]) => refusedOf(all) / Math.max(1, all.length)
  const histories = [...clients.values()].map(({ history }) => history)
  const sum = (of: (history: Clients['history']) => number) => histories.reduce((all, each) => all + of(each), 0)
  const largest = (times: number[]) => (times.length === 0 ? '–' : `${Math.round(Math.max(...times))} ms`)
  console.log(
    [
      `${outages.length} times a worker was killed under ${values.clients} clients at two instances:`,
      `${sum(({ acknowledged }) => acknowledged)} acknowledged, ${sum(({ unknown }) => unknown)} unknown, ${broken.length} promises broken;`,
      `of its environment ${there.filter(({ status }) => status === 503).length} refused, after ${largest(there.filter(({ status }) => status === 503).map(took))} at the most,`,
      `writes back ${largest(outages.map(({ backMs }) => backMs))} after the worker at the most;`,
      `of the others meanwhile ${elsewhere.length} requests, ${refusedOf(elsewhere)} of them refused (of all, while no worker was away, ${refusedOf(calm)} of ${calm.length}), the slowest ${largest(elsewhere.map(took))}`,
    ].join(' '),
  )
  for (const line of broken.slice(0, 50)) console.error(line)
  // A busy machine refuses one or the other by itself.
  failed ||= broken.length > 0 || share(elsewhere) > Math.max(0.02, 2 * share(calm))
}

function stopWith(message: string): never {
  console.error(message)
  process.exit(2)
}
