// The console in a real browser on a real service: one of each for a suite, a signed-in tab for each test.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core'
import { createClient } from '../../client/client.ts'
import { listLoads } from '../../contract/load.ts'
import { useLink } from '../../contract/person.ts'
import { createEnvironment } from '../../server/access/environment/rules.ts'
import { findPersonByEmail, insertMembership } from '../../server/access/user/store.ts'
import * as admin from '../../server/admin/database.ts'
import { noBrowser, openBrowser } from './browser.ts'
import {
  type Engine,
  openCleanups,
  patientFetch,
  type Service,
  startService,
  whenAllIsOver,
  writeBehind,
} from './harness.ts'
import { inTime } from './until.ts'

// What is tested is what is there now, also when one file is run alone.
if (!process.env.TEST_CONSOLE_BUILT)
  execFileSync(process.execPath, [join(import.meta.dirname, '../../console/build.js')], { stdio: 'inherit' })

export const owner = { email: 'ada@example.com', name: 'Ada Planner', password: 'a long walk in the rain' }

export interface Site {
  service: Service
  url: string
  /** The interface, with a token of the environment that the tabs work in. */
  call: ReturnType<typeof createClient>['call']
  environmentId: string
  /** A tab in which the owner is signed in; the end of the test closes it and sees that nothing went wrong in it. */
  open(t: TestContext, path: string, options?: TabOptions): Promise<Page>
}
export interface TabOptions extends BrowserContextOptions {
  language?: 'en' | 'de' | 'ar'
  /** Nobody is signed in. */
  guest?: boolean
  /** Few tests are about the map, and drawing one without a graphics card takes seconds: most tabs have an empty drawing instead. */
  map?: 'webGl' | 'drawing' | 'empty'
  /** What the test provokes, and the tab therefore reports. */
  expected?: RegExp
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface SiteOptions {
  engine?: Engine
  /** By its name. */
  environment?: string
  flags?: Record<string, string | boolean>
}

/** A site of its own. */
export async function openSite(
  t: { after(fn: () => unknown): void },
  { engine = 'sqlite', environment = 'default', flags = {} }: SiteOptions = {},
): Promise<Site> {
  return siteIn(await openHouse(t, engine, flags), environment)
}

/** A service with its owner, and a browser to look at it. */
interface House {
  service: Service
  engine: Engine
  cookie: { name: string; value: string }
  profiles: ReturnType<typeof browserProfiles>
  hasDemo: boolean
}

async function openHouse(
  t: { after(fn: () => unknown): void },
  engine: Engine,
  flags: Record<string, string | boolean>,
): Promise<House> {
  // The other way round: a tab that is still open when its service ends would say so.
  const { whenOver, cleanUp } = openCleanups()
  t.after(cleanUp)
  const service = await startService(whenOver, flags, engine)
  const cookie = await becomeOwner(service.url, service.running.ownerUrl!)
  const profiles = browserProfiles(service.url)
  whenOver.after(() => profiles.close())
  return { service, engine, cookie, profiles, hasDemo: flags.demo === true }
}

let shared: Promise<House> | undefined
let suites = 0

/** An environment of its own in the house that all suites of this process share. */
async function openRoom(): Promise<Site> {
  shared ??= openHouse(whenAllIsOver(), 'sqlite', {})
  const house = await shared
  const name = `default ${++suites}`
  await writeBehind(house.service.config, async (tx) => {
    const environmentId = await createEnvironment(tx, name, Date.now(), false)
    const { personId } = (await findPersonByEmail(tx, owner.email))!
    await insertMembership(tx, environmentId, { personId, role: 'owner', created: '2026-01-01T00:00:00Z' })
  })
  return siteIn(house, name)
}

async function siteIn({ service, engine, cookie, profiles, hasDemo }: House, environment: string): Promise<Site> {
  const { config, url } = service
  const { environmentId } = await admin.findEnvironment(config, environment)
  const token = await admin.createToken(config, { environment, scopes: ['*', 'people:write'] }, Date.now())
  const { call } = createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch })
  const demoMs = hasDemo ? Date.parse((await call(listLoads)).data[0]!.plannedStart!) : undefined
  return {
    service,
    url,
    call,
    environmentId,
    async open(test, path, { language = 'en', guest = false, map = 'empty', expected, ...options } = {}) {
      const { context, release } = await inTime('an empty profile', profiles.take(options, demoMs))
      if (!guest) await context.addCookies([{ ...cookie, url }])
      const page = answering(await inTime('a new tab', context.newPage()))
      const faults = watch(page, [expected, engine === 'postgres' ? waited : undefined])
      test.after(async () => {
        await page.close()
        await release()
        assert.deepEqual(faults, [])
      })
      // As text: the compiler of the tests does not know a page's own globals.
      await page.addInitScript(
        `if (location.origin !== 'null') { localStorage.getItem('dray.language') ?? localStorage.setItem('dray.language', '${language}');` +
          `localStorage.getItem('dray.environment') ?? localStorage.setItem('dray.environment', '${environmentId}') }`,
      )
      if (map !== 'webGl') await page.addInitScript(withoutWebGl)
      if (map === 'empty') await page.addInitScript(withoutCountries)
      await page.goto(new URL(path, url).href)
      return page
    },
  }
}

