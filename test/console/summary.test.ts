// What an order says at a glance, what its members are called, and how labels of many are asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnTargets } from '../../client/columns.ts'
import { findOrderProblems } from '../../console/consignments/order-problems.ts'
import { splitLabelKeys } from '../../console/road/label-parts.ts'
import { appTexts } from '../../console/words/apps.ts'
import { listFacts } from '../../console/words/facts.ts'
import { memberNames, nameOfMember } from '../../console/words/members.ts'
import { textsIn, uiLanguages } from '../../console/words/words.ts'

const order = {
  requiredFrom: '2026-11-16T08:00:00Z',
  requiredTo: '2026-11-16T12:00:00Z',
  committed: null,
  planned: '2026-11-16T09:00:00Z',
  outcome: null,
  consigneeAddress: { geoLocation: { lat: 53.8, lng: -1.5 } },
}
const morning = Date.UTC(2026, 10, 16, 7)

test('the summary of an order lists its current problems, without past problems', () => {
  const wrong = (members: object, now = morning) => findOrderProblems({ ...order, ...members }, now)
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ planned: '2026-11-16T12:45:00Z' }), [{ kind: 'late', minutes: 45 }])
  assert.deepEqual(wrong({ planned: '2026-11-16T07:59:30Z' }), [{ kind: 'early', minutes: 1 }])
  // What was agreed counts before the window.
  const agreed = { committed: '2026-11-16T13:00:00Z', planned: '2026-11-16T13:10:00Z' }
  assert.deepEqual(wrong(agreed), [{ kind: 'promised' }])
  const [late] = wrong({ ...agreed, planned: '2026-11-16T13:20:00Z' })
  assert.deepEqual(late, { kind: 'late', minutes: 5 })
  const [early] = wrong({ ...agreed, planned: '2026-11-16T12:00:00Z' })
  assert.deepEqual(early, { kind: 'early', minutes: 45 })
  assert.deepEqual(wrong({ consigneeAddress: { geoLocation: null } }), [{ kind: 'nowhere' }])
  assert.deepEqual(wrong({}, Date.UTC(2026, 10, 16, 13)), [{ kind: 'overdue' }])
  const done = { planned: '2026-11-16T12:45:00Z', outcome: 'success' }
  assert.deepEqual(wrong(done, Date.UTC(2026, 10, 16, 13)), [])
  assert.deepEqual(wrong({ requiredFrom: null, requiredTo: null }), [])
})

test('the console and the driver app list the same facts in the same sequence', () => {
  const known = { ...order, timeAtStop: 12, weight: 103.25, volume: 0.62 }
  const facts = (language: (typeof uiLanguages)[number], locale: string) =>
    listFacts(known, {
      words: textsIn(appTexts, language),
      format: { locale },
      window: '08:00 – 12:00',
      planned: () => '09:00',
      units: { weightUnit: 'kg', volumeUnit: 'm3' },
    })
  assert.deepEqual(facts('en', 'en-GB'), [
    ['Time window', '08:00 – 12:00'],
    ['Planned', '09:00'],
    ['Time at stop', '12 min'],
    ['Weight', '103.3\u00a0kg'],
    ['Volume', '0.62\u00a0m³'],
  ])
  assert.deepEqual(
    facts('de', 'de-DE').map(([name]) => name),
    ['Zeitfenster', 'Geplant', 'Standzeit', 'Gewicht', 'Volumen'],
  )
  assert.deepEqual(facts('de', 'de-DE')[3]![1], '103,3\u00a0kg')
})

test('every field of an order has a unique, common name in every language', () => {
  for (const language of uiLanguages) {
    const words = textsIn(memberNames, language)
    const names = columnTargets.map(({ path }) => nameOfMember(path, words))
    for (const [index, name] of names.entries())
      assert.doesNotMatch(name, /\w\.\w|[a-z][A-Z]|undefined/, `${columnTargets[index]!.path} in ${language}`)
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
      language,
    )
  }
  assert.equal(nameOfMember('consigneeAddress.city', textsIn(memberNames, 'en')), 'Recipient · City')
})

test('the keys of many orders are requested in few parts, each of which fits into a URL', () => {
  const keys = Array.from({ length: 1_200 }, (_, at) => `ORDER-${at}, Müller`)
  const parts = splitLabelKeys(keys)
  assert.deepEqual(
    parts.flatMap((part) => part.split(/(?<!\\),/).map((key) => key.replace('\\,', ','))),
    keys,
  )
  assert.ok(parts.every((part) => encodeURIComponent(part).length < 8_000))
  assert.ok(parts.length < 12, `${parts.length} parts`)
  assert.deepEqual(splitLabelKeys([]), [])
  assert.deepEqual(splitLabelKeys(['A']), ['A'])
})
