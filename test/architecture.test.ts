// Checks the architecture that docs/contribute/architecture.md describes: imports between folders, and rules for all files.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { endpoints } from '../contract/index.ts'
import { operationSteps } from '../server/runtime/operations.ts'
import { literalsIn, recorded, unrecorded } from './support/statements.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync(
  ['{contract,server,solver,client,cli,bench,test,docs,deploy,tools}/**/*.ts', '{console,driver}/**/*.{ts,tsx}'],
  {
    cwd: root,
    exclude: ['{console,driver}/dist*/**'],
  },
).sort()
const scripts = globSync(['bin/*.js', '{console,driver}/*.js', 'guide/.vitepress/{*,theme/*}.js', 'server/**/*.js'], {
  cwd: root,
}).sort()
const text = new Map([...sources, ...scripts].map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const product = sources.filter((file) => /^(contract|server|solver|client|cli|console|driver)\//.test(file))
const parsed = new Map([...text].map(([file, content]) => [file, parseSync(file, content)]))

interface Import {
  from: string
  to: string
}
/** Of values and of types alike: a reader follows both. A thread's file is an import as well. */
const imports: Import[] = [...parsed].flatMap(([from, { module }]) => {
  const content = text.get(from)!
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => content.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
    ...[...content.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, file]) => file!),
  ]
  return [...new Set(named)].map((to) => ({ from, to: to.startsWith('.') ? join(dirname(from), to) : to }))
})
const isNode = (to: string) => to.startsWith('node:')
const isStore = (file: string) => /[/-]store\.ts$/.test(file)
const isPackage = (to: string) => !isNode(to) && !/^(contract|server|solver|client|cli|console|driver|docs)\//.test(to)

/** Folders from the lowest to the highest: the tables of docs/contribute/architecture.md. */
const layers = [
  ...readFileSync(join(root, 'docs/contribute/architecture.md'), 'utf8').matchAll(
    /^\| `((?:server|console|driver)[\w/-]*)\/` \|/gm,
  ),
].map(([, folder]) => folder!)
const isLayered = (file: string) => /^(server|console|driver)\//.test(file) && text.has(file)

test('a file imports only its own folder and lower folders', () => {
  const folders = new Set([...text.keys()].filter(isLayered).map((file) => dirname(file)))
  assert.deepEqual([...folders].sort(), layers.toSorted(), 'docs/contribute/architecture.md lists every folder once')
  const height = (file: string) => layers.indexOf(dirname(file))
  assert.deepEqual(
    imports.filter(({ from, to }) => isLayered(from) && isLayered(to) && height(to) > height(from)),
    [],
  )
})

test('the files of server/http and server/runtime name no endpoint', () => {
  const generic = product.filter((file) => /^server\/(http|runtime)\//.test(file))
  const named = generic.flatMap((file) =>
    Object.keys(endpoints).flatMap((id) => (text.get(file)!.includes(`'${id}'`) ? [`${file} ${id}`] : [])),
  )
  assert.deepEqual(named, [])
})

test('no folder takes part in a cycle of imports', () => {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [folder, target] = [dirname(from), dirname(to)]
    if (!product.includes(from) || !text.has(to) || folder === target) continue
    edges.set(folder, (edges.get(folder) ?? new Set()).add(target))
  }
  const reaches = (folder: string, target: string, visited = new Set<string>()): boolean =>
    [...(edges.get(folder) ?? [])].some(
      (next) => next === target || (!visited.has(next) && reaches(next, target, visited.add(next))),
    )
  assert.deepEqual(
    [...edges.keys()].filter((folder) => reaches(folder, folder)),
    [],
  )
})

