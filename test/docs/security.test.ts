// The tables of the security pages are complete, and every test that they name exists.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const page = (name: string) => readFileSync(join(root, 'docs/trust', name), 'utf8')

interface Line {
  name: string
  state: string
  tests: string[]
}
function linesOf(name: string, heading: string): Line[] {
  const part = page(name)
    .split(/^## /m)
    .find((each) => each.startsWith(heading))!
  const rows = [...part.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))
  return rows
    .filter(([name]) => !/^(risk|section|---)/.test(name!))
    .map(([name, , state, tests]) => ({
      name: name!,
      state: state!,
      tests: [...(tests ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
    }))
}
const risks = linesOf('owasp-api-top-10.md', 'The ten risks')
const sections = linesOf('asvs.md', 'Sections')

test('the security pages contain all ten risks and all sections of the standard, in order', () => {
  assert.deepEqual(
    risks.map(({ name }) => name.split(' ')[0]),
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  )
  /** How many sections each chapter of ASVS 5.0 has; of the last one, which is about WebRTC, the chapter stands for all. */
  const counts = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5]
  const numbers = counts.flatMap((count, chapter) =>
    Array.from({ length: count }, (_, index) => `V${chapter + 1}.${index + 1}`),
  )
  assert.deepEqual(
    sections.map(({ name }) => name.split(' ')[0]),
    [...numbers, 'V17'],
  )
})

test('each requirement that is met names existing tests', () => {
  for (const { name, state, tests } of [...risks, ...sections]) {
    assert.ok(['met', 'partly', 'gap', 'operator', 'none'].includes(state), `${name}: ${state}`)
    if (state === 'met' || state === 'partly') assert.ok(tests.length > 0, name)
    for (const file of tests) assert.ok(/\.test\.ts$/.test(file) && existsSync(join(root, file)), `${name}: ${file}`)
  }
})

test('the security policy and the security page link to each other', () => {
  const report = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  assert.match(report, /\]\(docs\/trust\/security\.md\)/)
  assert.match(page('security.md'), /\]\(\.\.\/\.\.\/SECURITY\.md\)/)
})

test('every promise and every result names an existing test or command', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [...globSync('docs/trust/*.md', { cwd: root }), 'test/RESULTS.md', 'bench/RESULTS.md']) {
    const text = readFileSync(join(root, name), 'utf8')
    for (const [, file] of text.matchAll(/`((?:test|bench)\/[\w/-]+\.ts)/g))
      assert.ok(existsSync(join(root, file!)), `${name}: ${file}`)
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[script!], `${name}: ${script}`)
  }
})
