// E-mails that wait for a planner: found in the list of e-mails and with their order, sent or discarded.
import { test } from 'node:test'
import { getDriveDay, putDrivePod } from '../../contract/drive.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { foreignAddressLimits } from '../../contract/notice.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { consoleSuite, says } from '../support/console.ts'
import { aDevice, aRoute } from '../support/drivers.ts'
import { inEarnest } from '../support/outcomes.ts'
import { newUuid } from '../support/pods.ts'

consoleSuite('e-mails that wait for a planner', (site) => {
  test('e-mails that need approval are approved or discarded in the list and on the page of the order', async (t) => {
    const current = await inEarnest((await site()).service, await site())
    await current.call(updateEnvironment, { body: { notifications: { proofOfDelivery: true, attachPdf: false } } })
    const device = await aDevice(current.service, current)
    await aRoute(current, device.driverKey, { status: 'started' })
    const [stop] = (await device.call(getDriveDay)).data.loads[0]!.stops
    const { ticket, consignmentId } = stop!
    const time = formatIso(Date.now())
    const addresses = Array.from({ length: foreignAddressLimits.perOrder + 3 }, (_, n) => `stranger-${n}@example.com`)
    for (const email of addresses)
      await device.call(putDrivePod, {
        params: { podId: newUuid() },
        body: { outcome: 'failed', failureReasonCode: 'nobody-in', time, ticket, email },
      })
    const [first, second, third] = addresses.slice(-3) as [string, string, string]
    const page = await current.open(t, '/emails')
    const row = (address: string) => page.getByRole('row', { name: new RegExp(address) })
    for (const address of [first, second, third]) await row(address).getByText('Needs approval').waitFor()
    await row(addresses[0]!).waitFor({ state: 'detached' })
    await row(first).getByRole('button', { name: 'Discard' }).click()
    await row(first).waitFor({ state: 'detached' })
    await page.getByText('Not sent', { exact: true }).click()
    await row(first).getByText('discarded').waitFor()
    await page.goto(`${current.url}/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    await row(second).getByText('Needs approval').waitFor()
    await row(second).getByRole('button', { name: 'Approve and send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve and send' })
    await says(page, /The e-mail is being sent/, () => dialog.getByRole('button', { name: 'Send' }).click())
    await row(second).getByText('approved and sent').waitFor()
    await row(third).getByText('Needs approval').waitFor()
  })
})
