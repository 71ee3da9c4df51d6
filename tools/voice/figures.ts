// Calculates the figures of texts, comments and names, and finds the sentences that need a second reading most.
import type { Comment, Name } from './code.ts'
import { splitSentences, splitWords, type Text } from './prose.ts'
import {
  constructions,
  functionWords,
  glossary,
  type Kind,
  passive,
  prepositionStart,
  pronounStart,
  riddleWords,
  standInStart,
  verbs,
} from './words.ts'

export type Texts = Partial<Record<Kind, Text[]>>

/** One figure with its goal. More is better only if the figure has to reach at least the goal. */
export interface Figure {
  name: string
  value: number
  goal: number
  isMoreBetter?: true
}

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, ' ')
const countIn = (text: string, expression: RegExp) => withoutCode(text).match(expression)?.length ?? 0
const constructionsIn = (text: string) =>
  Object.values(constructions).reduce((sum, expression) => sum + countIn(text, expression), 0)
const wordCount = (texts: string[]) => texts.reduce((sum, text) => sum + splitWords(text).length, 0)
const percentOf = <T>(items: T[], isCounted: (item: T) => boolean) =>
  items.length === 0 ? 0 : (100 * items.filter(isCounted).length) / items.length
const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the odd constructions per 10,000 words. */
export function oddness(texts: Text[]): number {
  const all = texts.map(({ text }) => text)
  const words = wordCount(all)
  return words === 0 ? 0 : (10_000 * all.reduce((sum, text) => sum + constructionsIn(text), 0)) / words
}

const sentencesOf = (texts: Text[] = []) =>
  texts.flatMap(({ text }) => splitSentences(text)).filter((sentence) => splitWords(sentence).length >= 3)

/** Returns the stems of the longer words of a text or name, so that `orders` and `findOrder` share one. */
function stemsOf(text: string): Set<string> {
  const words = splitWords(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')).map((word) => word.toLowerCase())
  return new Set(
    words.map((word) => word.replace(/ies$/, 'y').replace(/(ing|ed|es|s)$/, '')).filter((w) => w.length > 3),
  )
}

const declaration = /(?:function|const|let|class|interface|type)\s+([A-Za-z_$][\w$]*)/
const memberName = /^\s*(?:readonly |private |public |static |async )*([A-Za-z_$][\w$]*)\??[(:]/
const describedName = ({ next }: Comment) => declaration.exec(next)?.[1] ?? memberName.exec(next)?.[1]

function sharesWord(comment: Comment): boolean {
  const stems = stemsOf(describedName(comment)!)
  return [...stemsOf(comment.text)].some((stem) => stems.has(stem))
}

export function commentFigures(comments: Comment[]): Figure[] {
  const first = comments.map(({ text }) => splitSentences(text)[0] ?? text)
  const described = comments.filter((comment) => describedName(comment) !== undefined)
  return [
    { name: 'comments: odd constructions per 10,000 words', value: oddness(comments), goal: 90 },
    {
      name: 'comments: begin with a stand-in word, %',
      value: percentOf(first, (sentence) => standInStart.test(sentence) || pronounStart.test(sentence)),
      goal: 8,
    },
    {
      name: 'comments: begin with a preposition, %',
      value: percentOf(first, (sentence) => prepositionStart.test(sentence)),
      goal: 4,
    },
    {
      name: 'comments: share a word with what they describe, %',
      value: percentOf(described, sharesWord),
      goal: 50,
      isMoreBetter: true,
    },
  ]
}

/** Returns the words of a name in camel case. */
const wordsOfName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$]/g, ' ')
    .trim()
    .toLowerCase()
    .split(/\s+/)

