// What a driver recorded is neither lost nor out of reach: the load goes to somebody else, the phone is full, others answer in
// the place of the service, the phone goes from hand to hand.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { endDriverDevice, listDriverDevices } from '../../contract/drive.ts'
import { createDriver } from '../../contract/fleet.ts'
import { updateLoad } from '../../contract/load.ts'
import { listPods } from '../../contract/pod.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually, expectAccessible } from '../support/console.ts'
import {
  choose,
  filmOf,
  linkOf,
  openPhone,
  openPhoneBrowser,
  plan,
  type Road,
  reception,
  record,
  sign,
  syncNow,
  takePhoto,
  waits,
} from '../support/driving.ts'
import { startService } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { draftOn, holdPictures, keptOn, leaveRoom, littleRoom, makeOld } from '../support/phone-storage.ts'

const podsOf = async (call: Road['call'], loadId: string) =>
  (await call(listPods, { query: { loadId, limit: '100' } })).data.pods
const told = (page: Page, text: string) => page.locator('.notice').getByText(text).waitFor()
const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const isUnfinished = (page: Page, count: number) =>
  page.getByRole('link', { name: `${count} not finished yet` }).waitFor()

test('recorded outcomes are not lost, and their page is accessible', {
  skip: noBrowser,
  timeout: 5 * 60_000,
}, async (t) => {
  const service = await startService({ after })
  const [one, other] = await service.environments(2)
  const { call } = one!
  const browser = await openPhoneBrowser(filmOf(t, 'NOTHING'))
  t.after(() => browser.close())
  const open = async (): Promise<[Page, BrowserContext]> => {
    const context = await openPhone(browser)
    await context.addInitScript(littleRoom)
    return [await context.newPage(), context]
  }
  const at = (path: string) => `${service.url}/driver${path}`
  const enter = async (page: Page, caller: Road['call'], driverKey: string) =>
    page.goto(at(`#${(await linkOf(caller, driverKey)).secret}`))
  const toStop = async (page: Page, { loadId, orders }: Awaited<ReturnType<typeof plan>>, position: number) => {
    await page.goto(at(`#/stop/${loadId}/${orders[position - 1]!.consignmentId}`))
    await page.getByRole('heading', { name: `Stop ${position}` }).waitFor()
  }
  const start = async (page: Page, loadKey: string) => {
    await page.getByRole('link', { name: new RegExp(loadKey) }).click()
    await tap(page, 'Start route')
    await page.getByRole('button', { name: 'Complete route' }).waitFor()
  }
  const delivered = async (page: Page, road: Awaited<ReturnType<typeof plan>>, position: number) => {
    await toStop(page, road, position)
    await record(page)
    await choose(page, 'Delivered')
    await sign(page)
  }
  const saved = async (page: Page) => {
    await tap(page, 'Save')
    await told(page, 'Saved on this phone.')
  }

  await t.test('outcomes that are signed on a phone are sent even if the load moves to another driver', async () => {
    const road = await plan(call, 2)
    const [page, context] = await open()
    await enter(page, call, road.driverKey)
    await start(page, road.loadKey)
    await delivered(page, road, 1)
    await takePhoto(page)
    await isUnfinished(page, 1)
    const driverKey = aKey('OTHER')
    await call(createDriver, { body: { key: driverKey, name: 'Another one' } })
    await call(updateLoad, { query: { id: road.loadId }, body: { driverKey } })
    await syncNow(page)
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await page.goto(at('#/'))
    const card = page.getByRole('link', { name: new RegExp(road.loadKey) })
    await card.getByText('No longer yours').waitFor()
    await isUnfinished(page, 1)
    await card.click()
    await page.getByText('Your list does not contain this route any more.').waitFor()
    assert.equal(await page.getByRole('button').count(), 0, 'it can be neither started nor completed')
    await expectAccessible(page)
    await page.getByRole('link', { name: '1 not finished yet' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: /Northern Bakery/ }).click()
    await saved(page)
    await waits(page, 0)
    const [pod] = await podsOf(call, road.loadId)
    assert.deepEqual([pod?.outcome, pod?.complete, pod?.photos.length], ['success', true, 1])
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 })
    await context.close()
  })

  const road = await plan(call, 5)
  const [page, context] = await open()

  await t.test(
    'a phone without storage space reports it, sends its outcomes, and shows the sent outcomes',
    async () => {
      await enter(page, call, road.driverKey)
      await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
      await leaveRoom(page, 0)
      await tap(page, 'Start route')
      await told(page, 'The phone is full and cannot store this.')
      await leaveRoom(page, Infinity)
      await tap(page, 'Start route')
      await page.getByRole('button', { name: 'Complete route' }).waitFor()
      await waits(page, 0)
      await reception(context, false)
      for (const position of [1, 2]) {
        await delivered(page, road, position)
        await saved(page)
      }
      await waits(page, 4)
      // Enough for an outcome, too little for the day.
      await leaveRoom(page, 3_000)
      await reception(context, true)
      await syncNow(page)
      await waits(page, 0)
      await page.getByRole('link', { name: 'All sent' }).click()
      await page.getByText('This phone is full.').waitFor()
      assert.equal(await page.getByText('Your records are stored on this phone.').count(), 0)
      await expectAccessible(page)
      await page.goto(at(`#/load/${road.loadId}`))
      await page.getByText('2 of 5 stops done').waitFor()
      // Else an outcome would be recorded anew after a restart without reception.
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
      await reception(context, false)
      await page.reload()
      await page.getByRole('link', { name: 'No connection' }).waitFor()
      await page.getByText('2 of 5 stops done').waitFor()
      await leaveRoom(page, 3_000)
      await reception(context, true)
      await syncNow(page)
      await waits(page, 0)
      assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 2 })
      assert.deepEqual(
        (await podsOf(call, road.loadId)).map(({ complete }) => complete),
        [true, true],
      )
      await leaveRoom(page, Infinity)
      await page.goto(at('#/waiting'))
      await tap(page, 'Send now')
      await page.getByText('This phone is full.').waitFor({ state: 'hidden' })
      await eventually(async () => assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 }))
      await page.reload()
      await page.goto(at(`#/load/${road.loadId}`))
      await page.getByText('2 of 5 stops done').waitFor()
    },
  )

  await t.test('a response of a Wi-Fi portal neither revokes the phone nor rejects an outcome', async () => {
    let status = 401
    let answered = 0
    await context.route('**/v1/**', (route) => {
      answered++
      return route.fulfill({ status, contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' })
    })
    await syncNow(page)
    await page.getByRole('link', { name: 'No connection' }).waitFor()
    await page.getByText('2 of 5 stops done').waitFor()
    status = 413
    await delivered(page, road, 3)
    await saved(page)
    const before = answered
    await page.getByRole('link', { name: '2 not sent yet' }).click()
    await tap(page, 'Send now')
    await eventually(() => assert.ok(answered > before))
    await page.getByRole('button', { name: 'Send now' }).waitFor()
    assert.equal(await page.getByText('Call your planner').count(), 0)
    await context.unroute('**/v1/**')
    await syncNow(page)
    await waits(page, 0)
  })

  await t.test('a driver may discard a draft, and gets a warning at sign-out', async () => {
    await delivered(page, road, 4)
    await page.getByRole('link', { name: 'Back' }).click()
    await tap(page, 'Discard this outcome')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard this outcome' }).click()
    await waits(page, 0)
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 })
    await delivered(page, road, 5)
    await page.goto(at('#/'))
    await tap(page, 'Sign out')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 outcome is not saved.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(await keptOn(page), { drafts: 1, files: 1, outbox: 0 })
    await tap(page, 'Sign out')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Code').waitFor()
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 })
    await context.close()
  })

  await t.test('a photo that is processed slowly is not lost, and does not bring back a saved draft', async () => {
    const late = await plan(call, 2)
    const [page, context] = await open()
    await enter(page, call, late.driverKey)
    await start(page, late.loadKey)
    await waits(page, 0)
    await reception(context, false)
    await delivered(page, late, 1)
    await page.evaluate(holdPictures)
    await tap(page, 'Take photo')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await page.waitForFunction('globalThis.held.length === 1')
    assert.equal(await dialog.getByRole('button', { name: 'Done' }).isDisabled(), true)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Escape')
    await page.evaluate('globalThis.go()')
    await dialog.getByRole('status').getByText('1 photo').waitFor()
    // The way back of the phone leads out of the camera all the same.
    await page.evaluate(holdPictures)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await page.waitForFunction('globalThis.held.length === 1')
    await toStop(page, late, 1)
    await record(page)
    const draft = await draftOn(page)
    await saved(page)
    await page.evaluate('globalThis.go()')
    await delivered(page, late, 2)
    await saved(page)
    await waits(page, 5)
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 3, outbox: 5 })
    // As earlier releases brought it back.
    await draftOn(page, draft)
    await page.reload()
    await toStop(page, late, 1)
    await tap(page, 'Discard this outcome')
    await dialog.getByRole('button', { name: 'Discard this outcome' }).click()
    await page.getByRole('button', { name: 'Correct outcome' }).waitFor()
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 3, outbox: 5 })
    await reception(context, true)
    await syncNow(page)
    await waits(page, 0)
    assert.deepEqual(
      (await podsOf(call, late.loadId)).map(({ complete, photos }) => [complete, photos.length]).sort(),
      [
        [true, 0],
        [true, 1],
      ],
    )
    await context.close()
  })

  await t.test('an unsent outcome of one driver does not block the correction of another outcome', async () => {
    const shared = await plan(call, 1)
    const [page, context] = await open()
    await enter(page, call, shared.driverKey)
    await start(page, shared.loadKey)
    await waits(page, 0)
    await context.route('**/v1/drive/pod/**', (route) => route.abort())
    await delivered(page, shared, 1)
    await saved(page)
    await waits(page, 2)
    for (const { deviceId } of (await call(listDriverDevices, { query: { key: shared.driverKey } })).data)
      await call(endDriverDevice, { params: { deviceId }, query: { key: shared.driverKey } })
    const driverKey = aKey('OTHER')
    await call(createDriver, { body: { key: driverKey, name: 'Another one' } })
    await call(updateLoad, { query: { id: shared.loadId }, body: { driverKey } })
    await context.unroute('**/v1/drive/pod/**')
    await syncNow(page)
    await page.getByLabel('Code').waitFor()
    await enter(page, call, driverKey)
    await page.getByRole('link', { name: new RegExp(shared.loadKey) }).waitFor()
    await toStop(page, shared, 1)
    await tap(page, 'Correct outcome')
    await page.getByRole('dialog').getByRole('button', { name: 'Correct outcome' }).click()
    await choose(page, 'Delivered')
    await sign(page)
    await saved(page)
    await eventually(async () => {
      const [pod] = await podsOf(call, shared.loadId)
      assert.deepEqual([pod?.driverKey, pod?.complete], [driverKey, true])
    })
    // Those of the one who is let out.
    await waits(page, 2)
    await context.close()
  })

  await t.test('a shared phone sends the outcomes of each driver separately', async () => {
    const former = await plan(call, 1)
    // The same key in another environment is another driver.
    const later = await plan(other!.call, 1, former.driverKey)
    const [shared, phone] = await open()
    await enter(shared, call, former.driverKey)
    await start(shared, former.loadKey)
    await waits(shared, 0)
    await phone.route('**/v1/drive/pod/**', (route) => route.abort())
    await delivered(shared, former, 1)
    await saved(shared)
    await waits(shared, 2)
    await makeOld(shared)
    await enter(shared, other!.call, former.driverKey)
    const dialog = shared.getByRole('dialog')
    await dialog.getByText('2 unsent records of Morning round').waitFor()
    await expectAccessible(shared)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await shared.goto(at('#/'))
    await shared.getByRole('link', { name: new RegExp(later.loadKey) }).waitFor()
    await shared.getByRole('link', { name: '2 not sent yet' }).click()
    await shared.getByText('Another driver recorded these outcomes').waitFor()
    assert.equal(await shared.getByText(`of ${former.driverKey}`).count(), 2)
    await shared.goto(at('#/'))
    assert.equal(await shared.getByRole('button', { name: 'Sign out' }).isEnabled(), true)
    await phone.unroute('**/v1/drive/pod/**')
    await syncNow(shared)
    await waits(shared, 0)
    assert.deepEqual(
      (await podsOf(call, former.loadId)).map(({ complete, conflict }) => [complete, conflict]),
      [[true, null]],
    )
    await shared.getByRole('link', { name: new RegExp(later.loadKey) }).waitFor()
    await phone.close()
  })

  await t.test('Back in the app does not leave it after a link, even with a short browser history', async () => {
    const way = await plan(call, 2)
    const [driver, phone] = await open()
    await driver.goto(`${service.url}/health`)
    await enter(driver, call, way.driverKey)
    await start(driver, way.loadKey)
    await waits(driver, 0)
    await driver.getByRole('link', { name: /Northern Bakery/ }).click()
    await record(driver)
    await choose(driver, 'Delivered')
    await sign(driver)
    const back = driver.getByRole('link', { name: 'Back' })
    for (const name of ['Stop 1', way.loadKey, 'My day']) {
      await back.click()
      await driver.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await driver.getByRole('link', { name: '1 not finished yet' }).click()
    await driver.getByRole('link', { name: /Northern Bakery/ }).click()
    await saved(driver)
    await driver.getByText('1 of 2 stops done').waitFor()
    await driver.evaluate(`history.replaceState({ behind: ['#/', ...Array(60).fill('#/waiting')] }, '')`)
    await driver.reload()
    await back.click()
    await driver.getByRole('heading', { name: 'My day' }).waitFor()
    await phone.close()
  })

  const former = await plan(call, 2)
  const later = await plan(call, 1)
  const [shared, phone] = await open()
  await t.test('an offline driver with a link gets an explanation, and continues when online', async () => {
    await enter(shared, call, former.driverKey)
    await start(shared, former.loadKey)
    await waits(shared, 0)
    await phone.route('**/v1/drive/pod/**', (route) => route.abort())
    for (const position of [1, 2]) {
      await delivered(shared, former, position)
      await saved(shared)
    }
    await waits(shared, 4)
    await reception(phone, false)
    await enter(shared, call, later.driverKey)
    const dialog = shared.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('You are offline.').waitFor()
    await expectAccessible(shared)
    await reception(phone, true)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await shared.getByRole('link', { name: new RegExp(later.loadKey) }).waitFor()
  })

  await t.test('outcomes of an earlier driver are sent even if no driver is registered', async () => {
    await tap(shared, 'Sign out')
    await shared.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await shared.getByLabel('Code').waitFor()
    await expectAccessible(shared)
    await leaveRoom(shared, 0)
    await shared.getByLabel('Code').fill('ABCD')
    await tap(shared, 'Continue')
    await shared.getByRole('alert').getByText('The phone is full and cannot store this.').waitFor()
    await leaveRoom(shared, Infinity)
    await shared.getByRole('link', { name: /This phone stores 4 records/ }).click()
    await tap(shared, 'Send now')
    await shared.getByText('Your records are stored on this phone.').waitFor()
    await phone.unroute('**/v1/drive/pod/**')
    await tap(shared, 'Send now')
    await shared.getByText('Everything has been sent.').waitFor()
    assert.deepEqual(
      (await podsOf(call, former.loadId)).map(({ complete }) => complete),
      [true, true],
    )
    await phone.close()
  })

  await t.test('a rejected outcome is not sent repeatedly, and can be discarded', async () => {
    const mine = await plan(call, 3)
    const [driver, held] = await open()
    await driver.clock.install()
    const files: string[] = []
    let days = 0
    await held.route('**/v1/drive/day', (route) => {
      days++
      return route.continue()
    })
    await held.route('**/v1/drive/pod/*/file/**', (route) => {
      files.push(route.request().url())
      return route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' })
    })
    await enter(driver, call, mine.driverKey)
    await start(driver, mine.loadKey)
    await waits(driver, 0)
    await delivered(driver, mine, 1)
    await saved(driver)
    await waits(driver, 1)
    await driver.getByRole('link', { name: '1 not sent yet' }).click()
    await driver.getByText('too large to upload on this network').waitFor()
    await expectAccessible(driver)
    const before = days
    await driver.clock.fastForward(31_000)
    await eventually(() => assert.ok(days > before))
    await driver.getByRole('button', { name: 'Send now' }).waitFor()
    assert.equal(files.length, 1, 'the clock does not send it again so soon')
    await tap(driver, 'Send now')
    await eventually(() => assert.equal(files.length, 2))
    await tap(driver, 'Remove')
    await driver.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await waits(driver, 0)
    assert.deepEqual(await keptOn(driver), { drafts: 0, files: 0, outbox: 0 })
    await held.unroute('**/v1/drive/pod/*/file/**')

    // Of somebody whose phone was let out, one is enough to know it.
    await held.route('**/v1/drive/pod/**', (route) => route.abort())
    for (const position of [2, 3]) {
      await delivered(driver, mine, position)
      await saved(driver)
    }
    await waits(driver, 4)
    const query = { key: mine.driverKey }
    const [device] = (await call(listDriverDevices, { query })).data
    await call(endDriverDevice, { params: { deviceId: device!.deviceId }, query })
    await enter(driver, call, later.driverKey)
    await driver.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await driver.getByRole('link', { name: new RegExp(later.loadKey) }).waitFor()
    await driver.getByRole('link', { name: '4 not sent yet' }).click()
    await driver.getByRole('button', { name: 'Send now' }).waitFor()
    await held.unroute('**/v1/drive/pod/**')
    let pods = 0
    driver.on('request', (request) => {
      if (request.url().includes('/v1/drive/pod/')) pods++
    })
    const read = days
    await tap(driver, 'Send now')
    await eventually(() => assert.ok(days > read))
    assert.equal(pods, 1)
    await enter(driver, call, mine.driverKey)
    await waits(driver, 0)
    await held.close()
  })
})
