// How many places of the product name an optional field of an order: CONTRIBUTING.md and docs/contribute/extend.md list them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const files = globSync(['{contract,server,client,cli}/**/*.ts', '{console,driver}/**/*.{ts,tsx}', 'bin/*.js'], {
  cwd: root,
  exclude: ['{console,driver}/dist*/**'],
})
/** The optimiser and the demo use the values of fields. The priority of a thread is another one. */
const exempt = /^server\/(planning\/optimisation|upkeep\/sandbox|platform\/process)\//
/** The lists of places that a developer reads, by the page. */
const guides = Object.entries({
  'docs/contribute/extend.md': '## How to add a field to an order',
  'CONTRIBUTING.md': '## Two examples: add an optional field',
}).map(([page, heading]) => ({
  page,
  text: readFileSync(join(root, page), 'utf8').split(`${heading}\n`)[1]!.split('\n## ')[0]!,
}))

for (const name of ['priority', 'maxLateMinutes'])
  test(`the product contains the field ${name} of an order in at most seven places`, () => {
    const word = new RegExp(`\\b${name}\\b(?!\\.ts)`)
    const places = files
      .filter((file) => !exempt.test(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((line) => (word.test(line) ? [file] : [])),
      )
    for (const { page, text } of guides)
      assert.deepEqual(
        places.filter((file) => !text.includes(`\`${file}\``)),
        [],
        `${page} names each place`,
      )
    assert.ok(places.includes('contract/consignment.ts') && places.includes('server/orders/record/columns.ts'))
    assert.ok(places.length <= 7, places.join(', '))
  })
