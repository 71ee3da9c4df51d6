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

/** A phone on which nothing is written that is larger than `room` bytes: the browser ends the whole transaction then. */
const littleRoom = `
  globalThis.room = Infinity
  for (const name of ['put', 'add']) {
    const own = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...given) {
      const request = own.apply(this, given)
      if (JSON.stringify(given[0]).length > room) this.transaction.abort()
      return request
    }
  }`
const leaveRoom = (page: Page, bytes: number) => page.evaluate(`globalThis.room = ${bytes}`)

/** How many of each the phone keeps. */
const keptOn = (page: Page): Promise<Record<'drafts' | 'files' | 'outbox', number>> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('dray-driver').onsuccess = async ({ target: { result: base } }) => {
      const counts = {}
      for (const name of ['drafts', 'files', 'outbox'])
        counts[name] = await new Promise((counted) => {
          base.transaction(name).objectStore(name).count().onsuccess = ({ target }) => counted(target.result)
        })
      base.close()
      resolve(counts)
    }
  })`)

/** The only draft that the phone keeps; or one is put there. */
const draftOn = (page: Page, draft?: unknown): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('dray-driver').onsuccess = ({ target: { result: base } }) => {
      const drafts = base.transaction('drafts', 'readwrite').objectStore('drafts')
      const given = ${JSON.stringify(draft ?? null)}
      ;(given ? drafts.put(given) : drafts.getAll()).onsuccess = ({ target }) => {
        base.close()
        resolve(given ?? target.result[0])
      }
    }
  })`)

/** Pictures are made only once the test says so: a phone may take seconds for one. */
const holdPictures = `{
  const own = HTMLCanvasElement.prototype.toBlob
  globalThis.held = []
  HTMLCanvasElement.prototype.toBlob = function (...given) {
    held.push(() => own.apply(this, given))
  }
  globalThis.go = () => {
    HTMLCanvasElement.prototype.toBlob = own
    for (const make of held) make()
  }
}`

const podsOf = async (call: Road['call'], loadId: string) =>
  (await call(listPods, { query: { loadId, limit: '100' } })).data.pods
const told = (page: Page, text: string) => page.locator('.notice').getByText(text).waitFor()
const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const isUnfinished = (page: Page, count: number) =>
  page.getByRole('link', { name: `${count} not finished yet` }).waitFor()

test('what was recorded is neither lost nor out of reach', { skip: noBrowser, timeout: 5 * 60_000 }, async (t) => {
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
    await tap(page, 'Start load')
    await page.getByRole('button', { name: 'Complete load' }).waitFor()
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

  await t.test('a load that is given to somebody else takes nothing with it that was signed', async () => {
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
    await card.getByText('Moved away').waitFor()
    await isUnfinished(page, 1)
    await card.click()
    await page.getByText('This load is no longer on your list.').waitFor()
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

  await t.test('a phone that is full says so, sends what it holds, and shows what was sent', async () => {
    await enter(page, call, road.driverKey)
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
    await leaveRoom(page, 0)
    await tap(page, 'Start load')
    await told(page, 'This could not be kept on the phone.')
    await leaveRoom(page, Infinity)
    await tap(page, 'Start load')
    await page.getByRole('button', { name: 'Complete load' }).waitFor()
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
    assert.equal(await page.getByText('No connection right now.').count(), 0)
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
  })

  await t.test(
    'what others answer in the place of the service neither lets a phone out nor refuses anything',
    async () => {
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
      assert.equal(await page.getByText('Needs the planner').count(), 0)
      await context.unroute('**/v1/**')
      await syncNow(page)
      await waits(page, 0)
    },
  )

  await t.test('what was begun can be discarded, and whoever signs out is told of it', async () => {
    await delivered(page, road, 4)
    await page.getByRole('link', { name: 'Back' }).click()
    await tap(page, 'Discard what I began')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard what I began' }).click()
    await waits(page, 0)
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 })
    await delivered(page, road, 5)
    await page.goto(at('#/'))
    await tap(page, 'Sign out')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 outcome was begun and not saved.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(await keptOn(page), { drafts: 1, files: 1, outbox: 0 })
    await tap(page, 'Sign out')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Code').waitFor()
    assert.deepEqual(await keptOn(page), { drafts: 0, files: 0, outbox: 0 })
    await context.close()
  })

  await t.test('a photo that takes long neither gets lost nor brings back what was saved', async () => {
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
    await tap(page, 'Discard what I began')
    await dialog.getByRole('button', { name: 'Discard what I began' }).click()
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

  await t.test('what one driver left unsent does not hold up another who corrects it', async () => {
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

  await t.test('a phone that goes from hand to hand sends for each what they recorded', async () => {
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
    await enter(shared, other!.call, former.driverKey)
    const dialog = shared.getByRole('dialog')
    await dialog.getByText('2 records of Morning round').waitFor()
    await expectAccessible(shared)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await shared.goto(at('#/'))
    await shared.getByRole('link', { name: new RegExp(later.loadKey) }).waitFor()
    await shared.getByRole('link', { name: '2 not sent yet' }).click()
    await shared.getByText('What somebody else recorded').waitFor()
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
})