/** Imports that a lower folder allows but a rule forbids: files, what they may import, and which of Node's modules. */
const allowed: { of: RegExp; may: RegExp; node?: RegExp }[] = [
  { of: /^contract\//, may: /^contract\//, node: /^$/ },
  { of: /^client\//, may: /^(client|contract)\//, node: /^$/ },
  // The solver calculates with numbers only: no package, no module of Node, no other folder.
  { of: /^solver\//, may: /^solver\//, node: /^$/ },
  {
    of: /^cli\//,
    may: /^(cli\/|client\/|contract\/|server\/(admin\/[a-z]+|integration\/import\/(table|json-lines|unreadable)|main|runtime\/storage|platform\/config\/(config|config-text|settings)|platform\/process\/package|platform\/error\/reason|platform\/value\/times)\.ts$)/,
  },
  {
    // The console imports nothing of the server: an integrator can do whatever the console does.
    of: /^console\/.*\.tsx?$/,
    may: /^(console\/|client\/|contract\/|docs\/samples\/|react$|react-dom\b|@(mantine|tanstack|tabler|atlaskit)\/|@simplewebauthn\/browser$|@protomaps\/basemaps$|(uqr|maplibre-gl|pmtiles|terra-draw|topojson-client|topojson-specification|world-atlas|read-excel-file)\b)/,
    node: /^$/,
  },
  {
    // The driver app imports no component of the console: a phone loads as little code as possible.
    of: /^driver\/.*\.tsx?$/,
    may: /^(driver\/|client\/client\.ts$|contract\/|console\/(platform\/store|words\/[a-z]+)\.ts$|react$|react-dom\b|(idb|signature_pad|zxing-wasm)\b)/,
    node: /^$/,
  },
  // A store knows how records are stored, and nothing of the decisions about them.
  {
    of: /^server\/(?!platform\/).*[/-]store\.ts$/,
    may: /^(contract\/|server\/platform\/|server\/orders\/record\/|server\/.*[/-](store|columns)\.ts$)/,
  },
  { of: /^server\/platform\/database\//, may: /^server\/platform\/(value|process|fairness|database)\// },
]

test('no import crosses a boundary', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rule = allowed.find(({ of }) => of.test(from))
    if (!rule || (isPackage(to) && /^(server|cli)\//.test(from))) return false
    return isNode(to) ? rule.node?.test(to) === false : !rule.may.test(to)
  })
  assert.deepEqual(wrong, [])
})

/** Target → the only files that may import it. */
const importers: { to: RegExp; of: RegExp }[] = [
  { to: /^solver\//, of: /^(solver|server\/planning\/(optimisation|offer))\// },
  { to: /^client\//, of: /^(client|console|driver|cli|server\/integration\/import)\// },
  { to: /^server\/.*\broutes\.ts$/, of: /^server\/runtime\/operations\.ts$/ },
  { to: /^server\/platform\/database\//, of: /^(cli|server\/(?!platform\/(outbound|pdf|image|config)\/))/ },
  { to: /^contract\//, of: /^(?!server\/platform\/pdf\/)/ },
  { to: /^server\/app\.ts$/, of: /^server\/main\.ts$/ },
]

test('restricted folders are imported only by the folders that the test names', () => {
  const wrong = imports.filter(
    ({ from, to }) => product.includes(from) && importers.some((rule) => rule.to.test(to) && !rule.of.test(from)),
  )
  assert.deepEqual(wrong, [])
})

/** Package → where the server and the command line use it: each has its place, so that it can be replaced there. */
const packages: Record<string, RegExp> = {
  '@simplewebauthn': /^server\/access\/user\/passkey\.ts$/,
  ajv: /^server\/platform\/operation\/validate\.ts$/,
  aws4fetch: /^server\/platform\/bytes\/bucket\.ts$/,
  'bidi-js': /^server\/platform\/pdf\/text\.ts$/,
  commander: /^cli\//,
  fontkit: /^server\/platform\/pdf\/fonts\.ts$/,
  jose: /^server\/access\/token\/issuer\.ts$/,
  'lru-cache':
    /^server\/(platform\/(process\/cache|rate-limit\/limits)|http\/callers|access\/token\/authenticate)\.ts$/,
  nodemailer: /^server\/platform\/outbound\/mail\.ts$/,
  'openid-client': /^server\/access\/user\/oidc-issuer\.ts$/,
  otpauth: /^server\/access\/user\/totp\.ts$/,
  pdfkit: /^server\/platform\/pdf\/sheet\.ts$/,
  pg: /^server\/platform\/database\//,
  pino: /^server\/(main|app|http\/exchange)\.ts$/,
  'prom-client': /^server\/http\/metrics\.ts$/,
  'read-excel-file': /^server\/integration\/import\/table\.ts$/,
  uqr: /^server\/platform\/pdf\/code\.ts$/,
}

test('a package is imported only by its named folders', () => {
  const elsewhere = imports.filter(
    ({ from, to }) => /^(server|cli)\//.test(from) && isPackage(to) && packages[to.split('/')[0]!]?.test(from) !== true,
  )
  assert.deepEqual(elsewhere, [])
})

test('no file takes part in a cycle of imports, type imports included', () => {
  const edges = Map.groupBy(
    imports.filter(({ to }) => text.has(to)),
    ({ from }) => from,
  )
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of text.keys()) visit(file, [])
  assert.deepEqual(circles, [])
})

test('the step table of the writer thread contains every step of the server', () => {
  const written = product.flatMap((file) =>
    [...text.get(file)!.matchAll(/\bcreateStep\(\s*'(\w+)'/g)].map(([, name]) => name!),
  )
  assert.deepEqual(written.sort(), Object.keys(operationSteps).sort())
})

test('every export is used in another file', () => {
  const files = new Map<string, number>()
  for (const content of text.values())
    for (const word of new Set(content.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1)
  const unused = product
    // The contract names all that it describes, for whoever writes against it.
    .filter((file) => !file.startsWith('contract/'))
    .flatMap((file) =>
      parsed
        .get(file)!
        .module.staticExports.flatMap(({ entries }) =>
          entries
            .filter(({ isType, moduleRequest }) => !isType && !moduleRequest)
            .map(({ exportName: { name } }) => ({ file, name: name! })),
        ),
    )
    .filter(({ name }) => files.get(name) === 1)
  assert.deepEqual(unused, [])
})

test('only stores and engines contain SQL', () => {
  const files = product.filter((file) => /\bsql`/.test(text.get(file)!))
  assert.deepEqual(
    files.filter((file) => !isStore(file) && !file.startsWith('server/platform/database/')),
    [],
  )
})

test('every statement of a store names the environment it works for', () => {
  const shared =
    /\b(environments|signing_keys|revocations|schema_migrations|people|memberships|sessions|factors|recovery_codes|ceremonies|links|attempts|sign_ins|devices|instances)\b/
  // Its words and terms begin with the environment.
  const indexed = /\b(search_words|search_terms)\b/
  const ofEngines = product.filter((file) => file.startsWith('server/platform/database/')).flatMap(literalsIn)
  const statements = [...recorded, ...ofEngines]
  const without = statements.filter(
    ({ text: statement }) => !/environment_id/.test(statement) && !shared.test(statement) && !indexed.test(statement),
  )
  assert.ok(statements.length > 40)
  assert.deepEqual(without, [])
})

test('a recorded call sends every SQL literal of a store', () => {
  assert.ok(recorded.length > 1_000)
  assert.deepEqual(unrecorded, [])
})

const habit = (title: string, pattern: RegExp, exempt: RegExp, files = product) =>
  test(title, () => {
    assert.deepEqual(
      files.filter((file) => !exempt.test(file) && pattern.test(text.get(file)!)),
      [],
    )
  })
const none = /^$/
// Citus gathers what is selected, and says that so many rows were stored, whether they were or not.
// Citus writes the short form anew for its nodes, and wrongly.
habit(
  'every case names its condition',
  /\bcase\s+[a-z_][a-z_.]*\s+when\b/,
  none,
  sources.filter((file) => file.startsWith('server/')),
)
habit('an insert contains values, never a selection', /\binsert\s+into\b[^`]*\bselect\b/i, none)
habit(
  'only the configuration reads the process environment',
  /process\.env\b/,
  /^server\/platform\/config\/config\.ts$/,
)
// With an empty one it compiles all that it loads, each time.
habit(
  'every thread receives the folder of compiled sources',
  /new Worker\((?![^;]*(buildThreadEnvironment|workerOptions)\(\))/,
  none,
)
habit(
  'stores return facts, rules judge them',
  /\bnew ApiProblem\(|\b(createBadRequest|createProblem)\(/,
  none,
  product.filter(isStore),
)
habit(
  'rules receive a transaction, never the database',
  /\bDatabase\b/,
  // A copy is between two databases.
  /^server\/upkeep\/copy\//,
  product.filter((file) => /^server\/(access|fleet|orders|planning|delivery|integration|upkeep)\//.test(file)),
)
habit('no date is parsed by Date', /new Date\([^)\d]*['"`]|Date\.parse\(/, none)
habit(
  'only the two problems are classes',
  /^\s*(export\s+)?(abstract\s+)?class\s/m,
  /^(server\/platform\/error\/problems|client\/client)\.ts$/,
)
habit(
  'no text becomes markup or script',
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
  // The names of columns and fields, which only our own statements and the contract give.
  /^server\/platform\/value\/literal\.ts$/,
)
habit('tests state facts', /\b(test|it|describe)\(\s*['"`][^'"`]*\bshould\b/, /^test\/architecture/, sources)
habit(
  'no test is skipped or left to do',
  /\b(t|test|it|describe)\.(skip|only|todo)\(|skip:\s*true/,
  /^test\/architecture/,
  sources,
)

test('every file begins with a comment about its task', () => {
  const without = sources.filter((file) => !/^\/\/ .{20,}\n/.test(text.get(file)!))
  assert.deepEqual(without, [])
})

test('a test that mocks the clock, timers or files runs in a separate process', () => {
  const moves = /\.mock\.timers\.|syncBuiltinESMExports\(|'\.\.\/support\/clock\.ts'/
  const movers = sources.filter((file) => /^test\/.*\.test\.ts$/.test(file) && moves.test(text.get(file)!))
  assert.ok(movers.length > 5)
  const lanes = text.get('test/lanes.ts')!
  const names = movers.map((file) => [file, file.replace(/^test\/|\.test\.ts$/g, '')])
  const shared = names.filter((each) => !each.some((name) => lanes.includes(`'${name}'`)))
  assert.deepEqual(shared, [], 'those are among the loners of lanes.ts')
})

test('an address field is named in at most seven product files', () => {
  const naming = product.filter((file) => /\bline3\b/.test(text.get(file)!))
  assert.ok(naming.includes('contract/address.ts'))
  assert.ok(naming.length <= 7, naming.join('\n'))
})

test('files stay short enough to read', () => {
  const long = sources.filter((file) => text.get(file)!.split('\n').length > 500)
  assert.deepEqual(long, [])
})

/** Tests have no limit to their lines, and may spread literals. */
const isTest = (file: string) => file.startsWith('test/')

test('a line has at most 120 columns, comments, SQL and strings included', () => {
  const styles = globSync('{console,driver,server}/**/*.css', { cwd: root, exclude: ['{console,driver}/dist*/**'] })
  const wide = [...text.keys(), ...styles]
    .filter((file) => !isTest(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/^.{121,}$/gmu) ?? [])
  assert.deepEqual(wide, [])
})

interface Found {
  name: string
  lines: number
  parameters: number
  /** Levels of control statements within each other; an `else if` stays on the level of its `if`. */
  nesting: number
}
type Node = { type: string; start: number; end: number; params?: unknown[] } & Record<string, unknown>
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const isControl = ({ type }: Node) => /^(If|For|ForIn|ForOf|While|DoWhile|Switch|Try)Statement$/.test(type)
const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((child): [string, Node][] =>
        typeof child === 'object' && child !== null && 'type' in child ? [[key, child as Node]] : [],
      ),
  )
/** Returns the levels below a node, without those of functions in it. */
function nestingOf(node: Node): number {
  const levels = childrenOf(node).map(([key, child]) => {
    if (isFunction(child)) return 0
    const isElseIf = node.type === 'IfStatement' && key === 'alternate' && child.type === 'IfStatement'
    return nestingOf(child) + (isControl(child) && !isElseIf ? 1 : 0)
  })
  return Math.max(0, ...levels)
}
/** Returns the spreads of array and object literals in a file. */
function literalSpreadsOf(file: string): string[] {
  const visit = (node: Node): string[] => {
    const spread = childrenOf(node).flatMap(([, child]) => visit(child))
    const isSpread = /Spread(Element|Attribute)$/.test(node.type)
    if (isSpread && /^(Array|Object)/.test((node.argument as Node).type))
      spread.unshift(`${file}: ${text.get(file)!.slice(node.start, node.end)}`)
    return spread
  }
  return visit(parsed.get(file)!.program as unknown as Node)
}

test('an object or array literal is spread only inside a condition', () => {
  assert.deepEqual([...parsed.keys()].filter((file) => !isTest(file)).flatMap(literalSpreadsOf), [])
})

const nameIn = (node: unknown) => (node as { name?: string } | undefined)?.name

/** The functions of a file, whatever they are written as, each by its own name or that of what it is given to. */
function functionsOf(file: string): Found[] {
  const content = text.get(file)!
  const found: Found[] = []
  const visit = (node: Node, name: string): void => {
    const own = nameIn(node.id) ?? nameIn(node.key) ?? name
    if (isFunction(node)) {
      const lines = content.slice(node.start, node.end).split('\n').length
      found.push({ name: `${file} ${own}`, lines, parameters: node.params!.length, nesting: nestingOf(node) })
    }
    for (const [, child] of childrenOf(node)) visit(child, isFunction(node) ? `${own}/` : own)
  }
  visit(parsed.get(file)!.program as unknown as Node, '')
  return found
}
const functions = [...text.keys()].filter((file) => !file.startsWith('test/')).flatMap(functionsOf)

/** What is longer than it should be, and by how much. The list only shrinks: what is on it for nothing fails as well. */
function expectWithin(max: number, of: 'lines' | 'parameters' | 'nesting', exceptions: Record<string, number>): void {
  const over = functions.filter((found) => found[of] > max)
  assert.deepEqual(
    over.filter((found) => found[of] > (exceptions[found.name] ?? 0)).map((found) => `${found.name}: ${found[of]}`),
    [],
    `more than ${max} ${of}`,
  )
  const names = new Set(over.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(exceptions).filter((name) => !names.has(name)),
    [],
    'no longer an exception',
  )
}

test('a function has at most 90 lines', () => {
  expectWithin(90, 'lines', {})
})

test('a function nests at most three control statements', () => {
  expectWithin(3, 'nesting', {})
})

test('functions take at most four parameters', () => {
  expectWithin(4, 'parameters', {})
})

/** React takes whatever an effect answers for its cleanup, and calls it; browsers have begun to answer where they answered nothing. */
test('a React effect does not return the result of a call', () => {
  const loose = sources.flatMap((file) =>
    [...text.get(file)!.matchAll(/use(Layout)?Effect\(\s*\(\) =>(?!\s*(\{|void |\(\) =>))/g)].map(() => file),
  )
  assert.deepEqual(loose, [])
})

/** Files with a table of their own: docs/contribute/design.md gives the reasons. Every other list uses `DataTable`. */
const ownTables = [
  'console/import/grid.tsx',
  'console/plan/sheets/sheet.tsx',
  'console/shell/data-table.tsx',
  'console/shell/print.tsx',
]

test('only the files that this test lists contain a table element', () => {
  const files = sources.filter((file) => file.endsWith('.tsx') && /<(table|Table)[\s>]/.test(text.get(file)!))
  assert.deepEqual(files, ownTables)
})

test('no file is named after helpers, and no file only re-exports', () => {
  assert.deepEqual(
    sources.filter(
      (file) =>
        /(^|\/)(utils?|lib|helpers?|common|misc)(\/|\.tsx?$)/.test(file) ||
        (/\/index\.ts$/.test(file) && file !== 'contract/index.ts'),
    ),
    [],
  )
})
