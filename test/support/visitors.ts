// People for the tests: browsers that keep their cookie and say where they come from, and accounts to sign in to.
import assert from 'node:assert/strict'
import type { Role } from '../../contract/person.ts'
import type { Config } from '../../server/config.ts'
import { toIso } from '../../server/core/times.ts'
import { hashPassword } from '../../server/person/password.ts'
import * as rules from '../../server/person/rules.ts'
import { insertMembership } from '../../server/person/store.ts'
import { openDatabase } from '../../server/storage.ts'
import { type Answer, request, type Service } from './harness.ts'

export const goodPassword = 'four odd words here'
/** Hashed once: most tests are not about hashing. */
const goodHash = hashPassword(goodPassword)

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
export async function aPerson(config: Config, roles: Record<string, Role> = {}) {
  const email = `person-${process.pid}-${++people}@example.com`
  const password = await goodHash
  const database = await openDatabase(config)
  try {
    const personId = await database.write(async (tx) => {
      const now = Date.now()
      const made = (await rules.createPerson(tx, { email, name: `Person ${people}`, password }, now))!
      for (const [environmentId, role] of Object.entries(roles))
        await insertMembership(tx, environmentId, { personId: made, role, created: toIso(now) })
      return made
    })
    return { personId, email }
  } finally {
    await database.close()
  }
}

/** A signed-in person in a browser that works in this environment. */
export async function signedIn({ config, url }: Service, environmentId: string, role: Role) {
  const person = await aPerson(config, { [environmentId]: role })
  const own = browser(url, environmentId)
  const answer = await own.send('POST', '/v1/session', { body: { email: person.email, password: goodPassword } })
  assert.equal(answer.status, 201, answer.text)
  return { ...own, ...person, browser: own, send: own.send }
}
