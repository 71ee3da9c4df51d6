// Every text of the console is there in every language.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { leftOutCodeSentences, leftOutSentences, noteSentences } from '../../console/plan/optimise/reason-sentences.ts'
import { codeSentences } from '../../console/words/error-codes.ts'
import {
  errorSentences,
  formatErrorText,
  formatRefusal,
  removeSubject,
  replaceNames,
} from '../../console/words/errors.ts'
import { getMemberLabel, memberNames } from '../../console/words/members.ts'
import { formatCount, type TextDictionary, textsIn, type UiLanguage, uiLanguages } from '../../console/words/words.ts'
import { errorVariants } from '../../contract/error-values.ts'
import { leftOutCodes, leftOutVariants, noteVariants } from '../../contract/optimisation.ts'
import { changePassword } from '../../contract/person.ts'
import { type ErrorValues, fieldErrorCodes, problemDefinitions } from '../../contract/problem.ts'
import Type from '../../contract/schema.ts'
import { driverTexts } from '../../driver/data/words.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync(['{console,driver}/**/*words.ts', 'console/words/{apps,facts,members,shared}.ts'], {
  cwd: root,
  exclude: ['{console,driver}/dist*/**', 'console/words/words.ts'],
}).sort()

/** One text of one dictionary. The object is the same wherever a dictionary takes the text from another one. */
interface Entry {
  place: string
  text: TextDictionary[string]
}
const isText = (value: object): value is TextDictionary[string] => uiLanguages.every((language) => language in value)
const entries: Entry[] = []
for (const file of files)
  for (const [name, value] of Object.entries((await import(join(root, file))) as Record<string, unknown>))
    if (typeof value === 'object' && value !== null)
      for (const [key, text] of Object.entries(value as TextDictionary))
        if (isText(text)) entries.push({ place: `${file} ${name}.${key}`, text })

test('every text exists in every language, with the same placeholders', () => {
  assert.ok(entries.length >= 1_000)
  for (const { place, text } of entries) {
    assert.deepEqual(Object.keys(text).sort(), [...uiLanguages].sort(), place)
    for (const language of uiLanguages) {
      const own = text[language]
      assert.equal(typeof own, typeof text.en, place)
      if (typeof own === 'string') assert.ok(own.trim().length > 0, `${place} ${language}`)
      else assert.equal(own.length, (text.en as { length: number }).length, `${place} ${language}`)
    }
  }
})

/** English texts with two meanings, and the reason why German or Arabic needs two words. */
const meanings: Record<string, string> = {
  Change: 'a difference in a list of changes; the button that changes something',
  Done: 'the button that closes the camera; the number of stops with an outcome',
  Filter: 'the button that adds a filter; a custom field by which orders can be filtered',
  Number: 'a part of a phone number; a custom field whose value is a number',
  Planned: 'the planned time of an order; the status of a route, which Arabic writes without an article',
  Required: 'the time that the recipient wishes; a value that must be given',
  Search: 'the button that searches; a custom field in which the search looks',
  Start: 'the place where a route starts; the button that starts a route',
  Stop: 'a stop of a route; the button that stops an import',
  changed: 'an order after the import; an event in the history, which Arabic writes as a verbal noun without a gender',
  completed: 'the route that a driver has finished; the event that all images of a proof have arrived',
  created: 'see changed',
  paused: 'the state of a webhook; an event in the history, see changed',
  revoked: 'the state of a token; an event in the history, see changed',
}
/** The text in one language; of a function its source, since two equal functions write the same text twice. */
const written = (text: TextDictionary[string], language: UiLanguage) => String(text[language]).replace(/\s+/g, ' ')

test('equal English texts have equal German and Arabic texts', () => {
  const translations = Map.groupBy(entries, ({ text }) => written(text, 'en'))
  const differing = [...translations].filter(
    ([, all]) => new Set(all.map(({ text }) => `${written(text, 'de')} | ${written(text, 'ar')}`)).size > 1,
  )
  assert.deepEqual(differing.map(([english]) => english).sort(), Object.keys(meanings).sort())
})

test('no text calls a committed time an agreed time', () => {
  for (const { place, text } of entries) {
    assert.doesNotMatch(written(text, 'en'), /\bagreed\b/i, place)
    assert.doesNotMatch(written(text, 'de'), /vereinbart/i, place)
  }
})

test('every text appears once in the dictionaries', () => {
  const texts = Map.groupBy(entries, ({ text }) => uiLanguages.map((language) => written(text, language)).join(' | '))
  const repeated = [...texts.values()].filter((all) => new Set(all.map(({ text }) => text)).size > 1)
  assert.deepEqual(
    repeated.map((all) => all.map(({ place }) => place)),
    [],
  )
})

