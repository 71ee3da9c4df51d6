// The tests as `npm test` runs them: several files in one process, which share what is slow to start, and several such lanes at
// a time. Files may be named, and switches of `node --test`: `npm test -- 'test/http/*.test.ts'`. Where none are, all run but those
// of single screens, which take as long again, and of many kills: `npm run test:screens`, `npm run test:kills`.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** More share more; fewer leave no core idle at the end. What kills its services shares none. */
const filesOfLane = 16
const killsOfLane = 2
const lanesAtOnce = 4
const testMs = 180_000

const given = Object.groupBy(process.argv.slice(2), (each) => (each.startsWith('-') ? 'switches' : 'files'))
/** What changes the service as it is loaded, or moves the clock on: what came later must not be followed by what came earlier. */
const loners = ['test/http/file.test.ts', 'test/database/differential.test.ts', 'test/webhook/clock.test.ts']

/** What waits most of its time, for processes and for letters that are sent again: it is begun first, and others use the cores. */
const waiting = /^test\/(process|webhook)\/|^test\/(notice|optimisation)\/instances/

const ofOwnCommand = ['test/screens/**', 'test/kills/**']
const files = given.files ? globSync(given.files) : globSync('test/**/*.test.ts', { exclude: ofOwnCommand })
const {
  isKilling = [],
  isWaiting = [],
  isConsole = [],
  isOther = [],
  isAlone = [],
} = Object.groupBy(files.sort(), (file) => {
  if (loners.includes(file)) return 'isAlone'
  if (file.startsWith('test/kills/')) return 'isKilling'
  if (waiting.test(file)) return 'isWaiting'
  return /^test\/(console|screens)\//.test(file) ? 'isConsole' : 'isOther'
})
const folder = mkdtempSync(join(tmpdir(), 'dray-lanes-'))
// The slowest come first.
const together = [
  ...inLanes(isKilling, killsOfLane),
  ...[isWaiting, isConsole, isOther].flatMap((files) => inLanes(files, filesOfLane)),
]
const lanes = [...together, ...isAlone.map((file) => [file])].map((files, index) => {
  const lane = join(folder, `${String(index).padStart(3, '0')}.mjs`)
  writeFileSync(lane, laneOf(files))
  return lane
})
const { status } = spawnSync(
  process.execPath,
  [
    ...['--test', '--preserve-symlinks', '--import', './test/support/unhooked.ts'],
    ...[`--test-concurrency=${lanesAtOnce}`, `--test-timeout=${testMs}`, '--test-global-setup=test/support/run.ts'],
    ...(given.switches ?? []),
    ...lanes,
  ],
  { stdio: 'inherit' },
)
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1

/** No test begins before all are loaded: what is to happen after the last one would happen after the last one so far. */
function laneOf(files: string[]): string {
  const loads = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)})`)
  return [
    "import { test } from 'node:test'",
    'const { promise, resolve } = Promise.withResolvers()',
    `test('${files.length} files are loaded', () => promise)`,
    ...loads,
    'resolve()',
  ].join('\n')
}

/** Neighbours are alike, and as slow: each lane has some of everywhere. */
function inLanes(files: string[], ofLane: number): string[][] {
  const count = Math.ceil(files.length / ofLane)
  return Array.from({ length: count }, (_, lane) => files.filter((_, index) => index % count === lane))
}
