// Every text of the console is there in every language.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultText, refusalText } from '../../console/api/refusals.ts'
import { memberLabel, memberNames } from '../../console/words/members.ts'
import { plainText, withoutSubject } from '../../console/words/plain.ts'
import { counted, type Dictionary, languages, wordsIn } from '../../console/words/words.ts'
import { changePassword } from '../../contract/person.ts'
import { problems } from '../../contract/problem.ts'
import Type from '../../contract/schema.ts'
import { compile } from '../../server/platform/operation/validate.ts'

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

test('what the service refuses is said in the language of the console', () => {
  for (const code of Object.keys(problems)) {
    const message = 'The words of the service.'
    assert.equal(refusalText({ code, message }, 'en'), message)
    for (const language of ['de', 'ar'] as const)
      assert.equal(refusalText({ code, message }, language).includes(message), code === 'BAD_REQUEST', code)
  }
  const unread = {
    '`soon` cannot be read as a date.': ['format', '„soon“ ist kein Datum.'],
    '`heavy` cannot be read as a number.': ['format', '„heavy“ ist keine Zahl.'],
    '`none` cannot be read as one phone number.': ['format', '„none“ ist nicht eine einzelne Telefonnummer.'],
    '`1.7.2026 8:00` has a time, and this column takes a day.': [
      ...['format', '„1.7.2026 8:00“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag.'],
    ],
    '`#N/A` is an error of the spreadsheet: correct the formula, or empty the cell.': [
      ...['format', '„#N/A“ ist ein Fehler der Tabelle. Korrigieren Sie die Formel, oder leeren Sie die Zelle.'],
    ],
    'This key is already taken: change the existing consignment, or choose another key.': [
      ...['key_exists', 'Diesen Schlüssel gibt es schon.'],
    ],
    '`requiredFrom` must not be after `requiredTo`.': ['order', 'Das Zeitfenster endet, bevor es beginnt.'],
  }
  for (const [message, [code, german]] of Object.entries(unread)) {
    assert.equal(faultText({ code: code!, message }, 'de'), german)
    assert.doesNotMatch(faultText({ code: code!, message }, 'ar'), /cannot|already|must|takes|error/)
  }
  const short = compile(changePassword.body)({ oldPassword: 'something', newPassword: 'short' })
  assert.deepEqual(
    languages.map((language) => refusalText({ code: 'BAD_REQUEST', errors: short }, language)),
    ['`newPassword` must have at least 10 characters.', 'Mindestens 10 Zeichen.', 'لا يقل عن 10 من الأحرف.'],
  )
  const wrong = compile(
    Type.Object({
      name: Type.String({ minLength: 1 }),
      text: Type.String({ maxLength: 3 }),
      low: Type.Number({ minimum: 5 }),
      least: Type.Number({ minimum: 0 }),
      high: Type.Number({ maximum: 5 }),
      number: Type.Number(),
      list: Type.Array(Type.String(), { maxItems: 1 }),
      letters: Type.String({ pattern: '^[a-z]$' }),
    }),
  )({ name: '', text: 'long', low: 1, least: -1, high: 9, number: 'x', list: ['a', 'b'], letters: '1' })
  assert.equal(wrong.length, 8)
  for (const fault of wrong) assert.notEqual(faultText(fault, 'de'), fault.message, fault.path)
  assert.equal(
    faultText({ code: 'unknown_depot', message: 'There is no depot `NORTH`. Available: `SOUTH`.' }, 'de'),
    'Das Depot „NORTH“ gibt es nicht.',
  )
})

test('what the service quotes is said by its name, and at its own field without it', () => {
  const names: Record<string, string> = { requiredTo: 'Required to', '0198-load': 'VAN-1' }
  const plain = (message: string, path = '') => plainText(withoutSubject(message, path), (quoted) => names[quoted])
  assert.equal(
    plain('`requiredFrom` must not be after `requiredTo`.', '/requiredFrom'),
    'Must not be after Required to.',
  )
  assert.equal(plain('`lat` must be at most 90.', '/consigneeAddress/geoLocation/lat'), 'Must be at most 90.')
  assert.equal(plain('`stops/3` is not valid.', '/stops/3'), 'Is not valid.')
  assert.equal(
    plain('The load `0198-load` is started: its consignments stay.'),
    'The load VAN-1 is started: its orders stay.',
  )
  assert.equal(plain('There is no depot `NORTH`. Consignments need one.'), 'There is no depot NORTH. Orders need one.')
  const words = wordsIn(memberNames, 'en')
  assert.equal(memberLabel('consigneeAddress.geoLocation.lat', words), 'Consignee · Latitude')
  assert.equal(memberLabel('depotKey', words), 'Depot')
  // Vehicles and people have one too.
  assert.equal(memberLabel('name', words), undefined)
})
