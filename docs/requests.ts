// Lists one request per endpoint that a token may use, in an order in which all succeed, for the collections and
// docs/generated/curl.md.
import { type EndpointShape, namedSubjects } from '../contract/endpoint.ts'
import { requestExamples } from '../contract/examples.ts'
import { type EndpointId, endpoints } from '../contract/index.ts'

interface Step {
  id: EndpointId
  query?: Record<string, string>
  /** In place of the example of the contract. */
  body?: object
  status?: number
  /** Names of what later requests use, and where the answer has it. */
  saves?: Record<string, string>
}
export interface Sample {
  endpoint: EndpointShape
  /** With `{{names}}` for what earlier answers gave. */
  path: string
  query: Record<string, string>
  body: unknown
  /** Of an endpoint that takes a file. */
  file: SampleFile | undefined
  status: number
  /** What a token with the default scope gets instead, or whoever asks for it where it cannot be. */
  otherwise: number | undefined
  saves: Record<string, string>
}

/** A file for requests with an upload, also in the folder of the collection. */
interface SampleFile {
  name: string
  type: string
  /** The command that writes it. */
  written: string
}
const photo: SampleFile = {
  name: 'photo.png',
  type: 'image/png',
  written:
    'base64 -d <<< ' +
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAFElEQVR42mP4DwUM/zXAgFQGFAAAtxQhhezcFQkAAAAASUVORK5CYII=',
}
export const table = [
  'order,name,street,city,postcode,country,weight',
  'ORDER-2001,Example Ltd,1 High Street,London,N1 1AA,GB,12.5',
  'ORDER-2002,Another Ltd,7 Mill Lane,Leeds,LS2 2AA,GB,3',
  '',
].join('\n')
const orders: SampleFile = {
  name: 'orders.csv',
  type: 'text/csv',
  written: `printf '${table.replaceAll('\n', '\\n')}'`,
}

