// A driver's phone and the service behind it: a process that can be killed and started again at the same address, a load of the day, a camera that shows a code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { encode } from 'uqr'
import { createClient } from '../../client/client.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { linkDriver } from '../../contract/drive.ts'
import { createDriver, createVehicle } from '../../contract/fleet.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { openBrowser } from './browser.ts'
import { type Child, dray, serve } from './child.ts'
import { phone } from './console.ts'
import { patientFetch } from './harness.ts'
import { aKey, anOrder } from './orders.ts'

export interface Road {
  url: string
  call: ReturnType<typeof createClient>['call']
  driverKey: string
  loadId: string
  loadKey: string
  /** In the sequence of the stops. */
  orders: { consignmentId: string; key: string; barcodes: string[] }[]
  link(): Promise<{ secret: string; code: string }>
  kill(): Promise<void>
  restart(): Promise<void>
}
interface Cleanup {
  after(fn: () => unknown): void
}

/** A started service with a released load of so many stops, each with two packages and a product line. */
export async function openRoad(t: Cleanup, stops: number): Promise<Road> {
  const data = mkdtempSync(join(tmpdir(), 'dray-road-'))
  let child: Child = await serve(data)
  t.after(async () => {
    await child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  })
  const { url } = child
  const token = dray(data, 'token', 'create', '--environment', 'default')
  const { call } = createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch })
  const planned = await plan(call, stops)
  return {
    url,
    call,
    ...planned,
    link: () => linkOf(call, planned.driverKey),
    async kill() {
      await child.kill('SIGKILL')
    },
    async restart() {
      child = await serve(data, '--port', new URL(url).port)
    },
  }
}

const people = ['Northern Bakery', 'Harbour Books', 'Green Grocer', 'Corner Pharmacy', 'City Library', 'River Café']
const streets = ['1 Mill Lane', '22 Harbour Road', '7 Market Square', '140 Station Street', '3 Old Town', '58 Quay']

export async function linkOf(call: Road['call'], key: string): ReturnType<Road['link']> {
  const { data } = await call(linkDriver, { query: { key } })
  return { secret: data.url.split('#')[1]!, code: data.code }
}

/** A driver, and a released load of so many stops for them. */
export async function plan(call: Road['call'], count: number, driverKey = aKey('DRIVER')) {
  const vehicleKey = aKey('VAN')
  await call(createDriver, { body: { key: driverKey, name: 'Morning round' } })
  await call(createVehicle, { body: { key: vehicleKey, name: 'Van 7', plate: 'DR 4711' } })
  const orders: Road['orders'] = []
  for (let n = 0; n < count; n++) orders.push(await order(call, n))
  const loadKey = aKey('TOUR')
  const stops = orders.map(({ consignmentId }) => ({ consignmentId }))
  const plannedStart = new Date(Date.now() - 3_600_000).toISOString()
  const { data } = await call(createLoad, { body: { key: loadKey, driverKey, vehicleKey, stops, plannedStart } })
  for (const status of ['planned', 'released'] as const)
    await call(updateLoad, { query: { id: data.loadId }, body: { status } })
  return { driverKey, loadKey, loadId: data.loadId, orders }
}

async function order(call: Road['call'], n: number): Promise<Road['orders'][number]> {
  const hour = 3_600_000
  const at = Date.now() + n * 900_000
  const barcodes = [`PK-${1_000 + n}-A`, `PK-${1_000 + n}-B`]
  const body = anOrder({
    requiredFrom: new Date(at - hour).toISOString(),
    requiredTo: new Date(at + 2 * hour).toISOString(),
    planned: new Date(at).toISOString(),
    // With one of them a time was agreed.
    committed: n === 3 ? new Date(at).toISOString() : null,
    timeAtStop: 10,
    weight: 12.5,
    consigneeAddress: {
      company: people[n % people.length]!,
      line1: streets[n % streets.length]!,
      city: 'Exampleton',
      postalCode: `EX${1 + (n % 9)} 1AA`,
      country: 'GB',
      geoLocation: { lat: 51.5 + n / 100, lng: -0.12 },
    },
    consigneeContact: { personName: 'Goods in', phone: { countryCode: '44', localNumber: '2079460000' } },
    ...(n % 2 === 0 ? { consignmentInstructions: 'Ring the bell at the side gate, and mind the step.' } : {}),
    packages: barcodes.map((barcode) => ({ packageId: barcode, barcode })),
    productLines: [
      { productLineId: '1', productCode: 'A-1', description: 'Crates of apples', quantity: 4, currency: 'EUR' },
    ],
  })
  const { data } = await call(createConsignment, { body })
  return { consignmentId: data.consignmentId, key: body.key!, barcodes }
}

/** A film of one code, as a camera would see it, for `--use-file-for-fake-video-capture`. */
export function filmOf(t: Cleanup, code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dray-film-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [width, height] = [640, 480]
  const { data, size } = encode(code, { border: 4 })
  const scale = Math.floor(height / size)
  const [left, top] = [Math.floor((width - size * scale) / 2), Math.floor((height - size * scale) / 2)]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * scale; y++)
    for (let x = 0; x < size * scale; x++)
      if (data[Math.floor(y / scale)]![Math.floor(x / scale)]) light[(top + y) * width + left + x] = 16
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  const file = join(folder, 'code.y4m')
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), frame, frame]))
  return file
}

export const openPhoneBrowser = (film: string): Promise<Browser> =>
  openBrowser([
    ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    `--use-file-for-fake-video-capture=${film}`,
  ])

export async function openPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    permissions: ['camera', 'geolocation'],
    geolocation: { latitude: 51.501, longitude: -0.121, accuracy: 12 },
    ...options,
  })
  context.setDefaultTimeout(60_000)
  return context
}

/** Without reception: the browser says so, and, for the part of it that lies, nothing passes either. */
export async function reception(context: BrowserContext, isThere: boolean): Promise<void> {
  await context.setOffline(!isThere)
  if (isThere) await context.unroute('**/v1/**')
  else await context.route('**/v1/**', (route) => route.abort())
}
/** As the phone does by itself when it has reception again. */
export const syncNow = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))")

export const record = (page: Page) => page.getByRole('button', { name: /Record outcome|Continue/ }).click()
export const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()
/** What the sign at the top says of everything that was recorded. */
export async function waits(page: Page, count: number): Promise<void> {
  const name = count === 0 ? 'All sent' : `${count} not sent yet`
  try {
    await page.getByRole('link', { name }).waitFor()
  } catch (cause) {
    const said = await page.locator('.waiting-sign').allInnerTexts()
    throw new Error(`The sign says "${said}", not "${name}".`, { cause })
  }
}

/** A line with a finger over the field for signatures. */
export async function scribble(page: Page, field: Locator): Promise<void> {
  const { x, y, width, height } = (await field.boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.6)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++)
    await page.mouse.move(x + width * (0.2 + step * 0.07), y + height * (step % 2 ? 0.4 : 0.6))
  await page.mouse.up()
}

export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign/ }).click()
  await scribble(page, page.getByRole('img', { name: 'Sign here with your finger' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('img', { name: 'Signature' }).waitFor()
}

export async function takePhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take photo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take photo' }).click()
  await dialog.getByRole('status').getByText('1 photo').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
}
