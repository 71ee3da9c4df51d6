// What a stranger puts into an order stays text: a hundred hostile strings through every field execute nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { importConsignments } from '../../contract/bulk.ts'
import { type ConsignmentInput, createConsignment } from '../../contract/consignment.ts'
import { createDepot, type DepotInput } from '../../contract/depot.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createLoad } from '../../contract/load.ts'
import type { TSchema } from '../../contract/schema.ts'
import { createWebhook } from '../../contract/webhook.ts'
import { createToken } from '../../server/access/token/rules.ts'
import { createPerson } from '../../server/access/user/rules.ts'
import { insertMembership } from '../../server/access/user/store.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import { consoleSuite, focused, type Site, walkTo } from '../support/console.ts'

const ran = 'globalThis.ran=1'
const carriers = [
  (code: string) => `<script>${code}</script>`,
  (code: string) => `<img src=x onerror="${code}">`,
  (code: string) => `<svg onload="${code}">`,
  (code: string) => `"><script>${code}</script>`,
  (code: string) => `' onfocus='${code}' autofocus='`,
  (code: string) => `javascript:${code}`,
  (code: string) => `<iframe srcdoc="<script>parent.${code}</script>"></iframe>`,
  (code: string) => `<a href="javascript:${code}">x</a>`,
  (code: string) => `<details open ontoggle="${code}">`,
  (code: string) => `{{constructor.constructor('${code}')()}}`,
]
const disguises = [
  (text: string) => text,
  (text: string) => text.toUpperCase().replaceAll('GLOBALTHIS.RAN', 'globalThis.ran'),
  (text: string) => `</textarea>${text}`,
  (text: string) => `</title></style>${text}`,
  (text: string) => `-->${text}<!--`,
  (text: string) => `]]>${text}`,
  (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text: string) => text.replaceAll(' ', '/'),
  (text: string) => `\u202e${text}`,
  (text: string) => `\${${text}}`,
]
const hostile = disguises.flatMap((disguise, row) =>
  carriers.map((carry, column) => `${disguise(carry(ran))}${row}${column}`),
)
const at = (index: number) => hostile[index % hostile.length]!

/** What a field takes that does not take any text; skills are too short for most, and have one that is seen where it becomes an element. */
const tame: Record<string, unknown> = { type: 'delivery', country: 'GB', currency: 'GBP', skills: ['<img src=x>'] }
/** Keys of other records, and what ties packages to products. */
const references = ['channelKey', 'areaKey', 'depotKey', 'loadId', 'packageProducts']

/** A value of a schema in which every field that takes any text, and there are no others in it but tame ones, has the next one. */
function filled(schema: TSchema, next: () => string): unknown {
  const { type, properties, items, format, pattern, enum: choices } = schema as Record<string, unknown>
  const is = (name: string) => [type].flat().includes(name)
  if (is('object')) {
    if (!properties) return undefined
    const members = Object.entries(properties as Record<string, TSchema>)
      .filter(([name]) => !references.includes(name))
      .map(([name, member]) => [name, tame[name] ?? filled(member, next)])
      .filter(([, value]) => value !== undefined)
    return members.length === 0 ? undefined : Object.fromEntries(members)
  }
  if (is('array')) {
    const element = filled(items as TSchema, next)
    return element === undefined ? undefined : [element]
  }
  const isFree = is('string') && !choices && !pattern && (format === undefined || format === 'key')
  return isFree ? next() : undefined
}
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as object)
        .flatMap(textsIn)
        .filter((text) => text.includes('ran'))

/** As many records as there are texts: the first field has the first text, the second the second, and in the next record each has the next. */
const square = <T>(schema: TSchema, from = 0, count = hostile.length): T[] =>
  Array.from({ length: count }, (_, index) => {
    let turn = from + index
    return filled(schema, () => at(turn++)) as T
  })

/** Whatever runs says so, and so do an element or an attribute that only a text can have brought. */
const alarm = "Object.defineProperty(globalThis, 'ran', { set() { console.error('a hostile text has run') } })"
const injected = [
  'script:not([src])',
  'iframe',
  'img[src=x]',
  'a[href^="javascript:" i]',
  ...['onerror', 'onload', 'onfocus', 'ontoggle', 'autofocus'].map((name) => `[${name}]`),
].join()

