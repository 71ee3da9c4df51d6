// Every screen can be used by everybody: axe finds nothing, light or dark, from left to right or from right to left.
import { test } from 'node:test'
import { consoleSuite, expectAccessible } from '../support/console.ts'
import { screens } from '../support/screens.ts'

const before = /^(consignment-(goods|history|json)|finder|shortcuts)$/

consoleSuite(
  'access',
  (site) => {
    for (const { name, path: whole, guest = false, expected, ready } of screens)
      test(`${name} is accessible`, async (t) => {
        // The list behind these is looked at as a screen of its own: one row of it is enough here.
        const path = before.test(name) ? `${whole}?search=DEMO-0020` : whole
        const page = await (await site()).open(t, path, { guest, ...(expected ? { expected } : {}) })
        await ready(page)
        await expectAccessible(page)
      })
  },
  { environment: 'demo', flags: { demo: true } },
)

consoleSuite('access to what is empty', (site) => {
  for (const path of ['/consignments', '/plan', '/export', '/settings/access?kind=clients'])
    test(`${path} is accessible with nothing in it`, async (t) => {
      const page = await (await site()).open(t, path)
      await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
      await expectAccessible(page)
    })
})
