// Lists the pages of the guide, and reads its navigation from the tables of docs/README.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Source files of pages outside docs/, with the names of their pages. */
const pagesOutsideDocs = { 'CHANGELOG.md': 'changelog.md', 'SECURITY.md': 'security-policy.md' }

/** Folders whose readers have the sources. */
const foldersOfSources = ['docs/contribute', 'docs/decisions', 'docs/integrate/recipes', 'docs/built']

/** Patterns of all files and folders without pages of the guide. */
export const excludedPatterns = [
  ...readdirSync(root).filter((name) => name !== 'docs' && !(name in pagesOutsideDocs)),
  ...foldersOfSources,
].flatMap((name) => [name, `${name}/**`])

/** Returns the page of a Markdown file, both relative to their folders, such as `plan/orders.md`. */
export const pageOf = (source) =>
  pagesOutsideDocs[source] ?? source.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')

/** Returns whether a file of the repository is a page of the guide. */
const isPage = (source) =>
  source in pagesOutsideDocs ||
  (/^docs\/.*\.md$/.test(source) && !foldersOfSources.some((folder) => source.startsWith(`${folder}/`)))

/** Returns the repository path and the anchor of a relative link in a source file. */
export function targetOf(sourceFile, link) {
  const [path, anchor] = link.split('#')
  const target = relative(root, resolve(dirname(sourceFile), decodeURI(path)))
  return { target, anchor: anchor === undefined ? '' : `#${anchor}`, isPage: isPage(target) }
}

/** Ends the part of docs/README.md that the guide shows. Later sections list pages of the sources. */
export const endOfGuide = '<!-- end of the guide -->'

const linkPattern = /\[([^\]]+)\]\(([^)\s]+)\)/g

/** Returns the pages that a text links in the first column of its tables. */
function pagesIn(text, source) {
  const cells = [...text.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell)
  return cells
    .flatMap((cell) => [...cell.matchAll(linkPattern)])
    .map(([, name, link]) => ({ name: name.replaceAll('`', ''), ...targetOf(join(root, source), link) }))
    .filter(({ isPage }) => isPage)
}

const entryOf = ({ name, target, anchor }) => ({
  text: name[0].toUpperCase() + name.slice(1),
  link: `/${pageOf(target).replace(/(index)?\.md$/, '')}${anchor}`,
})

const read = (source) => readFileSync(join(root, source), 'utf8').split(endOfGuide)[0]

/** Returns the entries of a section. A page that is an index adds its further pages as a group. */
function itemsOf(text) {
  const pages = pagesIn(text, 'docs/README.md')
  const listed = new Set(pages.map(({ target }) => target))
  const further = pages
    .filter(({ target }) => target.endsWith('/README.md'))
    .flatMap(({ target }) => pagesIn(read(target), target))
    .filter(({ target }) => !listed.has(target))
  const group = { text: 'More pages', items: further.map(entryOf) }
  return [...pages.map(entryOf), ...(further.length > 0 ? [group] : [])]
}

/** Sections of docs/README.md: a title, and the entries of its tables. The first section has no heading. */
const [start, ...sections] = read('docs/README.md')
  .split(/^## /m)
  .map((text, index) => ({ text: index === 0 ? 'Start' : text.split('\n', 1)[0], items: itemsOf(text) }))

/** Returns the folders of the entries of a section, such as `/plan/`. */
const foldersOf = ({ items }) => [
  ...new Set(items.flatMap((item) => (item.items ? foldersOf(item) : (item.link.match(/^\/[^/]+\//) ?? [])))),
]

/** Top navigation: the first page of each section. */
export const navigation = sections.map((section) => ({
  text: section.text,
  link: section.items[0].link,
  activeMatch: `^(${foldersOf(section).join('|')})`,
}))

/** The sidebar of each folder contains its section; that of the first pages also links the other sections. */
export const sidebar = {
  ...Object.fromEntries(sections.flatMap((section) => foldersOf(section).map((folder) => [folder, [section]]))),
  '/': [start, { text: 'By reader', items: navigation.map(({ text, link }) => ({ text, link })) }],
}
