// Drivers in the console: pages show their names, and tell their phones apart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { linkDriver, openDriveSession } from '../../contract/drive.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { putPod } from '../../contract/pod.ts'
import { consoleSuite } from '../support/console.ts'
import { aKey, anOrder } from '../support/orders.ts'
import { newUuid } from '../support/pods.ts'

consoleSuite('drivers in the console', (site) => {
  test("a proof and the history show the driver's name, and devices with the same name are numbered", async (t) => {
    const current = await site()
    const { call } = current
    const driverKey = aKey('DRIVER')
    await call(createDriver, { body: { key: driverKey, name: 'Mia Sommer' } })
    const { consignmentId } = (await call(createConsignment, { body: anOrder() })).data
    const { loadId } = (await call(createLoad, { body: { key: aKey('L'), stops: [{ consignmentId }] } })).data
    await call(updateLoadById, { params: { loadId }, body: { driverKey } })
    const body = { consignmentId, driverKey, outcome: 'failed', failureReasonCode: 'refused' } as const
    await call(putPod, { params: { podId: newUuid() }, body })
    for (const device of ['Android · Chrome', 'Android · Chrome', 'iPhone · Safari']) {
      const { code } = (await call(linkDriver, { query: { key: driverKey } })).data
      await call(openDriveSession, { body: { code, device } })
    }
    const page = await current.open(t, `/consignments/${consignmentId}`)
    await page.getByRole('tab', { name: 'Outcome' }).click()
    const facts = page.getByRole('article', { name: 'Outcome: Failed' })
    await facts.getByText('Mia Sommer').waitFor()
    assert.equal(await facts.getByText(driverKey, { exact: true }).count(), 0)

    await page.goto(`${current.url}/history`)
    await page
      .getByRole('listitem')
      .filter({ hasText: '(Driver)' })
      .getByRole('button', { name: 'Show details' })
      .click()
    await page.locator('ins').getByText('Mia Sommer').first().waitFor()
    assert.equal(await page.getByText(driverKey, { exact: true }).count(), 0)

    await page.goto(`${current.url}/settings/drivers?driver=${driverKey}`)
    const phones = page.getByRole('table', { name: 'Phones' })
    await phones.getByText('Android · Chrome (1)').waitFor()
    await phones.getByText('Android · Chrome (2)').waitFor()
    await phones.getByText('iPhone · Safari', { exact: true }).waitFor()
    await phones.getByRole('columnheader', { name: 'Registered' }).waitFor()
  })
})
