// The drawer of an order can be used by everybody, also while something is said over it or others change the order.
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createLoad } from '../../contract/load.ts'
import { consoleSuite, expectAccessible, type Site } from '../support/console.ts'
import { stopsOf } from '../support/loads.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'

const day = '2026-03-06'

/** An order that is on a load, as the list and the plan have it, and one beside it. */
async function twoOrders({ call }: Site) {
  const city = aKey('City')
  const make = async (company: string) => {
    const key = aKey('ORDER')
    const body = anOrder({
      ...{ key, requiredFrom: `${day}T08:00:00Z`, requiredTo: `${day}T12:00:00Z` },
      consigneeAddress: { ...anAddress, city, company },
    })
    return { key, company, id: (await call(createConsignment, { body })).data.consignmentId }
  }
  const [open, other] = [await make(aKey('Shop')), await make(aKey('Shop'))]
  const stops = stopsOf([open.id, other.id])
  const load = { key: aKey('ROUTE'), plannedStart: `${day}T08:00:00Z`, stops }
  const { loadId } = (await call(createLoad, { body: load })).data
  return { open, other, list: `/consignments?search=${city}`, plan: `/plan?load=${loadId}` }
}
type Orders = Awaited<ReturnType<typeof twoOrders>>

/** How an order is opened, and another one taken off its load beside it, of which a message tells. */
const places = {
  list: {
    open: (page: Page, { open }: Orders) => page.getByRole('row', { name: new RegExp(open.key) }).click(),
    async say(page: Page, { other }: Orders) {
      await page
        .getByRole('row', { name: new RegExp(other.key) })
        .getByRole('checkbox')
        .check()
      await page.getByRole('button', { name: 'Remove from route' }).click()
    },
  },
  plan: {
    open: (page: Page, { open }: Orders) => act(page, open.company, 'Open order'),
    say: (page: Page, { other }: Orders) => act(page, other.company, 'Remove from route'),
  },
}

async function act(page: Page, company: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${company}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

consoleSuite('accessibility of the drawer of an order', (site) => {
  for (const place of ['list', 'plan'] as const)
    test(`the drawer of an order is accessible over the ${place}, with a message and with a conflict`, async (t) => {
      const here = await site()
      const orders = await twoOrders(here)
      const page = await here.open(t, orders[place])
      await places[place].open(page, orders)
      const drawer = page.getByRole('dialog', { name: `Order ${orders.open.key}` })
      await drawer.waitFor()
      await places[place].say(page, orders)
      // Under the pointer it stays for as long as it is looked at; the focus may still be on its way back from a menu.
      const undo = page.getByRole('button', { name: 'Undo' })
      await undo.hover()
      await expectAccessible(page)
      await page.keyboard.press('f')
      await drawer.getByRole('tab', { name: 'Details' }).waitFor()
      await undo.waitFor()
      await expectAccessible(page)
      const street = drawer.getByLabel('Street').first()
      await street.fill('Mine')
      const body = { consigneeAddress: { line1: 'Theirs' } }
      await here.call(updateConsignment, { query: { key: orders.open.key }, body })
      const conflict = drawer.getByRole('alert').filter({ hasText: 'Someone else has saved a different value' })
      await conflict.waitFor()
      await expectAccessible(page)
      // By keyboard alone, from the field to the decision.
      await street.focus()
      await page.keyboard.press('Tab')
      await conflict.getByRole('button', { name: 'Keep mine' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await conflict.waitFor({ state: 'hidden' })
    })
})
