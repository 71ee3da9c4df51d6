// Adapts Markdown that is written for the repository: links, anchors, and the end of the index.
import { endOfGuide, pageOf, targetOf } from './pages.js'

/** Documents and apps that the installation serves outside the guide. */
const servedPaths = ['/docs', '/driver', '/openapi.json', '/openapi-3.0.json', '/asyncapi.json']

/** Returns the anchor of a heading, as GitHub forms it. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

/** Points a link at its page of the guide. Links to files that the guide lacks become text. */
function rewriteLink(open, close, sourceFile) {
  const link = open.attrGet('href')
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(link)) return
  const { target, anchor, isPage } = targetOf(sourceFile, link)
  if (isPage) open.attrSet('href', `/${pageOf(target)}${anchor}`)
  else if (servedPaths.includes(target.replace(/^docs/, ''))) makeServedLink(open, target.replace(/^docs/, ''))
  else {
    open.tag = close.tag = 'span'
    open.type = 'source_open'
    close.type = 'source_close'
    open.attrs = [['title', `${target}, in the sources of Dray`]]
  }
}

/** Marks a link as one that the browser follows itself, because the router of the guide lacks its page. */
function makeServedLink(open, path) {
  open.type = 'served_open'
  open.attrs = [
    ['href', path],
    ['target', '_self'],
  ]
}

/** Links code such as `/docs` to the page of the installation. */
function linkServedPath(code, Token) {
  const open = new Token('served_open', 'a', 1)
  makeServedLink(open, code.content)
  return [open, code, new Token('served_close', 'a', -1)]
}

function adaptInline(children, sourceFile, Token) {
  const opened = []
  let linkDepth = 0
  return children.flatMap((token) => {
    if (token.type === 'link_open') {
      opened.push(token)
      linkDepth++
    }
    if (token.type === 'link_close') {
      rewriteLink(opened.pop(), token, sourceFile)
      linkDepth--
    }
    const isServed = token.type === 'code_inline' && linkDepth === 0 && servedPaths.includes(token.content)
    return isServed ? linkServedPath(token, Token) : [token]
  })
}

/** Turns empty cells of a table head into plain cells: a heading without text confuses screen readers. */
function adaptTableHeads(tokens) {
  for (const [index, token] of tokens.entries())
    if (token.type === 'th_open' && tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td'
}

/** Adds the rules of the guide to markdown-it. */
export function adaptMarkdown(md) {
  // Both rules change texts of pages: `:D` and `orders.md`.
  md.disable(['emoji', 'linkify'])
  md.core.ruler.push('guide', (state) => {
    const end = state.tokens.findIndex(({ type, content }) => type === 'html_block' && content.includes(endOfGuide))
    if (end !== -1) state.tokens.length = end
    adaptTableHeads(state.tokens)
    for (const token of state.tokens)
      if (token.type === 'inline')
        token.children = adaptInline(token.children, state.env.realPath ?? state.env.path, state.Token)
  })
}
