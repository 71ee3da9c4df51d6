// Getting into the console and staying in it: the first link, the sign-in, a session that ends in the midst of work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { demoName } from '../../contract/environment.ts'
import { createToken } from '../../server/admin/database.ts'
import { resetUser } from '../../server/admin/people.ts'
import { consoleSuite, expectAccessible, owner, suiteOfOwnService } from '../support/console.ts'
import { startService } from '../support/harness.ts'
import { openIdentityProvider } from '../support/identity-provider.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { aPerson, signedIn } from '../support/visitors.ts'

suiteOfOwnService('session', (site) => {
  test('the first link creates the owner once', async (t) => {
    const { open } = await site()
    const { running } = await startService(t)
    const page = await open(t, running.ownerUrl!, { guest: true, expected: /400|404|ERR_FAILED/ })
    await page.getByLabel('E-mail').fill('first@example.com')
    await page.getByLabel('Your name').fill('First Owner')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('input[type=password][aria-describedby*=error]').waitFor()
    await page.getByText('must have at least 10 characters').waitFor()
    await page.getByLabel('New password').fill('a password of some length')
    // The account is made, and nobody hears of it: trying again lets its owner in.
    await page.route(
      '**/v1/link/use',
      async (route) => {
        assert.equal((await route.fetch()).status(), 201)
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create account' }).click()
    const unreached = await page.getByRole('alert').innerText()
    // Nor is the link said to be gone when it is the sign-in that got lost.
    await page.route('**/v1/session', (route) => route.abort(), { times: 1 })
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/session'))
    await page.getByRole('button', { name: 'Create account' }).click()
    await lost
    assert.equal(await page.getByRole('alert').innerText(), unreached)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    const again = await open(t, running.ownerUrl!, { guest: true, expected: /404/ })
    await again.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    // Before its service, which it would miss.
    await page.close()
  })

  test('the first owner sees the plan of the demo, and an order that a client sends', async (t) => {
    const { open } = await site()
    const { running, config } = await startService(t, { demo: true })
    const page = await open(t, running.ownerUrl!, { guest: true })
    await page.getByLabel('E-mail').fill('first@example.com')
    await page.getByLabel('Your name').fill('First Owner')
    await page.getByLabel('New password').fill('a password of some length')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('planned 45 min late').first().waitFor()
    const token = await createToken(config, { environment: demoName, scopes: ['*'] }, Date.now())
    const { call } = createClient({ baseUrl: running.url, token })
    await call(createConsignment, { body: anOrder({ key: 'FIRST' }) })
    await page.getByText('FIRST', { exact: true }).first().waitFor()
    // Before its service, which it would miss.
    await page.close()
  })

  test('a user signs in by keyboard and returns to the requested page', async (t) => {
    const page = await (await site()).open(t, '/consignments?search=abc', { guest: true, expected: /401/ })
    await page.getByLabel('E-mail').waitFor()
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    assert.match(page.url(), /\/consignments\?search=abc$/)
  })

  test('a sign-in never redirects to another site, with any spelling', async (t) => {
    const { open, url } = await site()
    const elsewhere = new URL((await startService(t)).url).host
    for (const next of [`http://${elsewhere}/`, `//${elsewhere}/`, `/\\${elsewhere}`]) {
      const page = await open(t, `/sign-in?${new URLSearchParams({ next })}`, { guest: true, expected: /401/ })
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel(/^Password/).fill(owner.password)
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
      assert.match(page.url(), new RegExp(`^${url}/`), next)
      await page.close()
    }
  })

  test('single sign-on alone asks for no password, and explains a rejection', async (t) => {
    const { open } = await site()
    const issuer = { oidcIssuer: 'https://login.example.com', oidcClientId: 'x', oidcClientSecret: 'y' }
    const service = await startService(t, { ...issuer, oidcName: 'Example Corp', oidcOnly: true })
    const { url, running, config } = service
    const first = await open(t, running.ownerUrl!, { guest: true })
    await first.getByLabel('E-mail').fill(owner.email)
    await first.getByLabel('Your name').fill('First Owner')
    assert.equal(await first.locator('input[type=password]').count(), 0)
    await first.getByRole('button', { name: 'Create account' }).click()
    await first.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await first.close()
    const page = await open(t, `${url}/consignments?search=abc`, { guest: true, expected: /401/ })
    const way = page.getByRole('link', { name: 'Continue with Example Corp' })
    await way.waitFor()
    assert.equal(await way.getAttribute('href'), '/auth/oidc/start?next=%2Fconsignments%3Fsearch%3Dabc')
    assert.equal(await page.locator('input[type=password]').count(), 0)
    await page.goto(`${url}/sign-in?problem=single-sign-on`)
    await page
      .getByRole('alert')
      .getByText(/Ask an owner for an invitation/)
      .waitFor()
    await page.goto(await resetUser({ ...config, publicUrl: url }, owner.email, Date.now()))
    await page.getByRole('button', { name: 'Sign in once' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await page.close()
  })

  test('a user without a password accepts an invitation by single sign-on', async (t) => {
    const { open } = await site()
    const provider = await openIdentityProvider()
    t.after(provider.close)
    const service = await startService(t, provider.flags)
    const { url } = service
    const { environmentId } = await service.environment()
    const host = await signedIn(service, environmentId, 'owner')
    const email = `${aKey('guest')}@example.com`.toLowerCase()
    provider.says({ sub: email, email, email_verified: true, name: 'Gita Guest' })
    const invite = async (by: typeof host) =>
      (await by.send('POST', '/v1/invitation', { body: { email, role: 'planner' } })).json.data.link as string
    // Who has no account yet may choose a password, or come in from the sign-in.
    const first = await open(t, await invite(host), { guest: true, expected: /401/ })
    await first.getByLabel('New password').waitFor()
    await first.goto(`${url}/sign-in`)
    await first.getByRole('link', { name: 'Continue with Example Corp' }).click()
    await first.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await first.close()
    // From then on there is none to ask for.
    const other = await service.environment()
    const page = await open(t, await invite(await signedIn(service, other.environmentId, 'owner')), { guest: true })
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.getByText(/invited/).waitFor()
    assert.equal(await page.locator('input[type=password], input[type=text], input:not([type])').count(), 0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Continue with Example Corp' }).click()
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    assert.deepEqual((await host.send('GET', '/v1/invitations')).json.data, [])
    const me = (await page.evaluate("fetch('/v1/me').then((answer) => answer.json())")) as {
      data: { environments: { environmentId: string }[] }
    }
    assert.deepEqual(
      me.data.environments.map((one) => one.environmentId).sort(),
      [environmentId, other.environmentId].sort(),
    )
    // Before its service, which it would miss.
    await page.close()
  })

  test('a fresh single sign-on returns to the page, and an issuer that does not support it shows an error', async (t) => {
    const { open } = await site()
    const provider = await openIdentityProvider()
    t.after(provider.close)
    const service = await startService(t, provider.flags)
    const { environmentId } = await service.environment()
    const { email } = await aPerson(service.config, { [environmentId]: 'owner' })
    const who = { sub: email, email, email_verified: true }
    provider.says(who)
    const page = await open(t, `${service.url}/settings/access`, { guest: true, expected: /40[13]/ })
    await page.getByRole('link', { name: 'Continue with Example Corp' }).click()
    const make = async () => {
      await page.getByRole('button', { name: 'Create token' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Create token' })
      await dialog.getByLabel('Name').fill('a token')
      await dialog.getByRole('button', { name: 'Create token' }).click()
    }
    await make()
    provider.says({ ...who, auth_time: undefined })
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page
      .getByRole('alert')
      .getByText(/single sign-on did not confirm one/)
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go back' }).click()
    provider.says(who)
    await make()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.waitForURL(`${service.url}/settings/access`)
    await make()
    await page.locator('pre').filter({ hasText: /^ey/ }).waitFor()
    await page.close()
  })

  test('signing out opens the sign-in page', async (t) => {
    const { open } = await site()
    const page = await open(t, '/sign-in', { guest: true, expected: /401/ })
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Account and display' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

consoleSuite(
  'session on PostgreSQL',
  (site) => {
    test('the console works on PostgreSQL as well', async (t) => {
      const { open, call } = await site()
      const key = aKey('PG')
      const page = await open(t, '/consignments')
      await page.getByText('No orders yet').waitFor()
      await call(createConsignment, { body: anOrder({ key }) })
      await page.getByRole('row', { name: new RegExp(key) }).click()
      await page.getByRole('dialog', { name: `Order ${key}` }).waitFor()
    })
  },
  { engine: 'postgres' },
)
