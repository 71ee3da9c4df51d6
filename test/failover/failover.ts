// `npm run test:failover`: takes the database away from two instances in every way we know, and holds them to their promises.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { type Child, dray, serve } from '../support/child.ts'
import { audit } from '../support/history.ts'
import { ask } from '../support/postgres-server.ts'
import { startProxy } from '../support/proxy.ts'
import { type Clients, type Sent, startClients } from './clients.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    clients: { type: 'string', default: '32' },
    minutes: { type: 'string', default: '15' },
    only: { type: 'string', default: 'kills,freezes,standby,cancel,terminate,exhaust,proxy' },
  },
})
const until = performance.now() + Number(values.minutes) * 60_000
const patienceMs = 15_000
const wantedMs = { back: 2_000, refusal: 2_000, hang: 2_500, ready: 3_000 }
/** What an instance has for transactions: so many commits may wait for a standby. */
const poolMax = 8

const folder = mkdtempSync(join(tmpdir(), 'dray-failover-'))
const ports = [await freePort(), await freePort()]
const script = join(import.meta.dirname, 'cluster.sh')
const environment = {
  ...process.env,
  CLUSTER_DIR: join(folder, 'cluster'),
  CLUSTER_PORTS: ports.join(' '),
  CLUSTER_CONNECTIONS: '80',
}
const cluster = async (command: string) =>
  (await promisify(execFile)(script, [command], { env: environment, timeout: 60_000 })).stdout.trim()
