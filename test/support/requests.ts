// A good request for every endpoint of the contract, for the tests that walk the whole table.
import { randomUUID } from 'node:crypto'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { linkDriver, openDriveSession } from '../../contract/drive.ts'
import type { EndpointShape, TokenScope } from '../../contract/endpoint.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { createDriver, createVehicle } from '../../contract/fleet.ts'
import { createImport, getImport } from '../../contract/import.ts'
import { type EndpointId, type EndpointMap, endpoints } from '../../contract/index.ts'
import { createLoad } from '../../contract/load.ts'
import { invitePerson } from '../../contract/members.ts'
import { listNotices } from '../../contract/notice.ts'
import { applyOptimisation, createOptimisation, getOptimisation } from '../../contract/optimisation.ts'
import { putPod, putPodFile } from '../../contract/pod.ts'
import { createClient, createToken } from '../../contract/token.ts'
import { createView } from '../../contract/view.ts'
import { createWebhook, pingWebhook } from '../../contract/webhook.ts'
import type { Tenant } from './harness.ts'
import { aDepot, aDriver, aKey, anOrder, aVehicle } from './orders.ts'
import { aPhoto, aPod, newUuid } from './pods.ts'
import { until } from './until.ts'

/** Those that work in an environment; the tests in person/ look at the others. */
export type EnvironmentEndpointId = {
  [K in EndpointId]: EndpointMap[K] extends { scope: TokenScope } ? K : never
}[EndpointId]
type EnvironmentEndpoint = EndpointShape & { scope: TokenScope }

export const table = Object.entries(endpoints).filter(([, endpoint]) => 'scope' in endpoint) as [
  EnvironmentEndpointId,
  EnvironmentEndpoint,
][]

/** One record of each kind. */
export interface World {
  depotKey: string
  consignmentId: string
  consignmentKey: string
  loadId: string
  loadKey: string
  vehicleKey: string
  driverKey: string
  deviceId: string
  webhookId: string
  deliveryId: string
  noticeId: string
  tokenId: string
  clientId: string
  personId: string
  invitationId: string
  /** One whose proposal, an empty one, can be applied, and one whose has been. */
  optimisationId: string
  appliedId: string
  podId: string
  fileId: string
  viewId: string
  /** One that has ended. */
  importId: string
}

/** Of a load without stops: there is nothing to search for, so it ends at once. */
async function optimised({ call }: Tenant, loadId: string): Promise<string> {
  const body = { mode: 'sequence' as const, loadIds: [loadId] }
  const { optimisationId } = (await call(createOptimisation, { body })).data
  const params = { optimisationId }
  await until('the optimisation has ended', async () => (await call(getOptimisation, { params })).data.state === 'done')
  return optimisationId
}

/** A file of orders; where nothing is said, of one. */
export const aFile = (rows: readonly string[] = [`${aKey('FILE')},1 High Street,Leeds,LS1 1AA,GB`]): Blob =>
  new Blob([['order,street,city,postcode,country', ...rows].join('\n')], { type: 'text/csv' })

async function imported({ call }: Tenant): Promise<string> {
  const { importId } = (await call(createImport, { query: {}, body: aFile() })).data
  const params = { importId }
  await until('the import has ended', async () => (await call(getImport, { params })).data.state === 'done')
  return importId
}

/** A letter, which nobody gets: a sandbox sends none. */
async function noticeOf({ call }: Tenant): Promise<string> {
  const triggers = (trackingTriggers: 'registered'[], publicTracking: boolean) =>
    call(updateEnvironment, { body: { notifications: { publicTracking, trackingTriggers } } })
  await triggers(['registered'], true)
  await call(createConsignment, { body: anOrder({ consigneeContact: { email: 'somebody@example.com' } }) })
  await triggers([], false)
  return (await call(listNotices, { query: {} })).data.notices[0]!.noticeId
}

/**
 * For the request to one endpoint with what that kind of request names, whose other members name nothing: tests need hundreds
 * of them. A depot, an order and a load are in all.
 */