/** Playwright limits the time in which something appears, but not that of a tab which answers nothing any more. */
function answering(page: Page): Page {
  const limit = <T extends object>(target: T, ...names: (keyof T & string)[]) => {
    for (const name of names) {
      const own = (target[name] as (...given: unknown[]) => Promise<unknown>).bind(target)
      Object.assign(target, {
        [name]: (...given: unknown[]) => inTime(`${name} ${given[0]}`.slice(0, 200), own(...given)),
      })
    }
  }
  closing(page)
  limit(page, 'addInitScript', 'close', 'evaluate', 'route')
  limit(page.keyboard, 'down', 'insertText', 'press', 'type', 'up')
  limit(page.mouse, 'down', 'move', 'up', 'wheel')
  page.on('download', (download) => limit(download, 'path'))
  return page
}

/**
 * Chromium forgets to close a tab that is on its way to another page at that moment, though it says that it has: it is asked
 * again until the tab is gone.
 */
function closing(page: Page): void {
  const own = page.close.bind(page)
  page.close = async (options) => {
    const closed = own(options).then(() => true)
    while (!(await Promise.race([closed, sleep(1000)]))) {
      try {
        const devTools = await page.context().newCDPSession(page)
        const { targetInfo } = await devTools.send('Target.getTargetInfo')
        await devTools.send('Target.closeTarget', { targetId: targetInfo.targetId })
      } catch (error) {
        if (!page.isClosed()) throw error
      }
    }
  }
}

/** A first page may wait for a machine that has other things to do. */
const patientMs = 60_000

interface Profile {
  context: BrowserContext
  devTools: CDPSession
  isClockSet(): boolean
}

/** One for all sites of this process that are open at the same time. */
let browser: Promise<Browser> | undefined
let browserUsers = 0

function joinBrowser(): Promise<Browser> {
  browserUsers++
  browser ??= openBrowser()
  return browser
}
async function leaveBrowser(): Promise<void> {
  const last = browser
  if (--browserUsers > 0) return
  browser = undefined
  await (await last)?.close()
}

/**
 * Tabs of a site that are opened alike, one after the other, share a profile, which is emptied before each: a profile of its
 * own, with a window and a cache, would cost every test two seconds of a processor. Those that are open at the same time
 * have one each.
 */
function browserProfiles(url: string) {
  const { origin } = new URL(url)
  let own: Promise<Browser> | undefined
  const all: BrowserContext[] = []
  const free = new Map<string, Profile[]>()
  const create = async (options: BrowserContextOptions, demoMs: number | undefined): Promise<Profile> => {
    own ??= joinBrowser()
    const context = await (await own).newContext({
      viewport: desktop,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: 'America/New_York',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    all.push(context)
    context.setDefaultTimeout(patientMs)
    // The orders of the demo belong to the day on which it was made: its tabs show that day whenever they are opened.
    if (demoMs !== undefined) await context.clock.setFixedTime(demoMs)
    // The window closes with its last tab, and what has been compiled of the console goes with the last of its origin: this one stays.
    const lasting = await context.newPage()
    await lasting.goto(new URL('/health/live', origin).href)
    return { context, devTools: await context.newCDPSession(lasting), isClockSet: watchClock(context) }
  }
  return {
    async take(
      options: BrowserContextOptions,
      demoMs?: number,
    ): Promise<{ context: BrowserContext; release(): Promise<void> }> {
      const name = JSON.stringify(options)
      const alike = free.get(name) ?? []
      free.set(name, alike)
      const profile = alike.pop() ?? (await create(options, demoMs))
      const { context, devTools, isClockSet } = profile
      await context.setOffline(false)
      await context.clearCookies()
      await devTools.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage',
      })
      return {
        context,
        // Playwright cannot give a context its real clock back.
        release: async () => {
          if (isClockSet()) await context.close()
          else alike.push(profile)
        },
      }
    },
    async close() {
      for (const context of all) await context.close()
      if (own) await leaveBrowser()
    },
  }
}

