// `npm run screenshots`: every screen, light and dark, on a desktop and on a phone, into docs/screens/, and those of the driver's app. Names after it choose some.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getLoad, listLoads } from '../../contract/load.ts'
import { getTracking } from '../../contract/tracking.ts'
import { photographRoad } from '../driver/screens.ts'
import { desktop, openSite, phone, type Site } from '../support/console.ts'
import { progressScreen, type Screen, screens } from '../support/screens.ts'

const folder = join(import.meta.dirname, '../../docs/screens')
const quality = 56
const wanted = new Set(process.argv.slice(2))

test('screenshots', { timeout: 600_000, skip: wanted.size === 1 && wanted.has('driver') }, async (t: TestContext) => {
  const site = await openSite(t, { environment: 'demo', flags: { demo: true } })
  mkdirSync(folder, { recursive: true })
  for (const { name, path, guest = false, expected, ready } of [
    ...screens,
    progressScreen,
    await trackingScreen(site),
  ]) {
    if (wanted.size > 0 && !wanted.has(name)) continue
    for (const [device, viewport] of Object.entries({ desktop, phone }))
      for (const colorScheme of ['light', 'dark'] as const)
        await t.test(`${name} ${device} ${colorScheme}`, async (inner) => {
          const page = await site.open(inner, path, {
            map: 'webGl',
            viewport,
            colorScheme,
            guest,
            ...(expected ? { expected } : {}),
          })
          await ready(page)
          // Its small map comes after what it says.
          if (name === 'order') await page.locator('[data-map=drawn]').waitFor({ timeout: 120_000 })
          await page.mouse.move(0, 0)
          await page.getByRole('tooltip').waitFor({ state: 'hidden' })
          await photograph(page, `${name}-${device}-${colorScheme}`)
        })
  }
})

test('screenshots of the driver', { timeout: 600_000, skip: wanted.size > 0 && !wanted.has('driver') }, async (t) => {
  for (const look of [
    { colorScheme: 'light', language: 'en' },
    { colorScheme: 'dark', language: 'en' },
    { colorScheme: 'light', language: 'ar' },
  ] as const)
    await photographRoad(t, look, (page, name) =>
      photograph(page, `driver-${name}-${look.language === 'ar' ? 'ar-' : ''}${look.colorScheme}`),
    )
})

/** The tracking page of an order on a started route. */
async function trackingScreen({ call }: Site): Promise<Screen> {
  const started = (await call(listLoads)).data.find(({ status }) => status === 'started')!
  const { stops } = (await call(getLoad, { query: { id: started.loadId } })).data
  const { consignmentId } = stops.at(6)!
  const { url } = (await call(getTracking, { params: { consignmentId } })).data
  const ready = (page: Page) => page.getByRole('heading').first().waitFor()
  return { name: 'tracking', path: url!, guest: true, ready }
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}
