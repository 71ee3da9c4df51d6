// The settings of an environment: their defaults, how they change, and what they do to orders and loads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { defaultSettings, getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { createLoad, getLoad } from '../../contract/load.ts'
import { getSettings } from '../../server/access/environment/rules.ts'
import { updateSettings } from '../../server/access/environment/store.ts'
import { chunksOf, insert, pictures } from '../file/dirt.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const path = '/v1/environment'
const channels = [
  { key: 'express', name: 'Express' },
  { key: 'standard', name: 'Standard' },
]
const triangle = [
  { lat: 51, lng: -1 },
  { lat: 52, lng: 0 },
  { lat: 51, lng: 1 },
]

const profile = pictures['profile.png']!
const [ofProfile, behindProfile] = chunksOf(profile).slice(0, 2) as [number, number]
const foldedLogo = logoOf(insert(profile, ofProfile, profile.subarray(ofProfile, behindProfile)))
function logoOf(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`
}

everyEngine('the environment', (open) => {
  const fresh = tenants(open)
  const read = async ({ call }: Tenant) => (await call(getEnvironment)).data
  const patch = ({ call }: Tenant, body: Record<string, unknown>) => call(updateEnvironment, { body })

  test('a new environment has the default settings', async () => {
    const tenant = await fresh()
    const { environmentId, name, sandbox: _, version, created, updated, ...settings } = await read(tenant)
    assert.deepEqual(settings, {
      timezone: 'UTC',
      channels: [],
      areas: [],
      customFields: [],
      routeSettings: { stopDuration: 10, startTime: '08:00' },
      travel: { shortDetour: 1.3, longDetour: 1.2, shortSpeed: 40, longSpeed: 90 },
      displayPreferences: {
        ...{ weightUnit: 'kg', volumeUnit: 'm3', lengthUnit: 'cm', distanceUnit: 'km' },
        ...{ country: 'GB', dateFormat: 'dmy' },
      },
      notifications: {
        proofOfDelivery: false,
        publicTracking: false,
        failedRecipients: [],
        partiallySuccessfulRecipients: [],
        language: 'en',
        senderName: '',
        replyTo: '',
        attachPdf: true,
        automatic: { success: true, partial: true, failed: true },
        templates: {},
        trackingTriggers: ['inTransit'],
      },
      pod: {
        reasons: [
          { code: 'nobody-in', name: 'Nobody in' },
          { code: 'refused', name: 'Refused' },
          { code: 'damaged', name: 'Damaged', photoRequired: true },
          { code: 'wrong-address', name: 'Wrong address' },
          { code: 'no-access', name: 'No access' },
          { code: 'closed', name: 'Closed' },
          { code: 'missing-goods', name: 'Goods missing' },
          { code: 'out-of-time', name: 'Out of time' },
          { code: 'cancelled', name: 'Cancelled' },
          { code: 'breakdown', name: 'Vehicle broke down' },
          { code: 'transferred', name: 'Moved to another vehicle', quiet: true },
        ],
        signature: { success: 'required', partial: 'required', failed: 'optional' },
        photosMin: 0,
        photosMax: 5,
        photoSide: 1_600,
        keepPhotosDays: 365,
        scan: 'optional',
      },
      tracking: {
        estimatedTime: true,
        stopsAhead: true,
        vehiclePosition: false,
        vehicleWithinStops: 3,
        proof: 'outcome',
        keepDays: 14,
      },
      positions: { keepDays: 7 },
      branding: { companyName: '', colour: '#1864ab', logo: '' },
      export: { automatic: ['created', 'changed', 'released', 'outcome'] },
      history: { keepDays: 1_095 },
      signIn: { secondFactor: 'optional' },
      loads: { unknown: 'create' },
    })
    assert.deepEqual([environmentId, version, updated], [tenant.environmentId, 1, created])
    assert.match(name, /^test /)
  })

  const changes: [string, Record<string, unknown>][] = [
    ['timezone', { timezone: 'Europe/London' }],
    ['channels', { channels }],
    [
      'areas',
      {
        areas: [
          { key: 'north', name: 'North' },
          { key: 'south', name: 'South', polygon: triangle },
        ],
      },
    ],
    ['stop duration', { routeSettings: { stopDuration: 0, startTime: '08:00' } }],
    ['start time', { routeSettings: { stopDuration: 10, startTime: '23:59' } }],
    [
      'units',
      {
        displayPreferences: {
          weightUnit: 'lb',
          volumeUnit: 'ft3',
          lengthUnit: 'in',
          distanceUnit: 'mi',
          dateFormat: 'mdy',
          country: 'US',
        },
      },
    ],
    [
      'notifications',
      {
        notifications: {
          proofOfDelivery: true,
          publicTracking: true,
          failedRecipients: ['a@example.com'],
          partiallySuccessfulRecipients: ['b@example.com', 'c@example.com'],
          language: 'de',
          senderName: 'Dispatch',
          replyTo: 'd@example.com',
          attachPdf: false,
          automatic: { success: true, partial: true, failed: false },
          templates: { success: { subject: 'Here it is', body: 'All of {ORDER_KEY}.' } },
          trackingTriggers: ['planned', 'released'],
        },
      },
    ],
    ['export', { export: { automatic: ['released'] } }],
    ['no export at all', { export: { automatic: [] } }],
    ['loads', { loads: { unknown: 'refuse' } }],
    ['travel times', { travel: { shortDetour: 1.4, longDetour: 1.3, shortSpeed: 30, longSpeed: 70 } }],
    ['the second factor', { signIn: { secondFactor: 'required' } }],
  ]
  for (const [what, body] of changes)
    test(`a change of the settings accepts ${what}, and keeps all other settings`, async () => {
      const tenant = await fresh()
      const before = await read(tenant)
      const answer = await tenant.request('PATCH', path, { body })
      assert.equal(answer.text, '{"status":"OK"}')
      assert.equal(answer.headers.get('etag'), '"2"')
      const { version, updated, ...after } = await read(tenant)
      const { version: _, updated: __, ...rest } = before
      assert.deepEqual([version, after], [2, { ...rest, ...body }])
      const [name] = Object.keys(body) as [keyof typeof defaultSettings]
      await patch(tenant, { [name]: null })
      assert.deepEqual((await read(tenant))[name], defaultSettings[name], 'null puts it back')
    })

  test('only a token for users may change the sign-in settings', async () => {
    const tenant = await fresh()
    await patch(tenant, { signIn: { secondFactor: 'required' } })
    const by = async (...scopes: string[]) => ({ authorization: `Bearer ${await tenant.tokenWith(scopes)}` })
    for (const signIn of [{ secondFactor: 'optional' }, null]) {
      const refused = await tenant.request('PATCH', path, { body: { signIn }, headers: await by('*') })
      assertProblem(refused, 'TOKEN_PERMISSIONS')
      assert.match(refused.json.data.message, /`signIn` .*`people:write`/)
      assert.match(refused.headers.get('www-authenticate')!, /insufficient_scope.*people:write/)
    }
    const same = { signIn: { secondFactor: 'required' }, timezone: 'Asia/Tokyo' }
    assert.equal((await tenant.request('PATCH', path, { body: same, headers: await by('*') })).status, 200)
    assert.deepEqual((await read(tenant)).signIn, { secondFactor: 'required' })
    const other = { body: { signIn: null }, headers: await by('settings:write', 'people:write') }
    assert.equal((await tenant.request('PATCH', path, other)).status, 200)
  })

  test('a patch of settings merges groups by field, resets fields with null and replaces lists', async () => {
    const tenant = await fresh()
    await patch(tenant, {
      displayPreferences: { weightUnit: 't', country: 'de' },
      routeSettings: { startTime: '06:30' },
      channels,
    })
    const first = await read(tenant)
    assert.deepEqual(first.displayPreferences, {
      ...defaultSettings.displayPreferences,
      weightUnit: 't',
      country: 'DE',
    })
    assert.deepEqual(first.routeSettings, { stopDuration: 10, startTime: '06:30' })
    await patch(tenant, { displayPreferences: { weightUnit: null }, channels: [channels[1]], areas: null })
    const second = await read(tenant)
    assert.deepEqual(second.displayPreferences, { ...defaultSettings.displayPreferences, country: 'DE' })
    assert.deepEqual(second.channels, [channels[1]])
    assert.equal(second.routeSettings.startTime, '06:30')
  })

  test('equal values in any spelling do not change the settings', async () => {
    const tenant = await fresh()
    await patch(tenant, {
      timezone: 'Europe/London',
      channels,
      areas: [
        { key: 'a', name: 'A', polygon: triangle },
        { key: 'b', name: 'B' },
      ],
    })
    const before = await read(tenant)
    for (const body of [
      {},
      before,
      { timezone: 'europe/london' },
      { displayPreferences: { country: 'gb' } },
      { loads: null, export: {} },
      { channels: channels.map(({ key, name }) => ({ name, key })) },
      {
        areas: [
          { polygon: triangle.map(({ lat, lng }) => ({ lng, lat })), name: 'A', key: 'a' },
          { key: 'b', name: 'B', polygon: null },
        ],
      },
    ])
      assert.equal((await patch(tenant, body)).etag, '"2"', JSON.stringify(body))
    assert.deepEqual(await read(tenant), before)
  })

  const refusals: [string, object, string[]][] = [
    ['an unknown zone', { timezone: 'Europe/Londn' }, ['/timezone']],
    ['an offset as zone', { timezone: '+01:00' }, ['/timezone']],
    ['a channel without a name', { channels: [{ key: 'a' }] }, ['/channels/0/name']],
    ['a channel with an empty key', { channels: [{ key: '', name: 'A' }] }, ['/channels/0/key']],
    ['a channel key with white space at its end', { channels: [{ key: 'a ', name: 'A' }] }, ['/channels/0/key']],
    ['a channel key twice', { channels: [...channels, channels[0]] }, ['/channels/2/key']],
    [
      'an area key twice',
      {
        areas: [
          { key: 'a', name: 'A' },
          { key: 'a', name: 'B' },
        ],
      },
      ['/areas/1/key'],
    ],
    ['an area of two corners', { areas: [{ key: 'a', name: 'A', polygon: triangle.slice(1) }] }, ['/areas/0/polygon']],
    [
      'a corner beyond the pole',
      { areas: [{ key: 'a', name: 'A', polygon: [...triangle, { lat: 91, lng: 0 }] }] },
      ['/areas/0/polygon/3/lat'],
    ],
    ['an unknown member of an area', { areas: [{ key: 'a', name: 'A', colour: 'red' }] }, ['/areas/0/colour']],
    ['a negative stop duration', { routeSettings: { stopDuration: -1 } }, ['/routeSettings/stopDuration']],
    ['half a minute', { routeSettings: { stopDuration: 0.5 } }, ['/routeSettings/stopDuration']],
    ['a stop duration as text', { routeSettings: { stopDuration: '10' } }, ['/routeSettings/stopDuration']],
    ['a start at 24:00', { routeSettings: { startTime: '24:00' } }, ['/routeSettings/startTime']],
    ['a start at 8:00', { routeSettings: { startTime: '8:00' } }, ['/routeSettings/startTime']],
    [
      'unknown units',
      { displayPreferences: { weightUnit: 'stone', volumeUnit: 'gal', lengthUnit: 'mm', distanceUnit: 'nm' } },
      ['weightUnit', 'volumeUnit', 'lengthUnit', 'distanceUnit'].map((name) => `/displayPreferences/${name}`),
    ],
    ['UK as country', { displayPreferences: { country: 'UK' } }, ['/displayPreferences/country']],
    ['an empty country', { displayPreferences: { country: '' } }, ['/displayPreferences/country']],
    [
      'a recipient that is no address',
      { notifications: { failedRecipients: ['x'] } },
      ['/notifications/failedRecipients/0'],
    ],
    [
      'a recipient twice',
      { notifications: { failedRecipients: ['a@b.c', 'a@b.c'] } },
      ['/notifications/failedRecipients'],
    ],
    ['a switch as text', { notifications: { proofOfDelivery: 'true' } }, ['/notifications/proofOfDelivery']],
    ['an unknown reason to export', { export: { automatic: ['manual'] } }, ['/export/automatic/0']],
    ['a reason twice', { export: { automatic: ['created', 'created'] } }, ['/export/automatic']],
    ['a speed of nothing', { travel: { shortSpeed: 0 } }, ['/travel/shortSpeed']],
    ['a road shorter than the straight line', { travel: { longDetour: 0.9 } }, ['/travel/longDetour']],
    ['an unknown wish for factors', { signIn: { secondFactor: 'yes' } }, ['/signIn/secondFactor']],
    ['an unknown way with loads', { loads: { unknown: 'ignore' } }, ['/loads/unknown']],
    [
      'the same reason twice',
      { pod: { reasons: ['a', 'b', 'a'].map((code) => ({ code, name: code })) } },
      ['/pod/reasons/2/code'],
    ],
    ['more photos at least than at most', { pod: { photosMin: 3, photosMax: 2 } }, ['/pod/photosMin']],
    ['a logo that is somewhere else', { branding: { logo: 'https://example.com/logo.png' } }, ['/branding/logo']],
    ['a logo that draws nothing', { branding: { logo: 'data:image/png;base64,aGVsbG8=' } }, ['/branding/logo']],
    ['a logo that unfolds again and again', { branding: { logo: foldedLogo } }, ['/branding/logo']],
    [
      'a logo that draws nothing, and a key twice',
      { branding: { logo: 'data:image/png;base64,aGVsbG8=' }, channels: [channels[0], channels[0]] },
      ['/channels/1/key', '/branding/logo'],
    ],
    ['a misspelt setting', { timeZone: 'UTC' }, ['/timeZone']],
    ['a misspelt member', { routeSettings: { stopduration: 1 } }, ['/routeSettings/stopduration']],
    ['a text for a group', { loads: 'refuse' }, ['/loads']],
    ['a list for a group', { loads: [] }, ['/loads']],
    ['an object for a list', { channels: {} }, ['/channels']],
    ['another name', { name: 'x' }, ['/name']],
    [
      'another id and date',
      { environmentId: 'x', created: '2020-01-01T00:00:00Z', updated: null },
      ['/environmentId', '/created', '/updated'],
    ],
    [
      'several faults',
      { timezone: 'x', loads: { unknown: 1 }, exprot: {} },
      ['/timezone', '/loads/unknown', '/exprot'],
    ],
    ['a list', [], ['']],
  ]
  test('a logo is checked at its upload, but not with each change of other settings', async () => {
    const tenant = await fresh()
    const logo = logoOf(profile)
    await patch(tenant, { branding: { logo } })
    assert.equal((await read(tenant)).branding.logo, logo)
    // One that is refused when it comes.
    const oldLogo = 'data:image/png;base64,aGVsbG8='
    const { environmentId } = tenant
    await (await open()).database((database) =>
      database.write(async (tx) => {
        const stored = await getSettings(tx, environmentId)
        const settings = { ...stored, branding: { ...stored.branding, logo: oldLogo } }
        await updateSettings(tx, environmentId, { version: 3, settings, updated: '2026-01-01T00:00:00Z' })
      }),
    )
    await patch(tenant, { areas: [{ key: 'north', name: 'North' }] })
    await patch(tenant, { branding: { companyName: 'Nordwind', logo: oldLogo } })
    const { branding, areas } = await read(tenant)
    assert.deepEqual([branding.logo, branding.companyName, areas.length], [oldLogo, 'Nordwind', 1])
  })

  for (const [what, body, paths] of refusals)
    test(`settings with ${what} are rejected, and nothing changes`, async () => {
      const tenant = await fresh()
      const answer = await tenant.request('PATCH', path, { body })
      // One value may have two faults, such as a wrong type that is also none of those allowed.
      assertProblem(answer, 'BAD_REQUEST')
      assert.deepEqual(
        [...new Set(answer.json.data.errors.map((fault: { path: string }) => fault.path))].sort(),
        paths.sort(),
      )
      assert.equal((await read(tenant)).version, 1)
    })

  test('the error for a misspelt setting or zone suggests the likely name', async () => {
    const { request } = await fresh()
    const answer = await request('PATCH', path, { body: { timezone: 'Europe/Londn', routeSetings: {} } })
    assert.match(messagesOf(answer), /Europe\/London/)
    assert.match(messagesOf(answer), /did you mean `routeSettings`/)
  })

  test('If-Match and the version in the body protect settings from concurrent changes', async () => {
    const tenant = await fresh()
    const stale = { code: 'VERSION_MISMATCH', status: 412 }
    const change = (body: Record<string, unknown>, ifMatch?: string) =>
      tenant.call(updateEnvironment, { body, ...(ifMatch ? { ifMatch } : {}) })
    assert.equal((await tenant.call(getEnvironment)).etag, '"1"')
    await change({ timezone: 'Asia/Tokyo' }, '"1"')
    await assert.rejects(change({ timezone: 'UTC' }, '"1"'), stale)
    await assert.rejects(change({ timezone: 'UTC', version: 1 }), stale)
    await assert.rejects(change({ timezone: 'UTC', version: 2 }, '"1"'), stale)
    assert.equal((await read(tenant)).timezone, 'Asia/Tokyo')
    await change({ timezone: 'UTC', version: 2 }, '"2"')
    await change({ timezone: 'Asia/Tokyo', version: null }, '*')
    assert.equal((await read(tenant)).version, 4)
  })

  test('concurrent changes of different settings all take effect', async () => {
    const tenant = await fresh()
    const bodies = changes.filter(([what]) => !/start time|no export/.test(what)).map(([, body]) => body)
    const etags = await Promise.all(bodies.map(async (body) => (await patch(tenant, body)).etag))
    assert.equal(new Set(etags).size, bodies.length)
    const { version, ...settings } = await read(tenant)
    assert.equal(version, bodies.length + 1)
    for (const body of bodies)
      for (const [name, value] of Object.entries(body)) assert.deepEqual(settings[name as keyof typeof settings], value)
  })

  test('each environment has its own settings', async () => {
    const [one, two] = [await fresh(), await fresh()]
    await patch(one, { channels, timezone: 'Asia/Tokyo' })
    assert.deepEqual([(await read(two)).channels, (await read(two)).timezone], [[], 'UTC'])
    await assert.rejects(two.call(createConsignment, { body: anOrder({ channelKey: 'express' }) }), {
      code: 'UNKNOWN_CHANNEL',
    })
  })

  for (const [member, list, code] of [
    ['channelKey', 'channels', 'UNKNOWN_CHANNEL'],
    ['areaKey', 'areas', 'UNKNOWN_AREA'],
  ] as const)
    test(`${member} of a new order must be in ${list}; existing orders keep their value`, async () => {
      const tenant = await fresh()
      const { call, request } = tenant
      const post = (key: string) => request('POST', '/v1/consignment', { body: anOrder({ [member]: key }) })
      const none = await post('express')
      assertProblem(none, code, [`/${member}`])
      assert.match(messagesOf(none), new RegExp(`no ${list} yet`))
      await patch(tenant, { [list]: channels })
      const near = await post('expres')
      assertProblem(near, code, [`/${member}`])
      assert.match(messagesOf(near), /Nearest: `express`/)
      assertProblem(await post('Express'), code, [`/${member}`])

      const created = await post('express')
      const query = { id: created.json.data.consignmentId as string }
      assertProblem(await request('PATCH', `/v1/consignment?id=${query.id}`, { body: { [member]: 'nope' } }), code, [
        `/${member}`,
      ])
      await patch(tenant, { [list]: [channels[1]] })
      await call(updateConsignment, { query, body: { [member]: 'express', weight: 2 } })
      const { data } = await call(getConsignment, { query })
      assert.deepEqual([data[member], data.weight, data.version], ['express', 2, 2])
      assertProblem(await post('express'), code, [`/${member}`])
      await call(updateConsignment, { query, body: { [member]: null } })
      assert.equal((await call(getConsignment, { query })).data[member], null)
      assertProblem(await request('PATCH', `/v1/consignment?id=${query.id}`, { body: { [member]: 'express' } }), code)
    })

  test('an unknown channel and an unknown area are reported together', async () => {
    const { request } = await fresh()
    const body = anOrder({ channelKey: 'x', areaKey: 'y', depotKey: 'z' })
    assertProblem(await request('POST', '/v1/consignment', { body }), 'UNKNOWN_CHANNEL', [
      '/channelKey',
      '/areaKey',
      '/depotKey',
    ])
    const worse = { ...body, weight: -1 }
    assertProblem(await request('POST', '/v1/consignment', { body: worse }), 'BAD_REQUEST', [
      '/channelKey',
      '/areaKey',
      '/depotKey',
      '/weight',
    ])
  })

  test('a new stop duration applies immediately to orders outside loads that have no `timeAtStop`', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const id = (await call(createConsignment, { body: anOrder() })).data.consignmentId
    const own = (await call(createConsignment, { body: anOrder({ timeAtStop: 4 }) })).data.consignmentId
    const minutes = async (which: string) => {
      const { timeAtStop, version } = (await call(getConsignment, { query: { id: which } })).data
      return [timeAtStop, version]
    }
    for (const stopDuration of [0, 45, 10]) {
      await patch(tenant, { routeSettings: { stopDuration } })
      assert.deepEqual(
        [await minutes(id), await minutes(own)],
        [
          [stopDuration, 1],
          [4, 1],
        ],
      )
    }
  })

  test('date-times without an offset are in the zone of the environment, unless the request names another zone', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const store = async (query: { timezone?: string } = {}) => {
      const { data } = await call(createConsignment, { query, body: anOrder({ requiredFrom: '2026-07-01 09:00:00' }) })
      return (await call(getConsignment, { query: { id: data.consignmentId } })).data.requiredFrom
    }
    assert.equal(await store(), '2026-07-01T09:00:00Z')
    await patch(tenant, { timezone: 'America/New_York' })
    assert.equal(await store(), '2026-07-01T13:00:00Z')
    assert.equal(await store({ timezone: 'Europe/London' }), '2026-07-01T08:00:00Z')
    assert.equal(await store({ timezone: 'UTC' }), '2026-07-01T09:00:00Z')

    const { loadId } = (await call(createLoad, { body: { key: aKey(), plannedStart: '2026-01-01T06:00:00' } })).data
    assert.equal((await call(getLoad, { query: { id: loadId } })).data.plannedStart, '2026-01-01T11:00:00Z')
    const local = await call(getLoad, { query: { id: loadId, dateTimes: 'local' } })
    assert.equal(local.data.plannedStart, '2026-01-01T06:00:00-05:00')
    await patch(tenant, { timezone: null })
    assert.equal(
      (await call(getLoad, { query: { id: loadId } })).data.plannedStart,
      '2026-01-01T11:00:00Z',
      'instants stay',
    )
  })
})
