// The role matrix: sends a request to every endpoint as every scope, role and kind of client, and compares who may with the contract.
import assert from 'node:assert/strict'
import { type EndpointShape, listScopes, namedSubjects, type TokenScope, tokenScopes } from '../../contract/endpoint.ts'
import type { EndpointId } from '../../contract/index.ts'
import { roleScopes, userRoles } from '../../contract/person.ts'
import { type Answer, request, type Service, type Tenant } from '../support/harness.ts'
import { withoutUse } from '../support/problem.ts'
import { createWorld, type EnvironmentEndpointId, sampleOf, table, type World } from '../support/requests.ts'
import { everyEndpoint, openScene, type Scene, signIn } from './scene.ts'

type Send = (method: string, path: string, init: { body?: unknown }) => Promise<Answer>
interface Actor {
  name: string
  kind: 'token' | 'person' | 'driver' | 'nobody'
  granted: readonly (TokenScope | '*')[]
  send: Send
}
/** Number of checks, by the kind of the client; `foreignIds` are requests with ids of another environment. */
export interface CheckCounts {
  scopes: number
  roles: number
  remainingClients: number
  foreignIds: number
}
export interface RoleFigures {
  checks: CheckCounts
  deviations: string[]
}

/** What the contract says of scopes: `write` includes `read`, and `*` all but those that a token must have by name. */
const includes = (granted: TokenScope | '*', wanted: TokenScope): boolean =>
  granted === wanted ||
  granted === wanted.replace(/:read$/, ':write') ||
  (granted === '*' && !namedSubjects.some((subject) => wanted.startsWith(`${subject}:`)))

/** The code that the contract declares for this actor, or `allowed`. */
export function declaredFor(endpoint: EndpointShape, { kind, granted }: Pick<Actor, 'kind' | 'granted'>): string {
  const { access } = endpoint
  if (access === 'anyone') return 'allowed'
  if (access !== undefined) return kind === access ? 'allowed' : 'UNAUTHORIZED'
  if (kind === 'nobody' || kind === 'driver') return 'UNAUTHORIZED'
  const isAllowed = listScopes(endpoint).some((wanted) => granted.some((each) => includes(each, wanted)))
  return isAllowed ? 'allowed' : 'TOKEN_PERMISSIONS'
}

async function actorsOf({ service, tenant, device }: Scene, elsewhere: Tenant): Promise<Actor[]> {
  const { url } = service
  // Sent by everybody, so that only the right to send the request differs.
  const ownPage = { origin: url, 'sec-fetch-site': 'same-origin', 'x-dray-console': '1' }
  const withHeaders =
    (headers: Record<string, string>): Send =>
    (method, path, { body }) =>
      request(url, method, path, { body, headers: { ...ownPage, ...headers } })
  const bearer = (token: string) => withHeaders({ authorization: `Bearer ${token}` })
  const members: Actor[] = []
  // One after the other: each is a write from outside of the service.
  for (const scope of tokenScopes) {
    const send = bearer(await tenant.tokenWith([scope]))
    members.push({ name: `a token with ${scope}`, kind: 'token', granted: [scope], send })
  }
  for (const role of userRoles) {
    const { send } = await signIn(service, tenant.environmentId, role)
    members.push({ name: `a person with the role ${role}`, kind: 'person', granted: roleScopes[role], send })
  }
  const stranger = await signIn(service, elsewhere.environmentId, 'owner')
  return [
    ...members,
    {
      name: 'an owner of another environment',
      kind: 'person',
      granted: [],
      send: (method, path, { body }) =>
        stranger.browser.send(method, path, { body, headers: { 'dray-environment': tenant.environmentId } }),
    },
    { name: "a driver's device", kind: 'driver', granted: [], send: bearer(device.token) },
    { name: 'a client without a token', kind: 'nobody', granted: [], send: withHeaders({}) },
  ]
}