const key = 'ORDER-1001'
/** Chosen by whoever records a proof, as in the examples of the contract. */
const podId = '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'
const fileId = '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3f'
const steps: Step[] = [
  { id: 'getEnvironment' },
  { id: 'updateEnvironment' },
  { id: 'getEnvironmentHistory' },
  { id: 'createView', saves: { viewId: 'data.viewId' } },
  { id: 'listViews' },
  { id: 'deleteView' },
  { id: 'createDepot' },
  { id: 'listDepots' },
  { id: 'getDepot', query: { key: 'NORTH' } },
  { id: 'updateDepot', query: { key: 'NORTH' } },
  { id: 'getDepotHistory', query: { key: 'NORTH' } },
  { id: 'createVehicle' },
  { id: 'listVehicles' },
  { id: 'getVehicle', query: { key: 'VAN-1' } },
  { id: 'updateVehicle', query: { key: 'VAN-1' }, body: { plate: 'YX26 ABD' } },
  { id: 'getVehicleByKey' },
  { id: 'updateVehicleByKey', body: { plate: 'YX26 ABE' } },
  { id: 'importVehicles' },
  { id: 'getVehicleHistory', query: { key: 'VAN-1' } },
  { id: 'createDriver' },
  { id: 'listDrivers' },
  { id: 'getDriver', query: { key: 'D-1' } },
  { id: 'updateDriver', query: { key: 'D-1' } },
  { id: 'getDriverByKey' },
  { id: 'updateDriverByKey' },
  { id: 'importDrivers' },
  { id: 'linkDriver', query: { key: 'D-1' } },
  { id: 'listDriverDevices', query: { key: 'D-1' } },
  { id: 'endDriverDevice', query: { key: 'D-1' }, status: 404 },
  { id: 'getDriverHistory', query: { key: 'D-1' } },
  { id: 'createConsignment', query: { timezone: 'Europe/London' }, saves: { consignmentId: 'data.consignmentId' } },
  { id: 'replaceConsignment', query: { key, timezone: 'Europe/London' }, status: 200 },
  { id: 'updateConsignment', query: { key } },
  { id: 'updateConsignmentById', body: { consigneeAddress: { line2: 'Gate 2' }, loadId: 'ROUTE-8' } },
  {
    id: 'importConsignments',
    query: { mode: 'upsert', timezone: 'Europe/London' },
    saves: { otherId: 'data.results[1].consignmentId' },
  },
  {
    id: 'createImport',
    query: { mode: 'upsert', name: 'orders.csv', set: '{"type":"delivery"}' },
    saves: { importId: 'data.importId' },
  },
  { id: 'listImports' },
  { id: 'getImport' },
  { id: 'getImportResult' },
  { id: 'deleteImport' },
  // How far it had come by then, nobody knows.
  { id: 'undoImport', status: 404 },
  { id: 'getConsignment', query: { key } },
  { id: 'getConsignmentById' },
  { id: 'listConsignments', query: { search: 'example lond', limit: '20' } },
  { id: 'getConsignmentHistory', query: { key } },
  { id: 'getConsignmentHistoryById' },
  { id: 'getConsignmentLabels' },
  { id: 'getLabels', query: { keys: key } },
  { id: 'listExport', query: { detail: 'true', limit: '500' } },
  { id: 'addExport' },
  { id: 'acknowledgeExport' },
  { id: 'removeExport' },
  { id: 'createLoad', query: { timezone: 'Europe/London' }, saves: { loadId: 'data.loadId' } },
  { id: 'listLoads' },
  { id: 'copyLoads' },
  { id: 'getLoad', query: { key: 'ROUTE-7' } },
  { id: 'getLoadById' },
  { id: 'updateLoad', query: { key: 'ROUTE-7' } },
  { id: 'updateLoadById', body: { weightCapacity: 1500 } },
  { id: 'getLoadHistory', query: { key: 'ROUTE-7' } },
  { id: 'getLoadProgress' },
  { id: 'getLoadHistoryById' },
  { id: 'putPod' },
  { id: 'putPodFile' },
  { id: 'getPod', query: { id: podId } },
  { id: 'getPodById', query: { includePhoto: 'true' } },
  { id: 'getPodFile' },
  { id: 'getPodPdf' },
  { id: 'listPods', query: { consignmentKey: key } },
  { id: 'listPodExport', query: { detail: 'true' } },
  { id: 'addPodExport' },
  { id: 'acknowledgePodExport' },
  { id: 'removePodExport' },
  { id: 'getLoadLabels' },
  { id: 'createOptimisation', saves: { optimisationId: 'data.optimisationId' } },
  { id: 'listOptimisations' },
  { id: 'getOptimisation' },
  { id: 'cancelOptimisation' },
  // Of one that is cancelled nothing is left to apply: how far another one has come, nobody knows.
  { id: 'stopOptimisation', status: 409 },
  { id: 'applyOptimisation', body: {}, status: 409 },
  { id: 'undoOptimisation', status: 409 },
  { id: 'listEvents', query: { limit: '20' } },
  { id: 'listNotices', query: { limit: '20' }, saves: { noticeId: 'data.notices[0].noticeId' } },
  { id: 'resendNotice' },
  { id: 'discardNotice' },
  { id: 'previewNotice' },
  { id: 'sendPod' },
  { id: 'getTracking' },
  { id: 'renewTracking' },
  { id: 'createWebhook', saves: { webhookId: 'data.webhookId' } },
  { id: 'listWebhooks' },
  { id: 'getWebhook' },
  { id: 'updateWebhook', body: { state: 'paused' } },
  { id: 'rotateWebhookSecret' },
  { id: 'pingWebhook', saves: { deliveryId: 'data.deliveryId' } },
  { id: 'listDeliveries' },
  { id: 'getDelivery' },
  { id: 'resendDelivery' },
  { id: 'replayWebhook' },
  { id: 'listPeople' },
  { id: 'listSignIns', query: { limit: '20' } },
  { id: 'invitePerson', saves: { invitationId: 'data.invitationId' } },
  { id: 'listInvitations' },
  { id: 'withdrawInvitation' },
  { id: 'updatePerson', status: 404 },
  { id: 'removePerson', status: 404 },
  {
    id: 'createToken',
    body: { name: 'Shop', scopes: ['consignments:write', 'depots:read'] },
    saves: { tokenId: 'data.tokenId' },
  },
  { id: 'listTokens' },
  { id: 'revokeToken' },
  { id: 'createClient', saves: { clientId: 'data.clientId' } },
  { id: 'listClients' },
  { id: 'revokeClient' },
  { id: 'geocode' },
]
/** Requests that delete data which the others need, so they come last. */
const last: Step[] = [
  { id: 'clearExport' },
  { id: 'clearPodExport' },
  { id: 'deleteWebhook' },
  { id: 'deleteLoad', query: { key: 'ROUTE-7' } },
  { id: 'deleteLoadById', query: {} },
  { id: 'deleteConsignment', query: { key: 'ORDER-1002' } },
  { id: 'deleteConsignmentById' },
  { id: 'deleteConsignments', body: { consignments: [{ key: 'ORDER-2001' }, { key: 'ORDER-2002', version: 1 }] } },
  { id: 'deleteDriver', query: { key: 'D-1' } },
  { id: 'deleteVehicle', query: { key: 'VAN-1' } },
  { id: 'deleteDriverByKey' },
  { id: 'deleteVehicleByKey' },
  { id: 'deleteDepot', query: { key: 'NORTH' } },
  { id: 'resetEnvironment' },
]

