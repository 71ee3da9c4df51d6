// Sentences about changes: one per request, in three languages, with the names and fields of the console.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadStatusTexts } from '../../console/change/field-words.ts'
import { groupChanges, type RecordedChange } from '../../console/change/groups.ts'
import { joinSentence, writeSentence } from '../../console/change/sentence.ts'
import { recordCountTexts, recordTexts, sentenceTexts } from '../../console/change/sentence-words.ts'
import { filterGroups, isDayLoaded } from '../../console/history/filters.ts'
import { textsIn, type UiLanguage } from '../../console/words/words.ts'
import type { ChangeType, RecordType } from '../../contract/change.ts'

let count = 0
/** A change by Ada at 09:36, unless the test states something else. */
function change(type: ChangeType, id: string, facts: Partial<RecordedChange> = {}): RecordedChange {
  return {
    id: `change-${++count}`,
    type,
    time: '2026-11-20T09:36:00Z',
    record: { type: type.slice(0, type.indexOf('.')) as RecordType, id, key: id.toUpperCase() },
    version: 2,
    actor: { kind: 'person', id: 'ada', name: 'Ada' },
    requestId: 'request',
    changes: [],
    ...facts,
  }
}
const move = (id: string, from: string | null, to: string | null, facts: Partial<RecordedChange> = {}) =>
  change('consignment.updated', id, { changes: [{ path: '/loadId', old: from, new: to }], ...facts })
const ids = (number: number) => Array.from({ length: number }, (_, index) => `o${index}`)

function write(changes: RecordedChange[], language: UiLanguage = 'en', isOfOneOrder = false): string[] {
  return groupChanges(changes).map((group) =>
    joinSentence(
      writeSentence(group, {
        language,
        texts: textsIn(sentenceTexts, language),
        records: textsIn(recordTexts, language),
        counts: textsIn(recordCountTexts, language),
        statuses: textsIn(loadStatusTexts, language),
        labels: { path: (_, path) => path, field: (_, path) => path.slice(1) },
        formatTime: (iso) => iso.slice(11, 16),
        getActorName: ({ name }) => name ?? '',
        getRecordName: ({ key }) => key,
        getLoadKey: (loadId) => loadId.toUpperCase(),
        isOfOneOrder,
      }),
    ),
  )
}

test('a move of 18 orders to the pool is one sentence in each language', () => {
  const stopChanges = ids(18).map((id, index) => ({ path: `/stops/${index}`, old: id }))
  const request = [
    ...ids(18).map((id) => move(id, 'hh-03', null)),
    change('load.updated', 'hh-03', { changes: stopChanges }),
  ]
  assert.deepEqual(write(request), ['Ada moved 18 orders from HH-03 to the pool, 09:36'])
  assert.deepEqual(write(request, 'de'), ['Ada hat 18 Aufträge von HH-03 in den Pool verschoben, 09:36'])
  assert.deepEqual(write(request, 'ar'), ['Ada: نقل 18 طلبًا من HH-03 إلى الطلبات غير المخصصة، 09:36'])
})

test('changes are one group with one request, or with one author, type and second', () => {
  const at = (time: string, requestId: string) => ({ time: `2026-11-20T09:36:${time}Z`, requestId })
  const bob = { kind: 'person', id: 'bob', name: 'Bob' } as const
  const groups = groupChanges([
    change('consignment.created', 'a', at('30', 'r5')),
    change('consignment.created', 'b', { ...at('30', 'r5'), actor: bob }),
    change('consignment.created', 'c', { ...at('20.900', 'r4'), actor: bob }),
    change('consignment.created', 'd', { ...at('20', 'r3'), actor: bob }),
    change('load.created', 'e', { ...at('20', 'r2'), actor: bob }),
    change('load.created', 'f', { ...at('10', 'r1'), actor: bob }),
  ])
  assert.deepEqual(
    groups.map((group) => group.map(({ record }) => record.id)),
    [['a'], ['b'], ['c', 'd'], ['e'], ['f']],
  )
})

test('two requests that change the same order within a second are two groups', () => {
  const assigned = move('a', null, 'hh-01', { requestId: 'first' })
  assert.deepEqual(write([move('a', 'hh-01', null, { requestId: 'second' }), assigned]), [
    'Ada moved order A from HH-01 to the pool, 09:36',
    'Ada assigned order A to HH-01, 09:36',
  ])
})

