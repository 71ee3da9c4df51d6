// `npm run storm`: kills the service again and again under load, and holds what is there against every promise it made.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dray, serve } from '../support/child.ts'
import { audit, drive, newHistory } from '../support/history.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    clients: { type: 'string', default: '32' },
    minutes: { type: 'string', default: '20' },
    /** Instead of a folder. */
    'database-url': { type: 'string' },
  },
})
const kills = Number(values.kills)
const until = performance.now() + Number(values.minutes) * 60_000
const data = mkdtempSync(join(tmpdir(), 'dray-storm-'))
const readyMs: number[] = []
let acknowledged = 0
let unknown = 0
let done = 0
const flags = values['database-url'] ? ['--database-url', values['database-url']] : []
let service = await serve(data, ...flags)
process.on('exit', () => {
  service.process.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})
const token = dray(data, 'token', 'create', '--environment', 'default', ...flags)
const everything = newHistory()
while (done < kills && performance.now() < until) {
  const history = newHistory()
  const load = drive(service.url, token, history, Number(values.clients))
  // A kill before anything was promised proves nothing.
  while (history.acknowledged < Number(values.clients) && performance.now() < until) await sleep(10)
  await sleep(Math.random() * 800)
  await service.kill('SIGKILL')
  await load.stop()
  service = await serve(data, ...flags)
  readyMs.push(service.readyMs)
  stopIfBroken(await audit(service.url, token, history))
  everything.orders.push(...history.orders)
  acknowledged += history.acknowledged
  unknown += history.unknown
  done++
  if (done % 10 === 0) console.error(`${done} kills, ${acknowledged} acknowledged, ${unknown} unknown, 0 lost`)
}
// What was promised before the first kill must have outlived the last one.
stopIfBroken(await audit(service.url, token, everything))
const doctor = dray(data, 'doctor', ...flags)
if (flags.length === 0 && !/^ok +database .*intact$/m.test(doctor)) stopIfBroken([doctor])
const sorted = readyMs.toSorted((a, b) => a - b)
const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
console.log(
  `${done} kills under ${values.clients} clients: ${acknowledged} acknowledged, ${unknown} unknown, 0 lost, 0 half-written, 0 deletes undone; ready again p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; the database is sound`,
)
process.exit(0)

function stopIfBroken(broken: string[]): void {
  if (broken.length === 0) return
  console.error(broken.join('\n'))
  process.exit(1)
}
