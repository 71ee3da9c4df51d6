// People for the tests: browsers that keep their cookie and say where they come from, and accounts to sign in to.
import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import type { UserRole } from '../../contract/person.ts'
import * as rules from '../../server/access/user/rules.ts'
import { insertMembership } from '../../server/access/user/store.ts'
import type { ServiceConfig } from '../../server/platform/config/config.ts'
import { formatIso } from '../../server/platform/value/times.ts'
import { type Answer, request, type Service, writeBehind } from './harness.ts'

export const goodPassword = 'four odd words here'
/**
 * Most tests are not about hashing, but people sign in a thousand times in them. A hash brings the parameters that it was made
 * with: these are the least, where those of the service take a thousand times as long.
 */
const least = { memory: 8, passes: 1, parallelism: 1 }
const goodHash = (() => {
  const nonce = randomBytes(16)
  const hash = argon2Sync('argon2id', { message: Buffer.from(goodPassword), nonce, tagLength: 32, ...least })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${least.memory},t=${least.passes},p=${least.parallelism}$${text(nonce)}$${text(hash)}`
})()

interface Init {
  body?: unknown
  headers?: Record<string, string>
}
export interface Browser {
  /** As the console sends it, with the cookie it was given last. */
  send(method: string, path: string, init?: Init): Promise<Answer>
  cookie: string | undefined
}

export const setCookieOf = (answer: Answer): string => answer.headers.getSetCookie()[0] ?? ''

/** `environmentId` is what its requests name. */
export function browser(url: string, environmentId?: string): Browser {
  const own: Browser = {
    cookie: undefined,
    async send(method, path, init = {}) {
      const headers: Record<string, string> = {
        origin: new URL(url).origin,
        'sec-fetch-site': 'same-origin',
        'x-dray-console': '1',
        ...(environmentId === undefined ? {} : { 'dray-environment': environmentId }),
        ...(own.cookie === undefined ? {} : { cookie: own.cookie }),
        ...init.headers,
      }
      for (const [name, value] of Object.entries(headers)) if (value === '') delete headers[name]
      const answer = await request(url, method, path, { ...init, headers })
      const set = setCookieOf(answer)
      if (set !== '') own.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0]
      return answer
    },
  }
  return own
}

let people = 0

/** An account with these roles, made behind the back of the service. */
export async function aPerson(config: ServiceConfig, roles: Record<string, UserRole> = {}) {
  const email = `person-${process.pid}-${++people}@example.com`
  const personId = await writeBehind(config, async (tx) => {
    const now = Date.now()
    const made = (await rules.createPerson(tx, { email, name: `Person ${people}`, password: goodHash }, now))!
    for (const [environmentId, role] of Object.entries(roles))
      await insertMembership(tx, environmentId, { personId: made, role, created: formatIso(now) })
    return made
  })
  return { personId, email }
}

/** A signed-in person in a browser that works in this environment. */
export async function signedIn({ config, url }: Service, environmentId: string, role: UserRole) {
  const person = await aPerson(config, { [environmentId]: role })
  const own = browser(url, environmentId)
  const answer = await own.send('POST', '/v1/session', { body: { email: person.email, password: goodPassword } })
  assert.equal(answer.status, 201, answer.text)
  return { ...own, ...person, browser: own, send: own.send }
}