export async function createWorld(tenant: Tenant, only?: EnvironmentEndpointId): Promise<World> {
  const { call, planner } = tenant
  const isNamed = (kinds: RegExp) => only === undefined || kinds.test(endpoints[only].path)
  const depot = aDepot()
  await call(createDepot, { body: depot })
  const order = anOrder({ weight: 1 })
  const { consignmentId } = (await call(createConsignment, { body: order })).data
  const loadKey = aKey('LOAD')
  const { loadId } = (await call(createLoad, { body: { key: loadKey, plannedStart: '2026-07-01T08:00:00Z' } })).data
  const world: World = {
    ...nothing(),
    depotKey: depot.key,
    consignmentId,
    consignmentKey: order.key,
    loadId,
    loadKey,
    personId: planner.personId,
  }
  if (isNamed(/view/)) world.viewId = (await call(createView, { body: { name: aKey('View'), search: '' } })).data.viewId
  if (isNamed(/vehicle|driver/)) Object.assign(world, await createFleet(tenant))
  if (isNamed(/webhook/)) Object.assign(world, await createDelivery(tenant))
  if (isNamed(/token|client|invitation/)) Object.assign(world, await createAccess(tenant))
  if (isNamed(/notice/)) world.noticeId = await noticeOf(tenant)
  if (isNamed(/pod/)) Object.assign(world, await createProof(tenant, consignmentId))
  if (isNamed(/imports/)) world.importId = await imported(tenant)
  if (isNamed(/optimisation/)) Object.assign(world, await createOptimisations(tenant, loadId))
  return world
}

/** Names of the same make that nobody has. */
const nothing = (): World => ({
  depotKey: randomUUID(),
  consignmentId: randomUUID(),
  consignmentKey: randomUUID(),
  loadId: randomUUID(),
  loadKey: randomUUID(),
  vehicleKey: randomUUID(),
  driverKey: randomUUID(),
  deviceId: randomUUID(),
  podId: randomUUID(),
  fileId: randomUUID(),
  viewId: randomUUID(),
  importId: randomUUID(),
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  noticeId: randomUUID(),
  tokenId: randomUUID(),
  clientId: randomUUID(),
  personId: randomUUID(),
  invitationId: randomUUID(),
  optimisationId: randomUUID(),
  appliedId: randomUUID(),
})

async function createFleet({ call }: Tenant): Promise<Partial<World>> {
  const vehicle = aVehicle()
  await call(createVehicle, { body: vehicle })
  const driverKey = aKey('DRIVER')
  await call(createDriver, { body: aDriver({ key: driverKey }) })
  const { code } = (await call(linkDriver, { query: { key: driverKey } })).data
  const { deviceId } = (await call(openDriveSession, { body: { code } })).data
  return { vehicleKey: vehicle.key, driverKey, deviceId }
}

async function createProof({ call }: Tenant, consignmentId: string): Promise<Partial<World>> {
  const [podId, fileId] = [newUuid(), newUuid()]
  const photo = aPhoto(fileId)
  await call(putPod, { params: { podId }, body: aPod({ consignmentId, photos: [photo.announced] }) })
  await call(putPodFile, { params: { podId, fileId }, body: photo.body })
  return { podId, fileId }
}

async function createDelivery({ call }: Tenant): Promise<Partial<World>> {
  // Sends nothing but the ping, which nobody takes.
  const webhook = { url: 'https://hooks.invalid/x', state: 'paused' as const }
  const { webhookId } = (await call(createWebhook, { body: webhook })).data
  const { deliveryId } = (await call(pingWebhook, { params: { webhookId } })).data
  return { webhookId, deliveryId }
}

async function createAccess({ call }: Tenant): Promise<Partial<World>> {
  const [token, client, invitation] = await Promise.all([
    call(createToken, { body: { scopes: ['tokens:read'] } }),
    call(createClient, { body: { scopes: ['tokens:read'] } }),
    call(invitePerson, { body: { email: `${aKey('guest')}@example.com`, role: 'viewer' } }),
  ])
  return {
    tokenId: token.data.tokenId,
    clientId: client.data.clientId,
    invitationId: invitation.data.invitationId,
  }
}

