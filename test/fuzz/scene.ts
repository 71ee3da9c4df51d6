// What the fuzzer sends requests to: an environment with a record of each kind, an owner, a driver's device, and who sends what.
import { getDriveDay } from '../../contract/drive.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import type { UserRole } from '../../contract/person.ts'
import { getTracking } from '../../contract/tracking.ts'
import { sql } from '../../server/platform/database/database.ts'
import { aDevice, aRoute, type TestDevice } from '../support/drivers.ts'
import { type Answer, request, type Service, type Tenant, writeBehind } from '../support/harness.ts'
import { newUuid } from '../support/pods.ts'
import { createWorld, type EnvironmentEndpointId, sampleOf, type World } from '../support/requests.ts'
import { browser, goodPassword, signedIn } from '../support/visitors.ts'
import type { FuzzRequest, Target } from './requests.ts'
import type { Known } from './values.ts'

/** Every endpoint of the contract. */
export const everyEndpoint = Object.entries(endpoints) as [EndpointId, EndpointShape][]

export interface Scene {
  service: Service
  tenant: Tenant
  world: World
  device: TestDevice
  /** Sends as whoever the endpoint is meant for: a token, the owner, the device, or a visitor. */
  send(endpoint: EndpointShape, request: FuzzRequest): Promise<Answer>
  targetOf(id: EndpointId): Promise<Target>
}

/** Signs a new person in, though the requests before may have had too many failures for their address. */
export async function signIn(service: Service, environmentId: string, role: UserRole) {
  await writeBehind(service.config, async (tx) => tx.run(sql`delete from attempts`))
  return signedIn(service, environmentId, role)
}

export async function openScene(service: Service): Promise<Scene> {
  const tenant = await service.environment()
  const world = await createWorld(tenant)
  const device = await aDevice(service, tenant)
  const route = await aRoute(tenant, device.driverKey)
  const known = { ...knownOf(world), ...(await knownOfRoad(tenant, device, route)) }
  let person = await signIn(service, tenant.environmentId, 'owner')
  return {
    service,
    tenant,
    world,
    device,
    async send({ access, method }, { path, ...init }) {
      if (access === undefined) return tenant.request(method, path, init)
      if (access === 'anyone') return browser(service.url, tenant.environmentId).send(method, path, init)
      if (access === 'driver') {
        const headers = { authorization: `Bearer ${device.token}`, ...init.headers }
        return request(service.url, method, path, { ...init, headers })
      }
      // Some requests end the session.
      if (person.browser.cookie === undefined) person = await signIn(service, tenant.environmentId, 'owner')
      return person.browser.send(method, path, init)
    },
    async targetOf(id) {
      const endpoint: EndpointShape = endpoints[id]
      const good = 'scope' in endpoint ? () => sampleOf(id as EnvironmentEndpointId, world) : undefined
      const { body } = good?.() ?? {}
      const file = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : new Uint8Array(64)
      return { endpoint, known, good, file }
    },
  }
}

function knownOf(world: World): Known {
  const single = Object.fromEntries(Object.entries(world).map(([name, value]) => [name, [value]]))
  return {
    ...single,
    id: [world.consignmentId, world.loadId, world.podId],
    ids: [world.consignmentId, world.podId],
    keys: [world.consignmentKey],
    consignmentIds: [world.consignmentId],
    loadIds: [world.loadId],
    vehicleKeys: [world.vehicleKey],
    startDepotKey: [world.depotKey],
    endDepotKey: [world.depotKey],
    email: ['nobody@example.com'],
    password: [goodPassword],
    oldPassword: [goodPassword],
    newPassword: [goodPassword],
    url: ['https://hooks.invalid/z'],
    // A longer wait is kept for its time, which tests nothing.
    wait: ['0'],
  }
}

async function knownOfRoad(tenant: Tenant, device: TestDevice, route: Awaited<ReturnType<typeof aRoute>>) {
  const [consignmentId] = route.consignmentIds
  // Tracking pages have an address then.
  await tenant.call(updateEnvironment, { body: { notifications: { publicTracking: true } } })
  const { data: day } = await device.call(getDriveDay, { query: {} })
  const { data: tracking } = await tenant.call(getTracking, { params: { consignmentId: consignmentId! }, query: {} })
  const tickets = day.loads.flatMap(({ stops }) => stops.map(({ ticket }) => ticket))
  return { loadId: [route.loadId], ticket: tickets, podId: [newUuid()], token: [tracking.url!.split('/').at(-1)!] }
}
