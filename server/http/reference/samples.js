// Writes a request in curl, TypeScript and Python, and finds the coloured pieces of code. It works without a browser.

export const languages = ['curl', 'TypeScript', 'Python']

export const pretty = (value) => JSON.stringify(value, undefined, 2)

/** Returns the example body of an operation, or undefined without a body. */
export function bodyOf(operation) {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!type) return undefined
  const isJson = type.includes('json')
  const isForm = type.includes('urlencoded')
  const text = isJson ? pretty(media.example) : isForm ? new URLSearchParams(media.example).toString() : ''
  const file = type === 'text/csv' ? 'orders.csv' : 'photo.jpg'
  return { type, text, value: media.example, isJson, isForm, isFile: !isJson && !isForm, file, schema: media.schema }
}

/** Returns the parts of a request that every sample contains. */
function requestOf({ method, path, operation, parameters }) {
  const selector = ['id', 'key'].find((name) => parameters.some((p) => p.in === 'query' && p.name === name))
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const types = Object.keys(success?.content ?? {})
  return {
    method,
    path,
    selector,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    needsToken: operation.security.length > 0,
    body: bodyOf(operation),
    answersJson: types.length === 0 || types.includes('application/json'),
  }
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
const shout = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function curl({ method, path, selector, needsToken, body, answersJson }) {
  const url = `$BASE${path.replace(/\{(\w+)\}/g, '$$$1')}${selector ? `?${selector}=$${selector.toUpperCase()}` : ''}`
  return [
    `curl -sS --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? [`-H 'Content-Type: ${body.type}'`] : []),
    ...(body ? [body.isFile ? `--data-binary @${body.file}` : `-d ${quoted(body.text)}`] : []),
    ...(answersJson ? [] : ['-o answer']),
  ].join(' \\\n  ')
}

const indented = (text, by) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

function typescript({ method, path, selector, names, needsToken, body, answersJson }) {
  const query = selector ? `?${selector}=\${encodeURIComponent(${selector})}` : ''
  const url = `\`\${BASE}${path.replace(/\{(\w+)\}/g, '$${$1}')}${query}\``
  const headers = [
    ...(needsToken ? [`Authorization: \`Bearer \${TOKEN}\``] : []),
    ...(body ? [`'Content-Type': '${body.type}'`] : []),
  ]
  const sent = body?.isFile
    ? [`await readFile('${body.file}')`]
    : body?.isJson
      ? [`JSON.stringify(${indented(body.text, 2)})`]
      : body
        ? [`new URLSearchParams(${indented(pretty(body.value), 2)})`]
        : []
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} },`] : []),
    ...sent.map((text) => `body: ${text},`),
  ]
  return [
    ...(body?.isFile ? ["import { readFile } from 'node:fs/promises'", ''] : []),
    ...[...names, ...(selector ? [selector] : [])].map((name) => `const ${name}: string = '…'`),
    options.length === 0
      ? `const response = await fetch(${url})`
      : `const response = await fetch(${url}, {\n${options.map((line) => `  ${line}`).join('\n')}\n})`,
    'if (!response.ok) throw new Error(await response.text())',
    answersJson ? 'const { data } = await response.json()' : 'const answer = await response.arrayBuffer()',
  ].join('\n')
}

/** Writes a value as a Python literal. */
function literal(value, depth = 0) {
  const pad = '    '.repeat(depth + 1)
  const end = `\n${'    '.repeat(depth)}`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[\n${value.map((one) => `${pad}${literal(one, depth + 1)},`).join('\n')}${end}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, one]) => `${pad}${JSON.stringify(name)}: ${literal(one, depth + 1)},`)
  return `{\n${lines.join('\n')}${end}}`
}

const snake = (name) => shout(name).toLowerCase()

function python({ method, path, selector, names, needsToken, body, answersJson }) {
  const url = `f"{BASE}${path.replace(/\{(\w+)\}/g, (_, name) => `{${snake(name)}}`)}"`
  const headers = [
    ...(needsToken ? ['"Authorization": f"Bearer {TOKEN}"'] : []),
    ...(body && !body.isForm && !(body.isJson && body.type === 'application/json')
      ? [`"Content-Type": "${body.type}"`]
      : []),
  ]
  const options = [
    ...(selector ? [`params={"${selector}": ${selector}},`] : []),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}},`] : []),
    ...(body?.isJson ? [`json=${literal(body.value, 1)},`] : []),
    ...(body?.isForm ? [`data=${literal(body.value, 1)},`] : []),
    ...(body?.isFile ? [`data=open("${body.file}", "rb"),`] : []),
  ]
  return [
    'import requests',
    '',
    ...names.map((name) => `${snake(name)} = "…"`),
    ...(selector ? [`${selector} = "…"`] : []),
    `response = requests.${method.toLowerCase()}(`,
    `    ${url},`,
    ...options.map((line) => `    ${line}`),
    ')',
    'response.raise_for_status()',
    answersJson ? 'data = response.json()["data"]' : 'answer = response.content',
  ].join('\n')
}

const writers = { curl, TypeScript: typescript, Python: python }

/** Returns the sample of a request. The `parameters` of `call` are the operation's, with their references resolved. */
export const sampleOf = (language, call) => writers[language](requestOf(call))

const words = {
  TypeScript: 'import|from|const|await|if|throw|new|string',
  Python: 'import|None|True|False',
  curl: 'curl',
  JSON: 'true|false|null',
}
/** Patterns of field names, texts, numbers, flags and keywords. The first that matches decides the colour. */
const patterns = Object.fromEntries(
  Object.entries(words).map(([language, list]) => [
    language,
    new RegExp(
      [
        String.raw`(?<name>"(?:[^"\\]|\\.)*"(?=\s*:)|(?<=[{,]\s*)[\w']+(?=:\s))`,
        /(?<text>f?"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)/.source,
        String.raw`(?<number>\b\d+(?:\.\d+)?\b)`,
        String.raw`(?<flag>(?<=\s)--?[A-Za-z][\w-]*)`,
        String.raw`(?<word>\b(?:${list})\b)`,
      ].join('|'),
      'g',
    ),
  ]),
)

/** Splits a text into pieces. A piece that matches a pattern has its kind. */
export function piecesOf(language, text) {
  const pieces = []
  let end = 0
  for (const match of text.matchAll(patterns[language] ?? patterns.JSON)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    const [kind] = Object.entries(match.groups).find(([, found]) => found !== undefined)
    pieces.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
