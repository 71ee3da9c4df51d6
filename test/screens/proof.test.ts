// Settings of proofs, tracking and letters: saved by themselves, and letters shown as they will read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEnvironment } from '../../contract/environment.ts'
import { consoleSuite, eventually, expectAccessible, type Site } from '../support/console.ts'
import { aPicture } from '../support/pods.ts'

const settings = async ({ call }: Site) => (await call(getEnvironment)).data

consoleSuite('settings of proofs and e-mails', (site) => {
  test('the settings of proofs and e-mails save driver questions, reasons, colour and logo', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/proof', { expected: /400/ })
    const pod = async () => (await settings(current)).pod
    await page.getByLabel('Fewest photos').fill('1')
    await page.getByLabel('Fewest photos').blur()
    await eventually(async () => assert.equal((await pod()).photosMin, 1))
    await page.getByRole('combobox', { name: 'Signature when nothing is handed over' }).click()
    await page.getByRole('option', { name: 'Required' }).click()
    await eventually(async () => assert.equal((await pod()).signature.failed, 'required'))

    const before = (await pod()).reasons.length
    await page.getByRole('button', { name: 'Add reason' }).click()
    await page.getByLabel(`Key ${before + 1}`).fill('dog')
    await page.getByLabel(`Name ${before + 1}`).fill('Dog in the yard')
    await page.getByLabel(`Name ${before + 1}`).press('Enter')
    await eventually(async () => assert.equal((await pod()).reasons.at(-1)!.name, 'Dog in the yard'))
    await page.getByRole('checkbox', { name: 'Photo required: Dog in the yard' }).check()
    await eventually(async () =>
      assert.deepEqual((await pod()).reasons.at(-1), { code: 'dog', name: 'Dog in the yard', photoRequired: true }),
    )
    await page.getByRole('checkbox', { name: 'Do not notify the recipient: Dog in the yard' }).check()
    await eventually(async () => assert.equal((await pod()).reasons.at(-1)!.quiet, true))
    await page.getByRole('button', { name: /dog/ }).click()
    await eventually(async () => assert.equal((await pod()).reasons.length, before))

    const logo = page.locator('input[type=file]')
    await logo.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(200_000) })
    await page.getByText('This image is larger than 100 KB.').waitFor()
    await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: aPicture('logo') })
    await eventually(async () => assert.match((await settings(current)).branding.logo!, /^data:image\/png;base64,/))
    await page.getByRole('img', { name: 'Logo' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await eventually(async () => assert.equal((await settings(current)).branding.logo, ''))
  })

  test('the settings of e-mails show a preview, and name an unknown placeholder', async (t) => {
    const current = await site()
    const page = await current.open(t, '/settings/notifications', { expected: /400/ })
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByRole('button', { name: 'Write your own' }).click()
    await page.getByLabel('Subject').fill('Your order {ORDER_KEY} is here')
    await page.getByLabel('Subject').blur()
    await preview.getByText(/Your order \S+ is here/).waitFor()
    await eventually(async () =>
      assert.equal(
        (await settings(current)).notifications.templates.success?.subject,
        'Your order {ORDER_KEY} is here',
      ),
    )
    await expectAccessible(page)
    await page.getByLabel('Text', { exact: true }).fill('{ORDER_KEI}')
    await page.getByLabel('Text', { exact: true }).blur()
    await page
      .getByText(/ORDER_KEY/)
      .last()
      .waitFor()
    await page.getByRole('button', { name: 'Back to the usual text' }).click()
    await eventually(async () => assert.equal((await settings(current)).notifications.templates.success, undefined))
  })
})
