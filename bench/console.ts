// Measures the console's order list in a browser with few and with many orders: the actions of a planner, and the time
// until the page shows the result.
import type { Page } from 'playwright-core'
import { importStream } from '../client/rows.ts'
import * as admin from '../server/admin/database.ts'
import { openSite } from '../test/support/console.ts'
import { orderOf } from './orders.ts'
import { table } from './report.ts'

interface Measured {
  orders: number
  /** Milliseconds, median of the rounds. */
  steps: Record<string, number>
}

const rounds = 5
const frames = 120
/** One order in so many is a collection. */
const rareness = 10
const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' })
const keyOf = (n: number) => `BENCH-${String(n).padStart(6, '0')}`

export async function measureConsole(counts: readonly number[], log: (line: string) => void): Promise<string> {
  const measured: Measured[] = []
  for (const count of counts) measured.push(await measureList(count, log))
  const names = Object.keys(measured[0]!.steps)
  const [few, many] = [measured[0]!, measured.at(-1)!]
  return table(
    ['', ...measured.map(({ orders }) => `${orders.toLocaleString('en')} orders`), 'ratio'],
    names.map((name) => [
      name,
      ...measured.map(({ steps }) => `${Math.round(steps[name]!)} ms`),
      (many.steps[name]! / few.steps[name]!).toFixed(2),
    ]),
  )
}

async function measureList(orders: number, log: (line: string) => void): Promise<Measured> {
  const cleanups: (() => unknown)[] = []
  const later = { after: (fn: () => unknown) => void cleanups.push(fn) }
  try {
    const site = await openSite(later)
    const { config } = site.service
    const token = await admin.createToken(config, { environment: 'default', scopes: ['*'] }, Date.now())
    function* rows() {
      for (let n = 0; n < orders; n++) {
        const type = n % rareness === 0 ? 'collection' : 'delivery'
        yield { ...orderOf(keyOf(n)), type, depotKey: null } as const
      }
    }
    let stored = 0
    for await (const { status } of importStream({ baseUrl: site.url, token }, rows())) {
      if (status !== 'created') throw new Error(`A row was ${status}.`)
      if (++stored % 50_000 === 0) log(`${stored} orders are stored.`)
    }
    // The harness takes a test's context for its cleanup only.
    const page = await site.open(later as never, '/consignments')
    const steps = await walk(page, orders)
    log(`${orders} orders: ${JSON.stringify(steps)}`)
    return { orders, steps }
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

async function walk(page: Page, orders: number): Promise<Record<string, number>> {
  const row = (n: number) =>
    page
      .getByRole('row')
      .filter({ hasText: keyOf(n) })
      .first()
  const newest = row(orders - 1)
  const search = page.getByRole('searchbox')
  const found = keyOf(Math.floor(orders / 3))
  const scroll = (part: number) =>
    grid(page).evaluate((element, at) => {
      // biome-ignore lint/suspicious/noExplicitAny: an element of the page, whose types the bench does not know
      const list = element as any
      list.scrollTop = list.scrollHeight * at
    }, part)
  return {
    'open the list': await median(async () => {
      await page.goto(new URL('/consignments', page.url()).href)
      await newest.waitFor()
      return undefined
    }),
    'search for one key': await median(
      async () => {
        await search.fill(found)
        await row(orders - 1).waitFor({ state: 'hidden' })
        await page.getByRole('row').filter({ hasText: found }).first().waitFor()
        return undefined
      },
      async () => {
        await search.fill('')
        await newest.waitFor()
      },
    ),
    'filter by type': await median(
      async () => {
        await page.getByRole('button', { name: 'Filter', exact: true }).click()
        await page.getByRole('menuitem', { name: 'Type' }).hover()
        const item = page.getByRole('menuitem', { name: 'Collection' })
        await item.waitFor()
        const began = performance.now()
        await item.click()
        await newest.waitFor({ state: 'hidden' })
        await row(Math.floor((orders - 1) / rareness) * rareness).waitFor()
        return performance.now() - began
      },
      async () => {
        await page.getByRole('button', { name: 'Remove filter Type' }).click()
        await newest.waitFor()
      },
    ),
    'jump to the middle': await median(
      async () => {
        await scroll(0.5)
        // The newest is on top, so a little below the middle.
        await row(Math.floor(orders / 2) - 8).waitFor()
        return undefined
      },
      async () => {
        await scroll(0)
        await newest.waitFor()
      },
    ),
    'longest frame while scrolling': await median(() => longestFrame(page)),
    'slowest answer to a key': await slowestAnswer(page, pressing),
    'slowest answer to a click': await slowestAnswer(page, clicking),
  }
}

async function median(
  step: () => Promise<number | undefined>,
  undo: () => Promise<void> = async () => undefined,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const own = await step()
    times.push(own ?? performance.now() - began)
    await undo()
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}

/** A wheel that turns steadily: the longest time between two pictures. */
const longestFrame = (page: Page): Promise<number> =>
  grid(page).evaluate(
    (element, count) =>
      new Promise<number>((resolve) => {
        // biome-ignore lint/suspicious/noExplicitAny: globals of the page, whose types the bench does not know
        const { requestAnimationFrame: next } = globalThis as any
        // biome-ignore lint/suspicious/noExplicitAny: the same
        const list = element as any
        let [left, longest, before] = [count, 0, 0]
        const frame = (now: number) => {
          if (before > 0) longest = Math.max(longest, now - before)
          before = now
          list.scrollTop += 120
          if (--left > 0) next(frame)
          else resolve(longest)
        }
        next(frame)
      }),
    frames,
  )

const pauseMs = 100

/** Through the list, into an order and a new one, and into the search. */
async function pressing(page: Page): Promise<void> {
  const order = ['j', 'j', 'j', 'x', 'j', 'x', 'k', 'Escape', 'o', '2', '3', '4', '1', 'j', 'k', 'Escape']
  const others = ['n', 'Escape', 'Control+k', 'c', 'Escape', '?', 'Escape', '/', ...'BENCH-0001', 'Escape']
  for (const key of [...order, ...others]) {
    await page.keyboard.press(key)
    await page.waitForTimeout(pauseMs)
  }
  await page.getByRole('searchbox').fill('')
}

async function clicking(page: Page): Promise<void> {
  const row = page.getByRole('row').nth(3)
  await row.getByRole('checkbox').click()
  await row.getByRole('checkbox').click()
  await row.click()
  await page.keyboard.press('f')
  for (const tab of ['Goods', 'History', 'Details']) await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('combobox', { name: 'Depot' }).click()
  // The list of choices first, then the order.
  for (let round = 0; round < 2; round++) await page.keyboard.press('Escape')
  await grid(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.keyboard.press('Escape')
}

/** From a key or a click to the next picture, as the browser itself counts it (Event Timing, in steps of 8 ms). */
async function slowestAnswer(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: globals of the page, whose types the bench does not know
    const world = globalThis as any
    world.slowest = 0
    new world.PerformanceObserver((list: { getEntries(): { interactionId: number; duration: number }[] }) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) world.slowest = Math.max(world.slowest, duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  })
  await act(page)
  await page.waitForTimeout(pauseMs)
  // biome-ignore lint/suspicious/noExplicitAny: the same
  return await page.evaluate(() => (globalThis as any).slowest as number)
}
