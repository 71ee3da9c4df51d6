// The tests as `npm test` runs them: in a few processes, each of which takes file after file, and shares what is slow to start
// among them. Files may be named, and switches of `node --test`: `npm test -- 'test/http/*.test.ts'`. Where none are, all run but those
// of single screens, which take as long again, of many kills, and of the package: `npm run test:screens`, `test:kills`, `test:package`.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** On two cores: with fewer, both wait for a clock or a process too often. */
const lanesAtOnce = 5
/** A process costs more than two seconds before its first test. */
const filesOfLaneMin = 4
/** What kills its services shares none. */
const killsOfLane = 2
const testMs = 180_000
/**
 * Tests make much that is soon forgotten: collected less often, it costs a tenth less of all processor time. There from the
 * beginning, as every service starts threads: to load one takes a fifth less where nothing is collected meanwhile.
 */
const youngMegabytes = 64

const given = Object.groupBy(process.argv.slice(2), (each) => (each.startsWith('-') ? 'switches' : 'files'))
/**
 * What changes the service as it is loaded, or moves the clock on: what came later must not be followed by what came earlier. Nor
 * may timers or the file system be stood in for where services of others use theirs: a timer would never ring, or keep the process.
 */
const loners = [
  ['test/http/file.test.ts'],
  ['test/database/differential.test.ts'],
  ['test/database/upgrade.test.ts'],
  ['test/change/clock.test.ts'],
  ['test/webhook/clock.test.ts'],
  // Nothing else is going on in these.
  ['core/failure-log', 'core/reports', 'database/restore', 'token/issuer'].map((name) => `test/${name}.test.ts`),
]

/** What waits most of its time, for processes and for letters that are sent again: it is begun first, and others use the cores. */
const waiting = /^test\/(process|webhook)\/|^test\/(notice|optimisation)\/instances/

/** What takes longest is begun early: what is begun late runs on when all else is over. */
const longest = [
  ...['calendar', 'depot-rule'].map((name) => `test/load/${name}.test.ts`),
  ...['fair', 'problems', 'table'].map((name) => `test/http/${name}.test.ts`),
  ...['material', 'optimisation'].map((name) => `test/optimisation/${name}.test.ts`),
  ...['letters', 'outdated'].map((name) => `test/notice/${name}.test.ts`),
  ...['cli/postgres', 'consignment/stream', 'database/postgres', 'pdf/pdf'].map((name) => `test/${name}.test.ts`),
]

const ofOwnCommand = ['test/screens/**', 'test/kills/**', 'test/package/**']
const files = given.files ? globSync(given.files) : globSync('test/**/*.test.ts', { exclude: ofOwnCommand })
// Asked for nothing, `node --test` runs all that it finds.
if (files.length === 0) throw new Error(`No file is called ${given.files?.join(' ')}`)
const {
  isKilling = [],
  isWaiting = [],
  isLong = [],
  isConsole = [],
  isOther = [],
} = Object.groupBy(files.sort(), (file) => {
  if (loners.flat().includes(file)) return 'isAlone'
  if (file.startsWith('test/kills/')) return 'isKilling'
  if (waiting.test(file)) return 'isWaiting'
  if (longest.includes(file)) return 'isLong'
  return /^test\/(console|screens)\//.test(file) ? 'isConsole' : 'isOther'
})
const folder = mkdtempSync(join(tmpdir(), 'dray-lanes-'))
let laneCount = 0
/** The title of what stands behind the tests of a file: who asks for some tests by their names lets it run as well. */
const farewell = 'all tests of a file are over'
const common = [...isLong, ...isConsole, ...isOther]
// What is alone comes first: a lane that is begun last would run on by itself.
const lanes = [
  ...loners.map((those) => those.filter((file) => files.includes(file))),
  ...dealt(isKilling, killsOfLane),
  isWaiting,
]
  .filter((files) => files.length > 0)
  .map((files) => laneOf(listed(files)))
const list = listed(common)
for (let files = 0; files < Math.min(common.length, lanesAtOnce * filesOfLaneMin); files += filesOfLaneMin)
  lanes.push(laneOf(list))
const { switches = [] } = given
if (switches.some((each) => each.startsWith('--test-name-pattern'))) switches.push(`--test-name-pattern=${farewell}`)
const { status } = spawnSync(
  process.execPath,
  [
    ...['--test', '--preserve-symlinks', '--import', './test/support/unhooked.ts'],
    ...[`--min-semi-space-size=${youngMegabytes}`, `--max-semi-space-size=${youngMegabytes}`],
    ...[`--test-concurrency=${lanesAtOnce}`, `--test-timeout=${testMs}`, '--test-global-setup=test/support/run.ts'],
    ...switches,
    ...lanes,
  ],
  { stdio: 'inherit' },
)
const left = globSync(join(folder, 'files-*', '*')).map((entry) => readFileSync(entry, 'utf8'))
// Whatever ends a process in good order ends its tests unseen.
if (left.length > 0) console.error(['Not run to their end:', ...left].join('\n'))
rmSync(folder, { recursive: true })
process.exitCode = left.length > 0 ? 1 : (status ?? 1)

/** A folder with an entry for each file, in their sequence. */
function listed(files: string[]): string {
  const list = mkdtempSync(join(folder, 'files-'))
  for (const [index, file] of files.entries())
    writeFileSync(join(list, String(index).padStart(4, '0')), pathToFileURL(file).href)
  return list
}

/** What takes its files from this list; several may. They are begun by their names. */
function laneOf(list: string): string {
  const lane = join(folder, `${String(++laneCount).padStart(3, '0')}.mjs`)
  const module = new URL('support/lane.ts', import.meta.url).href
  const parameters = [list, farewell].map((each) => JSON.stringify(each)).join(', ')
  writeFileSync(lane, `import { runListed } from '${module}'\nawait runListed(${parameters})\n`)
  return lane
}

/** Neighbours are alike, and as slow: each has some of everywhere. */
function dealt(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, each) => files.filter((_, index) => index % count === each))
}
