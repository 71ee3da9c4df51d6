// `npm run test:pooler`: the HTTP suite on PostgreSQL behind a real pgbouncer in transaction mode, without prepared statements.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, startPostgres } from '../support/postgres-server.ts'

const root = join(import.meta.dirname, '../..')
/** These look at the engine itself, at processes, or at nothing that a pooler could change. */
const others =
  /^test\/(architecture|docs\/(docs|deploy|openapi)|cli\/(cli|config|postgres)|core\/(difference|zones|datetime)|client\/columns|console\/|database\/(postgres|plans|citus|tls)|http\/(away|file|router)|process\/)/
const files =
  process.argv.length > 2
    ? process.argv.slice(2)
    : globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !others.test(file))

if (spawnSync('pgbouncer', ['--version']).status !== 0) {
  console.error('There is no pgbouncer on this machine: install the package of that name.')
  process.exit(2)
}
const server = await startPostgres()
const { port } = new URL(server.url)
const folder = mkdtempSync(join(tmpdir(), 'dray-pooler-'))
const own = await freePort()
writeFileSync(
  join(folder, 'pgbouncer.ini'),
  `[databases]
* = host=127.0.0.1 port=${port} user=dray
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 1000
server_idle_timeout = 5
ignore_startup_parameters = extra_float_digits
`,
)
// It does not run as root either.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
if (nobody.uid !== undefined) {
  chownSync(folder, nobody.uid, nobody.gid)
  chownSync(join(folder, 'pgbouncer.ini'), nobody.uid, nobody.gid)
}
const pooler = spawn('pgbouncer', ['--quiet', 'pgbouncer.ini'], { cwd: folder, stdio: 'inherit', ...nobody })
const url = `postgres://dray@127.0.0.1:${own}/postgres`
for (let tries = 0; ; tries++) {
  const answered = await ask(url, 'select 1').catch((error) => error)
  if (Array.isArray(answered)) break
  if (tries > 100) throw answered
  await sleep(50)
}
const tests = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', '--test-name-pattern=/on postgres|instances/', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    // Commands are told as the service is.
    env: { ...process.env, TEST_DATABASE_URL: url, TEST_POOLED: 'transaction', DRAY_DATABASE_PREPARE: 'false' },
  },
)
const status = await new Promise<number>((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
pooler.kill('SIGTERM')
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(status)

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port: free } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return free
}
