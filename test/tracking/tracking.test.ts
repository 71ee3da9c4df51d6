// Public tracking: what a page tells and what it never does, when it ends, and that what is not there looks the same.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deleteConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { previewNotice } from '../../contract/notice.ts'
import { putPodFile } from '../../contract/pod.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { readTrackedOrder } from '../../server/delivery/tracking-page/view.ts'
import { type ReadTransaction, type SqlQuery, sql } from '../../server/platform/database/database.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { aRoute } from '../support/drivers.ts'
import { everyEngine, request, type Tenant, writeBehind } from '../support/harness.ts'
import { aKey, anAddress } from '../support/orders.ts'
import { order, record } from '../support/outcomes.ts'
import { aPhoto } from '../support/pods.ts'
import { tenants } from '../support/tenants.ts'

const html = { accept: 'text/html' }
const canaries = {
  consigneeContact: { personName: 'CANARY-NAME', email: 'canary@example.com', phone: { localNumber: '7700900123' } },
  consigneeAddress: {
    name: 'CANARY-FIRM',
    line1: 'CANARY-STREET',
    line2: 'CANARY-LINE',
    city: 'Exampleton',
    postalCode: 'CANARY-1',
    country: 'GB' as const,
    geoLocation: { lat: 51.98765, lng: 0.98765 },
  },
  consigneeCode: 'CANARY-CODE',
  planningInstructions: 'CANARY-PLAN',
  consignmentInstructions: 'CANARY-DOOR',
}
const hidden = /CANARY|canary@|7700900123|51\.98|0\.98765/

