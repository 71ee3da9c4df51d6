// What becomes of orders, as planners see it: phones let in, progress on the plan, proofs, failed orders planned again, labels.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createClient } from '../../client/client.ts'
import { createConsignment, getConsignment, updateConsignmentById } from '../../contract/consignment.ts'
import { openDriveSession, sendDrivePositions, startDriveLoad } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad } from '../../contract/load.ts'
import { listNotices } from '../../contract/notice.ts'
import { putPod } from '../../contract/pod.ts'
import { getTracking } from '../../contract/tracking.ts'
import { findPersonByEmail, insertMembership } from '../../server/access/user/store.ts'
import {
  consoleSuite,
  eventually,
  expectAccessible,
  expectNoIsoTimes,
  owner,
  type Site,
  says,
} from '../support/console.ts'
import { writeBehind } from '../support/harness.ts'
import { aDriver, aKey, anAddress, anOrder } from '../support/orders.ts'
import { aPod, handedOver, newUuid } from '../support/pods.ts'

const minuteMs = 60_000
const fromNow = (minutes: number) => `${new Date(Date.now() + minutes * minuteMs).toISOString().slice(0, 19)}Z`

const atPlace = (line1: string, lat: number, lng: number) => ({ ...anAddress, line1, geoLocation: { lat, lng } })

const agreed = fromNow(60)

/** Four stops around a town, the last of which is promised for a time that is over. */
async function aDay({ call }: Site, driverKey: string) {
  const ids: string[] = []
  const places = [
    [53.79, -1.51],
    [53.8, -1.55],
    [53.82, -1.6],
    [53.85, -1.66],
  ] as const
  for (const [index, [lat, lng]] of places.entries()) {
    const body = anOrder({
      key: `STOP-${index + 1}`,
      consigneeAddress: atPlace(`${index + 1} High Street`, lat, lng),
      requiredFrom: fromNow(-120),
      requiredTo: fromNow(index === 3 ? -60 : 300),
      ...(index === 1 ? { committed: agreed } : {}),
    })
    ids.push((await call(createConsignment, { body })).data.consignmentId)
  }
  const stops = ids.map((consignmentId) => ({ consignmentId }))
  const body = { key: 'ROUND', status: 'released' as const, driverKey, plannedStart: fromNow(-90), stops }
  return { ids, loadId: (await call(createLoad, { body })).data.loadId }
}