export function nameFigures(names: Name[]): Figure[] {
  const unique = [...new Map(names.map((name) => [`${name.file}:${name.name}:${name.kind}`, name])).values()]
  const exported = unique.filter(({ isExported }) => isExported)
  const beginsWithVerb = ({ name }: Name) => verbs.has(wordsOfName(name)[0]!)
  return [
    {
      name: 'names: only a function word, %',
      value: percentOf(unique, ({ name }) => functionWords.has(name.toLowerCase())),
      goal: 3,
    },
    {
      name: 'names: with a word of the riddle list, %',
      value: percentOf(unique, ({ name }) => wordsOfName(name).some((word) => riddleWords.has(word))),
      goal: 2,
    },
    {
      name: 'names: exported functions that begin with a verb, %',
      value: percentOf(
        exported.filter(({ kind }) => kind === 'function'),
        beginsWithVerb,
      ),
      goal: 70,
      isMoreBetter: true,
    },
    {
      name: 'names: exports of one word, %',
      value: percentOf(exported, ({ name }) => wordsOfName(name).length === 1),
      goal: 15,
    },
  ]
}

/** Returns the figures of everything but comments and names. */
export function textFigures(texts: Texts): Figure[] {
  const goals: [Kind, number][] = [
    ['docs', 60],
    ['changelog', 80],
    ['decisions', 90],
    ['messages', 60],
    ['console', 40],
    ['driver', 40],
    ['testTitles', 120],
  ]
  const docs = sentencesOf(texts.docs)
  const docsWords = wordCount(docs)
  const pages = Object.values(Object.groupBy(texts.docs ?? [], ({ file }) => file))
  const lengths = pages.map((blocks) => wordCount(blocks!.map(({ text }) => text)))
  const breaches = glossary.flatMap(({ not, kinds }) =>
    kinds.map((kind) => (texts[kind] ?? []).reduce((sum, { text }) => sum + countIn(text, not), 0)),
  )
  return [
    ...goals.map(([kind, goal]) => ({
      name: `${kind}: odd constructions per 10,000 words`,
      value: oddness(texts[kind] ?? []),
      goal,
    })),
    { name: 'docs: begin with a stand-in word, %', value: percentOf(docs, (text) => standInStart.test(text)), goal: 3 },
    {
      name: 'docs: sentences over 25 words, %',
      value: percentOf(docs, (text) => splitWords(text).length > 25),
      goal: 6,
    },
    {
      name: 'docs: passive per 1,000 words',
      value: (1000 * docs.reduce((sum, text) => sum + countIn(text, passive), 0)) / Math.max(1, docsWords),
      goal: 12,
    },
    { name: 'docs: median words of a page', value: medianOf(lengths), goal: 1000 },
    { name: 'docs: words of the longest page', value: Math.max(0, ...lengths), goal: 1500 },
    {
      name: 'API descriptions: begin with a stand-in word, %',
      value: percentOf(sentencesOf(texts.apiDescriptions), (text) => standInStart.test(text)),
      goal: 3,
    },
    {
      name: 'glossary: words with another name there',
      value: breaches.reduce((sum, count) => sum + count, 0),
      goal: 100,
    },
  ]
}

/** Returns the sentences with the most odd constructions, the worst first. */
export function worstSentences(texts: Text[], count: number): (Text & { score: number })[] {
  const scored = texts.flatMap((text) =>
    splitSentences(text.text).map((sentence) => {
      const length = Math.max(0, (splitWords(sentence).length - 25) / 12)
      const start = standInStart.test(sentence) ? 1 : 0
      return { ...text, text: sentence, score: constructionsIn(sentence) + start + length }
    }),
  )
  return scored.sort((a, b) => b.score - a.score).slice(0, count)
}

/** Returns the names of the figures that are worse than in the budget, each with both values. */
export function findExceeded(figures: Figure[], budget: Record<string, number>): string[] {
  const tolerance = 0.05
  return figures.flatMap(({ name, value, isMoreBetter }) => {
    const allowed = budget[name]
    if (allowed === undefined) return [`${name} is not in the budget`]
    const excess = isMoreBetter ? allowed - value : value - allowed
    return excess > tolerance ? [`${name}: ${value.toFixed(1)}, in the budget ${allowed.toFixed(1)}`] : []
  })
}