/** A request that is refused whoever sends it: an actor that may use the endpoint learns of the parameter, another one does not. */
function probeOf(id: EndpointId, endpoint: EndpointShape, world: World) {
  const { path, body } = endpoint.scope
    ? sampleOf(id as EnvironmentEndpointId, world)
    : { path: endpoint.path.replaceAll(/\{\w+\}/g, 'x'), body: endpoint.body ? {} : undefined }
  const file = endpoint.upload && new Blob(['x'], { type: endpoint.upload.types[0]! })
  return { path: `${path}${path.includes('?') ? '&' : '?'}surprise=1`, body: file ?? body }
}

/** What this response says of the right to send the request: a file for a proof that is not there is refused as that first. */
function foundIn({ json }: Answer): string {
  const code = json?.data?.code ?? 'success'
  const faults: { path: string }[] = json?.data?.errors ?? []
  return code === 'NOT_FOUND' || faults.some(({ path }) => path === '?surprise') ? 'allowed' : code
}

/** Returns the count that a check belongs to. An owner of another environment is not a role of this one. */
const countName = ({ kind, granted }: Actor): keyof CheckCounts =>
  granted.length === 0 ? 'remainingClients' : kind === 'token' ? 'scopes' : 'roles'

async function checkGate(scene: Scene, actors: readonly Actor[], figures: RoleFigures): Promise<void> {
  for (const [id, endpoint] of everyEndpoint)
    for (const actor of actors) {
      const { path, body } = probeOf(id, endpoint, scene.world)
      const found = foundIn(await actor.send(endpoint.method, path, { body }))
      const declared = declaredFor(endpoint, actor)
      figures.checks[countName(actor)]++
      if (found !== declared) figures.deviations.push(`${id} as ${actor.name}: ${found}, declared: ${declared}`)
    }
}

/** Sends good requests with the names of another environment's records: none may read, change or mention these records. */
async function checkForeign({ service, tenant, world }: Scene, elsewhere: Tenant, figures: RoleFigures): Promise<void> {
  const owner = await signIn(service, elsewhere.environmentId, 'owner')
  const senders: [string, Send][] = [
    ['a token of another environment', (method, path, init) => elsewhere.request(method, path, init)],
    ['an owner in another environment', (method, path, init) => owner.browser.send(method, path, init)],
  ]
  const reads = table.filter(([, { method }]) => method === 'GET')
  const snapshot = () =>
    Promise.all(reads.map(async ([id]) => withoutUse((await tenant.request('GET', sampleOf(id, world).path)).text)))
  const before = await snapshot()
  // Keys are unique in one environment only: one that a change has used is there from then on.
  const ids = Object.entries(world).filter(([name]) => name.endsWith('Id'))
  const readsFirst = table.toSorted((a, b) => Number(a[1].method !== 'GET') - Number(b[1].method !== 'GET'))
  for (const [id, { method, problems }] of readsFirst)
    for (const [name, send] of senders) {
      const { path, body } = sampleOf(id, world)
      const answer = await send(method, path, { body })
      const sent = `${path} ${body instanceof Blob ? await body.text() : JSON.stringify(body)}`
      const leaked = ids.filter(([, value]) => answer.text.includes(value) && !sent.includes(value))
      const namesRecord = Object.values(world).some((value) => path.includes(value))
      const isMissing = namesRecord && problems.includes('NOT_FOUND') && !path.includes('/history')
      figures.checks.foreignIds++
      if (leaked.length > 0) figures.deviations.push(`${id} as ${name}: shows ${leaked.map(([each]) => each)}`)
      if (isMissing && answer.status !== 404)
        figures.deviations.push(`${id} as ${name}: ${answer.status}, declared: 404`)
    }
  assert.deepEqual(await snapshot(), before, 'requests of another environment changed something')
}

export async function checkRoles(service: Service): Promise<RoleFigures> {
  const scene = await openScene(service)
  const elsewhere = await service.environment()
  await createWorld(elsewhere)
  const actors = await actorsOf(scene, elsewhere)
  const figures: RoleFigures = { checks: { scopes: 0, roles: 0, remainingClients: 0, foreignIds: 0 }, deviations: [] }
  await checkGate(scene, actors, figures)
  await checkForeign(scene, elsewhere, figures)
  return figures
}
