// Every screen can be used by everybody: axe finds nothing, light or dark, from left to right or from right to left.
import { test } from 'node:test'
import { consoleSuite, expectAccessible } from './harness.ts'
import { screens } from './screens.ts'

consoleSuite(
  'access',
  (site) => {
    for (const { name, path, guest = false, expected, ready } of screens)
      test(`${name} is accessible`, async (t) => {
        const page = await (await site()).open(t, path, { guest, ...(expected ? { expected } : {}) })
        await ready(page)
        await expectAccessible(page)
      })
  },
  { environment: 'demo', flags: { demo: true } },
)
