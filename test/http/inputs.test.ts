// What holds for the input of every endpoint: no value makes it fail, and those of consignments take a time zone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/harness.ts'
import { assertProblem } from '../support/problem.ts'
import { createWorld, type EnvironmentEndpointId, sampleOf, table } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'

/** Decided before a database is asked, so that one engine shows it; each request has an environment of its own to change. */
function scenes(t: { after(fn: () => unknown): void }) {
  const service = startService(t)
  const fresh = tenants(() => service)
  return async (id: EnvironmentEndpointId) => {
    const tenant = await fresh()
    return { tenant, ...sampleOf(id, await createWorld(tenant, id)) }
  }
}

test('every order endpoint accepts and checks a time zone, even without effect', async (t) => {
  const sceneFor = scenes(t)
  const ofConsignments = table.filter(([, { path }]) => /^\/v1\/(export\/)?consignments?(\/|$)/.test(path))
  assert.ok(ofConsignments.length >= 20, `${ofConsignments.length}`)
  for (const [id, { method }] of ofConsignments) {
    const { tenant, path, body } = await sceneFor(id)
    const send = (zone: string) =>
      tenant.request(method, `${path}${path.includes('?') ? '&' : '?'}timezone=${zone}`, { body })
    assertProblem(await send('Nowhere/Else'), 'BAD_REQUEST', ['?timezone'])
    const answer = await send('Europe/London')
    assert.ok(answer.status < 300, `${id}: ${answer.text}`)
  }
})

test('every endpoint accepts or rejects any value in any field without a failure', async (t) => {
  const sceneFor = scenes(t)
  const values = ['', ' ', 'x', '{', -1, 1.5, true, [], {}, [null], [[]], { a: 1 }]
  for (const [id, { method, body: schema }] of table) {
    const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> }
    if (!properties) continue
    const { tenant, path, body } = await sceneFor(id)
    for (const name of Object.keys(properties))
      for (const value of values) {
        const answer = await tenant.request(method, path, { body: { ...(body as object), [name]: value } })
        assert.ok(answer.status < 500, `${id} ${name} ${JSON.stringify(value)}: ${answer.text}`)
      }
  }
})