const started: Child[] = []
process.on('exit', () => {
  for (const { process: child } of started) child.kill('SIGKILL')
  execFileSync(script, ['destroy'], { env: environment })
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// The servers may run as another user, who has to get to their folder.
execFileSync('chmod', ['711', folder])
// Whatever hangs, the machine is given back.
setTimeout(() => stopWith(['the run took too long']), (Number(values.minutes) + 5) * 60_000).unref()

await cluster('start')
const url = `postgres://app@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/app`
const flags = ['--database-url', url]
const instances = [await start(...flags), await start(...flags)]
const token = dray(folder, 'token', 'create', '--environment', 'default', '--database-url', url)
const headers = { authorization: `Bearer ${token}` }
const rows: string[] = []
let failed = false
const everything: Clients['history'] = { orders: [], acknowledged: 0, unknown: 0 }

const scenarios = {
  kills: () => scenario('SIGKILL of the primary, promotion', instances, kills),
  freezes: () => scenario('primary frozen for 4 s, killed, promotion', instances, freezes),
  standby: () => scenario('standby paused for 12 s', instances, (under) => pausedStandby(under, 12_000)),
  cancel: () =>
    scenario('standby paused for 6 s, waiting commits cancelled', instances, (under) =>
      pausedStandby(under, 6_000, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"),
    ),
  terminate: () => scenario('backends terminated for 5 s', instances, terminations),
  exhaust: () => scenario('no connections left for 5 s', instances, exhaustion),
  async proxy() {
    const primary = `postgres://app@127.0.0.1:${await cluster('primary')}/app`
    const after: (() => unknown)[] = []
    const proxy = await startProxy({ after: (fn) => after.push(fn) }, primary)
    const behind = [await start('--database-url', proxy.url)]
    const through = (fault: () => void, ms: number) => async (under: Under) => {
      const faulted = performance.now()
      fault()
      await sleep(ms)
      const over = performance.now()
      proxy.restore()
      await recovered(under, over)
      return { faulted, over }
    }
    await scenario(
      'proxy cuts all connections',
      behind,
      through(() => proxy.cut(), 0),
    )
    await scenario(
      'proxy refuses for 4 s',
      behind,
      through(() => proxy.cut(true), 4_000),
    )
    await scenario(
      'proxy stalls for 4 s',
      behind,
      through(() => proxy.stall(), 4_000),
    )
    await scenario(
      'proxy stalls for 12 s',
      behind,
      through(() => proxy.stall(), 12_000),
    )
    await behind[0]!.kill('SIGTERM')
    for (const end of after) await end()
  },
}
for (const name of values.only.split(',') as (keyof typeof scenarios)[]) await scenarios[name]()

// What was promised in the first scenario must have outlived the last one.
const lost = await audit(instances[1]!.url, token, everything)
const primary = `postgres://app@127.0.0.1:${await cluster('primary')}/app`
const twice = await ask(primary, 'select key from consignments group by environment_id, key having count(*) > 1')
console.log(
  [
    `PostgreSQL ${(await ask(primary, 'show server_version'))[0]!.server_version} with a synchronous standby, ${instances.length} instances, ${values.clients} clients; times in ms`,
    '',
    '| scenario | acknowledged | lost | unknown endings | 503 after, p50 / max | slowest answer | writes back, p50 / max | ready again, max |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `${everything.orders.length} orders held against their history at the end: ${lost.length} broken promises, ${twice.length} duplicates by key, ${instances.filter(hasEnded).length} instances ended`,
  ].join('\n'),
)
stopWith([
  ...lost,
  ...instances.filter(hasEnded).map(({ log }) => log()),
  ...twice.map(({ key }) => `${key} is there twice`),
])

interface Under {
  clients: Clients
  on: Child[]
  /** For each instance, how long after the fault had passed it acknowledged a write, and was ready. */
  back: number[]
  ready: number[]
  complaints: string[]
}
/** One time in which the database was away; a refusal is judged when it began in there. */
interface Outage {
  faulted: number
  over: number
}

/** Runs a fault under load, holds everything against the history, and adds a line to the table. */
async function scenario(name: string, on: Child[], fault: (under: Under) => Promise<Outage | Outage[]>): Promise<void> {
  const clients = startClients(
    on.map((child) => child.url),
    token,
    Number(values.clients),
  )
  const under: Under = { clients, on, back: [], ready: [], complaints: [] }
  await within(async () => clients.history.acknowledged >= 200 || undefined)
  const outages = [await fault(under)].flat()
  await sleep(500)
  await clients.stop()
  const { history, sent, broken } = clients
  const away = sent.filter(({ began }) => outages.some(({ faulted, over }) => began >= faulted && began < over))
  const refusals = away.filter(({ status }) => status === 503).map(took)
  // The first requests to a process that has just started are slow, and no fault has to do with it.
  const since = Math.min(...outages.map(({ faulted }) => faulted))
  const slow = sent
    .filter(({ ended }) => ended >= since)
    .reduce((one, other) => (took(other) > took(one) ? other : one))
  const slowest = took(slow)
  const lost = await audit(on.at(-1)!.url, token, history)
  const dead = on.filter(hasEnded)
  const complaints = [
    ...broken,
    ...lost,
    ...under.complaints,
    ...dead.map(({ log }) => `an instance ended: ${log()}`),
    ...over('a 503 took', Math.max(0, ...refusals), wantedMs.refusal),
    ...over(
      `${slow.status} as the answer to a ${slow.writes ? 'write' : 'read'}, ${inService(on, slow)}, took`,
      slowest,
      wantedMs.hang,
    ),
    ...over('writes were back after', Math.max(...under.back), wantedMs.back),
    ...over('readiness was back after', Math.max(...under.ready), wantedMs.ready),
  ]
  everything.orders.push(...history.orders)
  rows.push(
    `| ${[
      outages.length > 1 ? `${outages.length} × ${name}` : name,
      history.acknowledged,
      lost.length,
      outages.length > 1 ? `${history.unknown}, ${each(history.unknown / outages.length)} each time` : history.unknown,
      spread(refusals),
      Math.round(slowest),
      spread(under.back),
      Math.round(Math.max(...under.ready)),
    ].join(' | ')} |`,
  )
  console.error(rows.at(-1))
  for (const [complaint, times] of counted(complaints)) console.error(`  ${times} × ${complaint}`)
  failed ||= complaints.length > 0
}

async function kills(under: Under): Promise<Outage[]> {
  const outages: Outage[] = []
  while (outages.length < Number(values.kills) && performance.now() < until) {
    await sleep(500 + Math.random() * 1_000)
    await cluster('kill')
    const faulted = performance.now()
    // Every other time long enough for everybody to hear that the database is away.
    await sleep(outages.length % 2 === 0 ? 2_500 : Math.random() * 500)
    outages.push({ faulted, over: await failOver(under) })
  }
  if (outages.length < Number(values.kills)) under.complaints.push(`time for ${outages.length} kills only`)
  return outages
}

/** The connections of a frozen server stay open, and nothing comes over them. */
async function freezes(under: Under): Promise<Outage[]> {
  const outages: Outage[] = []
  for (let freeze = 0; freeze < 3; freeze++) {
    await sleep(500 + Math.random() * 1_000)
    await cluster('freeze')
    const faulted = performance.now()
    await sleep(4_000)
    await cluster('kill')
    outages.push({ faulted, over: await failOver(under) })
  }
  return outages
}

/** Answers when the promotion was asked for. */
async function failOver(under: Under): Promise<number> {
  const { history } = under.clients
  const promoted = performance.now()
  const promotion = cluster('promote')
  await recovered(under, promoted)
  await promotion
  await cluster('rejoin')
  const last = (times: number[]) => times.slice(-under.on.length).map(Math.round).join(' and ')
  console.error(
    `  ${history.acknowledged} acknowledged, ${history.unknown} unknown, back after ${last(under.back)} ms, ready after ${last(under.ready)} ms`,
  )
  return promoted
}

/** Commits wait, unless somebody has them cancelled: then they are stored here alone, and no answer may say more. */
async function pausedStandby(under: Under, ms: number, cancelling?: string): Promise<Outage> {
  const { clients, on, complaints } = under
  const primary = await superuser()
  const key = clients.history.orders.find(({ state }) => state === 'there')!.key
  await cluster('pause')
  const faulted = performance.now()
  const reads: number[] = []
  while (performance.now() - faulted < ms) {
    if (cancelling) await ask(primary, cancelling)
    for (const { url } of on) reads.push((await fetch(`${url}/v1/consignment?key=${key}`, { headers })).status)
    await sleep(200)
  }
  const [backends] = await ask(
    primary,
    "select count(*)::int as n, count(*) filter (where wait_event = 'SyncRep')::int as waiting from pg_stat_activity where usename = 'app'",
  )
  if (Number(backends!.waiting) > on.length * poolMax)
    complaints.push(`${backends!.waiting} commits wait for the standby`)
  const over = performance.now()
  const early = clients.sent.filter((one) => one.writes && one.ending === 'done' && one.began >= faulted)
  const kinds = Map.groupBy(early, ({ status, replayed }) => `${status}${replayed ? ' from a kept answer' : ''}`)
  for (const [kind, all] of kinds) complaints.push(`${all.length} writes were answered ${kind} without the standby`)
  const unread = reads.filter((status) => status !== 200)
  if (unread.length > 0) complaints.push(`${unread.length} of ${reads.length} reads failed: ${unread[0]}`)
  console.error(
    `  paused: ${backends!.n} connections of the service, ${backends!.waiting} of them waiting for the standby, ${reads.length} reads`,
  )
  await cluster('resume')
  await recovered(under, over)
  return { faulted, over }
}

async function terminations(under: Under): Promise<Outage> {
  const client = new pg.Client(await superuser())
  await client.connect()
  const faulted = performance.now()
  let ended = 0
  while (performance.now() - faulted < 5_000) {
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app' and random() < 0.5",
    )
    ended += rowCount ?? 0
    await sleep(50)
  }
  await client.end()
  console.error(`  ${ended} backends terminated`)
  const over = performance.now()
  await recovered(under, over)
  return { faulted, over }
}

/** Others take every connection that the server has, while the instances lose theirs. */
async function exhaustion(under: Under): Promise<Outage> {
  const target = await superuser()
  const hogs: pg.Client[] = []
  const client = new pg.Client(target)
  await client.connect()
  const own = "from pg_stat_activity where application_name = 'dray'"
  const faulted = performance.now()
  let left = 0
  while (performance.now() - faulted < 5_000) {
    const before = hogs.length
    // Several at a time, since the instances want them as well.
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const hog = new pg.Client(target.replace('postgres@', 'app@'))
        hog.on('error', () => undefined)
        const connected = await hog.connect().then(
          () => true,
          () => false,
        )
        if (connected) hogs.push(hog)
      }),
    )
    left = (await client.query(`select count(*)::int as n ${own}`)).rows[0].n
    if (hogs.length === before && left > 0) await client.query(`select pg_terminate_backend(pid) ${own}`)
    else await sleep(50)
  }
  console.error(`  ${hogs.length} connections held by others, ${left} left to the service`)
  if (left > 0) under.complaints.push(`the service kept ${left} connections: this proves nothing`)
  const over = performance.now()
  await Promise.all([client, ...hogs].map((one) => one.end()))
  await recovered(under, over)
  return { faulted, over }
}

