// The units that the settings offer: goods are shown and typed in them and stored in those of the interface, and what is only looked at stays as it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsignmentInput,
  createConsignment,
  getConsignment,
  getConsignmentById,
  updateConsignmentById,
} from '../../contract/consignment.ts'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { consoleSuite, eventually, type Site } from '../support/console.ts'
import { aFullOrder, aKey, anAddress, anOrder } from '../support/orders.ts'

const metric = { weightUnit: 'kg', volumeUnit: 'm3', lengthUnit: 'cm', distanceUnit: 'km' } as const
const imperial = { weightUnit: 'lb', volumeUnit: 'ft3', lengthUnit: 'in', distanceUnit: 'mi' } as const

consoleSuite('display units', (site) => {
  const using = async (units: typeof metric | typeof imperial) => {
    const desk = await site()
    await desk.call(updateEnvironment, { body: { displayPreferences: units } })
    return desk
  }
  const create = async ({ call }: Site, body: ConsignmentInput) => {
    const { consignmentId } = (await call(createConsignment, { body })).data
    return {
      path: `/consignments/${consignmentId}`,
      read: async () => (await call(getConsignmentById, { params: { consignmentId } })).data,
      patch: async (patch: Record<string, unknown>) =>
        call(updateConsignmentById, { params: { consignmentId }, body: patch }),
    }
  }
  const openGoods = async (desk: Site, t: Parameters<Site['open']>[0], path: string, expected?: RegExp) => {
    const page = await desk.open(t, path, expected ? { expected } : {})
    await page.getByRole('tab', { name: 'Goods' }).click()
    return page
  }
  const value = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()

  test('typed inches and pounds are stored as centimetres and kilograms', async (t) => {
    const desk = await using(metric)
    const order = await create(desk, aFullOrder())
    const settings = await desk.open(t, '/settings/display')
    for (const [unit, name] of [
      ['Length', /^Inches/],
      ['Weight', /^Pounds/],
    ] as const) {
      await settings.getByRole('combobox', { name: unit }).click()
      await settings.getByRole('option', { name }).click()
    }
    await eventually(async () => {
      const { displayPreferences } = (await desk.call(getEnvironment)).data
      assert.deepEqual([displayPreferences.lengthUnit, displayPreferences.weightUnit], ['in', 'lb'])
    })

    const page = await openGoods(desk, t, order.path)
    await page.getByRole('columnheader', { name: 'Depth (in)' }).waitFor()
    assert.equal(await value(page, 'Width (in) 1'), '11.811')
    assert.equal(await value(page, 'Weight (lb) 1'), '11.0231')
    await page.getByLabel('Height (in) 1', { exact: true }).fill('12')
    await page.getByLabel('Weight (lb) 2', { exact: true }).fill('10,50')
    await page.getByLabel('Unit weight (lb) 1', { exact: true }).fill('2')
    await page.getByLabel('Unit weight (lb) 1', { exact: true }).press('Enter')
    await eventually(async () => assert.equal((await order.read()).productLines[0]!.unitWeight, 0.90718474))
    const { packages, productLines, weight, volume } = await order.read()
    const [first, second] = packages
    assert.deepEqual(
      [first!.height, first!.depth, first!.width, first!.volume, first!.weight, second!.weight],
      [30.48, 20, 30, 0.006, 5, 4.762719885],
    )
    // The interface says of no line what its height is in, and of the order that it is in the unit of the environment.
    assert.deepEqual([productLines[0]!.height, weight, volume], [4, 125.5, 1.25])
    assert.equal(await value(page, 'Height 1'), '4')

    await page.reload()
    await page.getByRole('tab', { name: 'Goods' }).click()
    assert.equal(await value(page, 'Height (in) 1'), '12')
    assert.equal(await value(page, 'Weight (lb) 2'), '10.5')
    await page.getByRole('tab', { name: 'Details' }).click()
    assert.equal(await value(page, 'Weight (lb)'), '125.5')
    await page.getByRole('tab', { name: 'History' }).click()
    const closed = page.getByRole('button', { name: 'Show details' })
    await closed.first().waitFor()
    while ((await closed.count()) > 0) await closed.first().click()
    await page.getByText('10 cm → 30.48 cm').waitFor()
    await page.getByText('1 kg → 0.90718474 kg').waitFor()
  })

  test('a field that is viewed, left or typed again unchanged does not change its stored value', async (t) => {
    const desk = await using(imperial)
    const order = await create(desk, aFullOrder())
    const before = await order.read()
    const page = await openGoods(desk, t, order.path)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'PATCH' && sent.push(request.url())))
    const width = page.getByLabel('Width (in) 1', { exact: true })
    await width.focus()
    await width.blur()
    await width.fill('11.8')
    await width.fill('11.811')
    await width.press('Enter')
    await page.getByText(/^Version 1 /).waitFor()
    assert.deepEqual(sent, [])
    // Another value of the same package is saved without the one that was only shown.
    await page.getByLabel('Depth (in) 1', { exact: true }).fill('7')
    await page.keyboard.press('Enter')
    await eventually(async () => assert.equal((await order.read()).packages[0]!.depth, 17.78))
    const after = await order.read()
    assert.deepEqual(after.packages, before.packages.with(0, { ...before.packages[0]!, depth: 17.78 }))
    assert.deepEqual(after.productLines, before.productLines)
  })

  test('an error of the service appears at the cell with the typed value, in the unit of the user', async (t) => {
    const desk = await using(imperial)
    const order = await create(desk, aFullOrder())
    const page = await openGoods(desk, t, order.path, /400/)
    const height = page.getByLabel('Height (in) 1', { exact: true })
    for (const typed of ['-3', '3 ft']) {
      await height.fill(typed)
      await height.press('Enter')
      await eventually(async () => assert.equal(await height.getAttribute('aria-invalid'), 'true'))
      assert.equal(await height.inputValue(), typed)
      assert.equal(await page.getByRole('alert').count(), 0)
    }
    await height.fill('3')
    await height.press('Enter')
    await eventually(async () => assert.equal((await order.read()).packages[0]!.height, 7.62))
  })

  test('a conflict shows both values in the unit of the user', async (t) => {
    const desk = await using(imperial)
    const order = await create(desk, aFullOrder())
    const page = await openGoods(desk, t, order.path)
    await page.getByLabel('Height (in) 1', { exact: true }).fill('12')
    const { packages } = await order.read()
    await order.patch({ packages: packages.with(0, { ...packages[0]!, height: 25.4 }) })
    const conflict = page.getByRole('alert')
    await conflict.getByText('Yours: #1 Height (in) 12', { exact: true }).waitFor()
    await conflict.getByText('Theirs: #1 Height (in) 10', { exact: true }).waitFor()
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    await eventually(async () => assert.equal(await value(page, 'Height (in) 1'), '10'))
    assert.equal((await order.read()).packages[0]!.height, 25.4)
  })

  test('a new order uses the units of the user', async (t) => {
    const desk = await using(imperial)
    const key = aKey('UNITS')
    const page = await desk.open(t, '/consignments/new')
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByLabel('Street').first().fill(anAddress.line1)
    await page.getByLabel('City').first().fill(anAddress.city)
    await page.getByLabel('Postal code', { exact: true }).first().fill(anAddress.postalCode)
    await page.getByLabel('Weight (lb)', { exact: true }).fill('20')
    await page.getByRole('button', { name: 'Add package' }).click()
    await page.getByLabel('Width (in) 1', { exact: true }).fill('.5')
    await page.getByLabel('Volume (ft³) 1', { exact: true }).fill('2')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: key }).waitFor()
    const { data } = await desk.call(getConsignment, { query: { key } })
    assert.deepEqual([data.weight, data.packages[0]!.width, data.packages[0]!.volume], [20, 1.27, 0.05663369318])
  })

  test('the headings of the list contain the units of the user', async (t) => {
    const desk = await using(imperial)
    await create(desk, anOrder({ weight: 12 }))
    const page = await desk.open(t, '/consignments?columns=key,weight')
    await page.getByRole('columnheader', { name: 'Weight (lb)' }).waitFor()
  })
})
