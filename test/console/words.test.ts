// Every text of the console is there in every language.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { counted, type Dictionary, languages } from '../../console/words/words.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{console,driver}/**/*words.ts', { cwd: root, exclude: ['{console,driver}/dist*/**'] }).filter(
  (file) => file !== 'console/words/words.ts',
)

test('every text has every language, with the same values in it', async () => {
  assert.ok(files.length >= 3)
  for (const file of files)
    for (const [name, texts] of Object.entries((await import(join(root, file))) as Record<string, Dictionary>))
      for (const [key, text] of Object.entries(texts)) {
        const place = `${file} ${name}.${key}`
        assert.deepEqual(Object.keys(text).sort(), [...languages].sort(), place)
        for (const language of languages) {
          const own = text[language]
          assert.equal(typeof own, typeof text.en, place)
          if (typeof own === 'string') assert.ok(own.trim().length > 0, `${place} ${language}`)
          else assert.equal(own.length, (text.en as { length: number }).length, `${place} ${language}`)
        }
      }
})

test('a noun goes with its number in each language', () => {
  const forms = { one: 'order', other: 'orders' }
  assert.equal(counted('en', 1, forms), '1 order')
  assert.equal(counted('en', 1200, forms), '1,200 orders')
  assert.equal(counted('ar', 3, { few: 'طلبات', other: 'طلب' }), '3 طلبات')
})