/** What the service itself says of a slow answer: on a busy machine its client may have been the slow one. */
function inService(on: Child[], { instance, requestId }: Sent): string {
  const line = on[instance]!.log()
    .split('\n')
    .find((text) => requestId && text.includes(requestId))
  return line ? `in the service ${JSON.parse(line).durationMs} ms` : 'in the service less than a second'
}

/** Waits until every instance has acknowledged a write that was answered after this time, and is ready. */
async function recovered({ clients, on, back, ready, complaints }: Under, since: number): Promise<void> {
  const from = clients.sent.findLastIndex(({ ended }) => ended < since) + 1
  await Promise.all(
    on.map(async (_, instance) => {
      const written = await within(async () => clients.sent.slice(from).find(isWriteOn(instance)))
      if (written) back.push(written.ended - since)
      else complaints.push(`no write after ${patienceMs} ms`)
    }),
  )
  await Promise.all(
    on.map(async (child) => {
      const at = await within(async () =>
        (await fetch(`${child.url}/health/ready`)).ok ? performance.now() : undefined,
      )
      if (at) ready.push(at - since)
      else complaints.push(`not ready after ${patienceMs} ms`)
    }),
  )
}
async function within<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(20)) {
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}

function isWriteOn(instance: number) {
  return (one: Sent) => one.writes && one.ending === 'done' && one.instance === instance
}