/** Paths with an id that no earlier response contains. */
const pathsInstead: Partial<Record<EndpointId, string>> = {
  deleteLoadById: '/v1/load/ROUTE-8',
  getVehicleByKey: '/v1/vehicle/VAN-1',
  updateVehicleByKey: '/v1/vehicle/VAN-1',
  deleteVehicleByKey: '/v1/vehicle/VAN-2',
  getDriverByKey: '/v1/driver/D-1',
  updateDriverByKey: '/v1/driver/D-1',
  deleteDriverByKey: '/v1/driver/D-2',
  undoImport: '/v1/imports/nobody/undo',
  updatePerson: '/v1/person/nobody',
  removePerson: '/v1/person/nobody',
  endDriverDevice: '/v1/driver/device/nobody',
  putPod: `/v1/pod/${podId}`,
  getPodById: `/v1/pod/${podId}`,
  putPodFile: `/v1/pod/${podId}/file/${fileId}`,
  getPodFile: `/v1/pod/${podId}/file/${fileId}`,
  getPodPdf: `/v1/pod/${podId}/pdf`,
  sendPod: `/v1/pod/${podId}/send`,
  removePodExport: `/v1/export/pod/${podId}`,
}

/** Returns whether the scope of an endpoint is not part of `*`. */
const isNamed = ({ scope }: EndpointShape) => namedSubjects.some((subject) => scope?.startsWith(`${subject}:`))

const filled = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body)
          .replaceAll('01K0EXAMPLE0CONSIGNMENT001', '{{consignmentId}}')
          .replaceAll('01K0EXAMPLE0CONSIGNMENT002', '{{otherId}}'),
      )

function sampleOf({ id, query = {}, body, status, saves = {} }: Step): Sample {
  const endpoint = endpoints[id] as EndpointShape
  return {
    endpoint,
    path: pathsInstead[id] ?? endpoint.path.replace(/\{(\w+)\}/g, '{{$1}}'),
    query,
    body: filled(body ?? (requestExamples as Partial<Record<EndpointId, unknown>>)[id]),
    file: endpoint.upload && (id === 'createImport' ? orders : photo),
    status: status ?? (endpoint.created ? 201 : 200),
    otherwise: isNamed(endpoint) ? 403 : id === 'resetEnvironment' ? 409 : undefined,
    saves,
  }
}

/** Requests of endpoints without a step of their own, from the examples of the contract. */
const others = (Object.entries(endpoints) as [EndpointId, EndpointShape][])
  .filter(([id, { scope }]) => scope !== undefined && ![...steps, ...last].some((step) => step.id === id))
  .map(([id]): Step => ({ id }))

export const samples: readonly Sample[] = [...steps, ...others, ...last].map(sampleOf)
