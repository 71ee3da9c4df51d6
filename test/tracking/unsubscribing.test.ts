// Unsubscribing from tracking e-mails: the page stays, and the recipient can turn the e-mails on again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignmentHistoryById, listEvents } from '../../contract/change.ts'
import { getConsignmentById, updateConsignmentById } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, type LoadStatus, updateLoadById } from '../../contract/load.ts'
import { resendNotice } from '../../contract/notice.ts'
import type { TrackingTrigger } from '../../contract/road.ts'
import { getTracking, renewTracking } from '../../contract/tracking.ts'
import { everyEngine, request, type Tenant } from '../support/harness.ts'
import { headersOf, openMailbox } from '../support/mailbox.ts'
import { aKey } from '../support/orders.ts'
import { inEarnest, noticesOf, order, record, settled } from '../support/outcomes.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

const html = { accept: 'text/html', 'accept-language': 'en' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const turnOn = 'Turn on again'

everyEngine('unsubscribing', (open) => {
  const box = openMailbox()
  let shared: ReturnType<typeof open> | undefined
  const service = () =>
    (shared ??= open({ ...box.flags(), rateLimit: '0', noticeRetries: Array(40).fill('0.1').join(',') }))
  const fresh = tenants(service)
  const scene = async () => {
    const tenant = await inEarnest(await service(), await fresh())
    const trackingTriggers: TrackingTrigger[] = ['registered', 'planned', 'inTransit']
    const notifications = { publicTracking: true, proofOfDelivery: true, attachPdf: false, trackingTriggers }
    await tenant.call(updateEnvironment, { body: { notifications } })
    const email = `${aKey('to').toLowerCase()}@example.com`
    const consignmentId = await order(tenant, { consigneeContact: { email } })
    const params = { consignmentId }
    const linkOf = async () => (await tenant.call(getTracking, { params })).data
    const path = new URL((await linkOf()).url!).pathname
    return { tenant, email, consignmentId, params, path, linkOf }
  }
  const send = async (method: 'GET' | 'POST', path: string, body?: string) =>
    request((await service()).url, method, path, {
      headers: { ...html, ...form },
      ...(body === undefined ? {} : { body }),
    })
  const messagesAt = async (path: string) =>
    (await request((await service()).url, 'GET', path.replace(/^\/t/, '/v1/tracking'))).json.data.messages
  const kindsOf = async (tenant: Tenant, consignmentId: string) =>
    (await tenant.call(getConsignmentHistoryById, { params: { consignmentId } })).data.changes.map(
      ({ type, version, changes }) => [type, version, changes.length],
    )
  const sentTo = (email: string) => box.letters.filter(({ to }) => to === email).length
  const onLoad = async ({ call }: Tenant, consignmentId: string) =>
    (await call(createLoad, { body: { key: aKey(), stops: [{ consignmentId }] } })).data.loadId
  const move = ({ call }: Tenant, loadId: string, status: LoadStatus) =>
    call(updateLoadById, { params: { loadId }, body: { status } })

  test('unsubscribing stops e-mails but not the tracking page, on which the recipient turns e-mails on again', async () => {
    const { tenant, email, consignmentId, params, path, linkOf } = await scene()
    const loadId = await onLoad(tenant, consignmentId)
    await settled(tenant, consignmentId)
    const before = (await tenant.call(getConsignmentById, { params })).data
    const stopped = await send('POST', `${path}/stop`, 'List-Unsubscribe=One-Click')
    assert.equal(stopped.status, 200, 'mail programs do not follow redirects')
    assert.ok(stopped.text.includes(`action="${path}/start"`) && stopped.text.includes(turnOn))
    assert.ok(stopped.text.includes(`href="${path}"`))
    const page = await send('GET', path)
    assert.equal(page.status, 200)
    assert.ok(page.text.includes(`action="${path}/start"`) && page.text.includes(turnOn))
    assert.equal(page.text.includes(`${path}/stop`), false)
    assert.equal(await messagesAt(path), 'off')
    assert.notEqual((await linkOf()).stopped, null)
    const { publicTrackingEnabled, version } = (await tenant.call(getConsignmentById, { params })).data
    assert.deepEqual([publicTrackingEnabled, version], [before.publicTrackingEnabled, before.version + 1])

    await move(tenant, loadId, 'planned')
    const [skipped] = await settled(tenant, consignmentId)
    assert.deepEqual(
      [skipped!.kind, skipped!.state, skipped!.reason],
      ['tracking.planned', 'suppressed', 'unsubscribed'],
    )
    const { events } = (await tenant.call(listEvents, { query: { types: 'notice.created' } })).data
    assert.equal(events.length, 1, 'a program that sends SMS does not learn of the skipped message')
    await assert.rejects(
      tenant.call(resendNotice, { params: { noticeId: skipped!.noticeId }, body: { address: email } }),
      { code: 'NOTICE_STOPPED' },
    )

    const started = await send('POST', `${path}/start`)
    assert.deepEqual([started.status, started.headers.get('location')], [303, path])
    const again = await send('GET', path)
    assert.equal(again.text.includes(turnOn), false)
    assert.ok(again.text.includes(`href="${path}/stop"`))
    assert.deepEqual([await messagesAt(path), (await linkOf()).stopped], ['on', null])
    assert.equal(sentTo(email), 1)
    await move(tenant, loadId, 'started')
    await until('the next e-mail arrives', () => sentTo(email) === 2)
    const history = await kindsOf(tenant, consignmentId)
    assert.deepEqual(history.slice(0, 2), [
      ['consignment.resubscribed', before.version + 2, 0],
      ['consignment.unsubscribed', before.version + 1, 0],
    ])
  })

  test('the page before unsubscribing asks a question, and its button differs from its heading', async () => {
    const { path } = await scene()
    for (const language of ['en', 'de', 'ar']) {
      const headers = { ...html, 'accept-language': language }
      const { text } = await request((await service()).url, 'GET', `${path}/stop`, { headers })
      const heading = /<h1>([^<]*)<\/h1>/.exec(text)![1]!
      assert.match(heading, /[?؟]$/, language)
      assert.notEqual(/<button>([^<]*)<\/button>/.exec(text)![1], heading)
    }
  })

  test('a GET request does not unsubscribe a recipient, and a repeated POST request changes nothing', async () => {
    const { tenant, email, consignmentId, path } = await scene()
    const letter = await box.letterTo(email)
    const link = /^<(.*)>$/.exec(headersOf(letter).get('list-unsubscribe')!)![1]!
    assert.equal(new URL(link).pathname, `${path}/stop`)
    const before = await kindsOf(tenant, consignmentId)
    const question = await send('GET', `${path}/stop`)
    assert.ok(question.status === 200 && question.text.includes(`action="${path}/stop"`))
    for (const scanned of [path, `${path}/stop`, `${path}/start`])
      assert.equal((await send('GET', scanned)).status, 200)
    assert.equal((await request((await service()).url, 'HEAD', `${path}/stop`, { headers: html })).status, 200)
    assert.equal(await messagesAt(path), 'on')
    assert.deepEqual(await kindsOf(tenant, consignmentId), before)
    for (let time = 0; time < 2; time++) assert.equal((await send('POST', `${path}/stop`)).status, 200)
    for (const scanned of [path, `${path}/stop`, `${path}/start`])
      assert.ok((await send('GET', scanned)).text.includes(turnOn), scanned)
    assert.equal(await messagesAt(path), 'off')
    assert.equal((await kindsOf(tenant, consignmentId)).length, before.length + 1)
    for (let time = 0; time < 2; time++) assert.equal((await send('POST', `${path}/start`)).status, 303)
    assert.equal((await kindsOf(tenant, consignmentId)).length, before.length + 2)
  })

  test('a waiting tracking e-mail is not sent after the recipient unsubscribed', async () => {
    const { tenant, consignmentId, path } = await scene()
    const other = `${aKey('late').toLowerCase()}@example.com`
    box.replies.set(other, '451 4.3.0 later, please')
    const [first] = await settled(tenant, consignmentId)
    await tenant.call(resendNotice, { params: { noticeId: first!.noticeId }, body: { address: other } })
    await until('it was tried', async () => (await noticesOf(tenant, consignmentId))[0]!.attempts.length > 0)
    await send('POST', `${path}/stop`)
    const [notice] = await settled(tenant, consignmentId)
    assert.deepEqual([notice!.state, notice!.reason], ['suppressed', 'unsubscribed'])
  })

  test('after unsubscribing, the e-mail about the outcome is sent with a valid tracking link', async () => {
    const { tenant, email, consignmentId, path } = await scene()
    await settled(tenant, consignmentId)
    await send('POST', `${path}/stop`)
    await record(tenant, [{ consignmentId, outcome: 'success', email }])
    const letter = await box.letterTo(email, /delivered/)
    assert.ok(letter.text.includes(path))
    assert.equal((await send('GET', path)).status, 200)
  })

  test("a new tracking link keeps the recipient's choice, and an order with a closed page has no link", async () => {
    const { tenant, params, path } = await scene()
    await send('POST', `${path}/stop`)
    const next = new URL((await tenant.call(renewTracking, { params })).data.url!).pathname
    assert.equal((await send('POST', `${path}/start`)).status, 404)
    assert.equal(await messagesAt(next), 'off')
    await tenant.call(updateConsignmentById, { params, body: { publicTrackingEnabled: false } })
    for (const action of ['stop', 'start']) assert.equal((await send('POST', `${next}/${action}`)).status, 404, action)
  })
})
