// Measures how the texts of the repository read, and compares the figures with the budget in tools/voice/budget.json.
//
//   node tools/voice.ts            fails if a figure is worse than in the budget
//   node tools/voice.ts --worst comments [--under server/access]
//   node tools/voice.ts --sample 40 --seed 7     prints sentences of each kind, for two readers
//   node tools/voice.ts --keep     writes the figures of now into the budget, where they are better
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Comment, type Name, readSource } from './voice/code.ts'
import {
  commentFigures,
  findExceeded,
  nameFigures,
  oddness,
  type Texts,
  textFigures,
  worstSentences,
} from './voice/figures.ts'
import { readProse, splitSentences, splitWords, type Text } from './voice/prose.ts'
import type { Kind } from './voice/words.ts'

const root = join(import.meta.dirname, '..')
const budgetFile = join(root, 'tools/voice/budget.json')
/** Sentences that a failing figure prints. */
const worstCount = 10
/** Commits whose subjects are measured. */
const commitCount = 1000

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const find = (patterns: string[], exclude: string[] = []) => globSync(patterns, { cwd: root, exclude }).sort()
const prose = (files: string[]) => files.flatMap((file) => readProse(file, read(file)))

/** Returns every description and summary of the API document once. */
function readDescriptions(file: string): Text[] {
  const texts = new Set<string>()
  JSON.parse(read(file), (key, value) => {
    if ((key === 'description' || key === 'summary') && typeof value === 'string') texts.add(value)
    return value
  })
  return [...texts].map((text) => ({ file, line: 0, text }))
}

/** Returns the kind of the texts in a file of words for readers, or of its messages. */
function kindOf(file: string, keys: string[]): Kind | undefined {
  const isWords = /(^|\/)[a-z-]*words\.ts$/.test(file) || file.startsWith('console/words/')
  if (isWords && !keys.includes('en')) return undefined
  if (isWords && file.startsWith('driver/')) return 'driver'
  if (isWords) return /^server\//.test(file) ? 'recipient' : 'console'
  if (/^cli\/|^server\/platform\/config\//.test(file)) return 'commandLine'
  const isDescription = keys.some((key) => /description|summary|title/.test(key))
  return /^(server|client)\//.test(file) && !isDescription ? 'messages' : undefined
}

/** True if a string reads as a sentence, not as a key, a path or a statement. */
function isSentence(text: string): boolean {
  return splitWords(text).length >= 4 && /^[A-Z“"`…]/.test(text.trim()) && /[.?]$/.test(text.trim())
}

const titleCall = /\b(?:test|it|everyEngine|consoleSuite)\w*\(\s*(?:t,\s*)?['"`]([^'"`\n]{12,})['"`]/g

function readTestTitles(): Text[] {
  return find(['test/**/*.test.ts']).flatMap((file) =>
    [...read(file).matchAll(titleCall)].map(([, text]) => ({ file, line: 0, text: text! })),
  )
}

/** Returns the subjects of the last commits without their area, or none in a shallow clone. */
function readCommits(): Text[] {
  const log = execFileSync('git', ['log', '--format=%s', '--no-merges', `-${commitCount}`], {
    cwd: root,
    encoding: 'utf8',
  })
  const subjects = log.split('\n').filter((subject) => subject !== '')
  if (subjects.length < commitCount) return []
  return subjects.map((subject) => ({ file: 'git', line: 0, text: subject.replace(/^[^:]{1,30}: /, '') }))
}

interface Measured {
  texts: Texts
  comments: Comment[]
  names: Name[]
}

function measure(): Measured {
  const generated = ['docs/generated/**', 'docs/built/**', 'docs/decisions/**', '**/node_modules/**']
  const texts: Texts = {
    docs: prose(find(['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md', '{console,client}/README.md'], generated)),
    decisions: prose(find(['docs/decisions/*.md'])),
    changelog: prose(['CHANGELOG.md']),
    apiDescriptions: readDescriptions('docs/openapi.json'),
    testTitles: readTestTitles(),
    commits: readCommits(),
  }
  const comments: Comment[] = []
  const names: Name[] = []
  const literals: (Text & { kind: Kind })[] = []
  const code = find(['{server,console,solver,driver,contract,client,cli}/**/*.{ts,tsx}'], ['**/dist*/**', '**/*.d.ts'])
  for (const file of code) {
    const source = readSource(file, read(file))
    comments.push(...source.comments)
    names.push(...source.names)
    for (const { keys, ...literal } of source.literals) {
      const kind = kindOf(file, keys)
      const isText = kind === 'messages' ? isSentence(literal.text) : splitWords(literal.text).length >= 3
      if (kind !== undefined && isText) literals.push({ ...literal, kind })
    }
  }
  return { texts: { ...texts, ...Object.groupBy(literals, ({ kind }) => kind), comments }, comments, names }
}

/** Prints sentences of each kind, chosen by a seed, so that two readers judge the same ones. */
function printSample(texts: Texts, count: number, seed: number): void {
  let state = seed
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  for (const [kind, items] of Object.entries(texts)) {
    const sentences = items.flatMap((item) => splitSentences(item.text).map((text) => ({ ...item, text })))
    console.log(`\n## ${kind} (${sentences.length})`)
    for (let left = Math.min(count, sentences.length); left > 0; left--) {
      const [{ file, line, text }] = sentences.splice(Math.floor(random() * sentences.length), 1) as [Text]
      console.log(`[${file}:${line}] ${text}`)
    }
  }
}

function printWorst(texts: Text[], count: number): void {
  for (const { score, file, line, text } of worstSentences(texts, count))
    console.log(`${score.toFixed(1).padStart(6)}  ${file}:${line}  ${text}`)
}

const { values: options } = parseArgs({
  options: {
    worst: { type: 'string' },
    under: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean' },
  },
})
const { texts, comments, names } = measure()
const figures = [...textFigures(texts), ...commentFigures(comments), ...nameFigures(names)]
/** The figure of commits has no budget: the last commits change with every merge. */
const commits = oddness(texts.commits ?? []).toFixed(1)
if (options.sample !== undefined) printSample(texts, Number(options.sample), Number(options.seed))
else if (options.worst !== undefined) {
  const of = texts[options.worst as Kind] ?? []
  printWorst(
    of.filter(({ file }) => file.startsWith(options.under)),
    100,
  )
} else {
  const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, number>
  for (const { name, value, goal, isMoreBetter } of figures) {
    const isReached = isMoreBetter ? value >= goal : value <= goal
    const comparison = isMoreBetter ? '≥' : '≤'
    console.log(
      `${isReached ? 'ok' : '  '}  ${name.padEnd(56)} ${value.toFixed(1).padStart(7)}  goal ${comparison} ${goal}`,
    )
  }
  console.log(`    commits: odd constructions per 10,000 words, without a budget   ${commits.padStart(7)}  goal ≤ 40`)
  if (options.keep) {
    const entries = figures.map(({ name, value, isMoreBetter }) => {
      const rounded = Number(value.toFixed(1))
      return [name, Math[isMoreBetter ? 'max' : 'min'](rounded, budget[name] ?? rounded)]
    })
    writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  } else {
    const exceeded = findExceeded(figures, budget)
    for (const line of exceeded) {
      console.error(`\nWorse than the budget: ${line}`)
      printWorst(texts[line.split(':')[0] as Kind] ?? [], worstCount)
    }
    if (exceeded.length > 0) process.exitCode = 1
  }
}
