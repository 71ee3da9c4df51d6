// Keeps the house as ARCHITECTURE.md draws it: who may import whom, and the habits that a reader relies on.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const sources = globSync(['{contract,server,client,cli,bench,test,docs}/**/*.ts', 'console/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['console/dist*/**'],
}).sort()
const text = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const product = sources.filter((file) => /^(contract|server|client|cli|console)\//.test(file))

const resolved = (from: string, to: string) => (to.startsWith('.') ? join(dirname(from), to) : to)

interface Import {
  from: string
  to: string
  typeOnly: boolean
}
const imports: Import[] = sources.flatMap((from) =>
  [...text.get(from)!.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gms)].map(
    ([, type, plain, dynamic]) => ({
      from,
      to: resolved(from, (plain ?? dynamic)!),
      typeOnly: type !== undefined,
    }),
  ),
)
const isNode = (to: string) => to.startsWith('node:')

/** Folder or file → what it may import, beside node's own modules where `node` says so. */
const allowed: { of: RegExp; may: RegExp; node?: RegExp }[] = [
  { of: /^contract\//, may: /^contract\//, node: /^$/ },
  { of: /^client\//, may: /^contract\//, node: /^$/ },
  {
    of: /^cli\//,
    may: /^(cli\/|client\/|contract\/|server\/(admin\/[a-z]+|main|config|core\/(package|times))\.ts$|commander$|csv-parse$|read-excel-file\/node$)/,
  },
  {
    // Nothing of the server: whatever the console can do, an integrator can.
    of: /^console\//,
    may: /^(console\/|client\/|contract\/|docs\/samples\/|react$|react-dom\b|@(mantine|tanstack|tabler|atlaskit)\/|(maplibre-gl|terra-draw|topojson-client|topojson-specification|world-atlas|papaparse|read-excel-file)\b)/,
    node: /^$/,
  },
  { of: /^server\/database\//, may: /^(server\/database\/|pg$)/ },
  {
    // A feature sees another one's decisions and records, never its routes.
    of: /^server\/(consignment|depot|export|load|environment|idempotency|copy|change|erasure|person|webhook)\//,
    may: /^(contract\/|server\/[a-z]+\.ts$|server\/(core|http|outbound)\/[a-z]+\.ts$|server\/database\/database\.ts$|server\/[a-z]+\/(rules|store|joining|membership|scopes|read|listing|words|zone)\.ts$|nodemailer$|openid-client$)/,
  },
]

test('everyone imports only what the architecture lets them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rule = allowed.find(({ of }) => of.test(from))
    if (!rule || dirname(from) === dirname(to)) return false
    return isNode(to) ? rule.node?.test(to) === false : !rule.may.test(to)
  })
  assert.deepEqual(wrong, [])
})

test('only main.ts and tests import the composition root', () => {
  const others = imports.filter(
    ({ from, to }) => to === 'server/app.ts' && from !== 'server/main.ts' && !from.startsWith('test/'),
  )
  assert.deepEqual(others, [])
})

test('there are no cycles', () => {
  const edges = Map.groupBy(
    imports.filter(({ to, typeOnly }) => text.has(to) && !typeOnly),
    ({ from }) => from,
  )
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of sources) visit(file, [])
  assert.deepEqual(cycles, [])
})

test('only stores and engines contain SQL', () => {
  const files = product.filter((file) => /\bsql`/.test(text.get(file)!))
  assert.deepEqual(
    files.filter((file) => !/[/-]store\.ts$|^server\/database\//.test(file)),
    [],
  )
})

test('every statement of a store names the environment it works for', () => {
  const shared =
    /\b(environments|signing_keys|revocations|schema_migrations|people|memberships|sessions|links|attempts|instances)\b/
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
habit('only the configuration reads the process environment', /process\.env\b/, /^server\/config\.ts$/)
habit('no date is parsed by Date', /new Date\([^)\d]*['"`]|Date\.parse\(/, none)
habit(
  'there are no classes but the two problems',
  /^\s*(export\s+)?(abstract\s+)?class\s/m,
  /^(server\/core\/problems|client\/client)\.ts$/,
)
habit(
  'no text becomes markup or script',
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
  none,
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

test('files stay short enough to read', () => {
  const long = sources.filter((file) => text.get(file)!.split('\n').length > 500)
  assert.deepEqual(long, [])
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
