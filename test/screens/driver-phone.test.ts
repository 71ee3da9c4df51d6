// The driver's app with what orders and phones really hold: words without an end, codes that are there twice, pictures that
// cannot be read, a phone that is full or turned.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { linkDriver } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver } from '../../contract/fleet.ts'
import { listPods } from '../../contract/pod.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { eventually } from '../support/console.ts'
import { aRoute } from '../support/drivers.ts'
import { openPhone } from '../support/driving.ts'
import { startService, type Tenant } from '../support/harness.ts'
import { aDriver } from '../support/orders.ts'

const width = 360
const upright = { width, height: 740 }
const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbau'
const order = {
  consigneeAddress: { company: word, line1: word, city: word, postalCode: 'EX1 1AA', country: 'GB' },
  consigneeContact: { personName: word, phone: { countryCode: '44', localNumber: '2079460000' } },
  consignmentInstructions: `Here: https://maps.example.com/place?q=${'51.50135,-0.14189'.repeat(8)}`,
  packages: ['A', 'B'].map((packageId) => ({ packageId, barcode: 'SAME' })),
  productLines: [{ productLineId: '1', productCode: 'P', description: word, quantity: 1.1, currency: 'EUR' as const }],
  packageProducts: [{ packageId: 'A', productLineId: '1', quantity: 1.1 }],
}

