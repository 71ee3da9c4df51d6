// Results as people read them: tables for the terminal and for docs/performance.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Comparison } from './comparison.ts'

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
  post: '**POST**',
  'post-once': '**POST with Idempotency-Key**',
  patch: '**PATCH of one field**',
  mixed: '**mixed, 32 + 32 connections**',
  memory: '(a) the same bytes from memory',
  'read-by-id': '(b) one prepared read, by id',
  'read-by-key': '(b) one prepared read, by key',
  insert: '(c) one durable insert',
}
const number = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ')
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
    `≥ ${ratio.atLeast}`,
    `${doubt(ratio.cleanRounds)}**${ratio.median.toFixed(2)}**`,
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    `${ratio.cleanRounds}/${ratio.rounds}`,
    ratio.median >= ratio.atLeast ? 'yes' : 'no',
  ])
  return table(['workload', 'limit', 'wanted', 'reached', 'spread', 'clean rounds', 'met'], rows)
}

export const machineLine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`

const resultsFolder = new URL('./results/', import.meta.url)
export function writeResults(results: object): void {
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(new URL('latest.json', resultsFolder), `${JSON.stringify(results, undefined, 2)}\n`)
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