/** Fills an environment with hostile texts; answers what to look at. */
async function fill({ call, service, environmentId }: Site) {
  const named = hostile.map((_, index) => ({ key: at(index), name: at(index + 1) }))
  await call(updateEnvironment, { body: { channels: named, areas: named } })
  const depots = square<DepotInput>(createDepot.body)
  for (const body of depots) await call(createDepot, { body })
  const loads: string[] = []
  for (const [index, { key }] of depots.entries()) {
    const body = { key: at(index + 2), startDepotKey: key, plannedStart: '2026-07-01T08:00:00Z' }
    loads.push((await call(createLoad, { body })).data.loadId)
  }
  const orders = square<ConsignmentInput>(createConsignment.body).map((order, index) => ({
    ...order,
    ...{ depotKey: depots[index]!.key, channelKey: at(index), areaKey: at(index + 1) },
    ...(index < 50 ? { loadId: loads[index]! } : {}),
    requiredFrom: '2026-07-01T09:00:00Z',
  }))
  // Many on one load, for the plan.
  const stops = square<ConsignmentInput>(createConsignment.body, 5, 40).map((order, index) => ({
    ...order,
    ...{ key: `STOP-${index}`, loadId: loads[0]! },
  }))
  const { data } = await call(importConsignments, { body: { consignments: [...orders, ...stops] } })
  assert.deepEqual([data.summary.created, data.summary.failed], [orders.length + stops.length, 0])
  const goods = {
    ...orders[0]!,
    key: 'GOODS',
    packages: hostile.map((packageId, index) => ({ packageId, barcode: at(index + 1) })),
    productLines: hostile.map((productLineId, index) => ({
      ...{ productLineId, productCode: at(index + 1), commodityCode: at(index + 2), barcode: at(index + 3) },
      ...{ description: at(index + 4), currency: 'GBP' },
    })),
    packageProducts: hostile.map((id) => ({ packageId: id, productLineId: id, quantity: 1 })),
  }
  const full = (await call(createConsignment, { body: goods })).data.consignmentId
  // A few in each, as there may not be a hundred webhooks.
  for (let index = 0; index < hostile.length; index += 5) {
    const description = hostile.slice(index, index + 5).join(' ')
    await call(createWebhook, { body: { url: `https://hooks.example.com/${index}`, description, state: 'paused' } })
  }
  const { issuer } = service.config
  await service.database(({ write }) =>
    write(async (tx) => {
      for (const [index, name] of hostile.entries()) {
        const personId = await createPerson(tx, { email: `p${index}@example.com`, name, password: null }, Date.now())
        await insertMembership(tx, environmentId, {
          personId: personId!,
          role: 'planner',
          created: '2026-01-01T00:00:00Z',
        })
        await createToken(tx, createCommandAuthor(environmentId, Date.now()), { issuer, name, scopes: ['depots:read'] })
      }
    }),
  )
  return { orders, loads, full, ids: data.results.map((result) => result.consignmentId!) }
}

consoleSuite('hostile texts', (site) => {
  test('a hundred hostile texts in every field execute no script', { timeout: 400_000 }, async (t) => {
    assert.equal(new Set(hostile).size, 100)
    const here = await site()
    const { orders, loads, full, ids } = await fill(here)
    // Every field of an order has had every one of them.
    const rows = orders.map(textsIn)
    for (let field = 0; field < rows[0]!.length; field++)
      assert.equal(new Set(rows.map((texts) => texts[field])).size, 100, `field ${field}`)
    assert.ok(rows[0]!.length > 30, `${rows[0]!.length} fields`)

    const page = await here.open(t, '/about')
    await page.addInitScript(alarm)
    await page.reload()
    const harmless = async () => assert.equal(await page.locator(injected).count(), 0, page.url())
    const go = (path: string) => walkTo(page, path)
    const shows = (text = '<script>') => page.locator('#console').getByText(text).first().waitFor()

    const columns = 'key,type,consignee,city,postalCode,country,depotKey,channelKey,areaKey,loadId'
    await go(`/consignments?sort=key&columns=${columns}`)
    await shows()
    for (let seen = 0; seen < ids.length; seen += 20) {
      await page.getByRole('grid').evaluate((grid, top) => grid.scrollTo(0, top), seen * 34)
      await page.getByRole('row').nth(5).waitFor()
      await harmless()
    }
    for (const id of [full, ...ids.filter((_, index) => index % 25 === 0)]) {
      await go(`/consignments/${id}`)
      for (const tab of ['Goods', 'History', 'JSON', 'Details']) {
        await page.getByRole('tab', { name: tab }).click()
        await page.getByRole('tabpanel').waitFor()
        await harmless()
        if (tab === 'Goods' && id === full) await throughGoods(page)
      }
    }
    const search = page.getByRole('searchbox')
    for (const text of hostile.filter((_, index) => index % 10 === 0)) await search.fill(text)
    await page.keyboard.press('Control+k')
    await focused(page, page.getByRole('combobox', { name: 'Search or jump to' }))
    await page.keyboard.insertText(at(1))
    await page.getByRole('option').or(page.getByText('Nothing found')).first().waitFor()
    await harmless()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    for (const path of [
      ...[`/plan?load=${loads[0]}`, '/loads', '/export', '/history'],
      ...['depots', 'channels', 'areas', 'webhooks', 'people', 'access'].map((name) => `/settings/${name}`),
    ]) {
      await go(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .locator('#console')
        .getByText(ran)
        .or(page.locator(`input[value*="${ran}"]`))
        .first()
        .waitFor()
      await harmless()
    }

    await go('/import')
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    const lines = hostile.map((text) => [text, 'delivery', text, text, text, text].map(cell).join())
    const buffer = Buffer.from([`Order no,Type,Street,City,Postcode,${cell(at(0))}`, ...lines].join('\n'))
    await page.locator('input[type=file]').setInputFiles({ name: `${at(1)}.csv`, mimeType: 'text/csv', buffer })
    await shows()
    await harmless()
    await page.getByRole('button', { name: /^Check/ }).click()
    await page
      .getByRole('status')
      .getByText(/with errors/)
      .waitFor()
    await harmless()
  })
})

async function throughGoods(page: Page): Promise<void> {
  for (let seen = 25; seen < hostile.length; seen += 25) {
    await page.getByRole('button', { name: 'Packages: next' }).first().click()
    await page.getByRole('button', { name: 'Product lines: next' }).first().click()
  }
}