test('a sentence names one order, fields, statuses and sequences, and counts the others', () => {
  const edited = (paths: string[]) => ({ changes: paths.map((path) => ({ path, old: 1, new: 2 })) })
  const [a, b] = ['a', 'b']
  const reordered = [
    { path: '/stops/0', old: a, new: b },
    { path: '/stops/1', old: b, new: a },
  ]
  const sentences: [RecordedChange[], string][] = [
    [[change('consignment.created', 'a')], 'Ada created order A, 09:36'],
    [[move('a', 'hh-01', 'hh-02')], 'Ada moved order A from HH-01 to HH-02, 09:36'],
    [[move('a', null, 'hh-02')], 'Ada assigned order A to HH-02, 09:36'],
    [
      [change('consignment.updated', 'a', edited(['/weight', '/volume', '/planned', '/key', '/type']))],
      'Ada changed order A (weight, volume, planned and 2 more), 09:36',
    ],
    [[change('load.updated', 'hh-01', { changes: reordered })], 'Ada reordered the stops of route HH-01, 09:36'],
    [
      [change('load.updated', 'hh-01', { changes: [{ path: '/status', old: 'planned', new: 'released' }] })],
      'Ada set route HH-01 to “Released”, 09:36',
    ],
    [[change('pod.created', 'a')], 'Ada recorded the proof of order A, 09:36'],
    [[change('consignment.unsubscribed', 'a')], 'The recipient turned off tracking e-mails for order A, 09:36'],
    [
      [change('load.deleted', 'hh-01'), move('b', 'hh-01', null), move('a', 'hh-01', null)],
      'Ada moved 2 orders from HH-01 to the pool and deleted route HH-01, 09:36',
    ],
    [
      [
        change('consignment.created', 'b'),
        change('load.updated', 'hh-01', { changes: [{ path: '/stops/0', new: 'b' }] }),
      ],
      'Ada created order B and assigned order B to HH-01, 09:36',
    ],
    [
      [change('load.updated', 'hh-01', { changes: [{ path: '/stops/0', old: 'x' }] })],
      'Ada removed 1 order from HH-01, 09:36',
    ],
  ]
  for (const [changes, sentence] of sentences) assert.deepEqual(write(changes), [sentence])
})

test('a deleted order does not count as removed from its route', () => {
  const removal = { changes: [{ path: '/stops/0', old: 'a' }] }
  const request = [change('consignment.deleted', 'a'), change('load.updated', 'hh-01', removal)]
  assert.deepEqual(write(request), ['Ada deleted order A, 09:36'])
})

test('moves between more than three pairs of routes are counted', () => {
  const request = ids(8).map((id, index) => move(id, null, `hh-0${index % 4}`))
  assert.deepEqual(write(request), ['Ada assigned 8 orders to 4 routes, 09:36'])
})

test('a sentence joins records with the same verb, and counts clauses after the fourth', () => {
  const status = (id: string, value: string) =>
    change('load.updated', id, { changes: [{ path: '/status', old: 'x', new: value }] })
  const request = [
    change('consignment.created', 'a'),
    change('load.created', 'hh-01'),
    change('depot.created', 'd'),
    status('hh-02', 'planned'),
    status('hh-03', 'released'),
    status('hh-04', 'started'),
    change('consignment.deleted', 'b'),
    change('vehicle.deleted', 'v'),
    change('consignment.erased', 'm'),
  ]
  assert.deepEqual(write(request), [
    'Ada created order A, route HH-01 and depot D, set route HH-02 to “Planned”, set route HH-03 to “Released”, ' +
      'set route HH-04 to “Started” and 2 more, 09:36',
  ])
})

test('the history of one order names it “this order” in each language', () => {
  const request = [move('a', 'hh-01', 'hh-02')]
  assert.deepEqual(write(request, 'en', true), ['Ada moved this order from HH-01 to HH-02, 09:36'])
  assert.deepEqual(write(request, 'de', true), ['Ada hat diesen Auftrag von HH-01 nach HH-02 verschoben, 09:36'])
  assert.deepEqual(write(request, 'ar', true), ['Ada: نقل هذا الطلب من HH-01 إلى HH-02، 09:36'])
})

test('the history is filtered by words without accents, author and day of the environment', () => {
  const changes = [
    move('a', null, 'hh-01', { time: '2026-11-20T23:30:00Z', requestId: 'late' }),
    change('consignment.updated', 'b', { changes: [{ path: '/consigneeAddress/name', new: 'Müller' }] }),
    change('load.created', 'hh-01', { actor: { kind: 'token', id: 'erp', name: 'ERP' } }),
  ]
  const find = (filters: Parameters<typeof filterGroups>[1]) =>
    filterGroups(changes, filters, { zone: 'Europe/Berlin', writeText: () => 'A sentence' }).map(
      ([{ record }]) => record.id,
    )
  assert.deepEqual(find({}), ['a', 'b', 'hh-01'])
  assert.deepEqual(find({ q: 'MULLER sentence' }), ['b'])
  assert.deepEqual(find({ person: 'erp' }), ['hh-01'])
  assert.deepEqual(find({ day: '2026-11-21' }), ['a'])
  assert.equal(isDayLoaded(changes, '2026-11-21', 'Europe/Berlin'), true)
  assert.equal(isDayLoaded(changes, '2026-11-20', 'Europe/Berlin'), false)
})
