// Orders for tests of their list, and where they stand in it.
import type { Page } from 'playwright-core'
import { importConsignments } from '../../contract/bulk.ts'
import type { Site } from './console.ts'
import { aKey, anAddress, anOrder } from './orders.ts'

export const row = (page: Page, key: string) => page.getByRole('row', { name: new RegExp(key) })

/** Orders of this test alone: all of them are in a city that no other test uses. */
export async function orders({ call }: Site, count: number, members = {}) {
  const city = aKey('Town').replaceAll('-', '')
  const keys = Array.from({ length: count }, () => aKey('LIST')).sort()
  const consignments = keys.map((key) => anOrder({ key, consigneeAddress: { ...anAddress, city }, ...members }))
  await call(importConsignments, { body: { consignments } })
  return { city, keys, path: `/consignments?search=${city}` }
}