test('counted nouns have the right form for each number, in each language', () => {
  const forms = { one: 'order', other: 'orders' }
  assert.equal(formatCount('en', 1, forms), '1 order')
  assert.equal(formatCount('en', 1200, forms), '1,200 orders')
  assert.equal(formatCount('ar', 3, { few: 'طلبات', other: 'طلب' }), '3 طلبات')
})

test('the driver app counts one stop of a route in the singular', () => {
  assert.deepEqual(
    [driverTexts.doneOf.en(0, 1), driverTexts.doneOf.de(0, 1), driverTexts.doneOf.ar(0, 1)],
    ['0 of 1 stop done', '0 von 1 Stopp erledigt', 'أُنجز 0 من 1 محطة'],
  )
  assert.equal(driverTexts.doneOf.en(2, 5), '2 of 5 stops done')
})

test('errors of the service appear in the language of the console', () => {
  for (const code of Object.keys(problemDefinitions)) {
    const message = 'The words of the service.'
    assert.equal(formatRefusal({ code, message }, 'en'), message)
    for (const language of ['de', 'ar'] as const)
      assert.equal(formatRefusal({ code, message }, language).includes(message), code === 'BAD_REQUEST', code)
  }
  const of = (expected: string, value: string) => ({ expected, value })
  const unread: Record<string, [code: string, german: string, values?: ErrorValues]> = {
    '`soon` cannot be read as a date.': ['format', '„soon“ ist kein Datum.', of('date', 'soon')],
    '`heavy` cannot be read as a number.': ['format', '„heavy“ ist keine Zahl.', of('number', 'heavy')],
    '`none` cannot be read as one phone number.': [
      ...(['format', '„none“ ist nicht eine einzelne Telefonnummer.', of('phone', 'none')] as const),
    ],
    '`1.7.2026 8:00` has a time, and this column accepts only a day.': [
      ...(['format', '„1.7.2026 8:00“ hat eine Uhrzeit. In diese Spalte gehört nur ein Tag.'] as const),
      { reason: 'time_in_day', value: '1.7.2026 8:00' },
    ],
    '`#N/A` is an error of the spreadsheet: correct the formula, or empty the cell.': [
      ...([
        'format',
        '„#N/A“ ist ein Fehler der Tabelle. Korrigieren Sie die Formel, oder leeren Sie die Zelle.',
      ] as const),
      { reason: 'spreadsheet_error', value: '#N/A' },
    ],
    'This key is already taken: change the existing order, or choose another key.': [
      ...(['key_exists', 'Diesen Schlüssel gibt es schon.'] as const),
    ],
    '`requiredFrom` must not be after `requiredTo`.': [
      ...(['order', 'Das Zeitfenster endet, bevor es beginnt.'] as const),
      { notAfter: 'requiredTo', reason: 'window' },
    ],
  }
  for (const [message, [code, german, values]] of Object.entries(unread)) {
    assert.equal(formatErrorText({ code, message, values }, 'de'), german)
    assert.doesNotMatch(formatErrorText({ code, message, values }, 'ar'), /cannot|already|must|takes|error/)
  }
  const short = compileSchema(changePassword.body)({ oldPassword: 'something', newPassword: 'short' })
  assert.deepEqual(
    uiLanguages.map((language) => formatRefusal({ code: 'BAD_REQUEST', errors: short }, language)),
    ['newPassword must have at least 10 characters.', 'Mindestens 10 Zeichen.', 'لا يقل عن 10 من الأحرف.'],
  )
  const wrong = compileSchema(
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
  for (const fault of wrong) assert.notEqual(formatErrorText(fault, 'de'), fault.message, fault.path)
  assert.equal(
    formatErrorText(
      {
        code: 'unknown_depot',
        message: 'The depot `NORTH` does not exist. Available: `SOUTH`.',
        values: { key: 'NORTH', available: ['SOUTH'] },
      },
      'de',
    ),
    'Das Depot „NORTH“ gibt es nicht. Es gibt: SOUTH.',
  )
})

test('each error code and variant has a sentence in three languages, with only the values of the error', () => {
  const namesIn = (text: string) => [...text.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name!)
  assert.deepEqual(Object.keys(codeSentences).sort(), [...fieldErrorCodes].sort())
  for (const [code, sentence] of Object.entries({ ...codeSentences, ...leftOutCodeSentences }))
    for (const language of uiLanguages) {
      assert.ok(sentence[language].length > 3, `${code} ${language}`)
      assert.deepEqual(namesIn(sentence[language]), [], code)
    }
  const variants: Record<string, readonly string[]> = { ...errorVariants, ...leftOutVariants, note: noteVariants }
  const sentences: Record<string, Record<string, Record<string, string>>> = {
    ...errorSentences,
    ...leftOutSentences,
    note: noteSentences,
  }
  assert.deepEqual(Object.keys(leftOutCodeSentences).sort(), [...leftOutCodes].sort())
  assert.deepEqual(Object.keys(sentences).sort(), Object.keys(variants).sort())
  for (const [code, listed] of Object.entries(variants)) {
    const own = sentences[code]!
    assert.deepEqual(Object.keys(own).sort(), [...listed].sort(), code)
    for (const variant of listed) {
      const names = new Set(variant.split(' ').filter((name) => !name.includes('=')))
      for (const language of uiLanguages) {
        const text = own[variant]![language]!
        assert.ok(text.length > 3, `${code} ${variant} ${language}`)
        for (const name of namesIn(text)) assert.ok(names.has(name), `${code} ${variant} ${language}: ${name}`)
      }
      assert.equal(new Set(uiLanguages.map((language) => own[variant]![language])).size, uiLanguages.length, variant)
    }
  }
})

/** The words of the API for a route and an order. */
const apiWords = /\bloads?\b|consignment/i

test('English error sentences contain no API term for a route or an order', () => {
  const groups = [...Object.values(errorSentences), ...Object.values(leftOutSentences), noteSentences]
  for (const sentences of [codeSentences, leftOutCodeSentences, ...groups])
    for (const [name, { en }] of Object.entries(sentences as Record<string, Record<UiLanguage, string>>))
      assert.doesNotMatch(en.replace(/\{\w+/g, ''), apiWords, name)
})

test('the console replaces load and consignment by route and order in English messages of the API', () => {
  const started =
    'The load `VAN-1` is started: its orders, their sequence and its depots cannot be changed. Only undelivered ' +
    'orders may leave it.'
  const needsRoute =
    'A delivery from depot `NORTH` needs a load that starts there, but the load starts at no depot. Choose a load ' +
    'that starts at `NORTH`, or one without depots.'
  const unknown =
    'The load `VAN-1` does not exist. Create it first, or set `loads.unknown` of the environment to `create`.'
  const inRoute = 'The order is in the load `VAN-1`. Add the load to `loadIds`, or remove the order from it.'
  const errors: [code: string, message: string, values: ErrorValues | undefined, expected: string][] = [
    ['load_state', started, { status: 'started' }, started.replaceAll('`', '').replace('load', 'route')],
    [
      'depot_rule',
      needsRoute,
      { type: 'delivery', depotKey: 'NORTH' },
      needsRoute.replaceAll('`', '').replaceAll('load', 'route'),
    ],
    ['unknown_load', unknown, { key: 'VAN-1' }, 'The route VAN-1 does not exist.'],
    ['in_load', inRoute, { loadId: 'VAN-1' }, 'The order is already in the route VAN-1.'],
    [
      'exchange',
      'Orders move between these loads and others: choose all of them (`VAN-1`, `VAN-2`).',
      { keys: ['VAN-1', 'VAN-2'] },
      'Orders move between these routes and others. Choose all of them: VAN-1, VAN-2.',
    ],
    [
      'mismatch',
      'The load `VAN-1` starts on 2026-07-02, not on 2026-07-01: plan the loads of one `day` at a time.',
      { loadKey: 'VAN-1', starts: '2026-07-02', day: '2026-07-01' },
      'The route VAN-1 starts on 2026-07-02, not on 2026-07-01. Plan one day at a time.',
    ],
    [
      'not_found',
      'This load does not exist in this environment.',
      undefined,
      'This route does not exist in this environment.',
    ],
    ['newer_code', 'Loads need a consignment.', undefined, 'Routes need an order.'],
  ]
  for (const [code, message, values, expected] of errors) {
    assert.equal(formatErrorText({ code, message, values }, 'en'), expected)
    assert.equal(formatRefusal({ code: code.toUpperCase(), message, values }, 'en'), expected)
    const [error] = [{ code, message, values, path: '/loadId' }]
    assert.equal(formatRefusal({ code: 'BAD_REQUEST', message, errors: [error] }, 'en'), expected)
    assert.doesNotMatch(formatErrorText(error, 'en'), apiWords)
  }
})

test('a sentence of an error has the form of the noun for its number', () => {
  const shownFor = (code: string, values: ErrorValues) =>
    uiLanguages.map((language) => formatErrorText({ code, message: '', values, path: '/stops' }, language))
  const expected: [code: string, values: ErrorValues, shown: string[]][] = [
    ['too_few', { min: 1 }, ['Must have at least 1 element.', 'Mindestens 1 Eintrag.', 'لا يقل العدد عن 1.']],
    ['too_few', { min: 3 }, ['Must have at least 3 elements.', 'Mindestens 3 Einträge.', 'لا يقل العدد عن 3.']],
    ['too_many', { max: 1 }, ['Must not have more than 1 element.', 'Höchstens 1 Eintrag.', 'لا يزيد العدد على 1.']],
    [
      'too_many',
      { max: 1000 },
      ['Must not have more than 1,000 elements.', 'Höchstens 1.000 Einträge.', 'لا يزيد العدد على 1000.'],
    ],
    ['too_short', { min: 1 }, ['Must have at least 1 character.', 'Mindestens 1 Zeichen.', 'لا يقل عن 1 من الأحرف.']],
    [
      'too_long',
      { max: 1 },
      ['Must not be longer than 1 character.', 'Höchstens 1 Zeichen.', 'لا يزيد على 1 من الأحرف.'],
    ],
    [
      'rate_limited',
      { seconds: 1 },
      [
        'Too many attempts. Try again in 1 second.',
        'Zu viele Versuche. Versuchen Sie es in 1 Sekunde noch einmal.',
        'محاولات كثيرة جدًا. حاول مرة أخرى بعد 1 ثانية.',
      ],
    ],
    [
      'rate_limited',
      { minutes: 3 },
      [
        'Too many attempts. Try again in 3 minutes.',
        'Zu viele Versuche. Versuchen Sie es in 3 Minuten noch einmal.',
        'محاولات كثيرة جدًا. حاول مرة أخرى بعد 3 دقائق.',
      ],
    ],
  ]
  for (const [code, values, shown] of expected) assert.deepEqual(shownFor(code, values), shown)
})

test('a reason or change of a proposal is translated by its values', () => {
  const vocabulary = { ofCode: leftOutCodeSentences, ofVariant: leftOutSentences, vague: new Set<string>() }
  const weight = {
    code: 'weight',
    message: 'No vehicle has room for its 12 kg.',
    values: { kind: 'alone', amount: 12, capacity: 10, missing: 2, nearestKey: 'VAN-1', unit: 'kg' },
  }
  assert.equal(
    formatErrorText(weight, 'de', undefined, vocabulary),
    'Kein Fahrzeug hat Platz für 12 kg. Am nächsten kommt „VAN-1“ mit 10 kg, es fehlen 2 kg. ' +
      'Das gilt auch ohne andere Stopps.',
  )
  assert.equal(formatErrorText(weight, 'en', undefined, vocabulary), weight.message)
  const early = { code: 'weight', message: weight.message }
  assert.equal(formatErrorText(early, 'de', undefined, vocabulary), 'Er ist zu schwer.')
  const change = { code: 'gone', message: 'The load `VAN-1` is gone.', values: { kind: 'load', key: 'VAN-1' } }
  assert.equal(formatErrorText(change, 'de'), 'Die Tour „VAN-1“ ist nicht mehr vorhanden.')
})

test('an error with an unknown variant shows the sentence of its code and the message of the API', () => {
  const newer = { code: 'too_many', message: 'At most 3 per `stop`.', values: { perStop: 3 } }
  assert.equal(formatErrorText(newer, 'de'), 'Es sind zu viele. At most 3 per stop.')
  assert.equal(formatErrorText(newer, 'en'), 'There are too many. At most 3 per stop.')
  assert.equal(formatErrorText({ ...newer, code: 'newer_code' }, 'de'), 'At most 3 per stop.')
  const views = { code: 'too_many', message: 'An environment can have at most 50 views.', values: { max: 50 } }
  assert.equal(formatErrorText(views, 'en'), views.message, 'away from a field, only the message names the subject')
  assert.equal(formatErrorText({ ...views, path: '/views' }, 'en'), 'Must not have more than 50 elements.')
  assert.equal(
    formatErrorText({ ...newer, values: { reason: 'newer' }, code: 'not_allowed' }, 'ar'),
    'غير مسموح به هنا. At most 3 per stop.',
  )
})

test('the sentence of an error names the field, except at the field itself', () => {
  const names: Record<string, string> = { requiredTo: 'Required to', '0198-load': 'VAN-1' }
  const plain = (message: string, path = '') => replaceNames(removeSubject(message, path), (quoted) => names[quoted])
  assert.equal(
    plain('`requiredFrom` must not be after `requiredTo`.', '/requiredFrom'),
    'Must not be after Required to.',
  )
  assert.equal(plain('`lat` must be at most 90.', '/consigneeAddress/geoLocation/lat'), 'Must be at most 90.')
  assert.equal(plain('`stops/3` is not valid.', '/stops/3'), 'Is not valid.')
  assert.equal(
    plain('The load `0198-load` is started: its orders stay.'),
    'The route VAN-1 is started: its orders stay.',
  )
  assert.equal(
    plain('The depot `NORTH` does not exist. Consignments need one.'),
    'The depot NORTH does not exist. Orders need one.',
  )
  const words = textsIn(memberNames, 'en')
  assert.equal(getMemberLabel('consigneeAddress.geoLocation.lat', words), 'Recipient · Latitude')
  assert.equal(getMemberLabel('depotKey', words), 'Depot')
  // Vehicles and people have one too.
  assert.equal(getMemberLabel('name', words), undefined)
})
