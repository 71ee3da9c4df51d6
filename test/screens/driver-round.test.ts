// A round with the driver app: the next stop is in view, labels of Dray are recognised, reasons stay, and nothing typed is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getDriveDay, getLoadProgress, linkDriver } from '../../contract/drive.ts'
import { createDriver } from '../../contract/fleet.ts'
import { listPods } from '../../contract/pod.ts'
import type { OutcomeDraft } from '../../driver/data/storage.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { eventually, expectAccessible } from '../support/console.ts'
import { aRoute, letIn } from '../support/drivers.ts'
import { choose, openPhone, record, scribble, sign, takePhoto, waits } from '../support/driving.ts'
import { startService, type Tenant } from '../support/harness.ts'
import { aDriver, aKey, anAddress } from '../support/orders.ts'
import { cutConnection, draftOn, holdStorage, keptOn, leaveRoom, littleRoom } from '../support/phone-storage.ts'
import { newUuid } from '../support/pods.ts'
import { signedIn } from '../support/visitors.ts'

const today = (hour: number) => `${new Date().toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`
const names = Array.from({ length: 12 }, (_, at) => `Shop ${at + 1}`)

/** A load of twelve stops: the first order has two packages, one of them without a barcode; the second has none. */
async function aRound(tenant: Tenant, driverKey: string) {
  const orders = names.map((company, at) => ({
    key: aKey('ORDER'),
    requiredFrom: today(9),
    requiredTo: today(12),
    consigneeAddress: { ...anAddress, company },
    consigneeContact: { phone: { countryCode: '44', localNumber: '2079460000' } },
    packages: at === 1 ? [] : [{ packageId: 'a', barcode: `Pack-${at + 1}` }, { packageId: 'b' }],
  }))
  const route = await aRoute(tenant, driverKey, { key: aKey('TOUR'), status: 'started', orders })
  return { ...route, keys: orders.map(({ key }) => key) }
}

const tap = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The position on the screen of the next stop of the list, and the height that the bar leaves. */
const nextOnScreen = (page: Page): Promise<{ top: number; bar: number }> =>
  page.evaluate(`(() => {
    const { bottom } = document.querySelector('.bar').getBoundingClientRect()
    return { top: document.querySelector('[data-next=true]').getBoundingClientRect().top, bar: bottom }
  })()`)