/** Returns whether a test has set the clock of this context: it applies to every later tab of the context. */
function watchClock({ clock }: BrowserContext): () => boolean {
  let isSet = false
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
    const own = clock[name].bind(clock) as (...given: unknown[]) => Promise<void>
    Object.assign(clock, {
      [name]: (...given: unknown[]) => {
        isSet = true
        return own(...given)
      },
    })
  }
  return () => isSet
}

/** The outlines of all countries are half a second's work for every tab: here they cannot be read. */
const withoutCountries =
  'Worker = ((Own) => function (address, ...rest) {' +
  'if (!/outlines-worker/.test(address)) return new Own(address, ...rest);' +
  'this.postMessage = ({ question }) => setTimeout(() => this.onmessage({ data: { question } })) })(Worker)'

const withoutWebGl =
  'HTMLCanvasElement.prototype.getContext = ((own) => function (kind, ...rest) {' +
  'return /^webgl/.test(kind) ? null : own.call(this, kind, ...rest) })(HTMLCanvasElement.prototype.getContext)'

async function becomeOwner(url: string, ownerUrl: string): Promise<House['cookie']> {
  let cookie: string | undefined
  const visitor = createClient({
    baseUrl: url,
    fetch: async (input, init) => {
      const response = await fetch(input, {
        ...init,
        headers: { ...headersOf(init), origin: url, 'x-dray-console': '1' },
      })
      cookie = response.headers.get('set-cookie') ?? undefined
      return response
    },
  })
  await visitor.call(useLink, { body: { token: ownerUrl.split('#')[1]!, ...owner } })
  const [name, value] = cookie!.split(';')[0]!.split('=')
  return { name: name!, value: value! }
}
const headersOf = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers))

/** What a database server with other things to do makes the service answer; the console comes again by itself. */
const waited = /status of 503/

/** Whatever a tab complains about is a fault: broken scripts, refused styles, failed requests. */
function watch(page: Page, expected: readonly (RegExp | undefined)[]): string[] {
  const faults: string[] = []
  const add = (fault: string) => {
    if (!expected.some((pattern) => pattern?.test(fault))) faults.push(fault)
  }
  page.on('pageerror', (error) => add(String(error.stack ?? error)))
  page.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text()} ${message.location().url}`)
  })
  page.on('dialog', (dialog) => {
    // A test that goes elsewhere means it.
    if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => undefined)
    faults.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return faults
}

/** One site for all tests of a suite: an environment in a service that it shares with other suites, or, with options, its own. */
export function consoleSuite(title: string, suite: (site: () => Promise<Site>) => void, options?: SiteOptions): void {
  whenAllIsOver()
  describe(title, { skip: noBrowser }, () => {
    let started: Promise<Site> | undefined
    const { whenOver, cleanUp } = openCleanups()
    suite(() => {
      started ??= options ? openSite(whenOver, options) : openRoom()
      return started
    })
    after(cleanUp)
  })
}

/** For what concerns people and the whole service. */
export const suiteOfOwnService = (title: string, suite: (site: () => Promise<Site>) => void): void =>
  consoleSuite(title, suite, {})

/**
 * To another screen in the same tab, as people go: to load the console anew costs three times what looking at most screens
 * does. It always comes from the same one, so that nothing of a screen is taken for a part of the next.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(to)})`)
  await go('/about')
  await page.getByRole('row', { name: /Health ready/ }).waitFor()
  await go(path)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything once, and in the other colours what depends on colours. */
const accessRules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast', 'link-in-text-block'],
}

