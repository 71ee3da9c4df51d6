// Starts the real service on a database of its own, on each engine, and talks to it through the product's own client; checks every answer against the contract.
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { ApiProblem, createClient } from '../../client/client.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { listProblems } from '../../contract/endpoint.ts'
import type { UserRole } from '../../contract/person.ts'
import { createEnvironment } from '../../server/access/environment/rules.ts'
import { createToken } from '../../server/access/token/rules.ts'
import { createPerson } from '../../server/access/user/rules.ts'
import { insertMembership } from '../../server/access/user/store.ts'
import * as admin from '../../server/admin/database.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import { loadConfig, type ServiceConfig } from '../../server/platform/config/config.ts'
import { type Database, sql, type WriteTransaction } from '../../server/platform/database/database.ts'
import { openSqlite } from '../../server/platform/database/sqlite.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import { compileSchema } from '../../server/platform/operation/validate.ts'
import { loadSecretsKeys } from '../../server/platform/process/seal.ts'
import { openDatabase, resolveDatabasePath } from '../../server/runtime/storage.ts'
import { createDatabase } from './postgres-server.ts'
import { quickFetch } from './quick-fetch.ts'
import { scratch } from './scratch.ts'
import { assertVariants } from './variants.ts'

type Client = ReturnType<typeof createClient>
export interface Service {
  running: RunningServer
  config: ServiceConfig
  url: string
  /** A token of a new environment, and a client that uses it. */
  environment(scopes?: string[]): Promise<Tenant>
  /** So many of them at once, with all scopes. */
  environments(count: number): Promise<Tenant[]>
  /** Works on the database behind the back of the service. */
  database<T>(work: (database: Database) => Promise<T>): Promise<T>
}
export interface Tenant {
  environmentId: string
  /** Its only owner, and somebody who plans. */
  owner: Member
  planner: Member
  token: string
  call: Client['call']
  /** The same environment with other scopes. */
  tokenWith(scopes: string[]): Promise<string>
  /** A token of another environment, which is no sandbox, as this one is. */
  ordinary(): Promise<string>
  request(method: string, path: string, init?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>
}
export interface Member {
  personId: string
  email: string
}
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

export const temporaryFolder = (t: { after(fn: () => void): void }): string => {
  const folder = mkdtempSync(join(scratch, 'dray-test-'))
  t.after(() => t.after(() => remove(folder)))
  return folder
}

/** Folders that services of this process are served from, and those that are to go once they are not. */
const served = new Set<string>()
const leftover = new Set<string>()

/** A service whose folder is gone ends its process: what outlives a test keeps its own. */
function remove(folder: string): void {
  if (served.values().some((data) => data.startsWith(folder))) leftover.add(folder)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
function noLongerServed(data: string): void {
  served.delete(data)
  const folders = [...leftover]
  leftover.clear()
  folders.forEach(remove)
}

interface Cleanup {
  after(fn: () => unknown): void
}
export type Engine = 'sqlite' | 'postgres'
const engines: Engine[] = ['sqlite', 'postgres']

/** pooler.ts puts one before the server. */
const isPooled = process.env.TEST_POOLED !== undefined

/** With the same `data` again it starts on the same database again. */
const databases = new Map<string, Promise<string>>()

/** With a database whose schema is up to date, where the run has one; who names a folder begins with what is there. */
function newFolder(engine: Engine): string {
  const folder = mkdtempSync(join(scratch, 'dray-test-'))
  const template = process.env.TEST_DATABASE_FILE
  if (engine === 'sqlite' && template !== undefined) copyFileSync(template, join(folder, 'dray.db'))
  return folder
}

export async function startService(
  t: Cleanup,
  flags: Record<string, string | boolean> = {},
  engine: Engine = 'sqlite',
): Promise<Service> {
  const data = typeof flags.data === 'string' ? flags.data : newFolder(engine)
  if (engine === 'postgres' && !databases.has(data))
    databases.set(data, createDatabase(t, process.env.TEST_DATABASE_TEMPLATE))
  const databaseUrl = await databases.get(data)
  const common = { port: '0', demo: false, logLevel: 'silent', databaseUrl, databasePrepare: !isPooled }
  const config = loadConfig({ ...common, ...flags, data }, {})
  const running = await startServer(config)
  served.add(data)
  const backstage = openBackstage(config)
  const removed = () => {
    noLongerServed(data)
    if (flags.data === undefined) remove(data)
  }
  t.after(() => allOf([() => backstage.close(), () => running.stop(), removed]))
  return {
    running,
    config,
    url: running.url,
    environment: async (scopes = everything) => (await createTenants(backstage, running.url, 1, scopes))[0]!,
    environments: (count) => createTenants(backstage, running.url, count, everything),
    database: async (work) => closing(await openDatabase(config), work),
  }
}

interface Backstage {
  config: ServiceConfig
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Where environments and tokens are made behind the back of a service. A connection to a server costs it more than what is
 * sent over it, so that one is kept; a file is opened each time, so that it is the service's alone when that ends.
 */
function openBackstage(config: ServiceConfig): Backstage {
  let kept: Promise<Database> | undefined
  const stage: Backstage = {
    config,
    async write(work) {
      if (!config.databaseUrl) return closing(openFile(config), (database) => database.write(work))
      kept ??= openDatabase(config)
      return (await kept).write(work)
    },
    async close() {
      stages.delete(config)
      await (await kept)?.close()
    },
  }
  stages.set(config, stage)
  return stage
}
const stages = new Map<ServiceConfig, Backstage>()

/** The service has brought its schema up to date: to look at that again takes longer than what is written. */
function openFile(config: ServiceConfig): Database {
  loadSecretsKeys(config.secretsKeyFile)
  return openSqlite(resolveDatabasePath(config), { bytesMax: config.storageBytesMax })
}

async function closing<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const writeOnce = async <T>(config: ServiceConfig, work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
  closing(await openDatabase(config), (database) => database.write(work))

/** Changes the database of a service without asking it. */
export const writeBehind = <T>(config: ServiceConfig, work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
  stages.get(config)?.write(work) ?? writeOnce(config, work)

/** `*` leaves out what lets others in. */
const everything = ['*', 'people:write', 'tokens:write']

let names = 0

/** All in one transaction: suites need hundreds of them. */
async function createTenants(stage: Backstage, url: string, count: number, scopes: string[]): Promise<Tenant[]> {
  const created = await stage.write(async (tx) => {
    const all: Created[] = []
    while (all.length < count) all.push(await createTenant(tx, stage.config.issuer, scopes))
    return all
  })
  return created.map((each) => tenantOf(stage, url, each))
}

type Created = Pick<Tenant, 'environmentId' | 'owner' | 'planner' | 'token'>

async function createTenant(tx: WriteTransaction, issuer: string, scopes: string[]): Promise<Created> {
  const now = Date.now()
  const number = ++names
  const environmentId = await createEnvironment(tx, `test ${process.pid} ${number}`, now, true)
  const member = async (role: UserRole): Promise<Member> => {
    const email = `${role}-${process.pid}-${number}@example.com`
    const personId = (await createPerson(tx, { email, name: role, password: null }, now))!
    await insertMembership(tx, environmentId, { personId, role, created: '2026-01-01T00:00:00Z' })
    return { personId, email }
  }
  const { token } = await createToken(tx, createCommandAuthor(environmentId, now), { issuer, scopes })
  // Tests look at what they do themselves.
  await tx.run(sql`delete from changes where environment_id = ${environmentId}`)
  return { environmentId, owner: await member('owner'), planner: await member('planner'), token }
}

function tenantOf(stage: Backstage, url: string, { environmentId, owner, planner, token }: Created): Tenant {
  const { config } = stage
  const tokenWith = (scopes: string[]) =>
    stage.write(
      async (tx) =>
        (await createToken(tx, createCommandAuthor(environmentId, Date.now()), { issuer: config.issuer, scopes }))
          .token,
    )
  return {
    environmentId,
    owner,
    planner,
    token,
    tokenWith,
    async ordinary() {
      const environment = await admin.createEnvironment(config, `ordinary ${process.pid} ${++names}`, Date.now())
      return admin.createToken(config, { environment, scopes: ['*'] }, Date.now())
    },
    call: callerAs(url, token),
    request: (method, path, init = {}) =>
      request(url, method, path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
  }
}

const waitsMax = 50
const waitMs = 200
const waited =
  /"(Another request changes the same record|The database (is busy|took too long|cannot be reached|has not confirmed earlier commits: a standby may be unreachable))\. Nothing was changed\."/
const unknown = /"The storage failed, and the change may or may not have been stored: /

let cameAgain = 0
// Said, so that contention which nobody needs is noticed: on a quiet machine it is none.
process.once('exit', () => {
  if (cameAgain > 0) console.error(`${cameAgain} requests came again, as others were in their way`)
})

/** Comes again when others were in the way for too long: on a slow machine they are, and few tests are about that. */
export const patientFetch: typeof fetch = async (...given) => {
  for (let waits = 0; ; waits++) {
    const response = await quickFetch(...given)
    if (response.status !== 503 || waits >= waitsMax) return response
    const text = await response.clone().text()
    const isRepeatable = new Headers(given[1]?.headers).has('idempotency-key')
    if (!waited.test(text) && !(isRepeatable && unknown.test(text))) return response
    cameAgain++
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Whether a response may contain values of errors: most do not, and are not searched for them. */
const mayHaveValues = (text: string): boolean => text.includes('"values":{')

const typeOf = (body: unknown): string => (body instanceof Blob ? body.type : 'application/json')

/** A request as any client may send it, well-formed or not. */
export async function request(
  url: string,
  method: string,
  path: string,
  init: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body =
    init.body === undefined
      ? undefined
      : typeof init.body === 'string' || init.body instanceof Uint8Array || init.body instanceof Blob
        ? init.body
        : JSON.stringify(init.body)
  const response = await patientFetch(new URL(path, url), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': typeOf(body) }), ...init.headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  if (mayHaveValues(text)) assertVariants(json)
  return { status: response.status, headers: response.headers, text, json }
}

/** Calls endpoints with a token, and holds every answer against the contract. */
export const callerAs = (url: string, token: string): Client['call'] =>
  checked(createClient({ baseUrl: url, token, retries: 0, fetch: patientFetch }).call)

const checks = new Map<EndpointShape['data'], ReturnType<typeof compileSchema>>()

/** Every answer in every test is held against what the contract promises: no undeclared member, no undeclared problem. */
function checked(call: Client['call']): Client['call'] {
  return (async (endpoint: EndpointShape, options?: object) => {
    try {
      // biome-ignore lint/suspicious/noExplicitAny: passes on what the typed caller gave
      const answer = await (call as any)(endpoint, options)
      if (endpoint.created === 'unless replaced') assert.ok([200, 201].includes(answer.status))
      else assert.equal(answer.status, endpoint.created ? 201 : 200)
      if (endpoint.data) {
        if (!checks.has(endpoint.data)) checks.set(endpoint.data, compileSchema(endpoint.data))
        assert.deepEqual(
          checks.get(endpoint.data)!(answer.data),
          [],
          `the answer of ${endpoint.id} is as the contract says`,
        )
        assertVariants(answer.data)
      } else if (endpoint.download) assert.ok(endpoint.download.includes(answer.data.type.split(';')[0]!))
      else assert.equal(answer.data, undefined)
      if (endpoint.etag) assert.match(answer.etag ?? '', endpoint.conditional ? /^"[\w-]+"$/ : /^"\d+"$/)
      return answer
    } catch (error) {
      if (error instanceof ApiProblem) {
        assertVariants({ code: error.code, message: error.message, values: error.values, errors: error.errors })
        assert.ok((listProblems(endpoint) as string[]).includes(error.code), `${endpoint.id} declares ${error.code}`)
      }
      throw error
    }
  }) as Client['call']
}

/**
 * One suite for every engine. Those of a process use one service, each test an environment of its own; with `isAlone` the
 * suite has a service of its own: what counts attempts by their address, or looks into all tables, disturbs others.
 */
export function everyEngine(
  name: string,
  suite: (open: (flags?: Record<string, string | boolean>) => Promise<Service>, engine: Engine) => void,
  { isAlone = false } = {},
): void {
  whenAllIsOver()
  for (const engine of engines)
    describe(`${name} on ${engine}`, () => {
      const { whenOver, cleanUp } = openCleanups()
      let own: Promise<Service> | undefined
      suite((flags) => {
        if (flags) return startService(whenOver, flags, engine)
        if (!isAlone) return sharedService(engine)
        own ??= startService(whenOver, {}, engine)
        return own
      }, engine)
      // Registered last, so that it runs when the suite is over.
      after(cleanUp)
    })
}

const forAll = openCleanups()
let isEndKnown = false

/** What the suites of this process share is ended after the last of them: suites that use it say so before they begin. */
export function whenAllIsOver(): Cleanup {
  if (!isEndKnown) after(forAll.cleanUp)
  isEndKnown = true
  return forAll.whenOver
}

const shared: Partial<Record<Engine, Promise<Service>>> = {}

/** For suites that need none of their own: to start one takes as much as dozens of tests. */
function sharedService(engine: Engine): Promise<Service> {
  shared[engine] ??= startService(forAll.whenOver, {}, engine)
  return shared[engine]
}

/** What is started last is ended first: a database is dropped after its service has stopped. */
export function openCleanups(): { whenOver: Cleanup; cleanUp(): Promise<void> } {
  const cleanups: (() => unknown)[] = []
  return {
    whenOver: { after: (fn) => void cleanups.push(fn) },
    async cleanUp() {
      while (cleanups.length > 0) await allOf(cleanups.splice(0).reverse())
    },
  }
}

/** One after the other, whatever fails: what is left running would keep the process, and with it the whole run, for ever. */
async function allOf(cleanups: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const cleanup of cleanups)
    try {
      await cleanup()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be cleaned up')
}
