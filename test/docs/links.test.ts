// Checks every link of the Markdown files to a page, a heading or an image of the repository.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const files = globSync(['**/*.md', '.github/**/*.md'], {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|built|\.git)$/.test(name),
})

/** Returns a page without its code: links and headings in code are examples. */
const withoutCode = (text: string) =>
  text.replace(/^ *(```+|~~~+)[\s\S]*?^ *\1 *$/gm, '').replace(/<!--[\s\S]*?-->/g, '')

const read = (name: string) => withoutCode(readFileSync(join(root, name), 'utf8'))

/** Returns the anchor that GitHub gives a heading. */
const slug = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

/** Returns the anchors of a page. A repeated heading has a number. */
function anchorsOf(name: string): Set<string> {
  const text = read(name)
  const anchors = new Set([...text.matchAll(/<\w+ (?:id|name)="([^"]+)"/g)].map(([, id]) => id!))
  const counts = new Map<string, number>()
  for (const [, heading] of text.matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
    const anchor = slug(heading!)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}

/** Returns the targets of the links and images of a page, without web addresses. */
function targetsOf(name: string): string[] {
  const text = read(name).replace(/`[^`\n]*`/g, '')
  return [
    ...text.matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g),
    ...text.matchAll(/^ {0,3}\[[^\]]+\]: *(\S+)/gm),
    ...text.matchAll(/<(?:a|img|source)\b[^>]*? (?:href|src|srcset)="([^" ]+)/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
}

/** Returns the reason why a link leads nowhere, or undefined. */
function problemOf(name: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#') as [string, string?]
  const file = path === '' ? name : relative(root, join(root, dirname(name), decodeURI(path)))
  if (file.startsWith('..')) return 'leads out of the repository'
  if (!existsSync(join(root, file))) return 'does not exist'
  if (anchor === undefined) return undefined
  if (!file.endsWith('.md') || statSync(join(root, file)).isDirectory()) return 'has an anchor, but is not a page'
  return anchorsOf(file).has(decodeURI(anchor)) ? undefined : 'has no such heading'
}

test('every link of a Markdown file leads to a page, a heading or an image', () => {
  assert.ok(files.includes('README.md') && files.length > 80, `${files.length} files`)
  const links = files.flatMap((name) => targetsOf(name).map((target) => ({ name, target })))
  assert.ok(links.length > 200, `${links.length} links`)
  const problems = links.flatMap(({ name, target }) => {
    const problem = problemOf(name, target)
    return problem ? [`${name}: ${target} ${problem}`] : []
  })
  assert.deepEqual(problems, [])
})

test('the check finds missing pages, headings and images', () => {
  assert.equal(problemOf('README.md', 'docs/nowhere.md'), 'does not exist')
  assert.equal(problemOf('README.md', 'docs/screens/nowhere.webp'), 'does not exist')
  assert.equal(problemOf('README.md', 'CONTRIBUTING.md#nowhere'), 'has no such heading')
  assert.equal(slug('`dray import` and **`If-Match`**: a [link](x)'), 'dray-import-and-if-match-a-link')
})
