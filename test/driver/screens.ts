// Walks through the driver's app, and shows each of its screens to whoever draws it.
import type { Page } from 'playwright-core'
import { textsIn, type UiLanguage } from '../../console/words/words.ts'
import { driverTexts } from '../../driver/data/words.ts'
import { filmOf, openPhone, openPhoneBrowser, openRoad, scribble } from '../support/driving.ts'

interface Look {
  colorScheme: 'light' | 'dark'
  language: UiLanguage
}
export async function photographRoad(
  t: { after(fn: () => unknown): void },
  { colorScheme, language }: Look,
  photograph: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const words = textsIn(driverTexts, language)
  const road = await openRoad(t, 6)
  const browser = await openPhoneBrowser(filmOf(t, road.orders[1]!.barcodes[0]!))
  t.after(() => browser.close())
  const context = await openPhone(browser, { colorScheme, locale: language, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const tap = (name: string) => page.getByRole('button', { name }).first().click()
  const outcome = (name: 'success' | 'partial' | 'failed') =>
    page.getByRole('radio', { name: words.outcomes(name, 'delivery'), exact: true }).check()
  const save = async () => {
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.locator('.stop').first().waitFor()
    await page.locator('.notice').waitFor()
    await page.locator('.notice').waitFor({ state: 'hidden' })
  }
  const signed = async () => {
    await tap(words.sign)
    await scribble(page, page.getByRole('img', { name: words.signHere }))
  }
  const { secret } = await road.link()
  await page.goto(`${road.url}/driver`)
  await page.getByLabel(words.code).waitFor()
  await photograph(page, 'enter')
  await page.goto(`${road.url}/driver#${secret}`)
  await page.locator('.card').waitFor()
  await photograph(page, 'day')
  await page.locator('.card').click()
  await tap(words.startLoad)
  await page.locator('.stop').first().click()
  await photograph(page, 'stop')
  await tap(words.recordOutcome)
  await outcome('success')
  await signed()
  await photograph(page, 'signature')
  await page.getByRole('dialog').getByRole('button', { name: words.done }).click()
  await save()
  await page.locator('.stop').nth(1).click()
  await tap(words.recordOutcome)
  await outcome('failed')
  await photograph(page, 'failed')
  await outcome('partial')
  await page.getByRole('radio').nth(4).check()
  await tap(words.scan)
  await page.getByRole('dialog').locator('[data-good=true]').waitFor()
  await photograph(page, 'scan')
  await page.getByRole('dialog').getByRole('button', { name: words.done }).click()
  await page.getByRole('checkbox').nth(1).uncheck()
  await page.getByRole('button', { name: words.scan }).evaluate('(element) => element.scrollIntoView()')
  await photograph(page, 'partial')
  await context.setOffline(true)
  await signed()
  await page.getByRole('dialog').getByRole('button', { name: words.done }).click()
  await save()
  await page.getByRole('link', { name: words.notSent(2) }).waitFor()
  await photograph(page, 'load')
  await page.getByRole('link', { name: words.notSent(2) }).click()
  await page.locator('.goods').waitFor()
  await photograph(page, 'waiting')
}
