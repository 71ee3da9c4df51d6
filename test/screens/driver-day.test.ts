// A driver's day on a phone with bad reception, in a real browser on a real service: everything that was recorded arrives, once.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment } from '../../contract/consignment.ts'
import { endDriverDevice, getLoadProgress, listDriverDevices } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { getPodFile, listPods, type Pod, putPod } from '../../contract/pod.ts'
import type { OutcomeDraft } from '../../driver/data/storage.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually, expectAccessible } from '../support/console.ts'
import {
  choose,
  filmOf,
  openPhone,
  openPhoneBrowser,
  openRoad,
  type Road,
  reception,
  record,
  sign,
  syncNow,
  takePhoto,
  waits,
} from '../support/driving.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { draftOn } from '../support/phone-storage.ts'
import { newUuid } from '../support/pods.ts'

const minutes = 60_000

/** What the phone announced of its files, by their ids. */
function announced(page: Page, files: Map<string, string>): void {
  page.on('request', (request) => {
    if (request.method() !== 'PUT' || !/\/v1\/drive\/pod\/[^/]+$/.test(request.url())) return
    const { photos = [], signature } = request.postDataJSON()
    for (const { fileId, sha256 } of [...photos, ...(signature ? [signature] : [])]) files.set(fileId, sha256)
  })
}

/** It is kept on the phone when the page with the stops is back; before, everything is still sent. */
const isSaved = (page: Page) => page.getByRole('list').getByRole('link').first().waitFor()
const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await isSaved(page)
}
const toStop = async (page: Page, position: number) => {
  await page
    .locator('.stop')
    .nth(position - 1)
    .click()
  await page.getByRole('heading', { name: `Stop ${position}` }).waitFor()
}
const podsOf = async ({ call, loadId }: Road): Promise<Pod[]> =>
  (await call(listPods, { query: { loadId, limit: '100' } })).data.pods

