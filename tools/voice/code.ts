// Reads comments, texts and names from TypeScript files.
import { parseSync } from 'vite'
import { splitWords, type Text } from './prose.ts'

export interface Comment extends Text {
  /** The code after the comment, for the name that it describes. */
  next: string
}
/** A string of the source with the keys of the objects that contain it, from the outermost. */
export interface Literal extends Text {
  keys: string[]
}
export interface Name {
  file: string
  line: number
  name: string
  kind: 'function' | 'type' | 'value'
  isExported: boolean
}
export interface Source {
  comments: Comment[]
  literals: Literal[]
  names: Name[]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
const isFunction = (node: Node | undefined) => /^(Arrow)?Function(Expression|Declaration)$/.test(node?.type ?? '')

/** Returns the identifiers that a parameter or a pattern declares. */
function declaredIn(node: Node | null | undefined): Node[] {
  if (node === null || node === undefined) return []
  if (node.type === 'Identifier') return [node]
  if (node.type === 'ObjectPattern') return []
  return ['left', 'argument', 'parameter'].flatMap((key) => declaredIn(node[key] as Node | undefined))
}

/** A name that a node declares. Names of parameters and fields cannot be exported. */
interface Declared {
  id: Node
  kind: Name['kind']
  mayBeExported: boolean
}

function declarationsOf(node: Node): Declared[] {
  const parameters = isFunction(node) ? (node.params as Node[]).flatMap(declaredIn) : []
  const declared: Declared[] = parameters.map((id) => ({ id, kind: 'value', mayBeExported: false }))
  const id = (node.id ?? node.key) as Node | null | undefined
  if (id?.type !== 'Identifier') return declared
  const isType = /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration)$/.test(node.type)
  if (node.type === 'FunctionDeclaration') declared.push({ id, kind: 'function', mayBeExported: true })
  else if (node.type === 'MethodDefinition') declared.push({ id, kind: 'function', mayBeExported: false })
  else if (node.type === 'VariableDeclarator')
    declared.push({ id, kind: isFunction(node.init as Node) ? 'function' : 'value', mayBeExported: true })
  else if (isType) declared.push({ id, kind: 'type', mayBeExported: true })
  else if (node.type === 'TSPropertySignature') declared.push({ id, kind: 'value', mayBeExported: false })
  return declared
}

/** Returns the text of a string, a template or a sum of them; the values of a template become an ellipsis. */
function textOf(node: Node): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}

const directive = /^(eslint|biome-ignore|@ts-|prettier|#__|Copyright|SPDX|!|\/)/i

/** Joins neighbouring line comments, and adds the code after each comment. */
function joinComments(file: string, content: string, lineOf: (offset: number) => number): Comment[] {
  const lines = content.split('\n')
  const joined: (Comment & { isLine: boolean; endLine: number })[] = []
  for (const { type, value, start, end } of parseSync(file, content).comments) {
    const [line, endLine] = [lineOf(start), lineOf(end)]
    const text = type === 'Block' ? value.replace(/^\*/, '').replace(/\n\s*\* ?/g, '\n') : value
    const previous = joined.at(-1)
    const isAlone = lines[line - 1]!.trim().startsWith('/')
    if (previous?.isLine && type === 'Line' && isAlone && previous.endLine === line - 1) {
      previous.text += ` ${text.trim()}`
      previous.endLine = endLine
    } else joined.push({ file, line, endLine, isLine: type === 'Line' && isAlone, text, next: '' })
  }
  for (const comment of joined) {
    const isAlone = lines[comment.line - 1]!.trim().startsWith('/')
    comment.next = (isAlone ? lines.slice(comment.endLine, comment.endLine + 3) : [lines[comment.line - 1]]).join(' ')
    comment.text = comment.text.replace(/\s+/g, ' ').trim()
  }
  return joined.filter(({ text }) => splitWords(text).length >= 3 && !directive.test(text))
}

export function readSource(file: string, content: string): Source {
  const starts = [...content.matchAll(/^/gm)].map(({ index }) => index)
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1
  const literals: Literal[] = []
  const names: Name[] = []
  const visit = (node: Node, keys: string[], exportedDepth: number): void => {
    const line = lineOf(node.start)
    for (const { id, kind, mayBeExported } of declarationsOf(node))
      names.push({ file, line, name: id.name as string, kind, isExported: mayBeExported && exportedDepth > 0 })
    const text = textOf(node)
    if (text !== undefined) literals.push({ file, line, text, keys })
    const { key } = node as { key?: { name?: string; value?: string } }
    const inner = node.type === 'Property' ? [...keys, key?.name ?? key?.value ?? ''] : keys
    const depth = /^Export(Named|Default)Declaration$/.test(node.type) ? 3 : exportedDepth - 1
    // The parts of a sum have been read with it.
    if (text === undefined) for (const child of childrenOf(node)) visit(child, inner, depth)
  }
  visit(parseSync(file, content).program as unknown as Node, [], 0)
  return { comments: joinComments(file, content, lineOf), literals, names: names.filter(({ name }) => name.length > 1) }
}