async function aDay({ call }: Tenant) {
  const driver = aDriver({ name: word })
  await call(createDriver, { body: driver })
  await call(updateEnvironment, { body: { pod: { signature: { partial: 'optional' } } } })
  const orders = [order, order]
  const route = await aRoute({ call } as Tenant, driver.key, { key: `TOUR-${word}`, status: 'started', orders })
  return { ...route, link: (await call(linkDriver, { query: { key: driver.key } })).data.url.split('#')[1] }
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What leaves the screen or its own place. */
const tooWide = `[...document.querySelectorAll('body, body *')].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect()
  const isText = one.clientWidth > 0 && getComputedStyle(one).display !== 'inline'
  // What is there for those who listen only.
  if (width <= 1 || one.matches('video') || !one.checkVisibility()) return false
  return left < -1 || right > ${width} + 1 || (isText && one.scrollWidth > one.clientWidth + 1)
}).map((one) => one.outerHTML.slice(0, 120))`

/** Three marks beside each other, each begun at once after the one before, and drawn in haste. */
const sign = `(async () => {
  const field = document.querySelector('canvas.signature')
  const { x, y, width, height } = field.getBoundingClientRect()
  const point = (name, share, down) =>
    field.dispatchEvent(new PointerEvent(name, {
      ...{ bubbles: true, cancelable: true, pointerId: 1, buttons: name === 'pointerup' ? 0 : 1 },
      ...{ clientX: x + width * share, clientY: y + height * down },
    }))
  for (const share of [0.1, 0.5, 0.95]) {
    point('pointerdown', share, 0.3)
    // Whatever was put off of the one before comes now.
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const down of [0.4, 0.5, 0.6]) point('pointermove', share, down)
    point('pointerup', share, 0.7)
  }
})()`

/** How many marks the signature has beside each other. */
const marks = `(async () => {
  const image = document.querySelector('.signed img')
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const hasInk = (x) => Array.from({ length: height }, (_, y) => data[(y * width + x) * 4]).some((red) => red < 128)
  return Array.from({ length: width }, (_, x) => hasInk(x)).filter((is, x, all) => is && !all[x - 1]).length
})()`

test('the driver app on a phone', { skip: noBrowser }, async (t) => {
  const service = await startService(t)
  const tenant = await service.environment()
  const { loadId, consignmentIds, link } = await aDay(tenant)
  const [first, second] = consignmentIds
  const browser = await openBrowser(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'])
  t.after(() => browser.close())
  const context = await openPhone(browser, { viewport: upright, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)))
  const dialog = page.getByRole('dialog')
  const to = async (path: string, shown: string) => {
    await page.evaluate(`location.hash = '#/${path}'`)
    await page.locator(shown).first().waitFor()
  }
  const back = () => page.getByRole('link', { name: 'Back' }).click()
  await page.goto(`${service.url}/driver#${link}`)
  await page.locator('.card').waitFor()

  await t.test('no page is wider than the phone, in any language and with large fonts', async () => {
    const sheets = async (opener: Locator, name: string) => {
      for (let at = 0; at < (await opener.count()); at++) {
        await opener.nth(at).click()
        await dialog.waitFor()
        assert.deepEqual(await page.evaluate(tooWide), [], `${name}, sheet ${at}`)
        await dialog.locator('.icon-button').first().click()
      }
    }
    const screens = [
      ['', '.card', '.none'],
      [`load/${loadId}`, '.stop', '.foot .button:nth-of-type(2)'],
      [`stop/${loadId}/${first}`, '.where', '.none'],
      [`outcome/${loadId}/${first}`, '.outcomes', '.button.wide'],
      ['waiting', '.empty, .cards', '.none'],
    ] as const
    for (const [language, size] of [
      ['en', 1],
      ['en', 2],
      ['ar', 2],
    ] as const) {
      await page.evaluate(`localStorage.setItem('dray.language', '${language}')`)
      await page.reload()
      await page.evaluate(`document.documentElement.style.fontSize = '${size * 106.25}%'`)
      for (const [path, shown, opener] of screens) {
        await to(path, shown)
        if (path.startsWith('outcome')) await page.locator('[data-outcome=partial] input').check()
        const name = `${path} in ${language}, ${size} times as large`
        assert.deepEqual(await page.evaluate(tooWide), [], name)
        await sheets(page.locator(opener), name)
      }
    }
  })

  await t.test('the main button is visible, even below a long instruction', async () => {
    await page.evaluate(`localStorage.setItem('dray.language', 'en')`)
    await page.reload()
    await to(`stop/${loadId}/${second}`, '.where')
    const { y, height } = (await page.getByRole('button', { name: 'Record outcome' }).boundingBox())!
    assert.ok(y + height <= upright.height, `${y + height}`)
  })

  await t.test('Back in the app is Back of the phone', async () => {
    await page.goto(`${service.url}/driver`)
    await page.locator('.card').click()
    await page.locator('.stop').first().click()
    await page.locator('.where').waitFor()
    await back()
    await page.locator('.stop').first().waitFor()
    await page.goBack()
    await page.locator('.card').waitFor()
  })

  const record = async (position: number) => {
    await page
      .locator('.stop')
      .nth(position - 1)
      .click()
    await page.getByRole('button', { name: /Record outcome|Continue/ }).click()
    await page.getByRole('radio', { name: 'Partly delivered' }).check()
  }
  const scan = async (answers: string[]) => {
    await page.getByRole('button', { name: 'Scan packages' }).click()
    for (const answer of answers) {
      await dialog.getByRole('textbox', { name: 'Or type the code' }).fill('SAME')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText(answer).waitFor()
    }
    await dialog.getByRole('button', { name: 'Done' }).click()
  }

  await t.test('scanning a code that several packages share counts one package each time', async () => {
    await page.locator('.card').click()
    await record(2)
    await scan(['1 still to scan', 'All packages are scanned.', 'SAME: already scanned.'])
  })

  await t.test('a field for a quantity shows all digits', async () => {
    const quantity = page.getByLabel(`Handed over: ${word}`)
    await page.getByRole('button', { name: `Less: ${word}` }).click()
    assert.equal(await quantity.inputValue(), '0.1')
    await quantity.fill('0.3')
    await quantity.blur()
    assert.equal(await quantity.inputValue(), '0.3')
  })

  await t.test('an unreadable image and a full phone are reported', async () => {
    await page.getByRole('button', { name: 'Take photo' }).click()
    const input = dialog.getByLabel('From phone')
    assert.equal(await input.getAttribute('capture'), null, 'a phone would open its camera, and no album')
    await input.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
    await dialog.getByRole('alert').getByText('The app cannot read this photo.').waitFor()
    // As the browser refuses where no room is left.
    await page.evaluate(`{
      globalThis.put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') }
    }`)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await dialog.getByText('The phone is full and cannot store this.').waitFor()
    await page.evaluate('IDBObjectStore.prototype.put = globalThis.put')
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await dialog.getByText('1 photo').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await t.test('the camera app of the phone takes the photo if camera access is denied', async () => {
    await page.evaluate('navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException())')
    await page.getByRole('button', { name: 'Take photo' }).click()
    const camera = dialog.locator('input[capture=environment]')
    const buffer = Buffer.from(picture, 'base64')
    await camera.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await dialog.getByText('2 photos').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await t.test('a signature is complete after the phone is rotated', async () => {
    await page.setViewportSize({ width: upright.height, height: width })
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const field = dialog.getByRole('img', { name: 'Sign here with your finger' })
    await page.evaluate(sign)
    // For a moment there may be no room at all.
    await page.evaluate(`{
      const { style } = document.querySelector('canvas.signature')
      style.display = 'none'
      dispatchEvent(new Event('resize'))
      style.display = ''
    }`)
    await page.setViewportSize(upright)
    await eventually(async () => assert.ok((await field.boundingBox())!.width < width))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('img', { name: 'Signature' }).waitFor()
    assert.equal(await page.evaluate(marks), 3)
  })

  await t.test('saving an outcome closes its page', async () => {
    await page.getByRole('radio', { name: 'Refused', exact: true }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.stop').first().waitFor()
    // That of the other order is begun.
    await page.getByRole('link', { name: '1 not finished yet' }).waitFor()
    const [pod] = (await tenant.call(listPods, { query: { consignmentId: second! } })).data.pods
    assert.deepEqual(
      [
        pod?.packages.map(({ scanned }) => scanned),
        pod?.productLines.map((line) => [line.quantity, line.failedQuantity]),
      ],
      [[true, true], [[0.3, 0.8]]],
    )
    await record(1)
    // What was not handed over is not the one that is read.
    const ticks = page.locator('.ticks').getByRole('checkbox')
    await ticks.first().uncheck()
    await scan(['SAME: right package.'])
    assert.deepEqual([await ticks.first().isChecked(), await ticks.nth(1).isChecked()], [false, true])
    await back()
    await back()
    await page.locator('.stop').first().waitFor()
    await page.goBack()
    await page.locator('.card').waitFor()
    assert.deepEqual(faults, [])
  })
})
