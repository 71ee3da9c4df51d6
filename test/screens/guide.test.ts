// The guide in a browser: its search by keyboard, its colours, and the ways from the console to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { consoleSuite, desktop, eventually, expectAccessible, focused, phone } from '../support/console.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Waits until the scripts of the guide handle keys and clicks. */
const ready = (page: Page) => page.locator('.VPSwitch[title^="Switch to"]').first().waitFor({ state: 'attached' })

/** Returns the addresses of other hosts that the page requests from now on. */
function watchHosts(page: Page, url: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  return foreign
}

/** Finds a ⌘K command of the console and runs it. */
async function runCommand(page: Page, text: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type(text)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

consoleSuite('guide', (site) => {
  test('the search finds a page by keyboard and opens it, without the network', async (t) => {
    const { open, url } = await site()
    const page = await open(t, '/guide/', { guest: true })
    const foreign = watchHosts(page, url)
    await heading(page, 'Documentation')
    await ready(page)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search' })
    await focused(page, field)
    await page.keyboard.type('proposal outdated')
    await page
      .getByRole('option', { name: /PLAN_OUTDATED/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/guide\/generated\/errors#plan_outdated$/)
    await heading(page, 'Error codes')
    assert.deepEqual(foreign, [])
  })

  test('the guide is accessible in both colours, wide and narrow', async (t) => {
    const { open } = await site()
    const page = await open(t, '/guide/', { guest: true })
    for (const [path, name] of [
      ['/guide/', 'Documentation'],
      ['/guide/plan/first-day', 'First day'],
      ['/guide/drive/deliver', 'Deliver'],
      ['/guide/generated/errors#load_state', 'Error codes'],
      ['/guide/integrate/webhook-signatures', 'Verify a webhook'],
    ] as const)
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        await page.goto(new URL(path, page.url()).href)
        await heading(page, name)
        await ready(page)
        await expectAccessible(page)
      }
  })

  test('a switch of the colours and the links to the installation work', async (t) => {
    const { open } = await site()
    const page = await open(t, '/guide/concepts')
    await ready(page)
    await page.getByRole('switch').first().click()
    await page.locator('html.dark').waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.waitForURL(/\/docs$/)
    await page.getByRole('link', { name: 'Guide', exact: true }).click()
    await heading(page, 'Documentation')
  })

  test('an unknown page shows the 404 page of the guide', async (t) => {
    const page = await (await site()).open(t, '/guide/nothing', { guest: true, expected: /404/ })
    await heading(page, 'Page not found')
    await page.getByRole('link', { name: 'go to home' }).click()
    await heading(page, 'Documentation')
  })

  test('⌘K, the user menu and the page About open the guide', async (t) => {
    const page = await (await site()).open(t, '/about')
    await page.getByRole('row', { name: /Health ready/ }).waitFor()
    assert.equal(await page.locator('main').getByRole('link', { name: 'Guide' }).getAttribute('href'), '/guide/')
    const opened = page.waitForEvent('popup')
    await runCommand(page, 'guide', 'Guide')
    await heading(await opened, 'Documentation')
    await (await opened).close()
    await page
      .getByRole('button', { name: /Account and display/ })
      .first()
      .click()
    assert.equal(await page.getByRole('menuitem', { name: 'Guide' }).getAttribute('href'), '/guide/')
  })

  test('a rejected action of the console links to its error code in the guide', async (t) => {
    const page = await (await site()).open(t, '/settings/people', { expected: /409/ })
    await page.getByRole('combobox', { name: /^Role of Ada Planner/ }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    const help = page.locator('.mantine-Notification-root').getByRole('link', { name: 'Help' })
    await help.waitFor()
    const opened = page.waitForEvent('popup')
    await help.click()
    const guide = await opened
    await heading(guide, 'Error codes')
    assert.match(guide.url(), /\/guide\/generated\/errors#last_owner$/)
    await eventually(async () => {
      const top = await guide.evaluate("document.getElementById('last_owner').getBoundingClientRect().top")
      assert.ok((top as number) >= 0 && (top as number) < desktop.height, `the section is at ${top}`)
    })
    await guide.close()
  })
})