/** Nothing that a person with a reader, a keyboard or weak eyes would trip over, by light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A tooltip belongs to what the pointer is over, and to no landmark.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe)
  for (const [colorScheme, rules] of Object.entries(accessRules)) {
    await page.emulateMedia({ colorScheme: colorScheme as 'light' | 'dark', reducedMotion: 'reduce' })
    // Pages without Mantine follow the browser at once.
    await page
      .locator(`html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`)
      .waitFor({ state: 'attached' })
    const found = (await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], selectors: false }).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 5).map(({ html, any }) => html.slice(0, 200) + ' ' + (any[0]?.message ?? ''))]))`,
    )) as string[][]
    assert.deepEqual(found, [], `${page.url()} in ${colorScheme} colours`)
  }
  await expectLegible(page)
}

/** No text is smaller than 12 pixels. */
async function expectLegible(page: Page): Promise<void> {
  const small = await page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden') && parseFloat(getComputedStyle(one).fontSize) < 12)
    .map((one) => getComputedStyle(one).fontSize + ' ' + one.outerHTML.slice(0, 200))
    .slice(0, 10)`)
  assert.deepEqual(small, [], `${page.url()} has small letters`)
}

/** Fails if the page shows a date or time in ISO 8601, as the API sends it. Code and text areas may contain it. */
export async function expectNoIsoTimes(page: Page): Promise<void> {
  const raw = await page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => !one.closest('pre, code, script, style, textarea') && one.checkVisibility())
    .flatMap(({ childNodes }) => [...childNodes])
    .filter(({ nodeType, data }) => nodeType === 3 && /\\d{4}-\\d{2}-\\d{2}|\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?Z/.test(data))
    .map(({ data }) => data)`)
  assert.deepEqual(raw, [], `${page.url()} shows dates or times in ISO 8601`)
}

/**
 * Runs an action, and waits until an element shows the text. The page watches for it before the action begins, because
 * a notification disappears after a few seconds.
 */
export async function shows(page: Page, selector: string, text: RegExp, act: () => Promise<unknown>): Promise<void> {
  const seen = page.evaluate(`new Promise((done, fail) => {
    const isThere = () => [...document.querySelectorAll('${selector}')].some((one) => one.checkVisibility() && ${text}.test(one.textContent))
    const look = () => isThere() && done()
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    setTimeout(() => fail(new Error('${selector} has not shown ' + ${text})), ${patientMs})
    look()
  })`)
  await Promise.all([seen, act()])
}
export const says = (page: Page, text: RegExp, act: () => Promise<unknown>): Promise<void> =>
  shows(page, '.mantine-Notification-root', text, act)

/** Whether the browser, which asks the page before it closes or loads it anew, would leave it without a question. */
export const mayLeave = (page: Page): Promise<unknown> =>
  page.evaluate('dispatchEvent(new Event("beforeunload", { cancelable: true }))')

/** A dialog or a menu moves the focus after it has appeared, and more than once: keys are meant for it from then on. */
export async function focused(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':focus')).or(target.locator(':focus')).waitFor({ state: 'attached' })
  await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done), { timeout: 5000 }))')
}

/** Holds the next answer to such a request back: `given` when the service has answered; `release` lets the tab have it. */
export async function hold(
  page: Page,
  method: string,
  address: RegExp,
): Promise<{ given: Promise<void>; release(): Promise<void> }> {
  const given = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const passed = Promise.withResolvers<void>()
  let isHeld = false
  // The others pass: one that is fetched here while the tab is closed would fail.
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    const response = await route.fetch()
    given.resolve()
    await released.promise
    await route.fulfill({ response })
    passed.resolve()
  })
  return {
    // Awaited later, if at all: its failure is that of who awaits it.
    get given() {
      return inTime(`the answer to ${method} ${address}`, given.promise)
    },
    release() {
      released.resolve()
      return inTime(`the way of the answer to ${method} ${address}`, passed.promise)
    },
  }
}

/** Tries until it holds: live pages have their own time. */
export async function eventually(check: () => Promise<void> | void, deadlineMs = patientMs): Promise<void> {
  const end = Date.now() + deadlineMs
  for (;;) {
    try {
      return await inTime('a look at the page', Promise.resolve(check()))
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** What is drawn anew under the pointer is missed by it: a person would try again. */
export async function dropUntil(drop: () => Promise<void>, check: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    await drop()
    const isDone = await eventually(check, 5_000).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  await drop()
  await eventually(check)
}
export const isSeen = (target: Locator) => async (): Promise<void> =>
  assert.ok(await target.isVisible(), `${target} is seen`)
