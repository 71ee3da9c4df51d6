// What keeps the service bounded: how many tokens there may be, what is forgotten by and by, how often an unknown address may ask.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { tokenLimits } from '../../contract/endpoint.ts'
import { recordLimits } from '../../contract/shared.ts'
import { createClient, createToken, listTokens } from '../../contract/token.ts'
import { purgeTokens } from '../../server/access/token/steps.ts'
import * as admin from '../../server/admin/database.ts'
import { sql } from '../../server/platform/database/database.ts'
import { purgeResponses } from '../../server/platform/idempotency/rules.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import { type Answer, everyEngine, request, type Service } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { fillAccess, tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { browser, signedIn } from '../support/visitors.ts'

const longAgo = '2020-01-01T00:00:00Z'

everyEngine('upkeep', (open) => {
  const fresh = tenants(open)
  const countOf = async (service: Service, environmentId: string) => {
    const counts = await service.database(({ read }) =>
      read((tx) =>
        tx.get<Record<string, number>>(
          sql`select (select count(*) from tokens where environment_id = ${environmentId}) as tokens,
            (select count(*) from clients where environment_id = ${environmentId}) as clients,
            (select count(*) from idempotency where environment_id = ${environmentId}) as answers`,
        ),
      ),
    )
    return counts!
  }

  test('ended tokens and clients do not count towards the limit, which also applies to the command line', async () => {
    const [service, tenant] = [await open(), await fresh()]
    const { environmentId } = tenant
    await fillAccess(service, environmentId, 'tokens', tokenLimits.tokens, longAgo)
    await fillAccess(service, environmentId, 'clients', tokenLimits.clients, longAgo)
    await tenant.call(createToken, { body: { scopes: ['loads:read'] } })
    await tenant.call(createClient, { body: { scopes: ['loads:read'] } })
    const full = await fresh()
    await fillAccess(service, full.environmentId, 'clients', tokenLimits.clients)
    const order = { environment: full.environmentId, scopes: ['*'] }
    await assert.rejects(
      admin.createClient(service.config, order, Date.now()),
      /This environment already has 1000 clients/,
    )
  })

  test('concurrent creations of tokens stay within the limit', async () => {
    const [service, tenant] = [await open(), await fresh()]
    await fillAccess(service, tenant.environmentId, 'clients', tokenLimits.clients - 3)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tenant.request('POST', '/v1/client', { body: { scopes: ['loads:read'] } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 422, 422, 422, 422, 422])
  })

  test('concurrent creations of webhooks stay within the limit', async () => {
    const tenant = await fresh()
    const body = { url: 'https://hooks.example.com/dray', state: 'paused' }
    const statuses: number[] = []
    for (const count of [recordLimits.webhooks - 4, 8]) {
      const add = () => tenant.request('POST', '/v1/webhook', { body })
      const answers = await Promise.all(Array.from({ length: count }, add))
      statuses.push(...answers.map(({ status }) => status))
    }
    assert.equal(statuses.filter((status) => status === 201).length, recordLimits.webhooks)
    assert.equal(statuses.filter((status) => status === 422).length, 4)
  })

  test('an open page does not extend its session', async () => {
    const [service, tenant] = [await open(), await fresh()]
    const { personId, browser: own } = await signedIn(service, tenant.environmentId, 'viewer')
    const lastUsed = async () =>
      (await service.database(({ read }) =>
        read((tx) => tx.get<{ at: number }>(sql`select last_used as at from sessions where person_id = ${personId}`)),
      ))!.at
    const setBack = async (hours: number) => {
      const at = Date.now() - hours * 3_600_000
      await service.database(({ write }) =>
        write((tx) => tx.run(sql`update sessions set last_used = ${at} where person_id = ${personId}`)),
      )
      return at
    }
    const at = await setBack(2)
    const stream = await fetch(`${service.url}/v1/events`, {
      headers: { accept: 'text/event-stream', cookie: own.cookie!, 'dray-environment': tenant.environmentId },
    })
    assert.equal(stream.status, 200)
    const ended = stream.text()
    assert.equal((await own.send('GET', '/v1/me', { headers: { 'x-dray-unattended': '1' } })).status, 200)
    // Long enough for the stream to be looked at again.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    assert.equal(await lastUsed(), at)
    assert.equal((await own.send('GET', '/v1/me')).status, 200)
    await until('it is used', async () => (await lastUsed()) > at)
    await setBack(service.config.sessionIdleHours + 1)
    await ended
    assertProblem(await own.send('GET', '/v1/me'), 'UNAUTHORIZED')
  })

  test('creating a token deletes the oldest ended tokens if the list of tokens is full', async () => {
    const [service, tenant] = [await open(), await fresh()]
    await fillAccess(service, tenant.environmentId, 'tokens', tokenLimits.listed, longAgo)
    await tenant.call(createToken, { body: { scopes: ['loads:read'] } })
    const { tokens } = await countOf(service, tenant.environmentId)
    assert.ok(tokens! < tokenLimits.listed, String(tokens))
    const listed = (await tenant.call(listTokens)).data
    assert.equal(listed.filter(({ revoked }) => revoked === null).length, 2, 'none that is good')
  })

  test('the purge deletes ended tokens in batches, one environment at a time', async () => {
    const [service, tenant, other] = [await open(), await fresh(), await fresh()]
    for (const { environmentId } of [tenant, other]) {
      await fillAccess(service, environmentId, 'tokens', 700, longAgo)
      await fillAccess(service, environmentId, 'clients', 3, longAgo)
      await service.database(({ write }) =>
        write((tx) =>
          tx.run(
            sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 700)
            insert into idempotency (environment_id, idempotency_key, fingerprint, created, status, body)
            select ${environmentId}, 'key ' || n, '-', 1, 200, '-' from numbers`,
          ),
        ),
      )
    }
    const isMoreLeftBy = (step: typeof purgeTokens) =>
      service.database(({ write }) =>
        write((tx) => step.run(tx, tenant.environmentId, createBackgroundCall('', undefined)) as Promise<boolean>),
      )
    for (const step of [purgeTokens, purgeResponses]) {
      assert.equal(await isMoreLeftBy(step), true)
      assert.equal(await isMoreLeftBy(step), false)
    }
    assert.deepEqual(await countOf(service, tenant.environmentId), { tokens: 1, clients: 0, answers: 0 })
    assert.deepEqual(await countOf(service, other.environmentId), { tokens: 701, clients: 3, answers: 700 })
  })

  test('requests from an unknown IP address are limited without affecting other addresses', async () => {
    const service = await open({
      ...{ rateLimit: '5', proxies: '1', publicUrl: 'http://127.0.0.1:1' },
      ...{ oidcIssuer: 'http://127.0.0.1:1', oidcClientId: 'dray', oidcClientSecret: 'secret' },
    })
    const { environmentId } = await service.environment()
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const person = await signedIn(service, environmentId, 'viewer')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const cookie = () => `dray_session=${randomBytes(32).toString('base64url')}`
    const asks = {
      '/oauth/token': (address: string) =>
        request(service.url, 'POST', '/oauth/token', {
          body: 'grant_type=client_credentials&client_id=a.b&client_secret=c',
          headers: { ...form, ...from(address) },
        }),
      '/auth/oidc/callback': async (address: string): Promise<Answer> => {
        const answer = await fetch(`${service.url}/auth/oidc/callback`, { headers: from(address), redirect: 'manual' })
        const text = await answer.text()
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          json: text === '' ? undefined : JSON.parse(text),
        }
      },
      '/v1/me': (address: string) =>
        request(service.url, 'GET', '/v1/me', { headers: { cookie: cookie(), ...from(address) } }),
    }
    const usual = { '/oauth/token': 401, '/auth/oidc/callback': 303, '/v1/me': 401 }
    let addresses = 0
    for (const [path, ask] of Object.entries(asks)) {
      const busy = `198.51.100.${++addresses}`
      const answers = await Promise.all(Array.from({ length: 150 }, () => ask(busy)))
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length > 0 && refused.length <= 140, `${path}: ${refused.length}`)
      for (const { headers } of refused) assert.ok(Number(headers.get('retry-after')) >= 1, path)
      if (path === '/oauth/token') assert.equal(refused[0]!.json.error, 'temporarily_unavailable')
      else assertProblem(refused[0]!, 'RATE_LIMITED')
      assert.equal((await ask(`203.0.113.${addresses}`)).status, usual[path as keyof typeof usual], path)
      // Whoever was let in before shares nothing with them but the address.
      if (path !== '/v1/me') continue
      const own = browser(service.url)
      own.cookie = person.browser.cookie
      assert.equal((await own.send('GET', '/v1/me', { headers: from('192.0.2.1') })).status, 200)
      await Promise.all(Array.from({ length: 50 }, () => ask(busy)))
      assert.equal((await own.send('GET', '/v1/me', { headers: from(busy) })).status, 200)
    }
  })
})
