// Second factors in the console: set up, asked for, required and confirmed; with a virtual authenticator where it takes one.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { updateEnvironment } from '../../contract/environment.ts'
import { sql } from '../../server/platform/database/database.ts'
import { expectAccessible, focused, type Site, suiteOfOwnService } from '../support/console.ts'
import { addApp, codeOf } from '../support/factors.ts'
import { aPerson, goodPassword, signedIn } from '../support/visitors.ts'

/** Passkeys need a domain: this machine's own is `localhost`. */
const atHome = ({ url }: Site) => url.replace('127.0.0.1', 'localhost')

async function withAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const grownStale = ({ service }: Site, email: string) =>
  service.database(({ write }) =>
    write((tx) =>
      tx.run(
        sql`update sessions set proved = 1 where person_id in (select person_id from people where email = ${email})`,
      ),
    ),
  )

const secretIn = async (page: Page): Promise<string> =>
  (await page.locator('form code').innerText()).replaceAll(/\s/g, '')

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.keyboard.press('Enter')
}

suiteOfOwnService('second factors', (site) => {
  /** A tab of a new person who is signed in. */
  const aTab = async (t: TestContext, path: string, options = {}) => {
    const place = await site()
    const { email, personId } = await aPerson(place.service.config, { [place.environmentId]: 'owner' })
    const page = await place.open(t, `${atHome(place)}/sign-in?next=${encodeURIComponent(path)}`, {
      guest: true,
      expected: /401|403|400/,
      ...options,
    })
    await withAuthenticator(page)
    await enter(page, email, goodPassword)
    return { place, page, email, personId }
  }

  test('an authenticator is added with a QR code or a key, and recovery codes appear once', async (t) => {
    const { page } = await aTab(t, '/account')
    await section(page).getByText('Not set up yet').waitFor()
    await section(page).getByRole('button', { name: 'Add authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
    await dialog.getByRole('img', { name: 'QR code for your app' }).waitFor()
    const secret = await secretIn(page)
    await expectAccessible(page)
    await dialog.getByLabel('Six-digit code').fill('000')
    await dialog.getByRole('button', { name: 'Add authenticator app' }).click()
    await dialog.locator('input[aria-describedby*=error]').waitFor()
    await dialog.getByLabel('Six-digit code').fill(codeOf(secret))
    await dialog.getByLabel('Name').fill('Work phone')
    await dialog.getByRole('button', { name: 'Add authenticator app' }).click()
    const codes = (await section(page).locator('pre').innerText()).trim().split('\n')
    assert.equal(codes.length, 10)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await section(page)
      .getByRole('row', { name: /Work phone/ })
      .waitFor()
    await section(page).getByText('10 of 10 left').waitFor()
  })

  test('the page shows the same key of a new authenticator after it reads its data again', async (t) => {
    const { page } = await aTab(t, '/account', { expected: /401|403|400|410/ })
    await section(page).getByText('Not set up yet').waitFor()
    const shown = Promise.withResolvers<void>()
    // Too much has happened for the stream: everything on the page is read again.
    await page.route(/\/v1\/events/, async (route) => {
      await shown.promise
      await route.fulfill({ status: 410 })
    })
    await page.reload()
    let begun = 0
    page.on('request', (request) => void (request.url().includes('totp') && begun++))
    await section(page).getByRole('button', { name: 'Add authenticator app' }).click()
    const secret = await secretIn(page)
    const again = page.waitForResponse(/\/v1\/(?!events)/)
    shown.resolve()
    await again
    assert.equal(begun, 1)
    assert.equal(await secretIn(page), secret)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a user enters password and code by keyboard, and renames and removes second factors', async (t) => {
    const place = await site()
    const person = await signedIn(place.service, place.environmentId, 'owner')
    const { recoveryCodes } = await addApp(person, 'Work phone')
    const page = await place.open(t, '/sign-in?next=/account', { guest: true, expected: /401|400/ })
    await page.getByLabel('E-mail').waitFor()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(goodPassword)
    await page.keyboard.press('Enter')
    await focused(page, page.getByLabel('Code'))
    await page.keyboard.type('123 456')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await focused(page, page.getByLabel('Code'))
    await page.keyboard.type(recoveryCodes[0]!)
    await page.keyboard.press('Enter')
    await section(page).getByText('9 of 10 left').waitFor()

    await section(page).getByRole('button', { name: 'Rename Work phone' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
    await page.keyboard.press('Enter')
    await section(page)
      .getByRole('row', { name: /Old phone/ })
      .waitFor()
    await section(page).getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
    await section(page).locator('pre').waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await section(page).getByText('10 of 10 left').waitFor()
    await section(page).getByRole('button', { name: 'Remove Old phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await section(page).getByText('Not set up yet').waitFor()
  })

  test('a passkey is created in the browser, and works alone or as a second factor', async (t) => {
    const { page, place, email } = await aTab(t, '/account')
    await section(page).getByRole('button', { name: 'Add passkey' }).click()
    await section(page).locator('pre').waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await section(page)
      .getByRole('row', { name: /Passkey/ })
      .getByText('never')
      .waitFor()
    const leave = async () => {
      await page.getByRole('button', { name: 'Account and display' }).click()
      // It ends with another page: a way that is begun before that has come would lead nowhere.
      await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Sign out' }).click()])
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    }
    await leave()
    await page.goto(`${atHome(place)}/sign-in?next=/account`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await section(page)
      .getByRole('row', { name: /Passkey/ })
      .waitFor()
    assert.equal(
      await section(page)
        .getByRole('row', { name: /Passkey/ })
        .getByText('never')
        .count(),
      0,
    )
    await leave()
    await page.goto(`${atHome(place)}/sign-in?next=/account`)
    await enter(page, email, goodPassword)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await section(page)
      .getByRole('row', { name: /Passkey/ })
      .waitFor()
  })

  test('an action that needs a fresh sign-in asks for it, then continues', async (t) => {
    const { page, place, email } = await aTab(t, '/account')
    const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await section(page).getByText('Not set up yet').waitFor()
    await grownStale(place, email)
    await section(page).getByRole('button', { name: 'Add passkey' }).click()
    await asking.getByLabel(/^Password/).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await asking.waitFor({ state: 'hidden' })
    await page.goto(`${atHome(place)}/settings/access`)
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'Create token' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Create token' })
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create token' }).click()
    }
    await make('stale')
    await asking.getByLabel(/^Password/).fill('not the password')
    await page.keyboard.press('Enter')
    await asking.getByRole('alert').waitFor()
    await asking.getByLabel(/^Password/).fill(goodPassword)
    await page.keyboard.press('Enter')
    await page.locator('pre').filter({ hasText: /^ey/ }).waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await grownStale(place, email)
    await make('never mind')
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Create token' }).getByRole('alert').waitFor()
  })

  test('a required second factor hides every page until the user sets it up', async (t) => {
    const { page, place } = await aTab(t, '/settings/people')
    t.after(() => place.call(updateEnvironment, { body: { signIn: { secondFactor: 'optional' } } }))
    await page.getByRole('switch', { name: /Require a second factor/ }).waitFor()
    await page.getByRole('switch', { name: /Require a second factor/ }).click({ force: true })
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Navigation' }).count(), 0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
    await page.getByLabel('Six-digit code').fill(codeOf(await secretIn(page)))
    await page.keyboard.press('Enter')
    await page.locator('pre').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('table', { name: 'People' }).getByText('second factor').first().waitFor()
    const { page: next } = await aTab(t, '/consignments')
    await next.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await next.getByRole('button', { name: 'Add passkey' }).click()
    await next.getByRole('button', { name: 'I have saved it' }).click()
    await next.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  })

  test('the pages for second factors contain no English text in Arabic and German', async (t) => {
    for (const [language, title] of [
      ['de', 'Zweiter Faktor'],
      ['ar', 'العامل الثاني'],
    ] as const) {
      const place = await site()
      const page = await place.open(t, '/account', { language })
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      const text = await page.getByRole('region', { name: title }).innerText()
      assert.doesNotMatch(text, /Second factor|Add authenticator|Not set up/)
      if (language === 'ar') await expectAccessible(page)
    }
  })
})
