// Checks that the labels in the pages for planners and drivers are the labels of the screens.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The sources with the texts of both apps and of the tracking page. A number in a label is an expression there. */
const sources = globSync(['{console,driver}/**/*.{ts,tsx}', 'server/**/words.ts'], { cwd: root })
  .filter((name) => !/node_modules|dist/.test(name))
  .map(read)
  .join('\n')

/** Bold texts that are not labels, or have a number in the middle. */
const others = new Set([
  'Add to Home Screen',
  'Example Bakery',
  '1 planned late',
  'Check 5 rows',
  'Plan these 5 orders',
])

/** Returns the labels of a page. A bold text with a full stop or a colon begins a paragraph. */
function labelsOf(name: string): string[] {
  const bold = [...read(name).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text!)
  return bold.filter((text) => !/[.:]$/.test(text) && !others.has(text)).flatMap((text) => text.split(' › '))
}

function isInSources(label: string): boolean {
  const text = label.replace(/ \d+$/, ' $')
  return ["'", '"', '`', '} '].some((start) => sources.includes(start + text))
}

test('every label in the pages for planners and drivers is a label of a screen', () => {
  const labels = globSync(['docs/quickstart.md', 'docs/{plan,drive}/*.md'], { cwd: root }).flatMap((name) =>
    labelsOf(name).map((label) => ({ name, label })),
  )
  assert.ok(labels.length > 100, `${labels.length}`)
  assert.deepEqual(
    labels.filter(({ label }) => !isInSources(label)),
    [],
  )
})