async function savedPdf(page: Page, act: () => Promise<unknown>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  assert.equal(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  return download.suggestedFilename()
}

consoleSuite('outcomes', (site) => {
  let day: Awaited<ReturnType<typeof aDay>>
  let driver: ReturnType<typeof createClient>

  test('a phone is registered with a code, listed, and revoked', async (t) => {
    const current = await site()
    await current.call(createDriver, { body: aDriver({ key: 'D-1', name: 'Early shift', phone: '+44 20 7946 0000' }) })
    day = await aDay(current, 'D-1')
    const page = await current.open(t, '/settings/drivers?driver=D-1')
    const drawer = page.getByRole('dialog')
    const codeOf = async () => {
      await drawer.getByRole('button', { name: 'Register phone' }).click()
      await drawer.getByRole('img', { name: 'The link as a QR code' }).waitFor()
      assert.match(await drawer.locator('pre').nth(1).innerText(), /\/driver\S*#/)
      return (await drawer.locator('pre').first().innerText()).trim()
    }
    const opened = async (device: string) => {
      const { data } = await current.call(openDriveSession, { body: { code: await codeOf(), device } })
      await drawer.getByRole('button', { name: 'I have saved it' }).click()
      return createClient({ baseUrl: current.url, token: data.token, retries: 0 })
    }
    driver = await opened('Phone of the van')
    await opened('Old phone')
    const phones = drawer.getByRole('table', { name: 'Phones' })
    await phones.getByRole('row', { name: /Old phone/ }).waitFor()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Revoke access: Old phone' }).click()
    await page
      .getByRole('dialog', { name: 'Revoke access: Old phone' })
      .getByRole('button', { name: 'Revoke access' })
      .click()
    await phones.getByRole('row', { name: /Old phone/ }).waitFor({ state: 'hidden' })
    await phones.getByRole('row', { name: /Phone of the van/ }).waitFor()
  })

  test('the plan shows the progress of a started load live', async (t) => {
    const current = await site()
    await driver.call(startDriveLoad, { params: { loadId: day.loadId }, body: { time: fromNow(-30) } })
    const page = await current.open(t, `/plan?load=${day.loadId}`, { map: 'drawing' })
    const item = page.locator('[data-load=ROUND]')
    await item.getByText('0 of 4 stops done').waitFor()
    await item.getByText('1 stop expected late').waitFor()
    await page.getByText(/^Started /).waitFor()

    // Told live.
    await handedOver(current, 'STOP-1', { time: fromNow(-20) })
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: 'STOP-2' }) })
    const position = { time: fromNow(-1), lat: 53.81, lng: -1.58, accuracy: 10 }
    await driver.call(sendDrivePositions, { body: { loadId: day.loadId, sent: fromNow(0), positions: [position] } })
    await item.getByText('2 of 4 stops done').waitFor()
    await page.locator('[data-stop=STOP-1]').getByText('Success').waitFor()
    await page.locator('[data-stop=STOP-2]').getByText('Failed').waitFor()
    await page
      .locator('[data-stop=STOP-4]')
      .getByText(/after the end of its window/)
      .waitFor()
    // Whoever answers the phone need not look for the stop on the plan.
    const expected = await page
      .locator('[data-stop=STOP-3]')
      .getByText(/^expected /)
      .innerText()
    const other = await current.open(t, '/consignments?search=STOP')
    await other.getByRole('row', { name: /STOP-4/ }).click()
    const order = other.getByRole('dialog', { name: 'Order STOP-4' })
    await order.getByText('after the end of its window', { exact: true }).waitFor()
    await order.getByText('1 stop before it').waitFor()
    await order.getByText('Early shift').waitFor()
    assert.equal(await order.getByRole('link', { name: '+44 20 7946 0000' }).getAttribute('href'), 'tel:+442079460000')
    await expectAccessible(other)
    await other.getByRole('row', { name: /STOP-3/ }).click()
    const third = other.getByRole('dialog', { name: 'Order STOP-3' })
    await third.getByText(`${expected.slice(-5)} · next stop`).waitFor()
    await page
      .getByText(/^Last position /)
      .first()
      .waitFor({ state: 'attached' })
    await expectNoIsoTimes(page)
    await expectAccessible(page)
  })

  test('an order shows its proofs with images, corrections and mismatches', async (t) => {
    const current = await site()
    const before = await handedOver(current, 'STOP-1')
    await handedOver(current, 'STOP-1', { replaces: before, remarks: 'Left with the neighbour' })
    const page = await current.open(t, `/consignments/${day.ids[0]}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByText('Left with the neighbour').waitFor()
    assert.match(await page.getByRole('article', { name: 'Outcome: Success' }).last().innerText(), /Corrected since/)
    await page.getByText('Corrected since').first().waitFor()
    await eventually(async () =>
      assert.ok(
        await page.evaluate(
          `[...document.images].filter(({ alt }) => /Photo|Signature/.test(alt)).length >= 4 && [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
        ),
      ),
    )
    await page.getByText('R. Receiver').first().waitFor()
    assert.equal(
      await savedPdf(page, () => page.getByRole('button', { name: 'Download proof (PDF)' }).first().click()),
      'proof-STOP-1.pdf',
    )
    assert.equal(
      await savedPdf(page, () => page.getByRole('button', { name: 'Download labels (PDF)' }).click()),
      'labels-STOP-1.pdf',
    )
    await expectAccessible(page)
    await expectNoIsoTimes(page)

    const { consignmentId } = (await current.call(createConsignment, { body: anOrder({ key: 'EARLY' }) })).data
    await current.call(createLoad, { body: { key: 'LATER', stops: [{ consignmentId }] } })
    await current.call(putPod, { params: { podId: newUuid() }, body: aPod({ consignmentKey: 'EARLY' }) })
    await page.goto(`${current.url}/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByText('This proof arrived before the route started.').waitFor()
    await page.getByText('Nobody in').waitFor()

    const line = { productLineId: 'x', productCode: 'CHAIR', description: 'Red chair', quantity: 3, currency: 'EUR' }
    const goods = anOrder({ key: 'GOODS', productLines: [line], consigneeContact: { email: 'kim@customer.example' } })
    const made = (await current.call(createConsignment, { body: goods })).data
    const partial = { productLineId: made.productLineIds[0]!, quantity: 2 }
    await handedOver(current, 'GOODS', {
      ...{ outcome: 'partial', failureReasonCode: 'missing-goods', productLines: [partial] },
    })
    await page.goto(`${current.url}/consignments/${made.consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByText('CHAIR · Red chair: 2 handed over, 1 not handed over').waitFor()
  })

  test('the list of e-mails shows the trigger of each e-mail', async (t) => {
    const current = await site()
    const trackingTriggers = ['registered', 'released'] as const
    await current.call(updateEnvironment, {
      body: { notifications: { publicTracking: true, trackingTriggers: [...trackingTriggers] } },
    })
    const body = anOrder({ key: 'TOLD', consigneeContact: { email: 'kim@customer.example' } })
    const { consignmentId } = (await current.call(createConsignment, { body })).data
    await current.call(createLoad, { body: { key: 'TELLS', status: 'released', stops: [{ consignmentId }] } })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    const letters = page.getByRole('table', { name: 'E-mails' })
    for (const kind of ['Tracking link, order created', 'Tracking link, route released'])
      await letters.getByRole('cell', { name: kind, exact: true }).waitFor()
  })

  test("a resent e-mail goes to the recipient's current address", async (t) => {
    const current = await site()
    const { consignmentId } = (await current.call(getConsignment, { query: { key: 'TOLD' } })).data
    await current.call(updateConsignmentById, {
      params: { consignmentId },
      body: { consigneeContact: { email: 'kim@right.example' } },
    })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    const row = page.getByRole('row', { name: /Tracking link, route released kim@customer/ })
    await row.getByRole('button', { name: 'Send again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send again' })
    assert.equal(await dialog.getByLabel('E-mail address').inputValue(), 'kim@right.example')
    // Who clicks twice means one letter.
    await says(page, /The e-mail is being sent/, () => dialog.getByRole('button', { name: 'Send' }).dblclick())
    await page.getByRole('row', { name: /Tracking link, route released kim@right.example/ }).waitFor()
    const { notices } = (await current.call(listNotices, { query: { consignmentId } })).data
    assert.equal(notices.filter(({ address }) => address === 'kim@right.example').length, 1)
  })

  test('the order shows that its recipient unsubscribed and turned e-mails on again', async (t) => {
    const current = await site()
    await current.call(updateEnvironment, {
      body: { notifications: { publicTracking: true, trackingTriggers: ['released'] } },
    })
    const body = anOrder({ consigneeContact: { email: 'kim@quiet.example' } })
    const { consignmentId } = (await current.call(createConsignment, { body })).data
    const { url } = (await current.call(getTracking, { params: { consignmentId } })).data
    const press = (action: 'stop' | 'start') => fetch(`${url}/${action}`, { method: 'POST', redirect: 'manual' })
    assert.equal((await press('stop')).status, 200)
    await current.call(createLoad, { body: { key: aKey(), status: 'released', stops: [{ consignmentId }] } })
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await page.getByRole('cell', { name: /the recipient turned e-mails off/ }).waitFor()
    await page.getByRole('button', { name: 'Show the tracking link' }).click()
    await page.getByText(/The recipient turned off tracking e-mails for this order on/).waitFor()
    assert.equal((await press('start')).status, 303)
    await page.getByRole('tab', { name: 'History' }).click()
    const listed = (text: string) => page.getByRole('listitem').filter({ hasText: text }).waitFor()
    await listed('The recipient turned off tracking e-mails for this order')
    await listed('The recipient turned on tracking e-mails for this order again')
    await page.goto(`${current.url}/history`)
    await listed('The recipient turned off tracking e-mails for order')
    await listed('The recipient turned on tracking e-mails for order')
  })

  test('a copied link contains the environment', async (t) => {
    const current = await site()
    const other = await current.service.environment()
    await writeBehind(current.service.config, async (tx) => {
      const { personId } = (await findPersonByEmail(tx, owner.email))!
      const created = '2026-01-01T00:00:00Z'
      await insertMembership(tx, other.environmentId, { personId, role: 'owner', created })
    })
    const { consignmentId } = (await other.call(createConsignment, { body: anOrder({ key: 'FAR-AWAY' }) })).data
    const page = await current.open(t, `/consignments/${consignmentId}?environment=${other.environmentId}`)
    await page.getByRole('article', { name: /FAR-AWAY/ }).waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  test('a planner finds failed orders and plans them again', async (t) => {
    const current = await site()
    // Not the day of what was agreed, in an hour, which may be tomorrow: what is agreed for the new day stays.
    const day = fromNow(2 * 24 * 60).slice(0, 10)
    await current.call(createLoad, {
      body: { key: 'NEXT', plannedStart: `${day}T09:00:00Z` },
    })
    const page = await current.open(t, '/consignments')
    await page
      .getByRole('row', { name: /STOP-1/ })
      .getByText('Success')
      .waitFor()
    await page.getByRole('link', { name: 'Failed, to plan again' }).click()
    await page.getByText('Failed or partial').waitFor()
    await page.getByRole('row', { name: /STOP-1/ }).waitFor({ state: 'hidden' })
    assert.match(page.url(), /outcome=failed/)
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: 'Select STOP-2' }).check()
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await expectAccessible(page)
    await dialog.getByLabel('Day').fill(day)
    await dialog.getByRole('combobox', { name: 'Route' }).click()
    await page.getByRole('option', { name: 'NEXT' }).click()
    await says(page, /1 order put on route NEXT/, () => dialog.getByRole('button', { name: 'Reschedule' }).click())
    const order = async () => (await current.call(getConsignment, { query: { key: 'STOP-2' } })).data
    const again = await order()
    assert.equal(again.outcome, null)
    assert.equal(again.committed, null)
    assert.equal(again.requiredFrom!.slice(0, 10), day)
    await page.getByRole('row', { name: /STOP-2/ }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    // Its load is under way and takes nothing back.
    await eventually(async () => assert.equal((await order()).loadId, null))
    assert.equal((await order()).committed, agreed)
  })

  test('deliveries of a month are downloaded as a file with time, failure reason and recipient', async (t) => {
    const current = await site()
    for (const [key, consigneeCode] of [
      ['BILL-1', 'C-9'],
      ['BILL-2', 'C-9'],
      ['BILL-3', 'C-9'],
      ['BILL-4', 'C-8'],
    ] as const)
      await current.call(createConsignment, { body: anOrder({ key, consigneeCode, weight: 7 }) })
    await handedOver(current, 'BILL-1', { driverKey: 'D-1' })
    await handedOver(current, 'BILL-2', { outcome: 'failed', failureReasonCode: 'refused' })
    await handedOver(current, 'BILL-4')
    const page = await current.open(t, '/consignments?consigneeCode=C-9')
    await page.getByRole('row', { name: /BILL-3/ }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Outcome at' }).hover()
    await page.getByRole('menuitem', { name: 'This month' }).click()
    await page.getByRole('row', { name: /BILL-3/ }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Outcome at', 'Reason', 'Driver', 'Recipient code', 'Weight'])
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /BILL-2.*Refused/ }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const [head, ...rows] = readFileSync((await (await saving).path())!, 'utf8')
      .trim()
      .split('\r\n')
    assert.match(head!, /,Outcome,Outcome at \(UTC\),Reason,Driver,Recipient code,Weight \(kg\)$/)
    assert.deepEqual(
      rows.map((line) =>
        line
          .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'then')
          .split(',')
          .slice(-6),
      ),
      [
        ['failed', 'then', 'Refused', '', 'C-9', '7'],
        ['success', 'then', '', 'D-1', 'C-9', '7'],
      ],
    )
    await page.goto(
      `${current.url}/consignments?search=BILL&outcomeFrom=2020-01-01T00:00:00&outcomeTo=2020-01-31T23:59:59`,
    )
    await page.getByText('No orders match these filters').waitFor()
    await page.getByRole('button', { name: 'Remove filter Outcome at' }).click()
    await page.getByRole('row', { name: /BILL-3/ }).waitFor()
  })

  test('late orders are filtered and downloaded as a file', async (t) => {
    const current = await site()
    for (const [key, minutes] of [
      ['TIMELY-1', -30],
      ['TIMELY-2', 30],
      ['TIMELY-3', -30],
    ] as const)
      await current.call(createConsignment, { body: anOrder({ key, requiredTo: fromNow(minutes) }) })
    for (const key of ['TIMELY-1', 'TIMELY-2']) await handedOver(current, key)
    const page = await current.open(t, '/consignments?search=TIMELY&sort=key')
    await page.getByRole('row', { name: /TIMELY-2/ }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Was late', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /TIMELY-1.*Yes/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /TIMELY-[23].*Yes/ }).count(), 0)
    await expectAccessible(page)
    const saved = async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const text = readFileSync((await (await saving).path())!, 'utf8').trim()
      return text.split('\r\n').map((line) => [line.split(',')[0], line.split(',').at(-1)])
    }
    assert.deepEqual(await saved(), [
      ['Key', 'Was late'],
      ['TIMELY-1', 'true'],
      ['TIMELY-2', 'false'],
      ['TIMELY-3', ''],
    ])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Was late' }).hover()
    await page.getByRole('menuitem', { name: 'Yes' }).click()
    await page.getByRole('row', { name: /TIMELY-2/ }).waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /TIMELY-1/ }).waitFor()
    assert.match(page.url(), /wasLate=true/)
    assert.deepEqual((await saved()).slice(1), [['TIMELY-1', 'true']])
    await page.getByRole('button', { name: 'Remove filter Was late' }).click()
    await page.getByRole('row', { name: /TIMELY-3/ }).waitFor()
  })

  test('a replanned order without a load is not offered again', async (t) => {
    const current = await site()
    const ids: string[] = []
    for (const key of ['AGAIN-1', 'AGAIN-2'])
      ids.push((await current.call(createConsignment, { body: anOrder({ key }) })).data.consignmentId)
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    await current.call(createLoad, { body: { key: 'AGAIN', status: 'started', stops } })
    for (const key of ['AGAIN-1', 'AGAIN-2'])
      await handedOver(current, key, { outcome: 'failed', failureReasonCode: 'refused' })
    const page = await current.open(t, '/consignments')
    await page.getByRole('link', { name: 'Failed, to plan again' }).click()
    await page.getByRole('checkbox', { name: 'Select AGAIN-1' }).check()
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByRole('row', { name: /AGAIN-1/ }).waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /AGAIN-2/ }).waitFor()
  })

  test('a vehicle without recent positions shows a warning instead of times', async (t) => {
    const current = await site()
    const ids: string[] = []
    for (const key of ['SILENT-1', 'SILENT-2'])
      ids.push(
        (
          await current.call(createConsignment, {
            body: anOrder({ key, consigneeAddress: atPlace('1 High Street', 53.8, -1.5), planned: fromNow(30) }),
          })
        ).data.consignmentId,
      )
    const stops = ids.map((consignmentId) => ({ consignmentId }))
    const body = { key: 'SILENT', status: 'released' as const, driverKey: 'D-1', plannedStart: fromNow(-120), stops }
    const { loadId } = (await current.call(createLoad, { body })).data
    await driver.call(startDriveLoad, { params: { loadId }, body: { time: fromNow(-100) } })
    const page = await current.open(t, '/loads?q=SILENT')
    await page.locator('[data-load=SILENT]').getByText('nothing received from the vehicle for 45 minutes').waitFor()
    await expectAccessible(page)
    await page.goto(`${current.url}/consignments?search=SILENT`)
    await page.getByRole('row', { name: /SILENT-2/ }).click()
    const order = page.getByRole('dialog', { name: 'Order SILENT-2' })
    await order.getByText('nothing received from the vehicle for 45 minutes').waitFor()
    // As soon as it is heard of.
    await handedOver(current, 'SILENT-1', { time: fromNow(-1) })
    await order.getByText(/next stop/).waitFor()
    await order.getByText('nothing received from the vehicle for 45 minutes').waitFor({ state: 'hidden' })
  })

  test('loads are downloaded as a file with driver, distance and lateness', async (t) => {
    const page = await (await site()).open(t, '/loads?q=ROUND')
    await page.locator('[data-load=ROUND]').waitFor()
    const saving = page.waitForEvent('download')
    await page.keyboard.press('Control+Shift+e')
    const [head, row] = readFileSync((await (await saving).path())!, 'utf8')
      .trim()
      .split('\r\n')
      .map((text) => text.split(','))
    const told = Object.fromEntries(head!.map((name, index) => [name, row![index]]))
    assert.deepEqual(
      [told.Status, told.Driver, told.Stops, told.Done, told['Failed or partial'], told.Late],
      ['Started', 'D-1', '3', '1', '0', '1'],
    )
    assert.ok(Number(told['Distance (km)']) > 0 && Number(told.Minutes) > 0, JSON.stringify(told))
    assert.match(told['Started (UTC)']!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('the list of loads shows progress and prints labels', async (t) => {
    const page = await (await site()).open(t, '/loads')
    const row = page.locator('tr[data-load=ROUND]')
    await row.getByText(/of 3 stops done/).waitFor()
    await row.getByText(/^Started /).waitFor()
    await page.getByRole('button', { name: 'Actions: ROUND' }).click()
    const saved = () => page.getByRole('menuitem', { name: 'Download labels (PDF)' }).click()
    assert.equal(await savedPdf(page, saved), 'labels-ROUND.pdf')
    await expectAccessible(page)
  })
})
