// What the files of one run share, each a process of its own: a database server, the built console, compiled sources, and a limit to their time.
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { connectSqlite, migrateSqlite } from '../../server/platform/database/sqlite.ts'
import { ask, type PostgresServer, startPostgres } from './postgres-server.ts'
import { scratch } from './scratch.ts'

/**
 * A test that stands still fails by `--test-timeout`; this is for a lane whose process stands still, or does not end. It takes
 * files for as long as there are any: several times what a run takes on two cores.
 */
const laneMs = 45 * 60_000
/** What a process has to put its browsers and files away. */
const farewellMs = 10_000

const template = 'dray_template'

let started: PostgresServer | undefined
let files: string | undefined

/** For `node --test --test-global-setup`. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  execFileSync(process.execPath, [join(import.meta.dirname, 'compile.ts')], { stdio: 'inherit' })
  execFileSync(process.execPath, [join(import.meta.dirname, '../../console/build.js')], { stdio: 'inherit' })
  process.env.TEST_CONSOLE_BUILT = '1'
  if (!process.env.TEST_DATABASE_URL) {
    started = await startPostgres()
    process.env.TEST_DATABASE_URL = `${started.url}postgres`
    // Services start on copies of it: to set the schema up anew for each of them takes three times as long.
    await ask(process.env.TEST_DATABASE_URL, `create database ${template}`)
    await migratePostgres(`${started.url}${template}`)
    process.env.TEST_DATABASE_TEMPLATE = template
  }
  files = mkdtempSync(join(scratch, 'dray-template-'))
  process.env.TEST_DATABASE_FILE = await migratedFile(join(files, 'dray.db'))
  subscribe('child_process', (message) => limit((message as { process: ChildProcess }).process))
}
export async function globalTeardown(): Promise<void> {
  await started?.stop()
  if (files !== undefined) rmSync(files, { recursive: true, force: true })
}

/** The same for those on a file. */
async function migratedFile(file: string): Promise<string> {
  const connection = connectSqlite(file)
  await migrateSqlite(connection)
  connection.close()
  return file
}

/** The runner has no limit for a file: it is ended from here, and the runner tells that it failed. */
function limit(child: ChildProcess): void {
  const timer = setTimeout(() => {
    const file = child.spawnargs.at(-1)
    console.error(`${file} has not ended after ${laneMs / 60_000} minutes, and is ended with all that it has started`)
    const family = [child.pid!, ...descendants(child.pid!)]
    signal(family, 'SIGTERM')
    setTimeout(() => signal(family, 'SIGKILL'), farewellMs)
  }, laneMs)
  timer.unref()
  child.once('exit', () => clearTimeout(timer))
}

function signal(family: readonly number[], name: NodeJS.Signals): void {
  for (const pid of family)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
}

/** Its children and theirs, where the machine can tell. */
function descendants(pid: number): number[] {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  if (listed.status !== 0) return []
  const rows = listed.stdout.trim().split('\n')
  const childrenOf = Map.groupBy(
    rows.map((row) => row.trim().split(/\s+/).map(Number)),
    ([, parent]) => parent,
  )
  const below = (parent: number): number[] =>
    (childrenOf.get(parent) ?? []).flatMap(([child]) => [child!, ...below(child!)])
  return below(pid)
}
