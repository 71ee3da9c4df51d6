// `npm run storm:driver`: a day of 100 stops with 200 photos in a real browser, through kills of the service and of the tab; then everything is counted.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { updateEnvironment } from '../../contract/environment.ts'
import { getPodFile, listPods, type Pod } from '../../contract/pod.ts'
import { filmOf, openPhone, openPhoneBrowser, openRoad, type Road } from '../support/driving.ts'

const { values } = parseArgs({
  options: { stops: { type: 'string', default: '100' }, kills: { type: 'string', default: '5' } },
})
const stops = Number(values.stops)
const kills = Number(values.kills)
const cleanups: (() => unknown)[] = []
const t = { after: (fn: () => unknown) => void cleanups.push(fn) }

const started = performance.now()
const road = await openRoad(t, stops)
await road.call(updateEnvironment, {
  body: { pod: { signature: { success: 'off', partial: 'off', failed: 'off' }, photosMin: 2 } },
})
const browser = await openPhoneBrowser(filmOf(t, 'STORM'))
t.after(() => browser.close())
const context = await openPhone(browser)
const announced = new Map<string, string>()
const { secret } = await road.link()
let page = await open(`#${secret}`)
await page.locator('.card').click()
await page.getByRole('button', { name: 'Start route' }).click()
await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')

let done = 0
for (const [at, { consignmentId }] of road.orders.entries()) {
  const isKill = Math.floor(((at + 1) * kills) / stops) > Math.floor((at * kills) / stops)
  await record(consignmentId, isKill)
  done++
  if (done % 10 === 0) console.error(`${done} stops, ${Math.round((performance.now() - started) / 1_000)} s`)
}
await settled(page)
const pods = await everyPod(road)
const broken = await audit(pods)
const usableMs = await usable()
for (const cleanup of cleanups.reverse()) await cleanup()
if (broken.length > 0) {
  console.error(broken.join('\n'))
  process.exit(1)
}
const photos = pods.reduce((sum, pod) => sum + pod.photos.length, 0)
console.log(
  `${pods.length} outcomes and ${photos} photos of ${stops} stops, through ${kills} kills: nothing lost, nothing twice, every hash equal. ` +
    `Opened from the phone with a processor at a quarter and slow 3G: the day is there after ${usableMs} ms.`,
)
process.exit(0)

async function open(hash: string): Promise<Page> {
  const tab = await context.newPage()
  tab.on('request', (request) => {
    if (request.method() !== 'PUT' || !/\/v1\/drive\/pod\/[^/]+$/.test(request.url())) return
    for (const { fileId, sha256 } of request.postDataJSON().photos ?? []) announced.set(fileId, sha256)
  })
  await tab.goto(`${road.url}/driver${hash}`)
  return tab
}

/** One stop with two photos. In a kill, the tab goes with the first photo, the service with the second, and both come back. */
async function record(consignmentId: string, isKill: boolean): Promise<void> {
  const hash = `#/outcome/${road.loadId}/${consignmentId}`
  await page.goto(`${road.url}/driver${hash}`)
  await page.getByRole('radio', { name: 'Delivered', exact: true }).check()
  await photograph(1)
  if (isKill) {
    await page.close()
    page = await open(hash)
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  }
  await photograph(2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.stop').first().waitFor()
  if (!isKill) return
  await sleep(Math.random() * 300)
  await road.kill()
  await page.close()
  page = await open('')
  await page.locator('.card').waitFor()
  await road.restart()
}

async function photograph(count: number): Promise<void> {
  await page.getByRole('button', { name: 'Take photo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take photo' }).click()
  await dialog
    .getByRole('status')
    .getByText(new RegExp(`^${count} photo`))
    .waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

async function settled(tab: Page): Promise<void> {
  await tab.evaluate("dispatchEvent(new Event('online'))")
  await tab.getByRole('link', { name: 'All sent' }).waitFor({ timeout: 300_000 })
}

async function everyPod({ call, loadId }: Road): Promise<Pod[]> {
  const found: Pod[] = []
  let cursor: string | undefined
  do {
    const { data } = await call(listPods, { query: { loadId, limit: '100', ...(cursor ? { cursor } : {}) } })
    found.push(...data.pods)
    cursor = data.next ?? undefined
  } while (cursor)
  return found
}

async function audit(found: Pod[]): Promise<string[]> {
  const faults: string[] = []
  const per = Map.groupBy(found, ({ consignmentId }) => consignmentId)
  for (const { consignmentId, key } of road.orders)
    if (per.get(consignmentId)?.length !== 1) faults.push(`${key}: ${per.get(consignmentId)?.length ?? 0} outcomes`)
  for (const { podId, photos: taken, complete, conflict } of found) {
    if (!complete || conflict !== null || taken.length !== 2) faults.push(`${podId}: incomplete`)
    for (const { fileId } of taken) {
      const { data } = await road.call(getPodFile, { params: { podId, fileId } })
      const hash = createHash('sha256')
        .update(new Uint8Array(await data.arrayBuffer()))
        .digest('hex')
      if (announced.get(fileId) !== hash) faults.push(`${fileId}: other bytes`)
    }
  }
  return faults
}

/** From a tap on the icon to the day on the screen. */
async function usable(): Promise<number> {
  await page.close()
  const tab = await context.newPage()
  const devTools = await context.newCDPSession(tab)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const from = performance.now()
  await tab.goto(`${road.url}/driver`, { waitUntil: 'commit' })
  await tab.locator('.card').waitFor()
  return Math.round(performance.now() - from)
}
