// Keeps the house as ARCHITECTURE.md draws it: who may import whom, and the habits that a reader relies on.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { steps } from '../server/operations.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync(
  ['{contract,server,solver,client,cli,bench,test,docs,deploy}/**/*.ts', '{console,driver}/**/*.{ts,tsx}'],
  {
    cwd: root,
    exclude: ['{console,driver}/dist*/**'],
  },
).sort()
const scripts = globSync(['bin/*.js', '{console,driver}/*.js', 'server/**/*.js'], { cwd: root }).sort()
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

const features =
  'change|consignment|copy|depot|drive|environment|erasure|export|file|fleet|geocode|idempotency|import|instance|label|load|notice|optimisation|person|pod|token|tracking|travel|view|webhook'
/** Of a feature, what others than the table of operations read: all but its routes. */
const inside = `server/(${features})/(?!routes\\.ts)`
/** Of a feature, what other features read: its decisions and records, and a few files beside them. */
const shared = `server/(${features})/(rules|store|steps|images|depot-rule|joining|moving|progress|attempts|erase|figures|files|read|documents?|scopes|served|texts|words|zone)\\.ts$`

/** Folder or file → what it may import; packages and node's own modules, where nothing is said of them, are free. */
const allowed: { of: RegExp; may: RegExp; node?: RegExp }[] = [
  { of: /^contract\//, may: /^contract\//, node: /^$/ },
  { of: /^client\//, may: /^contract\//, node: /^$/ },
  // Numbers in, numbers out: no package, nothing of node, nothing of the house.
  { of: /^solver\//, may: /^solver\//, node: /^$/ },
  {
    of: /^cli\//,
    may: /^(cli\/|client\/|contract\/|server\/(admin\/[a-z]+|import\/(table|json-lines|unreadable)|main|storage|config|config-text|core\/(package|reason|times))\.ts$)/,
  },
  {
    // Nothing of the server: whatever the console can do, an integrator can.
    of: /^console\/.*\.tsx?$/,
    may: /^(console\/|client\/|contract\/|docs\/samples\/|react$|react-dom\b|@(mantine|tanstack|tabler|atlaskit)\/|@simplewebauthn\/browser$|@protomaps\/basemaps$|(uqr|maplibre-gl|pmtiles|terra-draw|topojson-client|topojson-specification|world-atlas|read-excel-file)\b)/,
    node: /^$/,
  },
  {
    // Of the console, what has no look: a phone on a bad line loads no more than it needs.
    of: /^driver\/.*\.tsx?$/,
    may: /^(driver\/|client\/client\.ts$|contract\/|console\/(store|words\/[a-z]+)\.ts$|react$|react-dom\b|(idb|signature_pad|zxing-wasm)\b)/,
    node: /^$/,
  },
  // The ground floor: what every rule is written with knows no feature, and an engine knows nothing but its driver.
  { of: /^server\/database\//, may: /^server\/database\// },
  { of: /^server\/core\//, may: /^(contract\/|server\/core\/|server\/database\/database\.ts$)/ },
  { of: /^server\/outbound\//, may: /^server\/core\// },
  // Plain data in, bytes out: no database but for its way of taking turns, nothing of the contract.
  {
    of: /^server\/pdf\//,
    may: /^server\/(core\/(documents|handing|priority|problems|services|thread-environment|untaken)|database\/turns)\.ts$/,
  },
  { of: /^server\/config-text\.ts$/, may: /^server\/(config|core\/setting)\.ts$/ },
  {
    of: /^server\/config\.ts$/,
    may: /^server\/(core\/(leases|loopback|nearest|setting|times)|outbound\/addresses)\.ts$/,
  },
  {
    // A store knows how things are kept, not what is decided, in its own folder either.
    of: new RegExp(`^server/(${features})/([a-z]+-)?store\\.ts$`),
    may: new RegExp(
      `^(contract/|server/core/|server/database/database\\.ts$|server/(${features})/store\\.ts$|server/consignment/(draft|listing)\\.ts$)`,
    ),
  },
  // Letters of environments take turns as their requests do.
  { of: /^server\/notice\/places\.ts$/, may: /^server\/database\/turns\.ts$/ },
  {
    // The one that has routes searched for, in the numbers of the solver.
    of: /^server\/optimisation\//,
    may: new RegExp(`^(contract/|solver/|server/core/|server/database/database\\.ts$|server/optimisation/|${shared})`),
  },
  {
    // Reads files with what the console and the command line read them with, and stores rows as other imports do.
    of: /^server\/import\//,
    may: new RegExp(
      `^(contract/|client/(cells|columns|csv|csv-reader|sheet|text)\\.ts$|server/core/|server/database/database\\.ts$|server/consignment/(bulk|removing|stream)\\.ts$|server/file/name\\.ts$|${shared})`,
    ),
  },
  {
    // A feature sees another one's decisions and records, never its routes; and nothing of HTTP or of the process.
    of: new RegExp(`^server/(${features})/`),
    may: new RegExp(`^(contract/|server/config\\.ts$|server/core/|server/database/database\\.ts$|${shared})`),
  },
  // From the table of operations up to a request without its HTTP: each sees the one below.
  { of: /^server\/operations\.ts$/, may: new RegExp(`^(contract/|server/core/|server/(${features})/)`) },
  {
    of: /^server\/executor\.ts$/,
    may: /^(contract\/|server\/core\/|server\/database\/(database|rests|turns|turn-end)\.ts$|server\/(environment|idempotency)\/rules\.ts$|server\/operations\.ts$)/,
  },
  {
    of: /^server\/aside\.ts$/,
    may: /^(contract\/|server\/core\/|server\/(executor|database\/(database|shares|turns|turn-end))\.ts$)/,
  },
  {
    of: /^server\/thread\.ts$/,
    may: /^server\/(aside|config|executor|perform|storage|core\/(coding|json|known-times|operation|priority|seal|version)|database\/sqlite)\.ts$/,
  },
  { of: /^server\/writer\.ts$/, may: /^server\/(executor|core\/(known-times|seal)|database\/sqlite)\.ts$/ },
  {
    of: /^server\/perform\.ts$/,
    may: /^(contract\/|server\/core\/|server\/(executor|operations|database\/database)\.ts$)/,
  },
  { of: /^server\/storage\.ts$/, may: /^server\/(config|(consignment|pod)\/fill|core\/seal|database\/[a-z-]+)\.ts$/ },
  { of: /^server\/reports\.ts$/, may: /^server\/(core\/(failure-log|reason)|database\/database)\.ts$/ },
  {
    of: /^server\/(background|serving)\.ts$/,
    may: new RegExp(`^(server/(aside|config|executor|storage|thread|writer)\\.ts$|server/(core|database)/|${inside})`),
  },
  {
    // What commands do without HTTP.
    of: /^server\/admin\//,
    may: new RegExp(
      `^(contract/|server/(config|executor|perform|storage|outbound/mail)\\.ts$|server/(core|database)/|${inside})`,
    ),
  },
  {
    of: /^server\/http\//,
    may: new RegExp(
      `^(contract/|server/(aside|config|perform|database/(database|turns|turn-end))\\.ts$|server/core/|${inside})`,
    ),
  },
  {
    of: /^server\/app\.ts$/,
    may: new RegExp(`^(server/(aside|config|perform)\\.ts$|server/(core|http)/|${inside})`),
  },
  {
    of: /^server\/main\.ts$/,
    may: new RegExp(`^(server/[a-z]+\\.ts$|server/(core|http|outbound)/|server/pdf/pdf\\.ts$|${inside})`),
  },
]

test('everyone imports only what the architecture lets them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rule = allowed.find(({ of }) => of.test(from))
    if (!rule) return product.includes(from)
    const isNeighbour = dirname(from) === dirname(to) && dirname(from) !== 'server' && !isStore(from)
    if (isNeighbour || (isPackage(to) && /^(server|cli)\//.test(from))) return false
    return isNode(to) ? rule.node?.test(to) === false : !rule.may.test(to)
  })
  assert.deepEqual(wrong, [])
})

/** Package → where the server and the command line use it: each has its place, so that it can be replaced there. */
const packages: Record<string, RegExp> = {
  '@simplewebauthn': /^server\/person\/passkey\.ts$/,
  ajv: /^server\/core\/validate\.ts$/,
  aws4fetch: /^server\/file\/bucket\.ts$/,
  'bidi-js': /^server\/pdf\/text\.ts$/,
  commander: /^cli\//,
  fontkit: /^server\/pdf\/fonts\.ts$/,
  jose: /^server\/token\/issuer\.ts$/,
  'lru-cache': /^server\/(core\/cache|http\/callers|instance\/limits|token\/authenticate)\.ts$/,
  nodemailer: /^server\/outbound\/mail\.ts$/,
  'openid-client': /^server\/person\/outside\.ts$/,
  otpauth: /^server\/person\/totp\.ts$/,
  pdfkit: /^server\/pdf\/sheet\.ts$/,
  pg: /^server\/database\//,
  pino: /^server\/(main|app|http\/exchange)\.ts$/,
  'prom-client': /^server\/http\/metrics\.ts$/,
  'read-excel-file': /^server\/import\/table\.ts$/,
  uqr: /^server\/pdf\/code\.ts$/,
}

test('every package has its place', () => {
  const elsewhere = imports.filter(
    ({ from, to }) => /^(server|cli)\//.test(from) && isPackage(to) && packages[to.split('/')[0]!]?.test(from) !== true,
  )
  assert.deepEqual(elsewhere, [])
})

test('only the process imports the composition root, and both alone what speaks HTTP', () => {
  const isRoof = (file: string) => /^server\/(main|app)\.ts$|^server\/http\/|^test\//.test(file)
  const others = imports.filter(
    ({ from, to }) =>
      (to === 'server/app.ts' && from !== 'server/main.ts' && !from.startsWith('test/')) ||
      (to.startsWith('server/http/') && !isRoof(from)),
  )
  assert.deepEqual(others, [])
})

test('there are no circles, type imports counted', () => {
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

test('every step is in the table by whose names the writer thread knows them', () => {
  const written = product.flatMap((file) =>
    [...text.get(file)!.matchAll(/\bstep\(\s*'(\w+)'/g)].map(([, name]) => name!),
  )
  assert.deepEqual(written.sort(), Object.keys(steps).sort())
})

test('what is exported is used elsewhere', () => {
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
    files.filter((file) => !isStore(file) && !file.startsWith('server/database/')),
    [],
  )
})

test('every statement of a store names the environment it works for', () => {
  const shared =
    /\b(environments|signing_keys|revocations|schema_migrations|people|memberships|sessions|factors|recovery_codes|ceremonies|links|attempts|sign_ins|devices|instances)\b/
  // Its words and terms begin with the environment.
  const indexed = /\b(search_words|search_terms)\b/
  const statements = product.flatMap((file) =>
    [...text.get(file)!.matchAll(/sql`([^`]*)`/g)].map(([, statement]) => ({ file, statement: statement! })),
  )
  const without = statements.filter(
    ({ statement }) => !/environment_id/.test(statement) && !shared.test(statement) && !indexed.test(statement),
  )
  assert.ok(statements.length > 40)
  assert.deepEqual(without, [])
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
habit('what is inserted are values, never a selection', /\binsert\s+into\b[^`]*\bselect\b/i, none)
habit('only the configuration reads the process environment', /process\.env\b/, /^server\/config\.ts$/)
// With an empty one it compiles all that it loads, each time.
habit(
  'every thread is told where compiled sources are',
  /new Worker\((?![^;]*(threadEnvironment|workerOptions)\(\))/,
  none,
)
habit(
  'stores return facts, rules judge them',
  /\bnew Problem\(|\b(badRequest|problemOf)\(/,
  none,
  product.filter(isStore),
)
habit(
  'rules receive a transaction, never the database',
  /\bDatabase\b/,
  // A copy is between two databases.
  /^server\/copy\//,
  product.filter((file) => new RegExp(`^server/(${features})/`).test(file)),
)
habit('no date is parsed by Date', /new Date\([^)\d]*['"`]|Date\.parse\(/, none)
habit(
  'there are no classes but the two problems',
  /^\s*(export\s+)?(abstract\s+)?class\s/m,
  /^(server\/core\/problems|client\/client)\.ts$/,
)
habit(
  'no text becomes markup or script',
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
  // The names of columns, which only our own statements give.
  /^server\/database\/sqlite-statements\.ts$/,
)
habit('tests state facts', /\b(test|it|describe)\(\s*['"`][^'"`]*\bshould\b/, /^test\/architecture/, sources)
habit(
  'no test is skipped or left to do',
  /\b(t|test|it|describe)\.(skip|only|todo)\(|skip:\s*true/,
  /^test\/architecture/,
  sources,
)

test('every file opens with what it is in charge of', () => {
  const without = sources.filter((file) => !/^\/\/ .{20,}\n/.test(text.get(file)!))
  assert.deepEqual(without, [])
})

test('what moves the clock, or stands in for timers or files, has a process of its own', () => {
  const moves = /\.mock\.timers\.|syncBuiltinESMExports\(|'\.\.\/support\/clock\.ts'/
  const movers = sources.filter((file) => /^test\/.*\.test\.ts$/.test(file) && moves.test(text.get(file)!))
  assert.ok(movers.length > 5)
  const lanes = text.get('test/lanes.ts')!
  const names = movers.map((file) => [file, file.replace(/^test\/|\.test\.ts$/g, '')])
  const shared = names.filter((each) => !each.some((name) => lanes.includes(`'${name}'`)))
  assert.deepEqual(shared, [], 'those are among the loners of lanes.ts')
})

test('files stay short enough to read', () => {
  const long = sources.filter((file) => text.get(file)!.split('\n').length > 500)
  assert.deepEqual(long, [])
})

interface Found {
  name: string
  lines: number
  parameters: number
}
type Node = { type: string; start: number; end: number; params?: unknown[] } & Record<string, unknown>
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const nameIn = (node: unknown) => (node as { name?: string } | undefined)?.name

/** The functions of a file, whatever they are written as, each by its own name or that of what it is given to. */
function functionsOf(file: string): Found[] {
  const content = text.get(file)!
  const found: Found[] = []
  const visit = (node: Node, name: string): void => {
    const own = nameIn(node.id) ?? nameIn(node.key) ?? name
    if (isFunction(node)) {
      const lines = content.slice(node.start, node.end).split('\n').length
      found.push({ name: `${file} ${own}`, lines, parameters: node.params!.length })
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child)
          visit(child as Node, isFunction(node) ? `${own}/` : own)
  }
  visit(parsed.get(file)!.program as unknown as Node, '')
  return found
}
const functions = [...text.keys()].filter((file) => !file.startsWith('test/')).flatMap(functionsOf)

/** What is longer than it should be, and by how much. The list only shrinks: what is on it for nothing fails as well. */
function expectWithin(max: number, of: 'lines' | 'parameters', exceptions: Record<string, number>): void {
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

test('functions fit a screen', () => {
  expectWithin(70, 'lines', {})
})

test('functions take at most four parameters', () => {
  expectWithin(4, 'parameters', {})
})

/** React takes whatever an effect answers for its cleanup, and calls it; browsers have begun to answer where they answered nothing. */
test('an effect answers its cleanup or nothing, whatever it calls answers', () => {
  const loose = sources.flatMap((file) =>
    [...text.get(file)!.matchAll(/use(Layout)?Effect\(\s*\(\) =>(?!\s*(\{|void |\(\) =>))/g)].map(() => file),
  )
  assert.deepEqual(loose, [])
})

test('there are no drawers for odds and ends, and no barrels', () => {
  assert.deepEqual(
    sources.filter(
      (file) =>
        /(^|\/)(utils?|lib|helpers?|common|misc)(\/|\.tsx?$)/.test(file) ||
        (/\/index\.ts$/.test(file) && file !== 'contract/index.ts'),
    ),
    [],
  )
})
