// The measure of texts: what it counts in prose, comments and names, and when it fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource } from '../../tools/voice/code.ts'
import {
  commentFigures,
  findExceeded,
  nameFigures,
  oddness,
  textFigures,
  worstSentences,
} from '../../tools/voice/figures.ts'
import { readProse, splitSentences, splitWords } from '../../tools/voice/prose.ts'

const texts = (...list: string[]) => list.map((text, line) => ({ file: 'page.md', line, text }))
const figureOf = (figures: { name: string; value: number }[], name: string) =>
  figures.find((figure) => figure.name.includes(name))!.value

test('prose is split into paragraphs, list items and table cells, without code and headings', () => {
  const page = `---
title: Page
---
# A heading of four words

A client sends
an **order**.

- The [server](a.md#b) stores it.
1. Dray returns a version.

| column | Each order has one version. |
|---|---|

\`\`\`bash
echo a command with many words
\`\`\`
`
  assert.deepEqual(
    readProse('page.md', page).map(({ line, text }) => `${line} ${text}`),
    [
      '6 A client sends an order.',
      '9 The server stores it.',
      '10 Dray returns a version.',
      '12 Each order has one version.',
    ],
  )
})

test('sentences end at full stops, not at abbreviations, and code counts as one word', () => {
  const sentences = splitSentences('Send a key, e.g. `a b c`. Dray stores it! `id` is returned')
  assert.deepEqual(sentences, ['Send a key, e.g. `a b c`.', 'Dray stores it!', '`id` is returned'])
  assert.equal(splitWords('Send `a b c` to https://example.com/a/b').length, 4)
})

test('odd constructions are counted per 10,000 words, outside code', () => {
  assert.equal(oddness(texts('The server stores the order.')), 0)
  assert.equal(oddness(texts('Nobody is told anew, whatever it is.')), (10_000 * 4) / 7)
  assert.equal(oddness(texts('The field `nobody told` is text.')), 0)
  const [worst] = worstSentences(texts('A plain sentence.', 'Plain. What it tells stands beside those that wait.'), 1)
  assert.equal(worst?.text, 'What it tells stands beside those that wait.')
})

test('a comment is analysed with the name that it describes', () => {
  const { comments } = readSource(
    'a.ts',
    `/** Finds the files of up to 500 proofs. */
export function findProofFiles() {}
/** Of up to 500 at a time. */
const rows = 500
/** Those that wait for their turn. */
interface Queue {
  // A line of its own,
  // and its second line.
  length: number
}
// biome-ignore lint/a/b: a directive
`,
  )
  assert.deepEqual(
    comments.map(({ line, text }) => `${line} ${text}`),
    [
      '1 Finds the files of up to 500 proofs.',
      '3 Of up to 500 at a time.',
      '5 Those that wait for their turn.',
      '7 A line of its own, and its second line.',
    ],
  )
  const figures = commentFigures(comments)
  assert.equal(figureOf(figures, 'stand-in'), 50, 'the second and the third')
  assert.equal(figureOf(figures, 'preposition'), 25, 'the second')
  assert.equal(figureOf(figures, 'share a word'), 25, 'the first')
})

test('a text that is split over several lines is one text', () => {
  const { literals } = readSource(
    'a.ts',
    `const words = { en: { sent: 'The order ' + 'was sent. ' + \`\${count} times\`, id: 'x' } }`,
  )
  assert.deepEqual(
    literals.map(({ keys, text }) => [...keys, text].join('/')),
    ['en/sent/The order was sent. … times', 'en/id/x'],
  )
})

test('names are counted by kind, exported or not', () => {
  const { names } = readSource(
    'a.ts',
    `export function findOrder(key: string, { other }: Options) {}
export const beside = (found = 1) => found
export interface Order { told: boolean }
const { data } = result
const orderCount = 2
`,
  )
  assert.deepEqual(
    names.map(({ name, kind, isExported }) => `${name} ${kind}${isExported ? ' exported' : ''}`).sort(),
    [
      'Order type exported',
      'beside function exported',
      'findOrder function exported',
      'found value',
      'key value',
      'orderCount value',
      'told value',
    ],
  )
  const figures = nameFigures(names)
  assert.equal(figureOf(figures, 'only a function word'), (100 * 2) / 7)
  assert.equal(figureOf(figures, 'begin with a verb'), 50)
  assert.equal(Math.round(figureOf(figures, 'one word')), 67)
})

test('words with another name in the glossary are counted in the texts of their readers', () => {
  const figures = textFigures({
    console: texts('The consignee got a letter.'),
    docs: texts('The consignee got a letter.'),
  })
  assert.equal(figureOf(figures, 'glossary'), 3)
})

test('a figure that is worse than the budget, or missing in the budget, is reported', () => {
  const figures = [
    { name: 'docs', value: 61, goal: 60 },
    { name: 'verbs', value: 68.9, goal: 70, isMoreBetter: true as const },
    { name: 'names', value: 3, goal: 3 },
  ]
  assert.deepEqual(findExceeded(figures, { docs: 61, verbs: 68.9, names: 4 }), [])
  assert.deepEqual(findExceeded(figures, { docs: 60, verbs: 70 }), [
    'docs: 61.0, in the budget 60.0',
    'verbs: 68.9, in the budget 70.0',
    'names is not in the budget',
  ])
})