everyEngine('tracking', (open) => {
  let shared: ReturnType<typeof open> | undefined
  // Tests come faster than people do.
  const service = () => (shared ??= open({ rateLimit: '0' }))
  const fresh = tenants(service)
  const pathOf = async ({ call }: Tenant, consignmentId: string) =>
    new URL((await call(getTracking, { params: { consignmentId } })).data.url!).pathname
  const read = async (path: string, headers: Record<string, string> = {}) =>
    request((await service()).url, 'GET', path, { headers })
  const view = async (path: string, headers: Record<string, string> = {}) =>
    read(path.replace(/^\/t/, '/v1/tracking'), headers)
  const started = async ({ call }: Tenant, ids: string[]) => {
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    return (await call(createLoad, { body: { key: aKey(), status: 'released', stops } })).data.loadId
  }

  test('a tracking page shows each step of an order from its registration to its outcome', async () => {
    const tenant = await fresh()
    await tenant.call(updateEnvironment, {
      body: { timezone: 'Europe/London', branding: { companyName: 'Van & Co', colour: '#ffdd00' } },
    })
    const window = { requiredFrom: '2026-07-01T08:00:00Z', requiredTo: '2026-07-01T10:00:00Z' }
    const [before, id] = [await order(tenant), await order(tenant, { ...canaries, ...window })]
    const path = await pathOf(tenant, id)
    assert.match(path, /^\/t\/[\w-]{44}$/)
    const steps: unknown[] = []
    const look = async () => {
      const { json } = await view(path)
      steps.push([json.data.step, json.data.stopsAhead, json.data.final])
      assert.equal(hidden.test(JSON.stringify(json)), false)
      return json.data
    }
    await look()
    const loadId = await started(tenant, [before, id])
    await look()
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    await look()
    const page = await read(path, { ...html, 'accept-language': 'de;q=0.9, fr' })
    for (const part of [
      'lang="de" dir="ltr"',
      'Van &amp; Co',
      '1 Stopp vor Ihnen',
      'Exampleton',
      '09:00',
      '11:00',
      '--on:#000',
    ])
      assert.ok(page.text.includes(part), `${part} in ${page.text}`)
    assert.equal(hidden.test(page.text), false)
    await record(tenant, [{ consignmentId: before, outcome: 'success', loadId }])
    await look()
    await record(tenant, [{ consignmentId: id, outcome: 'failed', loadId }])
    const last = await look()
    assert.deepEqual([last.outcome, last.reason], ['failed', 'Nobody in'])
    assert.deepEqual(steps, [
      ['registered', null, false],
      ['released', null, false],
      ['inTransit', 1, false],
      ['inTransit', 0, false],
      ['done', null, true],
    ])
    await tenant.call(updateEnvironment, { body: { tracking: { proof: 'none' } } })
    const { json } = await view(path)
    assert.deepEqual([json.data.step, json.data.outcome, json.data.reason], ['done', null, null])
  })

  test('a committed time replaces the window on the page and in e-mails', async () => {
    const tenant = await fresh()
    await tenant.call(updateEnvironment, { body: { timezone: 'Europe/London' } })
    const window = { requiredFrom: '2026-07-01T08:00:00Z', requiredTo: '2026-07-01T16:00:00Z' }
    const key = aKey()
    const id = await order(tenant, { ...window, key, committed: '2026-07-01T10:15:00Z' })
    const path = await pathOf(tenant, id)
    const { windowFrom, windowTo, committed } = (await view(path)).json.data
    assert.deepEqual(
      [windowFrom, windowTo, committed],
      ['2026-07-01T10:00:00Z', '2026-07-01T10:30:00Z', '2026-07-01T10:15:00Z'],
    )
    for (const [language, name] of [
      ['en', 'Agreed time'],
      ['de', 'Vereinbarte Zeit'],
      ['ar', 'الموعد المتفق عليه'],
    ] as const) {
      const { text } = await read(path, { ...html, 'accept-language': language })
      assert.match(text, new RegExp(`<dt>${name}</dt><dd><bdi>[^<]*11:00[^<]*11:30[^<]*</bdi>`), language)
    }
    const { text } = (await tenant.call(previewNotice, { body: { template: 'tracking', consignmentKey: key } })).data
    assert.match(text, /^Expected: 1 July 2026.*11:00\s*–\s*11:30$/m)
    // Agreed for a day before: the window was moved since.
    const moved = { requiredFrom: '2026-07-02T08:00:00Z', requiredTo: '2026-07-02T16:00:00Z' }
    for (const body of [moved, { ...window, committed: null }]) {
      await tenant.call(updateConsignmentById, { params: { consignmentId: id }, body })
      const after = (await view(path)).json.data
      assert.deepEqual([after.windowFrom, after.windowTo, after.committed], [body.requiredFrom, body.requiredTo, null])
    }
  })

  test('the tracking page and e-mails show open-ended time windows and the offset of a repeated hour', async () => {
    const tenant = await fresh()
    const [from, to] = ['2026-11-20T08:00:00Z', '2026-11-20T18:00:00Z']
    const twice = { requiredFrom: '2026-10-25T00:30:00Z', requiredTo: '2026-10-25T01:30:00Z' }
    const told: string[][] = []
    for (const language of ['en', 'de', 'ar'] as const) {
      await tenant.call(updateEnvironment, { body: { timezone: 'Europe/London', notifications: { language } } })
      for (const window of [{ requiredFrom: null, requiredTo: to }, { requiredFrom: from, requiredTo: null }, twice]) {
        const key = aKey()
        const path = await pathOf(tenant, await order(tenant, { ...window, key }))
        const { text } = await read(path, { ...html, 'accept-language': language })
        const body = { template: 'tracking' as const, consignmentKey: key, body: '={ETA}' }
        const letter = (await tenant.call(previewNotice, { body })).data.text
        const shown = /<dd><bdi>([^<]*\d\d:\d\d[^<]*)<\/bdi>/.exec(text)?.[1]
        told.push([/^=(.*)$/m.exec(letter)![1]!, shown!])
      }
    }
    assert.deepEqual(told, [
      ['by 20 November 2026 at 18:00', 'by Fri 20 November at 18:00'],
      ['from 20 November 2026 at 08:00', 'from Fri 20 November at 08:00'],
      [
        '25 October 2026 at 01:30 BST – 25 October 2026 at 01:30 GMT',
        'Sun 25 October at 01:30 BST – Sun 25 October at 01:30 GMT',
      ],
      ['bis 20. November 2026 um 18:00', 'bis Fr., 20. November um 18:00'],
      ['ab 20. November 2026 um 08:00', 'ab Fr., 20. November um 08:00'],
      [
        '25. Oktober 2026 um 01:30 GMT+1 – 25. Oktober 2026 um 01:30 GMT+0',
        'So., 25. Oktober um 01:30 GMT+1 – So., 25. Oktober um 01:30 GMT+0',
      ],
      ['حتى 20 نوفمبر 2026 في 18:00', 'حتى الجمعة، 20 نوفمبر في 18:00'],
      ['ابتداءً من 20 نوفمبر 2026 في 08:00', 'ابتداءً من الجمعة، 20 نوفمبر في 08:00'],
      [
        '25 أكتوبر 2026 في 01:30 غرينتش+1 – 25 أكتوبر 2026 في 01:30 غرينتش+0',
        'الأحد، 25 أكتوبر في 01:30 غرينتش+1 – الأحد، 25 أكتوبر في 01:30 غرينتش+0',
      ],
    ])
  })

  test('a tracking page shows the vehicle only when it is near, and only its approximate position', async () => {
    const tenant = await fresh()
    const ids = await Promise.all([1, 2, 3, 4].map(() => order(tenant)))
    const loadId = await started(tenant, ids)
    const [near, far] = [await pathOf(tenant, ids[1]!), await pathOf(tenant, ids[3]!)]
    const { config } = await service()
    const seenAt = (time: number) =>
      writeBehind(config, async (tx) => {
        await tx.run(sql`delete from load_positions where environment_id = ${tenant.environmentId}`)
        await tx.run(
          sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time) values (${tenant.environmentId}, ${loadId}, 51.51349, -0.13681, 5, ${formatIso(time)})`,
        )
      })
    const shown = async (path: string) => (await view(path)).json.data.position
    await seenAt(Date.now())
    await tenant.call(updateEnvironment, { body: { tracking: { vehiclePosition: true, vehicleWithinStops: 2 } } })
    assert.equal(await shown(near), null, 'not before the start')
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    const { lat, lng } = await shown(near)
    assert.deepEqual([lat, lng], [51.513, -0.137])
    assert.equal(await shown(far), null, 'not to somebody far down the route')
    await seenAt(Date.now() - 11 * 60_000)
    assert.equal(await shown(near), null, 'not where it was')
    await seenAt(Date.now())
    await tenant.call(updateEnvironment, { body: { tracking: { vehiclePosition: false, stopsAhead: false } } })
    assert.equal(await shown(near), null, 'not where the environment does not want it')
    assert.equal((await view(near)).json.data.stopsAhead, null)
  })

  test('a tracking page hides the route after the load ended without a stop at the order', async () => {
    const tenant = await fresh()
    const [first, second] = [await order(tenant), await order(tenant)]
    const loadId = await started(tenant, [first, second])
    const path = await pathOf(tenant, second)
    const { config } = await service()
    await writeBehind(config, async (tx) => {
      await tx.run(
        sql`insert into load_positions (environment_id, load_id, lat, lng, accuracy, time) values (${tenant.environmentId}, ${loadId}, 51.5, -0.1, 5, ${formatIso(Date.now())})`,
      )
    })
    await tenant.call(updateEnvironment, { body: { tracking: { vehiclePosition: true, vehicleWithinStops: 2 } } })
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    await record(tenant, [{ consignmentId: first, outcome: 'success', loadId }])
    const { json: before } = await view(path)
    assert.deepEqual([before.data.step, before.data.stopsAhead], ['inTransit', 0])
    assert.notEqual(before.data.position, null)
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'completed' } })
    const { json } = await view(path)
    const { step, stopsAhead, position, estimateFrom, final } = json.data
    assert.deepEqual([step, stopsAhead, position, estimateFrom, final], ['registered', null, null, null, false])
  })

  test('a tracking page shows an estimate as a time span, only while it is possible and enabled', async () => {
    const tenant = await fresh()
    const { loadId, consignmentIds } = await aRoute(tenant, null, {
      orders: [51.5, 51.6].map((lat) => ({ consigneeAddress: { ...anAddress, geoLocation: { lat, lng: 0 } } })),
      plannedStart: formatIso(Date.now() - 60_000),
    })
    const path = await pathOf(tenant, consignmentIds[1]!)
    const shown = async () => {
      const { estimateFrom, estimateTo } = (await view(path)).json.data
      const { text } = await read(path, { ...html, 'accept-language': 'en' })
      assert.equal(text.includes('Estimated arrival'), estimateFrom !== null)
      assert.equal(text.includes('can change it'), estimateFrom !== null, 'nothing is promised')
      return estimateFrom === null ? null : Date.parse(estimateTo) - Date.parse(estimateFrom)
    }
    await tenant.call(updateLoadById, { params: { loadId }, body: { status: 'started' } })
    const width = await shown()
    assert.ok(width !== null && width >= 20 * 60_000 && width % 900_000 === 0, `${width} ms wide`)
    await tenant.call(updateEnvironment, { body: { tracking: { estimatedTime: false } } })
    assert.equal(await shown(), null, 'the environment does not want it')
    await tenant.call(updateEnvironment, { body: { tracking: { estimatedTime: true } } })
    assert.notEqual(await shown(), null)
    const { config } = await service()
    await writeBehind(config, async (tx) => {
      await tx.run(
        sql`update loads set actual_start = ${formatIso(Date.now() - 46 * 60_000)} where environment_id = ${tenant.environmentId} and load_id = ${loadId}`,
      )
    })
    assert.equal(await shown(), null, 'nobody has heard of the vehicle for too long')
    const page = await read(path, { ...html, 'accept-language': 'en' })
    assert.ok(page.text.includes('1 stop before you'))
  })

  test('photos of a proof appear only for their order and if the environment shows them', async () => {
    const tenant = await fresh()
    const [id, other] = [await order(tenant), await order(tenant)]
    const [photo, foreign] = [aPhoto(), aPhoto()]
    const proofs = await record(tenant, [
      { consignmentId: id, outcome: 'success', photos: [photo] },
      { consignmentId: other, outcome: 'success', photos: [foreign] },
    ])
    for (const [index, { announced, body }] of [photo, foreign].entries())
      await tenant.call(putPodFile, { params: { podId: proofs[index]!, fileId: announced.fileId }, body })
    const path = await pathOf(tenant, id)
    const photoPath = `${path}/photo/${photo.announced.fileId}`
    for (const proof of ['none', 'outcome'] as const) {
      await tenant.call(updateEnvironment, { body: { tracking: { proof } } })
      assert.deepEqual((await view(path)).json.data.photos, [], proof)
      assert.equal((await read(path, html)).text.includes('<img'), false)
      assert.equal((await read(photoPath)).status, 404, proof)
    }
    await tenant.call(updateEnvironment, { body: { tracking: { proof: 'all' } } })
    assert.deepEqual((await view(path)).json.data.photos, [photoPath])
    assert.ok((await read(path, html)).text.includes(`<img src="${photoPath}" alt="Photo 1"`))
    const { url } = await service()
    const answer = await fetch(url + photoPath)
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) => answer.headers.get(name)),
      ['image/png', 'nosniff', "default-src 'none'; sandbox"],
    )
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), photo.bytes)
    assert.equal((await read(`${path}/photo/${foreign.announced.fileId}`)).status, 404, 'one of another order')
    await tenant.call(eraseConsignees, { body: { ids: [id] } })
    assert.equal((await read(photoPath)).status, 404, 'erased')
  })

  test('invalid, expired, disabled, erased and deleted links look the same', async () => {
    const tenant = await fresh()
    const { config } = await service()
    const made = async () => {
      const consignmentId = await order(tenant, canaries)
      return { consignmentId, path: await pathOf(tenant, consignmentId) }
    }
    const [ended, old, off, erased, deleted, renewed] = await Promise.all([
      made(),
      made(),
      made(),
      made(),
      made(),
      made(),
    ])
    const days = 86_400_000
    await record(tenant, [{ consignmentId: ended.consignmentId, outcome: 'success', at: Date.now() - 15 * days }])
    await writeBehind(config, async (tx) => {
      await tx.run(
        sql`update tracking set expires = ${formatIso(Date.now() - 1_000)} where environment_id = ${tenant.environmentId} and consignment_id = ${old.consignmentId}`,
      )
    })
    const params = ({ consignmentId }: typeof off) => ({ consignmentId })
    await tenant.call(updateConsignmentById, { params: params(off), body: { publicTrackingEnabled: false } })
    await tenant.call(eraseConsignees, { body: { ids: [erased.consignmentId] } })
    await tenant.call(deleteConsignmentById, { params: params(deleted) })
    const next = (await tenant.call(renewTracking, { params: params(renewed) })).data.url!
    assert.equal((await read(new URL(next).pathname, html)).status, 200)
    assert.equal((await read(`${new URL(next).pathname}/`, html)).status, 200, 'with a slash that a letter has added')
    assert.equal((await tenant.call(getTracking, { params: params(off) })).data.url, null)
    const wrong = [
      `${ended.path.slice(0, -1)}x`,
      '/t/nothing',
      `/t/${'A'.repeat(44)}`,
      `/t/${'%C3%A4'.repeat(44)}`,
      `/t/${'x'.repeat(300)}`,
    ]
    const paths = [ended, old, off, erased, deleted, renewed].map(({ path }) => path)
    const without = (text: string) => text.replace(/nonce="[^"]+"/g, 'nonce').replace(/"requestId":"[^"]+"/, '')
    const lost = ['/t', '/t/', '/t/?from=a+letter', `${paths[0]}/`, `${paths[0]}/more/of/it`]
    const pages = await Promise.all([...paths, ...wrong, ...lost].map((path) => read(path, html)))
    assert.deepEqual([...new Set(pages.map(({ status }) => status))], [404])
    assert.equal(new Set(pages.map(({ text }) => without(text))).size, 1)
    const answers = await Promise.all([...paths, ...wrong].map((path) => view(path)))
    assert.deepEqual(
      [...new Set(answers.map(({ status, text }) => `${status} ${without(text)}`))].length,
      1,
      JSON.stringify(answers.map(({ text }) => text)),
    )
    assert.equal(answers[0]!.status, 404)
    const photo = await read(`${paths[0]}/photo/x`)
    assert.equal(photo.status, 404)
    // Nobody learns from the time it takes: all of them are one look-up, also what is no address at all.
    for (const path of [...paths, ...wrong]) {
      const statements: SqlQuery[] = []
      const noted = (query: SqlQuery): SqlQuery => {
        statements.push(query)
        return query
      }
      await (await service()).database(({ read: within }) =>
        within(async (tx) => {
          const counting: ReadTransaction = {
            ...tx,
            get: (query) => tx.get(noted(query)),
            all: (query) => tx.all(noted(query)),
          }
          await assert.rejects(readTrackedOrder(counting, path.slice('/t/'.length), Date.now()), { code: 'NOT_FOUND' })
        }),
      )
      assert.equal(statements.length, 1, path)
    }
  })

  test("a tracking link is valid for a time after the order's window, and longer after an e-mail or a request", async () => {
    const tenant = await fresh()
    const { config } = await service()
    const days = 86_400_000
    const linkOf = async (consignmentId: string) => (await tenant.call(getTracking, { params: { consignmentId } })).data
    const lasts = async (consignmentId: string) =>
      Math.round((Date.parse((await linkOf(consignmentId)).expires!) - Date.now()) / days)
    const inDays = (count: number) => formatIso(Date.now() + count * days)
    const [plain, ahead, far] = [
      await order(tenant),
      await order(tenant, { requiredFrom: inDays(99), requiredTo: inDays(100) }),
      await order(tenant, { requiredTo: '9999-12-31T00:00:00Z' }),
    ]
    assert.deepEqual([await lasts(plain), await lasts(ahead), await lasts(far)], [60, 160, 425])
    const end = (consignmentId: string) =>
      writeBehind(config, async (tx) => {
        await tx.run(
          sql`update tracking set expires = ${inDays(-1)} where environment_id = ${tenant.environmentId} and consignment_id = ${consignmentId}`,
        )
      })
    const path = await pathOf(tenant, plain)
    await end(plain)
    assert.equal((await view(path)).status, 404)
    assert.equal(await pathOf(tenant, plain), path, 'the same address')
    assert.equal((await view(path)).status, 200)
    await end(plain)
    const notifications = { publicTracking: true, trackingTriggers: ['inTransit' as const] }
    await tenant.call(updateEnvironment, { body: { notifications } })
    const consigneeContact = { email: 'somebody@example.com' }
    await tenant.call(updateConsignmentById, { params: { consignmentId: plain }, body: { consigneeContact } })
    await tenant.call(updateLoadById, {
      params: { loadId: await started(tenant, [plain]) },
      body: { status: 'started' },
    })
    assert.equal((await view(path)).status, 200, 'whoever gets a letter can open the page')
  })

  test('a thousand guessed tokens find no tracking page', async () => {
    const tenant = await fresh()
    const path = await pathOf(tenant, await order(tenant))
    const start = path.slice(0, '/t/'.length + 22)
    const statuses = new Set<number>()
    for (let batch = 0; batch < 20; batch++) {
      const guesses = Array.from({ length: 50 }, () => view(start + randomBytes(16).toString('base64url')))
      for (const { status } of await Promise.all(guesses)) statuses.add(status)
    }
    assert.deepEqual([...statuses], [404])
    assert.equal((await view(path)).status, 200)
  })

  test('a repeated request for a tracking page returns 304', async () => {
    const tenant = await fresh()
    const id = await order(tenant)
    const path = await pathOf(tenant, id)
    const first = await view(path)
    const etag = first.headers.get('etag')!
    const again = await view(path, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text, again.headers.get('cache-control')], [304, '', 'no-store'])
    await started(tenant, [id])
    const changed = await view(path, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.get('etag'), etag)
    assert.ok(
      (await read(path, html)).text.includes(`data-etag="${changed.headers.get('etag')!.replaceAll('"', '&quot;')}"`),
    )
  })

  test('a tracking page is small, excluded from search engines and caches, and in the language of its reader', async () => {
    const tenant = await fresh()
    await tenant.call(updateEnvironment, {
      body: { notifications: { language: 'ar' }, branding: { companyName: 'x'.repeat(100) } },
    })
    const path = await pathOf(tenant, await order(tenant, { key: '<b>&"x', ...canaries }))
    for (const [accepted, language] of [
      ['de-AT, en;q=0.5', 'de'],
      ['fr, en;q=0', 'ar'],
      ['EN', 'en'],
      ['ar', 'ar'],
      ['', 'ar'],
    ] as const) {
      const { status, text, headers } = await read(path, { ...html, 'accept-language': accepted })
      assert.equal(status, 200)
      assert.ok(text.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`), accepted)
      assert.ok(Buffer.byteLength(text) < 15_000, `${Buffer.byteLength(text)} bytes`)
      assert.ok(text.includes('&lt;b&gt;&amp;&quot;x') && !text.includes('<b>'))
      assert.match(
        headers.get('content-security-policy')!,
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'nonce-[^']+'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      assert.deepEqual(
        ['cache-control', 'referrer-policy', 'x-robots-tag', 'set-cookie'].map((name) => headers.get(name)),
        ['no-store', 'no-referrer', 'noindex, nofollow', null],
      )
      assert.equal(/(src|href)="(https?:)?\/\//.test(text), false, 'nothing from elsewhere')
    }
  })

  test('requests for tracking pages are limited per IP address', async () => {
    const limited = await open({ rateLimit: '2', environmentRateLimit: '0' })
    // Many at once, and again where they took so long that the limit let all of them through.
    const statusesOf = async (path: string, headers: Record<string, string>) => {
      const statuses = new Set<number>()
      for (let batch = 0; batch < 20 && !statuses.has(429); batch++) {
        const sent = Array.from({ length: 60 }, () => request(limited.url, 'GET', path, { headers }))
        for (const { status } of await Promise.all(sent)) statuses.add(status)
      }
      return [...statuses].sort()
    }
    assert.deepEqual(await statusesOf('/t/nothing', html), [404, 429])
    assert.equal((await statusesOf('/v1/tracking/nothing', {})).at(-1), 429)
  })
})