async function superuser(): Promise<string> {
  return `postgres://postgres@127.0.0.1:${await cluster('primary')}/app`
}

async function start(...flags: string[]): Promise<Child> {
  const child = await serve(folder, ...flags)
  started.push(child)
  return child
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function hasEnded({ process: child }: Child): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function took({ began, ended }: Sent): number {
  return ended - began
}
function over(what: string, ms: number, wanted: number): string[] {
  return ms <= wanted ? [] : [`${what} ${Math.round(ms)} ms, wanted ${wanted}`]
}
function spread(times: number[]): string {
  if (times.length === 0) return '–'
  const sorted = times.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.floor((sorted.length - 1) / 2)]!)} / ${Math.round(sorted.at(-1)!)}`
}
function each(number: number): string {
  return number.toFixed(1)
}
function counted(lines: string[]): [string, number][] {
  // Keys and ids differ; what happened is the same.
  const kinds = Map.groupBy(lines, (line) => line.replace(/F-\d+-\d+/, 'an order').replace(/ \([\w-]+\)$/, ''))
  return [...kinds].map(([kind, all]) => [`${kind}, such as: ${all[0]}`, all.length])
}

function stopWith(broken: string[]): never {
  for (const line of broken) console.error(line)
  process.exit(failed || broken.length > 0 ? 1 : 0)
}
