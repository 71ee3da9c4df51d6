// Date-times: every form that is taken, the zone in which they are read, and the two forms in which they are written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, getConsignmentById, updateConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { type Answer, everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const fields = ['requiredFrom', 'requiredTo', 'planned', 'committed'] as const

everyEngine('date-times', (open) => {
  const fresh = tenants(open)
  let shared: Promise<Tenant> | undefined
  const tenant = () => {
    shared ??= fresh()
    return shared
  }

  /** What a date-time reads as, created with and patched to. */
  async function stored({ call }: Tenant, text: string, timezone?: string): Promise<string | null> {
    const key = aKey()
    const zoned = timezone === undefined ? {} : { timezone }
    await call(createConsignment, { query: zoned, body: anOrder({ key, planned: text }) })
    const created = (await call(getConsignment, { query: { key } })).data.planned
    await call(updateConsignment, { query: { key, ...zoned }, body: { committed: text } })
    assert.equal((await call(getConsignment, { query: { key } })).data.committed, created, `${text} in a patch`)
    return created
  }
  const refused = async ({ request }: Tenant, text: unknown): Promise<Answer> => {
    const answer = await request('POST', '/v1/consignment', { body: { ...anOrder(), planned: text } })
    assertProblem(answer, 'BAD_REQUEST', ['/planned'])
    return answer
  }

  test('every form of a date-time is accepted and returned in one form', async () => {
    const t = await tenant()
    const noon = '2026-07-01T12:00:00Z'
    for (const text of [
      '2026-07-01 12:00:00',
      '2026-07-01T12:00:00',
      '2026-07-01 12:00:00Z',
      '2026-07-01T12:00:00Z',
      '2026-07-01 12:00:00.5',
      '2026-07-01T12:00:00.999999999999Z',
      '2026-07-01T12:00:00.000+00:00',
      '2026-07-01T12:00:00-00:00',
      '2026-07-01T14:00:00+02:00',
      '2026-07-01 07:30:00-04:30',
      '2026-07-02T02:00:00+14:00',
      '2026-07-01T00:00:00.1-12:00',
      '2026-07-01T17:45:00+0545',
      '2026-07-01T13:00:00+01',
    ])
      assert.equal(await stored(t, text), noon, text)
  })

  test('an invalid or non-existent date-time is rejected', async () => {
    const t = await tenant()
    const wrong = [
      ...['', ' ', 'now', '2026', '2026-07-01', '12:00:00', '20260701T120000Z', '1782907200', '2026-182T00:00:00Z'],
      ...['2026-07-01T12:00', '2026-07-01T12', '26-07-01T12:00:00Z', '2026-7-1T12:00:00Z', '2026/07/01 12:00:00'],
      ...['01.07.2026 12:00:00', '2026-07-01  12:00:00', '2026-07-01t12:00:00z', '2026-07-01_12:00:00'],
      ...[' 2026-07-01T12:00:00Z', '2026-07-01T12:00:00Z ', '2026-07-01T12:00:00Z\n', '2026-07-01T12:00:00.Z'],
      ...['2026-07-01T12:00:00,5Z', '2026-07-01T12:00:00 Z', '2026-07-01T12:00:00 +01:00', '2026-07-01T12:00:00ZZ'],
      ...['2026-07-01T12:00:00+1:00', '2026-07-01T12:00:00+24:00', '2026-07-01T12:00:00+01:60', '2026-07-01T12:00:00+'],
      ...[
        '2026-07-01T12:00:00[UTC]',
        '2026-07-01T12:00:00Europe/London',
        '2026-07-01T12:00:00GMT',
        '２０２６-07-01T12:00:00Z',
      ],
      ...['2026-00-01T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-32T00:00:00Z'],
      ...['2026-04-31T00:00:00Z', '2026-02-29T00:00:00Z', '2026-02-30T00:00:00Z', '2100-02-29T00:00:00Z'],
      ...['1900-02-29 00:00:00', '2026-07-01T24:00:00Z', '2026-07-01T12:60:00Z', '2026-07-01T23:59:60Z'],
      ...['0000-01-01T00:00:00Z', '-0001-01-01T00:00:00Z', '10000-01-01T00:00:00Z', '+002026-01-01T00:00:00Z'],
      ...['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', `2026-07-01T12:00:00.${'0'.repeat(60)}Z`],
    ]
    for (const text of wrong) {
      const answer = await refused(t, text)
      assert.ok(['format', 'too_long'].includes(answer.json.data.errors[0].code), text)
    }
    const all = Object.fromEntries(fields.map((name) => [name, '2026-02-30 00:00:00']))
    assertProblem(
      await t.request('POST', '/v1/consignment', { body: { ...anOrder(), ...all } }),
      'BAD_REQUEST',
      fields.map((name) => `/${name}`),
    )
    const { call, request } = t
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    for (const text of ['2026-02-30 00:00:00', ''])
      assertProblem(await request('PATCH', `/v1/consignment?key=${key}`, { body: { planned: text } }), 'BAD_REQUEST', [
        '/planned',
      ])
  })

  test('29 February is accepted in leap years only', async () => {
    const t = await tenant()
    for (const text of ['2024-02-29T00:00:00Z', '2000-02-29T23:59:59Z', '2028-02-29T12:00:00Z'])
      assert.equal(await stored(t, text), text)
    assert.equal(await stored(t, '2024-03-01T00:30:00+01:00'), '2024-02-29T23:30:00Z')
  })

  test('date-times of the years 0001 to 9999 in UTC are valid', async () => {
    const t = await tenant()
    for (const text of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1582-10-10T00:00:00Z'])
      assert.equal(await stored(t, text), text)
    assert.equal(await stored(t, '9999-12-31 23:59:59'), '9999-12-31T23:59:59Z')
    assert.equal(await stored(t, '9999-12-31 23:59:59', 'Asia/Tokyo'), '9999-12-31T14:59:59Z')
    const key = aKey()
    await t.call(createConsignment, { body: anOrder({ key }) })
    for (const [text, zone] of [
      ['9999-12-31 23:59:59', 'America/New_York'],
      ['0001-01-01 00:00:00', 'Asia/Tokyo'],
    ])
      for (const [method, target, body] of [
        ['POST', '?', { ...anOrder(), planned: text, requiredTo: text }],
        ['PATCH', `?key=${key}&`, { planned: text, requiredTo: text }],
      ] as const) {
        const answer = await t.request(method, `/v1/consignment${target}timezone=${zone}`, { body })
        assertProblem(answer, 'BAD_REQUEST', ['/planned', '/requiredTo'])
      }
  })

  test('a date-time without an offset is in the zone of the request, one with an offset is exact', async () => {
    const t = await tenant()
    const cases: [string, string, string][] = [
      ['2026-07-01 09:00:00', 'Europe/London', '2026-07-01T08:00:00Z'],
      ['2026-01-01T09:00:00', 'Europe/London', '2026-01-01T09:00:00Z'],
      ['2026-07-01 09:00:00', 'America/New_York', '2026-07-01T13:00:00Z'],
      ['2026-07-01 09:00:00', 'Asia/Kolkata', '2026-07-01T03:30:00Z'],
      ['2026-07-01 09:00:00', 'Asia/Kathmandu', '2026-07-01T03:15:00Z'],
      ['2026-07-01 09:00:00', 'Pacific/Kiritimati', '2026-06-30T19:00:00Z'],
      ['2026-07-01 09:00:00', 'Pacific/Chatham', '2026-06-30T20:15:00Z'],
      ['2026-07-01 09:00:00', 'Etc/GMT+5', '2026-07-01T14:00:00Z'],
      ['2026-07-01 09:00:00', 'UTC', '2026-07-01T09:00:00Z'],
      ['2026-07-01 09:00:00Z', 'Asia/Tokyo', '2026-07-01T09:00:00Z'],
      ['2026-07-01T09:00:00+02:00', 'Asia/Tokyo', '2026-07-01T07:00:00Z'],
    ]
    for (const [text, zone, instant] of cases) assert.equal(await stored(t, text, zone), instant, `${text} in ${zone}`)
  })

  test('a date-time that a clock change skips moves forward by the skipped time', async () => {
    const t = await tenant()
    const cases: [string, string, string][] = [
      ['2026-03-29 01:30:00', 'Europe/London', '2026-03-29T01:30:00Z'],
      ['2026-03-29 00:59:59', 'Europe/London', '2026-03-29T00:59:59Z'],
      ['2026-03-29 01:00:00', 'Europe/London', '2026-03-29T01:00:00Z'],
      ['2026-03-29 02:00:00', 'Europe/London', '2026-03-29T01:00:00Z'],
      ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
      ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
      ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
      ['2026-09-06 00:30:00', 'America/Santiago', '2026-09-06T04:30:00Z'],
      ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
    ]
    for (const [text, zone, instant] of cases) assert.equal(await stored(t, text, zone), instant, `${text} in ${zone}`)
  })

  test('a date-time that a clock change repeats is the earlier of the two instants', async () => {
    const t = await tenant()
    const cases: [string, string, string][] = [
      ['2026-10-25 01:30:00', 'Europe/London', '2026-10-25T00:30:00Z'],
      ['2026-10-25 01:00:00', 'Europe/London', '2026-10-25T00:00:00Z'],
      ['2026-10-25 02:00:00', 'Europe/London', '2026-10-25T02:00:00Z'],
      ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
      ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
      ['2026-04-05 01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
    ]
    for (const [text, zone, instant] of cases) assert.equal(await stored(t, text, zone), instant, `${text} in ${zone}`)
    assert.equal(await stored(t, '2026-10-25T01:30:00+00:00', 'Europe/London'), '2026-10-25T01:30:00Z')
  })

  test('a request without a zone uses the zone of the environment, by default UTC', async () => {
    const t = await fresh()
    assert.equal(await stored(t, '2026-07-01 09:00:00'), '2026-07-01T09:00:00Z')
    await t.call(updateEnvironment, { body: { timezone: 'America/New_York' } })
    assert.equal(await stored(t, '2026-07-01 09:00:00'), '2026-07-01T13:00:00Z')
    assert.equal(await stored(t, '2026-07-01 09:00:00', 'Europe/London'), '2026-07-01T08:00:00Z')
    assert.equal(await stored(t, '2026-07-01 09:00:00', 'UTC'), '2026-07-01T09:00:00Z')
    assert.equal(await stored(t, '2026-07-01T09:00:00Z'), '2026-07-01T09:00:00Z')
    await t.call(updateEnvironment, { body: { timezone: null } })
    assert.equal(await stored(t, '2026-07-01 09:00:00'), '2026-07-01T09:00:00Z')
  })

  test("a change of the environment's time zone does not change stored orders", async () => {
    const t = await fresh()
    await t.call(updateEnvironment, { body: { timezone: 'Europe/London' } })
    await t.call(createConsignment, { body: anOrder({ key: 'K', planned: '2026-07-01 09:00:00' }) })
    await t.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    await t.call(updateConsignment, { query: { key: 'K' }, body: { weight: 1 } })
    assert.equal((await t.call(getConsignment, { query: { key: 'K' } })).data.planned, '2026-07-01T08:00:00Z')
  })

  test('the start and the end of a time window are compared as instants', async () => {
    const t = await tenant()
    const send = (requiredFrom: string, requiredTo: string, zone = 'UTC') =>
      t.request('POST', `/v1/consignment?timezone=${zone}`, { body: anOrder({ requiredFrom, requiredTo }) })
    assert.equal((await send('2026-07-01T10:00:00+02:00', '2026-07-01T08:00:00Z')).status, 201)
    assert.equal((await send('2026-07-01 09:00:00', '2026-07-01T08:00:00Z', 'Europe/London')).status, 201)
    assert.equal((await send('2026-07-01T23:00:00+10:00', '2026-07-01T14:00:00Z')).status, 201)
    assertProblem(await send('2026-07-01T08:00:01Z', '2026-07-01T10:00:00+02:00'), 'BAD_REQUEST', ['/requiredFrom'])
    assertProblem(await send('2026-07-01 09:00:00', '2026-07-01T08:59:59Z'), 'BAD_REQUEST', ['/requiredFrom'])
    assertProblem(await send('2026-07-01 09:00:01', '2026-07-01T08:00:00Z', 'Europe/London'), 'BAD_REQUEST', [
      '/requiredFrom',
    ])
    const planned = anOrder({ requiredTo: '2026-07-01T08:00:00Z', planned: '2026-07-02T08:00:00Z' })
    assert.equal((await t.request('POST', '/v1/consignment', { body: planned })).status, 201)
  })

  test('a read returns times in UTC, with any zone parameter', async () => {
    const { call } = await tenant()
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key, planned: '2026-07-01T09:00:00Z' }) })
    const utc = (await call(getConsignment, { query: { key } })).data
    for (const timezone of ['Asia/Tokyo', 'UTC', 'europe/london'])
      for (const form of [{}, { dateTimes: 'utc' as const }])
        assert.deepEqual((await call(getConsignment, { query: { key, timezone, ...form } })).data, utc)
  })

  test('a read with dateTimes=local returns wall-clock time with its offset', async () => {
    const t = await fresh()
    await t.call(createConsignment, {
      body: anOrder({
        key: 'K',
        requiredFrom: '2026-07-01T09:00:00Z',
        requiredTo: '2026-12-01T09:00:00Z',
        planned: '2026-10-25T01:30:00Z',
      }),
    })
    const local = async (timezone?: string) => {
      const query = { dateTimes: 'local' as const, ...(timezone ? { timezone } : {}) }
      const { data } = await t.call(getConsignment, { query: { key: 'K', ...query } })
      const params = { consignmentId: data.consignmentId }
      assert.deepEqual((await t.call(getConsignmentById, { params, query })).data, data)
      assert.equal(Date.parse(data.created), Date.parse((await t.call(getConsignmentById, { params })).data.created))
      return [data.requiredFrom, data.requiredTo, data.planned, data.committed, data.created.slice(19)]
    }
    assert.deepEqual((await local('Europe/London')).slice(0, 4), [
      '2026-07-01T10:00:00+01:00',
      '2026-12-01T09:00:00+00:00',
      '2026-10-25T01:30:00+00:00',
      null,
    ])
    assert.deepEqual((await local('Asia/Kolkata')).slice(0, 2), [
      '2026-07-01T14:30:00+05:30',
      '2026-12-01T14:30:00+05:30',
    ])
    assert.deepEqual((await local('America/St_Johns')).slice(0, 2), [
      '2026-07-01T06:30:00-02:30',
      '2026-12-01T05:30:00-03:30',
    ])
    assert.equal((await local())[0], '2026-07-01T09:00:00+00:00')
    await t.call(updateEnvironment, { body: { timezone: 'Asia/Tokyo' } })
    assert.deepEqual(await local(), [
      '2026-07-01T18:00:00+09:00',
      '2026-12-01T18:00:00+09:00',
      '2026-10-25T10:30:00+09:00',
      null,
      '+09:00',
    ])
  })

  test('an instant without a valid wall-clock form is returned exactly', async () => {
    const t = await tenant()
    for (const [instant, timezone, local] of [
      ['0001-01-01T00:00:00Z', 'Europe/London', '0001-01-01T00:00:00+00:00'],
      ['1800-01-01T00:00:00Z', 'Europe/London', '1799-12-31T23:59:00-00:01'],
      ['1900-01-01T00:00:00Z', 'Europe/Amsterdam', undefined],
      ['9999-12-31T23:59:59Z', 'Asia/Tokyo', '9999-12-31T23:59:59+00:00'],
    ] as const) {
      const key = aKey()
      await t.call(createConsignment, { body: anOrder({ key, planned: instant }) })
      const { data } = await t.call(getConsignment, { query: { key, timezone, dateTimes: 'local' } })
      if (local !== undefined) assert.equal(data.planned, local)
      assert.equal(Date.parse(data.planned!), Date.parse(instant))
      await t.call(updateConsignment, { query: { key }, body: { ...data, depotKey: null } })
      assert.equal((await t.call(getConsignment, { query: { key } })).data.version, 1)
    }
  })

  test('`dateTimes` accepts utc and local, only for reads', async () => {
    const { call, request } = await tenant()
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    assertProblem(await request('GET', `/v1/consignment?key=${key}&dateTimes=UTC`), 'BAD_REQUEST', ['?dateTimes'])
    assertProblem(await request('GET', `/v1/consignment?key=${key}&dateTimes=`), 'BAD_REQUEST', ['?dateTimes'])
    const patch = { body: {} }
    assertProblem(await request('PATCH', `/v1/consignment?key=${key}&dateTimes=local`, patch), 'BAD_REQUEST', [
      '?dateTimes',
    ])
  })

  test('every order endpoint checks the time zone parameter, even if it has no effect', async () => {
    const { call, request } = await tenant()
    const { consignmentId: id } = (await call(createConsignment, { body: anOrder() })).data
    const targets: [string, string, object | undefined][] = [
      ['POST', '/v1/consignment?', anOrder()],
      ['POST', '/v1/consignment?', anOrder({ planned: '2026-07-01T00:00:00Z' })],
      ['GET', `/v1/consignment?id=${id}&`, undefined],
      ['GET', `/v1/consignment/${id}?`, undefined],
      ['PATCH', `/v1/consignment?id=${id}&`, { weight: 1 }],
      ['PATCH', `/v1/consignment/${id}?`, { weight: 1 }],
      ['DELETE', `/v1/consignment?id=${id}&`, undefined],
      ['DELETE', `/v1/consignment/${id}?`, undefined],
    ]
    for (const [method, path, body] of targets)
      for (const zone of ['Europe/Londn', '', '%2B01:00', 'GMT%2B1', 'x'.repeat(65)]) {
        const answer = await request(method, `${path}timezone=${zone}`, body ? { body } : {})
        assertProblem(answer, 'BAD_REQUEST', ['?timezone'])
      }
    for (const [method, path, body] of targets.filter(([method]) => method !== 'DELETE' && method !== 'POST'))
      assert.equal((await request(method, `${path}timezone=Europe/London`, body ? { body } : {})).status, 200)
    assert.equal((await request('DELETE', `/v1/consignment/${id}?timezone=Europe/London`)).status, 200)
  })

  test('zones have IANA names; offsets, abbreviations and date-times are rejected', async () => {
    const { call, request } = await tenant()
    const key = aKey()
    await call(createConsignment, { body: anOrder({ key }) })
    const ask = (zone: string) => request('GET', `/v1/consignment?key=${key}&timezone=${encodeURIComponent(zone)}`)
    for (const zone of [
      ...['UTC', 'utc', 'Etc/UTC', 'GMT', 'Europe/London', 'europe/LONDON', 'Asia/Kolkata', 'Asia/Calcutta'],
      ...['America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'Etc/GMT-14', 'US/Eastern', 'Europe/Kyiv'],
    ])
      assert.equal((await ask(zone)).status, 200, zone)
    for (const zone of [
      ...['+01:00', '-0500', '+00', 'Z', 'UTC+1', 'GMT+1', 'T10+01', 'T10Z', '2026-07-01T00:00:00Z', 'BST', 'CEST'],
      ...[
        'Europe',
        'Europe/',
        '/London',
        'Europe/London ',
        'Europe\\London',
        'Europe/London\0',
        '[UTC]',
        'local',
        'null',
      ],
    ])
      assertProblem(await ask(zone), 'BAD_REQUEST', ['?timezone'])
  })

  test('an error for an unknown zone contains the nearest names', async () => {
    const { request } = await tenant()
    const said = async (zone: string) =>
      (await request('GET', `/v1/consignment?id=x&timezone=${encodeURIComponent(zone)}`)).json.data.message as string
    for (const [zone, meant] of [
      ['Europe/Londn', 'Europe/London'],
      ['Europ/Berlin', 'Europe/Berlin'],
      ['america/newyork', 'America/New_York'],
      ['London', 'Europe/London'],
      ['Asia/Kolkatta', 'Asia/Kolkata'],
      ['Europe/Kyjiv', 'Europe/Kyiv'],
      ['UCT0', 'UTC'],
    ])
      assert.match(await said(zone!), new RegExp(`\`${zone}\` is not an IANA time zone.*\`${meant}\``))
    assert.match(await said('+01:00'), /such as `Europe\/London`/)
  })
})
