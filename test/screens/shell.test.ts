// The frame around the screens: search, shortcuts, colours, languages, a lost connection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listPageCommands } from '../../console/commands.ts'
import { createConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { consoleSuite, eventually, expectAccessible, focused, hold, walkTo } from '../support/console.ts'
import { stopsOf } from '../support/loads.ts'
import { aKey, anOrder } from '../support/orders.ts'

consoleSuite('shell', (site) => {
  test('⌘K finds an order and a load by their keys, by keyboard', async (t) => {
    const { open, call } = await site()
    const { data } = await call(createConsignment, { body: anOrder({ key: 'FIND-ME' }) })
    const page = await open(t, '/consignments', { expected: /404/ })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
    await page.keyboard.type('FIND-ME')
    await page.getByRole('option', { name: /FIND-ME/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(data.consignmentId))

    const { loadId } = (await call(createLoad, { body: { key: 'NORTH-ROUND' } })).data
    await page.keyboard.press('Control+k')
    await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
    await page.keyboard.type('north-r')
    await page.getByRole('group', { name: 'Routes' }).getByRole('option', { name: 'NORTH-ROUND' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/plan.*${loadId}`))
  })

  test('⌘K runs actions of other pages, and finds their settings', async (t) => {
    const page = await (await site()).open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
      await page.keyboard.type(text)
    }
    await find('new order')
    await page
      .getByRole('group', { name: 'On other pages' })
      .getByRole('option', { name: /New order.*G.*C.*N/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/consignments\/new/)
    await page.getByLabel('Key', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await find('time zone')
    await page
      .getByRole('group', { name: 'Settings' })
      .getByRole('option', { name: /Time zone/ })
      .click()
    await page.waitForURL(/\/settings\/display/)
    await page.getByRole('combobox', { name: 'Time zone' }).and(page.locator(':focus')).waitFor()
  })

  test('⌘K lists keys that work on the page, and contains all keys of the ? list', async (t) => {
    const { open, call } = await site()
    const { data } = await call(createConsignment, { body: anOrder({ key: aKey('KEYS') }) })
    const stops = stopsOf([data.consignmentId])
    await call(createLoad, { body: { key: aKey('KEYS'), plannedStart: new Date().toISOString().slice(0, 19), stops } })
    const page = await open(t, '/about')
    // Pages are offered under their own names, and what searches is open.
    const ofPages = /^Go to |^Search or jump/
    for (const [to, commands] of Map.groupBy(listPageCommands('en'), ({ to }) => to)) {
      await walkTo(page, to)
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      for (const { label, keys } of commands) if (keys) await sheet.getByText(label, { exact: true }).first().waitFor()
      const told = (await sheet.locator('dt').allInnerTexts()).filter((label) => !ofPages.test(label))
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+k')
      const actions = page.getByRole('group', { name: 'Actions' })
      for (const { label } of commands) await actions.getByText(label, { exact: true }).first().waitFor()
      await eventually(async () => {
        const offered = (await actions.innerText()).replaceAll('\n', ' ')
        assert.deepEqual(
          told.filter((label) => !offered.includes(label)),
          [],
          `${to}: ⌘K lacks what ? tells`,
        )
      })
      await page.keyboard.press('Escape')
      await actions.waitFor({ state: 'hidden' })
    }
    // What has no keys, and what waits for a choice, is found as well.
    await walkTo(page, '/consignments')
    await page.getByRole('grid').waitFor()
    const find = async (text: string) => {
      await page.keyboard.press('Control+k')
      await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
      await page.keyboard.type(text)
    }
    await find('assign to route')
    await page.getByRole('option', { name: /Assign to route.*Select orders first/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await find('deutsch')
    await page.getByRole('option', { name: 'Language: Deutsch' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Aufträge', exact: true }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Mein Konto' }).click()
    await page.waitForURL(/\/account/)
  })

  test('an unknown page has the navigation of the console', async (t) => {
    const page = await (await site()).open(t, '/nothing/here')
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    assert.match(await page.title(), /^Page not found/)
    await expectAccessible(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Routes' }).click()
    await page.getByRole('heading', { name: 'Routes', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Go to orders' }).click()
    await page.waitForURL(/\/consignments$/)
  })

  test('the header shows the time zone only if the browser has another one', async (t) => {
    const { open } = await site()
    const header = (page: Page) => page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
    const abroad = await open(t, '/history')
    await header(abroad).getByText('Times in UTC').waitFor()
    const local = await open(t, '/history', { timezoneId: 'Etc/UTC' })
    await header(local).waitFor()
    assert.equal(await header(local).getByText('Times in').count(), 0)
  })

  test('the key ? shows the keys of the page, and g opens other pages', async (t) => {
    const page = await (await site()).open(t, '/consignments')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Go to Orders').waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL(/\/consignments/)
  })

  test('the colour scheme is that of the system until a user chooses another', async (t) => {
    const page = await (await site()).open(t, '/consignments', { colorScheme: 'dark' })
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.getByRole('button', { name: 'Account and display' }).click()
    assert.equal(await scheme(), 'dark')
    await page.getByText('Light', { exact: true }).click()
    assert.equal(await scheme(), 'light')
    await page.reload()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    assert.equal(await scheme(), 'light')
  })

  test('the language changes immediately, also to one from right to left', async (t) => {
    const page = await (await site()).open(t, '/consignments')
    await page.getByRole('button', { name: 'Account and display' }).click()
    await page.getByText('Deutsch').click()
    await page.getByRole('heading', { name: 'Aufträge' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page.getByText('العربية').click()
    await page.getByRole('heading', { name: 'الطلبات' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  test('the change of a value is drawn from right to left in a right-to-left language', async (t) => {
    const { open, call } = await site()
    const { data } = await call(createConsignment, { body: anOrder({ consignmentInstructions: 'First gate' }) })
    const { consignmentId } = data
    await call(updateConsignment, { query: { id: consignmentId }, body: { consignmentInstructions: 'Second gate' } })
    const page = await open(t, '/history', { language: 'ar' })
    await page.getByRole('button', { name: 'عرض التفاصيل' }).first().click()
    const left = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!.x
    await page.getByText('Second gate', { exact: true }).waitFor()
    assert.ok((await left('First gate')) > (await left('Second gate')))
  })

  test('the reference finds fields and errors, writes samples, and sends requests as the user', async (t) => {
    const { open, url } = await site()
    const page = await open(t, '/about')
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor()
    await page.goto(`${url}/docs`)
    await page.getByText('You are signed in to the console as Ada Planner').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('onExportList')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: 'onExportList' }).first().waitFor()
    assert.equal(await contents.getByRole('link', { name: 'Create a depot' }).count(), 0)
    await page.getByRole('searchbox').fill('depot_rule')
    await contents.getByRole('link', { name: 'DEPOT_RULE', exact: true }).click()
    await page
      .getByRole('row', { name: /DEPOT_RULE/ })
      .last()
      .waitFor()

    await page.getByRole('searchbox').fill('list all depots')
    const depots = page.getByRole('article').filter({ hasText: '/v1/depots' }).first()
    await depots.getByRole('button', { name: 'Python' }).click()
    await depots.locator('pre').filter({ hasText: 'import requests' }).waitFor()
    await depots.getByText('Try it', { exact: true }).click()
    await depots.getByRole('button', { name: 'Send GET' }).click()
    await depots.getByText('"OK"').last().waitFor()
    // What is filtered out would be looked through all the same, for half a minute.
    await page.evaluate("for (const one of document.querySelectorAll('article[hidden]')) one.remove()")
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Console' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  })

  test('a key hides the navigation, and the navigation is hidden after a reload', async (t) => {
    const page = await (await site()).open(t, '/about')
    const toggle = page.getByRole('button', { name: 'Collapse or expand the navigation' })
    await toggle.waitFor()
    const wide = (await page.getByRole('main').boundingBox())!.width
    await page.keyboard.press('Control+b')
    await eventually(async () => assert.ok((await page.getByRole('main').boundingBox())!.width > wide + 100))
    await page.reload()
    await page.getByRole('link', { name: 'Orders', exact: true }).waitFor()
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
    await expectAccessible(page)
  })

  test('a new page follows changes before its first read, and reads each response once', async (t) => {
    const page = await (await site()).open(t, '/about')
    const heard = Promise.withResolvers<void>()
    /** From the moment on when the new page asks who it is. */
    let read: string[] | undefined
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === '/v1/me') read = []
      if (pathname.startsWith('/v1/')) read?.push(pathname + search)
    })
    page.on('response', (response) => void (read && response.url().includes('/v1/events') && heard.resolve()))
    // However slow the stream is, the page comes after it: what is loaded for the page waits.
    await page.route(/\/assets\//, async (route) => {
      if (read) await heard.promise
      await route.fallback()
    })
    await page.goto(new URL('/consignments', page.url()).href)
    // Counts of views come last, when the list is there.
    await eventually(() => assert.ok(read?.some((path) => path.includes('onExportList=true'))))
    const again = read!.filter((path, index) => read!.indexOf(path) !== index)
    assert.deepEqual(again, [])
  })

  test('a lost connection shows a banner, which disappears after the reconnection', async (t) => {
    const page = await (await site()).open(t, '/consignments', { expected: /Failed to load resource|ERR_INTERNET/ })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    const banner = page.getByRole('status').filter({ hasText: 'No connection' })
    await page.context().setOffline(true)
    await banner.waitFor()
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'hidden' })
  })

  test('a response in transit during a lost connection does not hide the banner', async (t) => {
    const page = await (await site()).open(t, '/settings/depots', { expected: /Failed to load resource|ERR_INTERNET/ })
    await page.getByRole('heading', { name: 'Depots', level: 1 }).waitFor()
    const late = await hold(page, 'GET', /\/v1\/consignments\?/)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await late.given
    const banner = page.getByRole('status').filter({ hasText: 'No connection' })
    await page.context().setOffline(true)
    await banner.waitFor()
    const arrived = page.waitForResponse(/\/v1\/consignments\?/)
    await late.release()
    await arrived
    // The page has read it once it has asked in vain whether the service is back.
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/health/live'))
    assert.ok(await banner.isVisible())
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'hidden' })
  })

  test('a changed clock of one tab does not change the clock of the next tab', async (t) => {
    const { open } = await site()
    const yearOf = async (at?: string) => {
      let year = 0
      await t.test(at ?? 'the real clock', async (inner) => {
        const page = await open(inner, '/about')
        if (at) await page.clock.setFixedTime(at)
        year = await page.evaluate(() => new Date().getFullYear())
      })
      return year
    }
    assert.equal(await yearOf('2031-11-30T20:00:00Z'), 2031)
    assert.equal(await yearOf(), new Date().getFullYear())
  })
})