test('a round with the driver app', { skip: noBrowser, timeout: 5 * 60_000 }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  const driver = aDriver({ name: 'Mia' })
  await tenant.call(createDriver, { body: driver })
  const { loadId, consignmentIds, keys } = await aRound(tenant, driver.key)
  const device = await letIn(service, tenant, driver.key)
  const planner = await signedIn(service, tenant.environmentId, 'planner')
  // The camera shows no code: what it reads would replace the answers to typed codes.
  const browser = await openBrowser(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'])
  t.after(() => browser.close())
  const context = await openPhone(browser, { timezoneId: 'UTC' })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(littleRoom)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)))
  const dialog = page.getByRole('dialog')
  const at = (path: string) => `${service.url}/driver${path}`
  const stopsOf = async () => (await device.call(getDriveDay)).data.loads.find((load) => load.loadId === loadId)!.stops
  const toStop = async (position: number) => {
    await page.goto(at(`#/stop/${loadId}/${consignmentIds[position - 1]}`))
    await page.getByRole('heading', { name: `Stop ${position}`, exact: true }).waitFor()
  }
  const row = (position: number) => page.locator('.stop').nth(position - 1)
  const isNextOnTop = () =>
    eventually(async () => {
      const { top, bar } = await nextOnScreen(page)
      assert.ok(top >= bar && top < bar + 60, `the next stop is at ${top}, the bar ends at ${bar}`)
    })
  await page.goto(at(`#${(await tenant.call(linkDriver, { query: { key: driver.key } })).data.url.split('#')[1]}`))
  await page.locator('.card').waitFor()

  await t.test('the app recognises every code of a label in upper and lower case', async () => {
    await toStop(1)
    await record(page)
    await choose(page, 'Delivered')
    await tap(page, 'Scan packages')
    const [, second] = (await stopsOf())[0]!.packages
    for (const [code, answer] of [
      [second!.packageId.toUpperCase(), `${second!.packageId}: right package.`],
      ['PACK-1', 'Pack-1: right package.'],
      [keys[1]!.toLowerCase(), `Wrong package: ${keys[1]} belongs to stop 2.`],
      ['pack-3', 'Wrong package: Pack-3 belongs to stop 3.'],
      ['FOREIGN', 'FOREIGN is not part of this order.'],
      ['foreign', 'FOREIGN: already scanned.'],
    ]) {
      await dialog.getByRole('textbox', { name: 'Or type the code' }).fill(code!)
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText(answer!).waitFor()
    }
    await dialog.getByText('All packages are scanned.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    assert.equal(await page.getByText('Scanned', { exact: true }).count(), 2)
  })

  await t.test('the app keeps a name that is typed while it stores a photo and a signature', async () => {
    await page.evaluate(holdStorage)
    await takePhoto(page)
    await tap(page, 'Sign')
    await scribble(page, dialog.getByRole('img', { name: 'Sign here with your finger' }))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByLabel('Name of the person').fill('Maria Weber')
    assert.equal(await page.getByLabel('Name of the person').inputValue(), 'Maria Weber')
    await page.evaluate('releaseStorage()')
    await page.getByRole('img', { name: 'Signature' }).waitFor()
    await eventually(async () => {
      const { contactName, photos, signature } = (await draftOn(page)) as OutcomeDraft
      assert.deepEqual([contactName, photos.length, signature !== undefined], ['Maria Weber', 1, true])
    })
    await page.reload()
    assert.equal(await page.getByLabel('Name of the person').inputValue(), 'Maria Weber')
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  })

  await t.test('a draft that is stored again on a new connection does not replace a newer one', async () => {
    await page.getByLabel('Name of the person').fill('')
    await eventually(async () => assert.equal(((await draftOn(page)) as OutcomeDraft).contactName, ''))
    await page.evaluate(cutConnection('z'))
    await page.keyboard.type('y')
    await eventually(async () => assert.equal(await page.evaluate('globalThis.wasCut'), true))
    assert.equal(await page.getByLabel('Name of the person').inputValue(), 'yz')
    await eventually(async () => assert.equal(((await draftOn(page)) as OutcomeDraft).contactName, 'yz'))
    await page.locator('textarea').fill('Side door')
    await page.locator('textarea').fill('')
    await eventually(async () => assert.equal(((await draftOn(page)) as OutcomeDraft).remarks, ''))
    assert.equal(((await draftOn(page)) as OutcomeDraft).contactName, 'yz')
  })

  await t.test('a photo opens large, and a removed photo comes back with Undo', async () => {
    await tap(page, 'Open photo 1')
    await dialog.getByRole('heading', { name: 'Photo 1' }).waitFor()
    const small = (await page.locator('.photos img').boundingBox())!
    const large = (await dialog.getByRole('img', { name: 'Photo 1' }).boundingBox())!
    assert.ok(large.width > 2 * small.width, `${large.width} is not much wider than ${small.width}`)
    await expectAccessible(page)
    await tap(page, 'Close')
    await tap(page, 'Remove photo 1')
    await page.locator('.photos li').waitFor({ state: 'detached' })
    await expectAccessible(page)
    await tap(page, 'Undo')
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
    await page.getByText('Photo removed.').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  })

  await t.test('a photo is not removed if the phone has no space to store the removal', async () => {
    await leaveRoom(page, 0)
    await tap(page, 'Remove photo 1')
    const message = page.getByText('The phone is full and cannot store this.')
    await message.waitFor()
    await message.waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Photo removed.').count(), 0)
    assert.equal((await keptOn(page)).files, 2, 'the photo and the signature')
    await leaveRoom(page, Infinity)
  })

  await t.test('after Save, the list of stops shows the next open stop', async () => {
    await tap(page, 'Save')
    await row(2).waitFor()
    await isNextOnTop()
    const [pod] = await eventuallyPods(tenant, loadId, 1)
    assert.deepEqual(
      [pod?.contactName, pod?.photos.length, pod?.packages.every(({ scanned }) => scanned)],
      ['yz', 1, true],
    )
    for (const position of [2, 3, 4, 5]) {
      await tap(page, `Go to stop ${position}`)
      await record(page)
      await choose(page, position === 3 ? 'Not delivered' : 'Delivered')
      if (position === 3) await choose(page, 'Refused')
      else await sign(page)
      await tap(page, 'Save')
      await row(1).waitFor()
      await isNextOnTop()
    }
    await page.goto(at('#/'))
    await page.locator('.card').click()
    await isNextOnTop()
    // A driver who only looks at a stop finds the list as it was.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const scrolled = () => page.evaluate<number>('scrollY')
    const y = await scrolled()
    await row(12).click()
    await page.getByRole('heading', { name: 'Stop 12' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await row(12).waitFor()
    // The list may be a few pixels shorter when it is drawn again.
    await eventually(async () => assert.ok(Math.abs((await scrolled()) - y) < 20))
  })

  await t.test('a sent outcome shows its failure reason, and a stop that the planner cancelled is grey', async () => {
    await waits(page, 0)
    await eventually(async () => assert.equal((await stopsOf())[2]!.outcomeBy, 'driver'))
    const say = (position: number, failureReasonCode: string) =>
      planner.send('PUT', `/v1/pod/${newUuid()}`, {
        body: { consignmentId: consignmentIds[position - 1], outcome: 'failed', failureReasonCode },
      })
    assert.equal((await say(6, 'cancelled')).status, 201)
    assert.equal((await say(7, 'breakdown')).status, 201)
    await page.reload()
    await row(6).getByText('Cancelled by your planner').waitFor()
    await row(7).getByText('Not delivered · Vehicle broke down').waitFor()
    await row(3).getByText('Not delivered · Refused').waitFor()
    const colour = (position: number) =>
      page.evaluate(`getComputedStyle(document.querySelectorAll('.stop-number')[${position - 1}]).color`)
    assert.equal(await colour(6), await colour(9), 'cancelled as grey as open')
    assert.notEqual(await colour(6), await colour(7))
    assert.equal(await colour(3), await colour(7))
    await toStop(6)
    await page.locator('.callout.outcome').getByText('Cancelled by your planner').waitFor()
    await expectAccessible(page)
    await toStop(7)
    await page
      .locator('.callout.outcome')
      .getByText(/· Vehicle broke down/)
      .waitFor()
    await page.getByText('Recorded by your planner').waitFor()
    await toStop(3)
    await page
      .locator('.callout.outcome')
      .getByText(/· Refused/)
      .waitFor()
    assert.equal(await page.getByText('Recorded by your planner').count(), 0)
  })

  await t.test('every started load of the driver receives the positions of the phone', async () => {
    const other = await aRoute(tenant, driver.key, { key: aKey('TOUR'), orders: [{}] })
    await page.goto(at('#/'))
    await page.reload()
    await page.getByRole('link', { name: /Ready/ }).click()
    await tap(page, 'Start route')
    for (const id of [loadId, other.loadId])
      await eventually(async () => {
        const { data } = await tenant.call(getLoadProgress, { params: { loadId: id } })
        assert.equal(data.position?.accuracy, 12)
      })
  })

  await t.test('in Arabic the start of a time window is on the right, on the list and at the stop', async () => {
    await page.evaluate(`localStorage.setItem('dray.language', 'ar')`)
    await toStopInArabic()
    assert.equal(await page.evaluate(startsOnTheRight('.when dd')), true)
    assert.match(await page.locator('.kind').innerText(), new RegExp(keys[11]!))
    await page.goto(at(`#/load/${loadId}`))
    await row(12).waitFor()
    assert.equal(await page.evaluate(startsOnTheRight('.stops > li:last-child .stop-times')), true)
    assert.deepEqual(faults, [])
  })

  async function toStopInArabic() {
    await page.goto(at(`#/stop/${loadId}/${consignmentIds[11]}`))
    await page.reload()
    await page.locator('.when').waitFor()
  }
})

async function eventuallyPods({ call }: Tenant, loadId: string, count: number) {
  let pods: Awaited<ReturnType<typeof read>> = []
  const read = async () => (await call(listPods, { query: { loadId } })).data.pods
  await eventually(async () => {
    pods = await read()
    assert.equal(pods.length, count)
  })
  return pods
}

/** Whether the first time of the first range in an element is painted to the right of the second. */
const startsOnTheRight = (selector: string) => `(() => {
  const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [start, end] = [...node.data.matchAll(/\\d\\d:\\d\\d/g)].map(({ 0: text, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + text.length)
      return range.getBoundingClientRect().x
    })
    if (end !== undefined) return start > end
  }
})()`
