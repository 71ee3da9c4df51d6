// Who and what comes in: tokens, webhooks, people, one's own account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../client/client.ts'
import { getEnvironment } from '../../contract/environment.ts'
import { eventually, owner, suiteOfOwnService } from '../support/console.ts'
import { browser } from '../support/visitors.ts'

suiteOfOwnService('access', (site) => {
  test('the secret of a new token is displayed once, works, and is rejected after it is revoked', async (t) => {
    const { open, url } = await site()
    const page = await open(t, '/settings/access')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create token' })
    await dialog.getByLabel('Name').fill('ERP')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await page.locator('pre').filter({ hasText: /^ey/ }).innerText()
    const program = createClient({ baseUrl: url, token: token.trim(), retries: 0 })
    assert.equal((await program.call(getEnvironment)).data.name, 'default')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Revoke ERP' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'ERP' }).getByText('revoked').waitFor()
    await eventually(() => assert.rejects(program.call(getEnvironment), { code: 'UNAUTHORIZED' }))
    await page.goto(`${url}/history?kind=access`)
    await page.getByRole('listitem').filter({ hasText: 'Ada Planner revoked token ERP' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Ada Planner created token ERP' }).waitFor()
  })

  test('the page of a webhook shows the secret once, and can ping and pause the webhook', async (t) => {
    const page = await (await site()).open(t, '/settings/webhooks', { expected: /400/ })
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await dialog.getByLabel('Address').fill('http://127.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText(/https/).last().waitFor()
    await dialog.getByLabel('Address').fill('https://hooks.example.com/dray')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await page
      .locator('pre')
      .filter({ hasText: /^whsec_/ })
      .waitFor()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'https://hooks.example.com/dray' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Pause' }).click()
    await drawer.getByRole('button', { name: 'Resume' }).waitFor()
  })

  test('a user is invited with a link, and the role of the last owner cannot be changed', async (t) => {
    const page = await (await site()).open(t, '/settings/people', { expected: /409|403/ })
    await page.getByRole('table', { name: 'People' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('E-mail').fill('grace@example.com')
    await page.keyboard.press('Enter')
    await page
      .locator('pre')
      .filter({ hasText: /welcome/ })
      .waitFor()
    await page.getByRole('table', { name: 'Pending invitations' }).getByText('grace@example.com').waitFor()
    await page.getByRole('button', { name: 'Withdraw invitation for grace@example.com' }).click()
    await page.getByRole('table', { name: 'Pending invitations' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Remove Ada Planner' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })

  test('a user sees the list of sessions, and creates and opens a new environment', async (t) => {
    const page = await (await site()).open(t, '/account')
    await page.getByRole('table', { name: 'Where you are signed in' }).getByText('this session').waitFor()
    await page.getByLabel('Environment name').fill('night shift')
    await page.getByRole('button', { name: 'Create and open' }).click()
    await eventually(async () => assert.match(await page.title(), /night shift/))
  })

  test('a user deletes the account with the password, and the last owner cannot', async (t) => {
    const { open, url } = await site()
    const page = await open(t, '/account', { expected: /409/ })
    await page.getByLabel('Your password').fill(owner.password)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/No other user owns/)
      .waitFor()
    await page.goto(`${url}/settings/people`)
    await page.getByRole('table', { name: 'People' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('E-mail').fill('gone@example.com')
    await page.keyboard.press('Enter')
    const link = (
      await page
        .locator('pre')
        .filter({ hasText: /welcome/ })
        .innerText()
    ).trim()
    const other = await open(t, link, { guest: true, expected: /401/ })
    await other.getByLabel('Your name').fill('Gone Guest')
    await other.getByLabel('New password').fill(owner.password)
    await other.keyboard.press('Enter')
    await other.getByRole('navigation', { name: 'Navigation' }).waitFor()
    await other.goto(`${url}/account`)
    await other.getByLabel('Your password').fill(owner.password)
    await other.getByRole('button', { name: 'Delete my account' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await other.waitForURL((address) => address.pathname === '/sign-in')
    await page.goto(`${url}/history?kind=access`)
    await page.getByRole('listitem').filter({ hasText: 'deleted person left the environment' }).waitFor()
  })

  test('the About page shows that the service is ready', async (t) => {
    const page = await (await site()).open(t, '/about')
    await page.getByRole('row', { name: /Health ready/ }).waitFor()
    await page.getByRole('row', { name: /Version \d/ }).waitFor()
  })

  test('the history lists successful and failed sign-ins with their addresses', async (t) => {
    const { open, url } = await site()
    const visitor = (password: string) =>
      browser(url).send('POST', '/v1/session', { body: { email: owner.email, password } })
    assert.equal((await visitor('wrong password')).status, 401)
    assert.equal((await visitor(owner.password)).status, 201)
    const page = await open(t, '/history')
    await page.getByText('Sign-ins', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Sign-ins' })
    await eventually(async () => {
      await page.reload()
      await table
        .getByRole('row', { name: /Ada Planner signed in password 127\.0\.0\.1/ })
        .first()
        .waitFor()
      assert.ok((await table.getByRole('row', { name: /Ada Planner failed password 127\.0\.0\.1/ }).count()) > 0)
    })
    assert.match(page.url(), /kind=sign-ins/)
  })
})
