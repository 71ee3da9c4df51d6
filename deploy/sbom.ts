// Writes the bill of materials of a release in CycloneDX: the packages of the service, and those built into the
// console.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  properties: { name: string; value: string }[]
}
export interface Bom {
  bomFormat: string
  specVersion: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const developmentOnly = 'cdx:npm:package:development'

/**
 * Returns the packages of a release. Lists development packages too and filters them here: `--omit=dev` also omits
 * packages of the service that development packages use.
 */
export function billOfMaterials(): Bom {
  const written = execFileSync('npm', ['sbom', '--package-lock-only', '--include=dev', '--sbom-format=cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom: Bom = JSON.parse(written)
  const { component } = bom.metadata
  const inService = below(bom, servicePackages())
  const inConsole = below(bom, consolePackages())
  const components = bom.components
    .filter((each) => inService.has(each['bom-ref']) || inConsole.has(each['bom-ref']))
    .map((each) => asShipped(each, inService.has(each['bom-ref']) ? 'service' : 'console'))
  const kept = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  return {
    ...bom,
    // npm would name the component after the folder.
    metadata: { ...bom.metadata, component: { ...component, type: 'application', name: 'dray' } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  }
}

/** Marks a package as part of the release. npm marks the packages of the console as development packages. */
const asShipped = (component: Component, part: 'service' | 'console'): Component => ({
  ...component,
  properties: [
    ...component.properties.filter(({ name }) => name !== developmentOnly),
    { name: 'dray:part', value: part },
  ],
})

/** Returns the names of the packages that an installation fetches. */
function servicePackages(): Set<string> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return new Set(Object.keys({ ...dependencies, ...optionalDependencies }))
}

/** Returns the names of the packages that the console and the driver app import. */
function consolePackages(): Set<string> {
  const files = globSync('{console,driver}/**/*.{ts,tsx}', { cwd: root, exclude: ['{console,driver}/dist*/**'] })
  const named = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from|import)[ (]+'(@[^/']+\/[^/']+|[^@./'][^/']*)/g),
  ])
  return new Set(named.map(([, name]) => name!))
}

/** Returns the named packages with all their dependencies. */
function below(bom: Bom, names: ReadonlySet<string>): Set<string> {
  const dependsOn = new Map(bom.dependencies.map((each) => [each.ref, each.dependsOn]))
  const own = new Set(dependsOn.get(bom.metadata.component['bom-ref']))
  const found = new Set<string>()
  const add = (ref: string): void => {
    if (found.has(ref)) return
    found.add(ref)
    for (const next of dependsOn.get(ref) ?? []) add(next)
  }
  for (const { name, 'bom-ref': ref } of bom.components) if (names.has(name) && own.has(ref)) add(ref)
  return found
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? join(root, 'dist/sbom.json'))
  const bom = billOfMaterials()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${file}: ${bom.components.length} packages`)
}