async function createOptimisations(tenant: Tenant, loadId: string): Promise<Partial<World>> {
  const [optimisationId, appliedId] = await Promise.all([optimised(tenant, loadId), optimised(tenant, loadId)])
  await tenant.call(applyOptimisation, { params: { optimisationId: appliedId }, body: {} })
  return { optimisationId, appliedId }
}

/** Another one each time. */
const aDay = () => new Date(Date.UTC(2100, 0, Math.floor(Math.random() * 1e6))).toISOString().slice(0, 10)

export interface Sample {
  path: string
  body?: Record<string, unknown> | Blob
}

/** A request that succeeds and, where it is a change, changes something. */
export function sampleOf(id: EnvironmentEndpointId, world: World): Sample {
  const { depotKey, consignmentId, consignmentKey, loadId, loadKey, webhookId, deliveryId, noticeId } = world
  const { viewId, importId } = world
  const { tokenId, clientId, personId, invitationId, optimisationId, appliedId, vehicleKey, driverKey } = world
  const { podId, fileId, deviceId } = world
  const samples: Record<EnvironmentEndpointId, Sample> = {
    createConsignment: { path: '/v1/consignment', body: anOrder() },
    getConsignment: { path: `/v1/consignment?key=${consignmentKey}` },
    getConsignmentById: { path: `/v1/consignment/${consignmentId}` },
    replaceConsignment: {
      path: `/v1/consignment?key=${consignmentKey}`,
      body: anOrder({ key: consignmentKey, weight: Math.random() }),
    },
    updateConsignment: { path: `/v1/consignment?id=${consignmentId}`, body: { weight: Math.random() } },
    updateConsignmentById: { path: `/v1/consignment/${consignmentId}`, body: { weight: Math.random() } },
    deleteConsignment: { path: `/v1/consignment?id=${consignmentId}` },
    deleteConsignmentById: { path: `/v1/consignment/${consignmentId}` },
    deleteConsignments: { path: '/v1/consignments/delete', body: { consignments: [{ consignmentId }] } },
    createImport: { path: '/v1/imports?dryRun=true', body: aFile() },
    listImports: { path: '/v1/imports' },
    getImport: { path: `/v1/imports/${importId}` },
    getImportResult: { path: `/v1/imports/${importId}/result` },
    undoImport: { path: `/v1/imports/${importId}/undo` },
    deleteImport: { path: `/v1/imports/${importId}` },
    importConsignments: { path: '/v1/consignments', body: { consignments: [anOrder()] } },
    listConsignments: { path: '/v1/consignments' },
    listExport: { path: '/v1/export/consignments' },
    addExport: { path: '/v1/export/consignments', body: { ids: [consignmentId] } },
    acknowledgeExport: {
      path: '/v1/export/consignments/acknowledge',
      body: { consignments: [{ consignmentId, version: 1 }] },
    },
    removeExport: { path: `/v1/export/consignment/${consignmentId}` },
    clearExport: { path: '/v1/export/consignments' },
    listViews: { path: '/v1/views' },
    createView: { path: '/v1/view', body: { name: aKey('View'), search: 'late=true' } },
    deleteView: { path: `/v1/view/${viewId}` },
    createDepot: { path: '/v1/depot', body: aDepot() },
    listDepots: { path: '/v1/depots' },
    getDepot: { path: `/v1/depot?key=${depotKey}` },
    updateDepot: { path: `/v1/depot?key=${depotKey}`, body: { name: aKey('Name') } },
    deleteDepot: { path: `/v1/depot?key=${depotKey}` },
    createVehicle: { path: '/v1/vehicle', body: aVehicle() },
    listVehicles: { path: '/v1/vehicles' },
    getVehicle: { path: `/v1/vehicle?key=${vehicleKey}` },
    updateVehicle: { path: `/v1/vehicle?key=${vehicleKey}`, body: { name: aKey('Name') } },
    deleteVehicle: { path: `/v1/vehicle?key=${vehicleKey}` },
    getVehicleByKey: { path: `/v1/vehicle/${vehicleKey}` },
    updateVehicleByKey: { path: `/v1/vehicle/${vehicleKey}`, body: { name: aKey('Name') } },
    deleteVehicleByKey: { path: `/v1/vehicle/${vehicleKey}` },
    importVehicles: { path: '/v1/vehicles/import', body: { vehicles: [aVehicle()] } },
    createDriver: { path: '/v1/driver', body: aDriver() },
    listDrivers: { path: '/v1/drivers' },
    getDriver: { path: `/v1/driver?key=${driverKey}` },
    updateDriver: { path: `/v1/driver?key=${driverKey}`, body: { name: aKey('Name') } },
    deleteDriver: { path: `/v1/driver?key=${driverKey}` },
    getDriverByKey: { path: `/v1/driver/${driverKey}` },
    updateDriverByKey: { path: `/v1/driver/${driverKey}`, body: { name: aKey('Name') } },
    deleteDriverByKey: { path: `/v1/driver/${driverKey}` },
    importDrivers: { path: '/v1/drivers/import', body: { drivers: [aDriver()] } },
    copyLoads: { path: '/v1/loads/copy', body: { fromDay: '2026-07-01', toDay: aDay() } },
    createLoad: { path: '/v1/load', body: { key: aKey('LOAD') } },
    listLoads: { path: '/v1/loads' },
    checkLoad: { path: '/v1/load/check', body: { loadId, consignmentIds: [consignmentId] } },
    getLoad: { path: `/v1/load?key=${loadKey}` },
    getLoadById: { path: `/v1/load/${loadId}` },
    updateLoad: { path: `/v1/load?id=${loadId}`, body: { weightCapacity: Math.random() } },
    updateLoadById: { path: `/v1/load/${loadId}`, body: { weightCapacity: Math.random() } },
    getLoadProgress: { path: `/v1/load/${loadId}/progress` },
    deleteLoad: { path: `/v1/load?id=${loadId}` },
    deleteLoadById: { path: `/v1/load/${loadId}` },
    putPod: { path: `/v1/pod/${newUuid()}`, body: aPod({ consignmentId }) },
    getPod: { path: `/v1/pod?id=${podId}` },
    getPodById: { path: `/v1/pod/${podId}` },
    listPods: { path: '/v1/pods' },
    putPodFile: { path: `/v1/pod/${podId}/file/${fileId}`, body: aPhoto(fileId).body },
    getPodFile: { path: `/v1/pod/${podId}/file/${fileId}` },
    getPodPdf: { path: `/v1/pod/${podId}/pdf` },
    listPodExport: { path: '/v1/export/pods' },
    addPodExport: { path: '/v1/export/pods', body: { ids: [podId] } },
    acknowledgePodExport: { path: '/v1/export/pods/acknowledge', body: { pods: [{ podId, version: 1 }] } },
    removePodExport: { path: `/v1/export/pod/${podId}` },
    clearPodExport: { path: '/v1/export/pods' },
    createOptimisation: { path: '/v1/optimisation', body: { mode: 'sequence', loadIds: [loadId] } },
    listOptimisations: { path: '/v1/optimisations' },
    getOptimisation: { path: `/v1/optimisation/${optimisationId}` },
    stopOptimisation: { path: `/v1/optimisation/${optimisationId}/stop` },
    applyOptimisation: { path: `/v1/optimisation/${optimisationId}/apply`, body: {} },
    undoOptimisation: { path: `/v1/optimisation/${appliedId}/undo` },
    cancelOptimisation: { path: `/v1/optimisation/${optimisationId}` },
    offerLoads: { path: '/v1/loads/offers', body: { consignmentIds: [consignmentId], loadIds: [loadId] } },
    travelRoute: {
      path: '/v1/travel/route',
      body: {
        places: [
          { lat: 51.5, lng: -0.12 },
          { lat: 51.53, lng: -0.1 },
        ],
      },
    },
    getEnvironment: { path: '/v1/environment' },
    getConsignmentHistory: { path: `/v1/consignment/history?key=${consignmentKey}` },
    getConsignmentHistoryById: { path: `/v1/consignment/${consignmentId}/history` },
    getLabels: { path: `/v1/consignments/labels?keys=${consignmentKey}` },
    getConsignmentLabels: { path: `/v1/consignment/${consignmentId}/labels` },
    geocode: {
      path: '/v1/geocode',
      body: { addresses: [{ line1: '1 High St', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' }] },
    },
    eraseConsignees: { path: '/v1/erasures', body: { ids: [consignmentId] } },
    getDepotHistory: { path: `/v1/depot/history?key=${depotKey}` },
    getVehicleHistory: { path: `/v1/vehicle/history?key=${vehicleKey}` },
    linkDriver: { path: `/v1/driver/link?key=${driverKey}` },
    listDriverDevices: { path: `/v1/driver/devices?key=${driverKey}` },
    endDriverDevice: { path: `/v1/driver/device/${deviceId}?key=${driverKey}` },
    getDriverHistory: { path: `/v1/driver/history?key=${driverKey}` },
    getLoadHistory: { path: `/v1/load/history?key=${loadKey}` },
    getLoadHistoryById: { path: `/v1/load/${loadId}/history` },
    getLoadLabels: { path: `/v1/load/${loadId}/labels` },
    getEnvironmentHistory: { path: '/v1/environment/history' },
    listEvents: { path: '/v1/events' },
    resetEnvironment: { path: '/v1/environment/reset' },
    updateEnvironment: {
      path: '/v1/environment',
      body: { routeSettings: { stopDuration: Math.floor(Math.random() * 1e9) } },
    },
    listNotices: { path: '/v1/notices' },
    resendNotice: { path: `/v1/notice/${noticeId}/resend`, body: { address: 'other@example.com' } },
    discardNotice: { path: `/v1/notice/${noticeId}/discard` },
    sendPod: { path: `/v1/pod/${podId}/send`, body: { address: 'other@example.com' } },
    previewNotice: { path: '/v1/notices/preview', body: { template: 'tracking', subject: aKey('Subject') } },
    getTracking: { path: `/v1/consignment/${consignmentId}/tracking` },
    renewTracking: { path: `/v1/consignment/${consignmentId}/tracking/renew` },
    createWebhook: { path: '/v1/webhook', body: { url: 'https://hooks.invalid/y', state: 'paused' } },
    listWebhooks: { path: '/v1/webhooks' },
    getWebhook: { path: `/v1/webhook/${webhookId}` },
    updateWebhook: { path: `/v1/webhook/${webhookId}`, body: { description: aKey('Text') } },
    deleteWebhook: { path: `/v1/webhook/${webhookId}` },
    rotateWebhookSecret: { path: `/v1/webhook/${webhookId}/rotate`, body: { overlapHours: 1 } },
    pingWebhook: { path: `/v1/webhook/${webhookId}/ping` },
    listDeliveries: { path: `/v1/webhook/${webhookId}/deliveries` },
    getDelivery: { path: `/v1/webhook/${webhookId}/deliveries/${deliveryId}` },
    resendDelivery: { path: `/v1/webhook/${webhookId}/deliveries/${deliveryId}/resend` },
    replayWebhook: { path: `/v1/webhook/${webhookId}/replay`, body: { after: '0' } },
    listPeople: { path: '/v1/people' },
    updatePerson: { path: `/v1/person/${personId}`, body: { role: 'viewer' } },
    removePerson: { path: `/v1/person/${personId}` },
    listSignIns: { path: '/v1/people/sign-ins?limit=10' },
    listInvitations: { path: '/v1/invitations' },
    invitePerson: { path: '/v1/invitation', body: { email: `${aKey('new')}@example.com`, role: 'viewer' } },
    withdrawInvitation: { path: `/v1/invitation/${invitationId}` },
    listTokens: { path: '/v1/tokens' },
    createToken: { path: '/v1/token', body: { scopes: ['tokens:read'] } },
    revokeToken: { path: `/v1/token/${tokenId}` },
    listClients: { path: '/v1/clients' },
    createClient: { path: '/v1/client', body: { scopes: ['tokens:read'] } },
    revokeClient: { path: `/v1/client/${clientId}` },
  }
  return samples[id]
}