test('the day of a driver', { skip: noBrowser, timeout: 8 * minutes }, async (t) => {
  const road = await openRoad(t, 7)
  const browser = await openPhoneBrowser(filmOf(t, road.orders[0]!.barcodes[0]!))
  t.after(() => browser.close())
  const context = await openPhone(browser)
  const faults: string[] = []
  const files = new Map<string, string>()
  const open = async () => {
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error.stack ?? error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
        faults.push(message.text())
    })
    announced(page, files)
    return page
  }
  let page = await open()
  const at = (path: string) => `${road.url}/driver${path}`
  const { secret } = await road.link()

  await t.test('a link registers the phone once, and its secret leaves the URL', async () => {
    await page.goto(at(''))
    await page.getByRole('heading', { name: 'Dray for drivers' }).waitFor()
    await expectAccessible(page)
    // The service lets it in, and the phone never hears of it: the same link serves once more, also after the app was closed.
    await page.route(
      '**/v1/drive/session',
      async (route) => {
        assert.equal((await route.fetch()).status(), 201)
        await route.abort()
      },
      { times: 1 },
    )
    await page.goto(at(`#${secret}`))
    await page.getByText('Try again when you have a connection.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Dray for drivers' }).waitFor()
    await page.goto(at(`#${secret}`))
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).waitFor()
    assert.ok(!page.url().includes(secret))
    const { data: devices } = await road.call(listDriverDevices, { query: { key: road.driverKey } })
    assert.equal(devices.length, 1)
    await expectAccessible(page)
    const other = await open()
    await other.goto(at(`#${secret}`))
    await other.getByRole('link', { name: new RegExp(road.loadKey) }).waitFor()
    await other.close()
  })

  await t.test('a driver starts a load and sees the data of its stops', async () => {
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
    await expectAccessible(page)
    assert.match(await page.locator('.stop').nth(3).innerText(), /committed \d/)
    assert.doesNotMatch(await page.locator('.stop').nth(2).innerText(), /committed/)
    await page.getByRole('button', { name: 'Start route' }).click()
    await eventually(async () => {
      assert.equal((await road.call(getLoad, { query: { id: road.loadId } })).data.status, 'started')
    })
    await eventually(async () => {
      const { data } = await road.call(getLoadProgress, { params: { loadId: road.loadId } })
      assert.equal(data.position?.accuracy, 12, 'the planner sees at once where it is')
    })
    await page.getByRole('button', { name: 'Go to stop 1' }).click()
    await page.getByText('Ring the bell at the side gate').waitFor()
    assert.equal(await page.getByRole('link', { name: '+442079460000' }).getAttribute('href'), 'tel:+442079460000')
    await expectAccessible(page)
  })

  await t.test('the scanner accepts a right code, reports a wrong code and stores an additional code', async () => {
    await page.getByRole('button', { name: 'I have arrived' }).click()
    await record(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Choose what happened.').waitFor()
    await choose(page, 'Delivered')
    await page.getByRole('button', { name: 'Scan packages' }).click()
    const scanner = page.getByRole('dialog')
    const [first, second] = road.orders[0]!.barcodes
    await scanner.getByRole('status').getByText(`${first}: right package.`).waitFor()
    await expectAccessible(page)
    const type = async (code: string, answer: string) => {
      await scanner.getByRole('textbox', { name: 'Or type the code' }).fill(code)
      await scanner.getByRole('button', { name: 'Add' }).click()
      await scanner.getByRole('status').getByText(answer).waitFor()
    }
    await type(road.orders[1]!.barcodes[0]!, `Wrong package: ${road.orders[1]!.barcodes[0]} belongs to stop 2.`)
    await type('UNKNOWN-1', 'UNKNOWN-1 is not part of this order. The app records the code.')
    await scanner.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('A signature is needed.').waitFor()
    await sign(page)
    await takePhoto(page)
    await page.getByLabel('Name of the person').fill('A. Receiver')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Not scanned' }).getByText(second!).waitFor()
    await page.getByRole('button', { name: 'Save anyway' }).click()
    await isSaved(page)
    await waits(page, 0)
    const [pod] = await podsOf(road)
    assert.deepEqual(
      [pod?.outcome, pod?.contactName, pod?.complete, pod?.extraBarcodes, pod?.conflict, pod?.locationAccuracy],
      ['success', 'A. Receiver', true, ['UNKNOWN-1'], null, 12],
    )
    assert.deepEqual(
      pod!.packages.filter(({ scanned }) => scanned).map(({ barcode }) => barcode),
      [first],
    )
  })

  await t.test('outcomes that are recorded offline are not lost by a reload or a killed tab', async () => {
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await reception(context, false)
    await toStop(page, 2)
    await record(page)
    await choose(page, 'Not delivered')
    await page.getByRole('radio', { name: /^Damaged/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('This reason needs a photo.').waitFor()
    await takePhoto(page)
    await saved(page)
    await waits(page, 2)
    await page.reload()
    await waits(page, 2)
    await toStop(page, 3)
    await record(page)
    await choose(page, 'Partly delivered')
    // A phone that could not fetch the scanner says so, and takes what is typed. The worker of the page is never without
    // reception here, so it is given what it would get.
    await page.evaluate(
      `caches.keys().then((names) => Promise.all(names.map(async (name) => {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys())
          if (url.endsWith('.wasm')) await cache.put(url, new Response('', { status: 503 }))
      })))`,
    )
    await page.getByRole('button', { name: 'Scan packages' }).click()
    const scanner = page.getByRole('dialog')
    await scanner
      .getByRole('status')
      .getByText('The app cannot load the scanner while you are offline. Type the codes.')
      .waitFor()
    await scanner.getByRole('textbox', { name: 'Or type the code' }).fill('TYPED-1')
    await scanner.getByRole('button', { name: 'Add' }).click()
    await scanner
      .getByRole('status')
      .getByText('TYPED-1 is not part of this order. The app records the code.')
      .waitFor()
    await scanner.getByRole('button', { name: 'Done' }).click()
    await choose(page, 'Refused')
    await page.getByRole('checkbox').first().uncheck()
    await page.getByRole('button', { name: 'Less: Crates of apples' }).click()
    await page.getByLabel('Remarks').fill('One box was wet.')
    // What is typed is on its way into the storage for a moment, longer on a busy machine.
    await eventually(async () => assert.equal(((await draftOn(page)) as OutcomeDraft).remarks, 'One box was wet.'))
    await page.close()
    page = await open()
    await page.goto(at(''))
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
    await page.locator('.stop').nth(2).getByText('Not saved').waitFor()
    await toStop(page, 3)
    await record(page)
    assert.equal(await page.getByLabel('Remarks').inputValue(), 'One box was wet.')
    await sign(page)
    await saved(page)
    await waits(page, 4)
    await page.getByRole('link', { name: '4 not sent yet' }).click()
    await page.getByText('Your records are stored on this phone').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back' }).click()
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).isDisabled(), true)
    await reception(context, true)
    await syncNow(page)
    await waits(page, 0)
    assert.deepEqual((await podsOf(road)).map(({ outcome, complete }) => [outcome, complete]).sort(), [
      ['failed', true],
      ['partial', true],
      ['success', true],
    ])
  })

  await t.test('lost responses create no second outcome', async () => {
    const seen = new Map<string, number>()
    await context.route('**/v1/drive/pod/**', async (route) => {
      const url = route.request().url()
      const times = seen.get(url) ?? 0
      seen.set(url, times + 1)
      const response = await route.fetch()
      if (times === 0) await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
    await toStop(page, 4)
    await record(page)
    await choose(page, 'Delivered')
    await sign(page)
    await takePhoto(page)
    // What is typed while something is being sent or read is not overtaken by what was kept before.
    const remark = 'Left with the neighbour at number 12.'
    await page.evaluate(
      "{ const tab = new BroadcastChannel('dray-driver'); setInterval(() => tab.postMessage(''), 1) }",
    )
    await page.getByLabel('Remarks').pressSequentially(remark)
    assert.equal(await page.getByLabel('Remarks').inputValue(), remark)
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await page.locator('.stop').first().waitFor()
    await eventually(async () => {
      await syncNow(page)
      await page.getByRole('link', { name: 'All sent' }).waitFor({ timeout: 2_000 })
    })
    await context.unroute('**/v1/drive/pod/**')
    assert.deepEqual([...seen.values()], [2, 2, 2])
    const pods = (await podsOf(road)).filter(({ consignmentId }) => consignmentId === road.orders[3]!.consignmentId)
    assert.deepEqual(
      pods.map(({ complete, photos, remarks }) => [complete, photos.length, remarks]),
      [[true, 1, remark]],
    )
    await page.reload()
  })

  await t.test('a rejected outcome is stored and shown, and a retry sends it', async () => {
    const data = { code: 'BAD_REQUEST', message: 'Not like this.', errors: [], requestId: 'r-1' }
    await context.route('**/v1/drive/pod/*', (route) => route.fulfill({ status: 400, json: { status: 'ERROR', data } }))
    await toStop(page, 7)
    await record(page)
    await choose(page, 'Not delivered')
    await choose(page, 'Closed')
    await saved(page)
    await page.locator('.stop').nth(6).getByText('Call your planner').waitFor()
    await page.reload()
    await page.getByRole('link', { name: '1 not sent yet' }).click()
    await page.getByText('Not like this.').waitFor()
    await expectAccessible(page)
    await context.unroute('**/v1/drive/pod/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await waits(page, 0)
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: new RegExp(road.loadKey) }).click()
  })

  await t.test('a restarted service receives all outcomes', async () => {
    await road.kill()
    await toStop(page, 5)
    await record(page)
    await choose(page, 'Delivered')
    await sign(page)
    await saved(page)
    await waits(page, 2)
    await road.restart()
    await syncNow(page)
    await waits(page, 0)
  })

  await t.test('a correction replaces an outcome, and the earlier proof is not deleted', async () => {
    await toStop(page, 2)
    await page.getByRole('button', { name: 'Correct outcome' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Correct outcome' }).click()
    await choose(page, 'Delivered')
    await sign(page)
    await saved(page)
    await waits(page, 0)
    const pods = (await podsOf(road)).filter(({ consignmentId }) => consignmentId === road.orders[1]!.consignmentId)
    const [fresh, old] = ['success', 'failed'].map((outcome) => pods.find((pod) => pod.outcome === outcome)!)
    assert.deepEqual([pods.length, fresh!.replaces, old!.replacedBy], [2, old!.podId, fresh!.podId])
  })

  await t.test('a revoked phone stores its outcomes, and sends them after a new registration', async () => {
    const { data } = await road.call(listDriverDevices, { query: { key: road.driverKey } })
    for (const { deviceId } of data)
      await road.call(endDriverDevice, { params: { deviceId }, query: { key: road.driverKey } })
    await toStop(page, 6)
    await record(page)
    await choose(page, 'Not delivered')
    await choose(page, 'Nobody in')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This phone stores 1 record').waitFor()
    await expectAccessible(page)
    const { code } = await road.link()
    await page.getByLabel('Code').fill('WRONG123')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('This code is not valid').waitFor()
    await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await waits(page, 0)
    assert.equal((await podsOf(road)).length, 8)
  })

  await t.test('usual failure reasons are in the language of the phone', async () => {
    await page.evaluate(`localStorage.setItem('dray.language', 'de')`)
    await page.goto(at(`#/load/${road.loadId}`))
    await page.reload()
    await page.locator('.stop').nth(4).click()
    await page.getByRole('button', { name: 'Ergebnis korrigieren' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ergebnis korrigieren' }).click()
    await choose(page, 'Nicht zugestellt')
    await page.getByRole('radio', { name: 'Niemand da', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Zurück' }).click()
    await page.getByRole('button', { name: 'Altes Ergebnis behalten' }).click()
    await page.getByRole('link', { name: 'Alles gesendet' }).waitFor()
    await page.evaluate(`localStorage.setItem('dray.language', 'en')`)
    await page.reload()
  })

  await t.test('a completed load has every outcome once, with the original files', async () => {
    await page.goto(at(`#/load/${road.loadId}`))
    await page.getByRole('button', { name: 'Complete route' }).click()
    await page.getByRole('dialog').getByText('Every stop has an outcome.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete route' }).click()
    await page.getByText('This route is completed.').waitFor()
    await waits(page, 0)
    assert.equal((await road.call(getLoad, { query: { id: road.loadId } })).data.status, 'completed')
    const pods = await podsOf(road)
    const counting = pods.filter(({ replacedBy }) => replacedBy === null)
    assert.deepEqual(
      counting.map(({ consignmentId }) => consignmentId).sort(),
      road.orders.map(({ consignmentId }) => consignmentId).sort(),
    )
    assert.ok(pods.every(({ complete, conflict }) => complete && conflict === null))
    const stored = new Map<string, string>()
    for (const { podId, photos, signature } of pods)
      for (const { fileId } of [...photos, ...(signature ? [signature] : [])]) {
        const { data } = await road.call(getPodFile, { params: { podId, fileId } })
        stored.set(
          fileId,
          createHash('sha256')
            .update(new Uint8Array(await data.arrayBuffer()))
            .digest('hex'),
        )
      }
    assert.deepEqual([...stored].sort(), [...files].sort())
    assert.deepEqual(faults, [])
  })

  await t.test('a stop that was served on another load is shown as done, with an explanation', async () => {
    const { call, driverKey } = road
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    const former = await call(createLoad, { body: { key: aKey('FORMER'), stops: [{ consignmentId }] } })
    const { loadId } = (await call(createLoad, { body: { key: aKey('NEXT'), driverKey, stops: [{ consignmentId }] } }))
      .data
    await call(updateLoad, { query: { id: loadId }, body: { status: 'released' } })
    await call(updateEnvironment, { body: { pod: { signature: { success: 'optional' } } } })
    const body = { consignmentId, loadId: former.data.loadId, outcome: 'success' as const }
    await call(putPod, { params: { podId: newUuid() }, body })
    await page.goto(at(`#/load/${loadId}`))
    await page.reload()
    await page.locator('.stop').getByText('Delivered · on another route').waitFor()
    await toStop(page, 1)
    await page.getByText('This order is on another route. Skip this stop.').waitFor()
    await expectAccessible(page)
  })
})
