// Results as people read them: tables for the terminal and for docs/performance.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Comparison } from './comparison.ts'
import type { Growth } from './growth.ts'

type Row = string[]

/** A Markdown table with even columns, so that it reads well in a terminal too. */
export function table(header: Row, rows: Row[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(3, ...all.map((row) => row[column]!.length)))
  const line = (row: Row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(header), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}

const meanings: Record<string, string> = {
  'get-by-id': '**GET by id**',
  'get-by-key': '**GET by key**',
  list: '**list, a page of 50**',
  filter: '**list with filters that all pass**',
  few: '**list with a filter that none passes**',
  'search-broad': '**search for a word of all orders**',
  'search-key': '**search for a key**',
  post: '**POST**',
  'post-once': '**POST with Idempotency-Key**',
  patch: '**PATCH of one field**',
  outcome: '**recording an outcome**',
  mixed: '**mixed, 32 + 32 connections**',
  memory: '(a) the same bytes from memory',
  'read-by-id': '(b) one prepared read, by id',
  'read-by-key': '(b) one prepared read, by key',
  'memory-together': '(a), replies of a turn sent together',
  'read-together': '(b), reads and replies of a turn together',
  insert: '(c) one durable insert',
  'post-statements': '(d) all statements of a create',
  'patch-statements': '(d) all statements of a change',
  'post-statements-half': '(d), half as many in a commit',
  'patch-statements-half': '(d), half as many in a commit',
}
const number = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
const met = (reached: boolean) => (reached ? 'yes' : 'no')
/** No slice of it was clean. */
const doubt = (clean: number) => (clean === 0 ? '~' : '')

export function linesTable({ lines }: Comparison): string {
  const rows = lines.flatMap(({ name, groups, cpuMicros, cleanSlices, slices }) =>
    groups.map((group, index) => [
      groups.length > 1 ? `${meanings[name]}: ${group.name}` : meanings[name]!,
      number(group.perSecond),
      group.p50Ms.toFixed(1),
      group.p99Ms.toFixed(1),
      index === 0 ? `${doubt(cleanSlices)}${cpuMicros.toFixed(1)}` : '',
      index === 0 ? `${cleanSlices}/${slices}` : '',
    ]),
  )
  return table(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'clean slices'], rows)
}

export function ratiosTable({ ratios }: Comparison): string {
  const rows = ratios.map((ratio) => [
    meanings[ratio.workload]!,
    meanings[ratio.limit]!,
    ratio.atLeast === undefined ? '' : `≥ ${ratio.atLeast}`,
    `${doubt(ratio.cleanRounds)}**${ratio.median.toFixed(2)}**`,
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    `${ratio.cleanRounds}/${ratio.rounds}`,
    ratio.atLeast === undefined ? '' : met(ratio.median >= ratio.atLeast),
  ])
  return table(['workload', 'limit', 'wanted', 'reached', 'spread', 'clean rounds', 'met'], rows)
}

export const machineLine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ` +
  `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`

const resultsFolder = new URL('./results/', import.meta.url)
const latest = new URL('latest.json', resultsFolder)
/** Keeps the other parts of what was written before. */
export function writeResults(results: object): void {
  mkdirSync(resultsFolder, { recursive: true })
  const before = existsSync(latest) ? (JSON.parse(readFileSync(latest, 'utf8')) as object) : {}
  writeFileSync(latest, `${JSON.stringify({ ...before, ...results }, undefined, 2)}\n`)
}

const page = new URL('../docs/performance.md', import.meta.url)
/** Puts a text between the markers of that name. */
export function record(name: string, text: string): void {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const old = readFileSync(page, 'utf8')
  const [from, to] = [old.indexOf(start), old.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no markers for ${name}.`)
  writeFileSync(page, `${old.slice(0, from + start.length)}\n${text}\n${old.slice(to)}`)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

export function costsTable({ costs, small, large }: Growth): string {
  const rows = costs.map((cost) => [
    meanings[cost.workload]!,
    cost.smallMicros.toFixed(1),
    cost.largeMicros.toFixed(1),
    '≤ 1.2',
    `${doubt(cost.cleanRounds)}**${cost.median.toFixed(2)}**`,
    `${cost.min.toFixed(2)}–${cost.max.toFixed(2)}`,
    `${cost.cleanRounds}/${cost.rounds}`,
    met(cost.median <= 1.2),
  ])
  const header = [
    '',
    `CPU µs at ${number(small)}`,
    `at ${number(large)}`,
    'wanted',
    'times',
    'spread',
    'clean rounds',
    'met',
  ]
  return table(header, rows)
}

export function growthTable({
  large,
  startsMs,
  startsAfterKillMs,
  startsCpuMs,
  memory,
  exportList,
  fillSeconds,
  databaseBytes,
}: Growth): string {
  const ms = (values: number[]) => values.map((value) => Math.round(value)).join(', ')
  const [last, half] = [memory.at(-1)!, memory[memory.length >> 1]!]
  const slope = (last.bytes - half.bytes) / Math.max(1, last.created - half.created)
  return table(
    ['', 'wanted', 'measured', 'met'],
    [
      [
        `start to ready, ${number(large)} orders`,
        '< 1 000 ms',
        `${ms(startsMs)} ms`,
        met(Math.max(...startsMs) < 1_000),
      ],
      [
        'the same after `kill -9`',
        '< 1 000 ms',
        `${ms(startsAfterKillMs)} ms`,
        met(Math.max(...startsAfterKillMs) < 1_000),
      ],
      ['CPU of such a start', '', `${ms(startsCpuMs)} ms`, ''],
      [
        `resident memory after ${number(last.created)} creates through HTTP`,
        '< 250 MB',
        megabytes(last.bytes),
        met(last.bytes < 250 * 2 ** 20),
      ],
      ['its growth over the second half of them', '', `${slope.toFixed(1)} bytes per create`, ''],
      [
        `export list of ${number(exportList.ids)} ids, extra memory at its peak`,
        '< 50 MB',
        megabytes(exportList.extraBytes),
        met(exportList.extraBytes < 50 * 2 ** 20),
      ],
      [
        'the same while the client does not read',
        '< 50 MB',
        megabytes(exportList.extraBytesWhilePaused),
        met(exportList.extraBytesWhilePaused < 50 * 2 ** 20),
      ],
      [
        'the same when it is read once more',
        '< 50 MB',
        megabytes(exportList.extraBytesAgain),
        met(exportList.extraBytesAgain < 50 * 2 ** 20),
      ],
      ['time to send that list', '', `${exportList.seconds.toFixed(1)} s`, ''],
      [
        `time to create ${number(last.created)} orders through HTTP, 64 connections`,
        '',
        `${Math.round(fillSeconds)} s`,
        '',
      ],
      ['size of the database file', '', megabytes(databaseBytes), ''],
    ],
  )
}
