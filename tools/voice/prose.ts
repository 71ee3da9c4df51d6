// Splits Markdown into blocks of prose, and prose into sentences and words.

export interface Text {
  file: string
  line: number
  text: string
}

/** Returns the words of a text; code and addresses count as one word each. */
export function splitWords(text: string): string[] {
  const plain = text.replace(/`[^`]*`/g, ' CODE ').replace(/https?:\S+/g, ' URL ')
  return plain.match(/[A-Za-z][A-Za-z’'-]*/g) ?? []
}

const abbreviation = /\b(e\.g|i\.e|etc|vs|cf|no|approx)\.$/i
const sentenceEnd = /[.!?]["”')\]]*(?=\s+["“'([`*]*[A-Z0-9`])|[.!?]$/g

/** Returns the sentences of a paragraph. */
export function splitSentences(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ').trim()
  const sentences: string[] = []
  let start = 0
  for (const { index, 0: mark } of flat.matchAll(sentenceEnd)) {
    const sentence = flat.slice(start, index + mark.length).trim()
    if (abbreviation.test(sentence)) continue
    sentences.push(sentence)
    start = index + mark.length
  }
  const rest = flat.slice(start).trim()
  return rest === '' ? sentences : [...sentences, rest]
}

/** Removes list markers, emphasis, images, and the targets of links. */
function stripMarkup(line: string): string {
  return line
    .replace(/^\s*([-*+>]|\d+\.)\s+/, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .trim()
}

const fence = /^\s*(```+|~~~+)/
const notProse = /^\s*$|^\s*<!--|^#{1,6} |^\s*!?\[.*\]\(.*\)\s*$|^\s*<\/?[A-Za-z]/
const listItem = /^\s*([-*+]|\d+\.) /

/** Returns the longer cells of a row of a table. */
function readCells(line: string): string[] {
  return line.split('|').filter((cell) => splitWords(cell).length >= 4)
}

/** Returns the paragraphs, list items and longer table cells of a page, without code, headings and front matter. */
export function readProse(file: string, content: string): Text[] {
  const blocks: Text[] = []
  let openFence: string | undefined
  let paragraph: Text | undefined
  const lines = content.replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replace(/[^\n]/g, '')).split('\n')
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1]?.[0]
    const isTable = /^\s*\|/.test(line)
    const isContinued = paragraph !== undefined && !listItem.test(line)
    if (mark !== undefined && (openFence ?? mark) === mark) openFence = openFence === undefined ? mark : undefined
    if (mark !== undefined || openFence !== undefined || isTable || notProse.test(line)) paragraph = undefined
    else if (isContinued) paragraph!.text += ` ${stripMarkup(line)}`
    else {
      paragraph = { file, line: index + 1, text: stripMarkup(line) }
      blocks.push(paragraph)
    }
    if (isTable && openFence === undefined)
      blocks.push(...readCells(line).map((cell) => ({ file, line: index + 1, text: stripMarkup(cell) })))
  }
  return blocks.filter(({ text }) => splitWords(text).length > 2)
}
