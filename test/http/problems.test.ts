// One case for every problem that an endpoint of the contract declares; a declaration without a case fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, updateConsignmentById } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { type EndpointShape, listProblems, tokenLimits } from '../../contract/endpoint.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { importLimits } from '../../contract/import.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import { createLoad, updateLoadById } from '../../contract/load.ts'
import { listNotices } from '../../contract/notice.ts'
import { applyOptimisation, cancelOptimisation, optimisationLimits } from '../../contract/optimisation.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { recordLimits } from '../../contract/shared.ts'
import { createWebhook, type WebhookInput } from '../../contract/webhook.ts'
import * as imports from '../../server/integration/import/store.ts'
import * as optimisations from '../../server/planning/optimisation/store.ts'
import type { WriteTransaction } from '../../server/platform/database/database.ts'
import { optimised } from '../support/days.ts'
import { type Answer, everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { newUuid } from '../support/pods.ts'
import { assertProblem, withoutUse } from '../support/problem.ts'
import {
  createWorld,
  type EnvironmentEndpointId,
  type Sample,
  sampleOf,
  table,
  type World,
} from '../support/requests.ts'
import { fillAccess, tenants } from '../support/tenants.ts'

/** Those that every endpoint has alike; table.test.ts, http.test.ts and, of people, factor.test.ts show them. */
const everywhere: ProblemCode[] = [
  'UNAUTHORIZED',
  'TOKEN_PERMISSIONS',
  'SECOND_FACTOR_REQUIRED',
  'SIGN_IN_AGAIN',
  'CROSS_SITE',
  'NOT_ACCEPTABLE',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
]
const declared = (endpoint: EndpointShape) => listProblems(endpoint).filter((code) => !everywhere.includes(code))

interface Scene {
  service: Service
  tenant: Tenant
  world: World
  method: string
  /** The good request of this endpoint. */
  sample: Sample
  /** The same, with other members in its body. */
  send(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
}
type Case = (scene: Scene) => Promise<Answer>
type Cases = Partial<Record<ProblemCode, Case>>

const stops = (...ids: string[]) => ids.map((consignmentId) => ({ consignmentId }))
const startedLoad = async ({ tenant, world }: Scene, members: object = {}) => {
  const body = { key: aKey(), stops: stops(world.consignmentId), status: 'started' as const, ...members }
  return (await tenant.call(createLoad, { body })).data.loadId
}
const loadFromElsewhere = async ({ tenant }: Scene) => {
  const depot = aDepot()
  await tenant.call(createDepot, { body: depot })
  return (await tenant.call(createLoad, { body: { key: aKey(), startDepotKey: depot.key } })).data.loadId
}

/** As many as may wait, which somebody else searches for. */
async function waitingOptimisations(tx: WriteTransaction, environmentId: string): Promise<void> {
  for (let count = 0; count < optimisationLimits.open; count++) {
    const optimisationId = `waiting ${count}`
    await optimisations.insertOptimisation(tx, environmentId, { ...aJob, optimisationId })
    const lease = { owner: 'somebody', now: Date.now(), until: Date.now() + 600_000 }
    await optimisations.takeLease(tx, environmentId, optimisationId, lease)
  }
}
const aJob = { day: '2026-07-01', mode: 'day', actor: 'test', request: '{}', created: '2026-07-01T00:00:00Z' } as const

/** Imports that somebody else works on. */
const otherImports = ({ service, tenant: { environmentId } }: Scene, count: number, state: 'running' | 'undoing') =>
  service.database(({ write }) =>
    write(async (tx) => {
      for (let at = 0; at < count; at++) {
        const importId = `other ${at}`
        await imports.insertImport(tx, environmentId, { ...aFileOf, importId })
        const now = aFileOf.created
        if (state === 'undoing') await imports.beginUndo(tx, environmentId, importId, { ...aFileOf, now })
        // The last: whoever begins to undo gives it to anybody.
        const lease = { owner: 'somebody', now: Date.now(), until: Date.now() + 600_000 }
        await imports.leaseImport(tx, environmentId, importId, lease)
      }
    }),
  )
const aFileOf = {
  ...{ name: null, type: 'csv', actor: 'test', requestId: 'test', created: '2026-07-01T00:00:00Z' },
  options: '{"mode":"create","dryRun":false,"map":{},"set":{}}',
}

/** A proposal for a load with one stop, which nobody has applied. */
async function planned(tenant: Tenant, { consignmentId }: World) {
  const body = { key: aKey(), stops: stops(consignmentId) }
  const { loadId } = (await tenant.call(createLoad, { body })).data
  const { optimisationId } = await optimised(tenant, { mode: 'sequence', loadIds: [loadId] })
  return { loadId, optimisationId }
}

const full = async ({ service, tenant, send }: Scene, kind: 'tokens' | 'clients') => {
  await fillAccess(service, tenant.environmentId, kind, tokenLimits[kind])
  return send()
}

const notFound: Case = ({ tenant, world, sample, method }) => {
  const { podId, fileId, ...others } = world
  const names = Object.values(others) as string[]
  // Ids that clients choose have a form.
  const absent = (text: string) =>
    names.reduce(
      (left, name) => left.replaceAll(name, 'nobody'),
      text.replaceAll(podId, newUuid()).replaceAll(fileId, newUuid()),
    )
  const body =
    sample.body instanceof Blob ? sample.body : sample.body && JSON.parse(absent(JSON.stringify(sample.body)))
  return tenant.request(method, absent(sample.path), { body })
}
const badRequest: Case = ({ tenant, sample: { path, body }, method, send }) =>
  body && !(body instanceof Blob)
    ? send({ surprise: 1 })
    : tenant.request(method, `${path}${path.includes('?') ? '&' : '?'}surprise=1`, { body })
const versionMismatch: Case = ({ send }) => send({}, { 'if-match': '"999"' })
const idempotencyConflict: Case = async ({ tenant, sample, method }) => {
  const headers = { 'idempotency-key': 'k' }
  if (!sample.body) {
    await tenant.request('POST', '/v1/depot', { body: aDepot(), headers })
    return tenant.request(method, sample.path, { headers })
  }
  const first = await tenant.request(method, sample.path, { body: sample.body, headers })
  assert.ok(first.status < 300, first.text)
  const other =
    sample.body instanceof Blob
      ? new Blob([sample.body, '\n'], { type: sample.body.type })
      : `${JSON.stringify(sample.body)} `
  return tenant.request(method, sample.path, { body: other, headers })
}

const orderChanges: Cases = {
  KEY_EXISTS: async ({ tenant, send }) => {
    const holder = await tenant.call(createConsignment, { body: anOrder({ key: 'TAKEN' }) })
    const answer = await send({ key: 'TAKEN' })
    assert.equal(answer.json.data.consignmentId, holder.data.consignmentId)
    return answer
  },
  LOAD_STATE: async (scene) => scene.send({ loadId: await startedLoad(scene, { stops: [] }) }),
  UNKNOWN_DEPOT: ({ send }) => send({ depotKey: 'nowhere' }),
  UNKNOWN_CHANNEL: ({ send }) => send({ channelKey: 'none' }),
  UNKNOWN_AREA: ({ send }) => send({ areaKey: 'none' }),
  UNKNOWN_LOAD: async ({ tenant, send }) => {
    await tenant.call(updateEnvironment, { body: { loads: { unknown: 'refuse' } } })
    return send({ loadId: 'nothing' })
  },
  UNKNOWN_PACKAGE: ({ send }) =>
    send({
      productLines: [{ productLineId: 'l', productCode: 'c', currency: 'EUR' }],
      packageProducts: [{ packageId: 'p', productLineId: 'l' }],
    }),
  UNKNOWN_PRODUCT_LINE: ({ send }) =>
    send({ packages: [{ packageId: 'p' }], packageProducts: [{ packageId: 'p', productLineId: 'l' }] }),
  DEPOT_RULE: async (scene) =>
    scene.send({ type: 'delivery', depotKey: scene.world.depotKey, loadId: await loadFromElsewhere(scene) }),
}
const orderRemovals: Cases = {
  LOAD_STATE: async (scene) => {
    await startedLoad(scene)
    return scene.send()
  },
}
const loadChanges: Cases = {
  KEY_EXISTS: async ({ tenant, send }) => {
    const holder = await tenant.call(createLoad, { body: { key: 'TAKEN' } })
    const answer = await send({ key: 'TAKEN' })
    assert.equal(answer.json.data.loadId, holder.data.loadId)
    return answer
  },
  LOAD_STATE: async (scene) => {
    await startedLoad(scene)
    return scene.send({ stops: stops(scene.world.consignmentId) })
  },
  UNKNOWN_DEPOT: ({ send }) => send({ startDepotKey: 'nowhere' }),
  UNKNOWN_VEHICLE: ({ send }) => send({ vehicleKey: 'nothing' }),
  UNKNOWN_DRIVER: ({ send }) => send({ driverKey: 'nobody' }),
  UNKNOWN_CONSIGNMENT: ({ send }) => send({ stops: stops('nobody') }),
  DEPOT_RULE: async ({ tenant, world, send }) => {
    const depot = aDepot()
    await tenant.call(createDepot, { body: depot })
    const { data } = await tenant.call(createConsignment, { body: anOrder({ depotKey: depot.key }) })
    return send({ endDepotKey: world.depotKey, stops: stops(data.consignmentId) })
  },
}
const loadRemovals: Cases = {
  LOAD_STATE: async ({ tenant, world, send }) => {
    await tenant.request('PATCH', `/v1/load?id=${world.loadId}`, { body: { status: 'completed' } })
    return send()
  },
}

const { KEY_EXISTS: _, ...replacements } = orderChanges
/** What refuses an order refuses an import of all or none. */
const inBulk =
  (one: Case): Case =>
  async (scene) => {
    const { tenant, world, sample, method } = scene
    const send: Scene['send'] = (members) =>
      tenant.request(method, `${sample.path}?atomic=true&mode=upsert`, {
        body: { consignments: [anOrder(), { ...anOrder({ key: world.consignmentKey }), ...members }] },
      })
    return one({ ...scene, send })
  }
const bulkImports: Cases = {
  ...Object.fromEntries(Object.entries(replacements).map(([code, one]) => [code, inBulk(one)])),
  KEY_EXISTS: ({ tenant, world, sample, method }) =>
    tenant.request(method, `${sample.path}?atomic=true`, {
      body: { consignments: [anOrder(), anOrder({ key: world.consignmentKey })] },
    }),
  VERSION_MISMATCH: inBulk(({ send }) => send({ version: 999 })),
}

const notSandbox: Case = async ({ tenant, sample, method }) => {
  const headers = { authorization: `Bearer ${await tenant.ordinary()}` }
  for (;;) {
    // A running service learns of new environments a little later.
    const answer = await tenant.request(method, sample.path, { headers })
    if (answer.status !== 401) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const general: Cases = {
  BAD_REQUEST: badRequest,
  NOT_FOUND: notFound,
  VERSION_MISMATCH: versionMismatch,
  IDEMPOTENCY_CONFLICT: idempotencyConflict,
}
const special: Partial<Record<EndpointId, Cases>> = {
  createConsignment: orderChanges,
  updateConsignment: orderChanges,
  updateConsignmentById: orderChanges,
  replaceConsignment: replacements,
  importConsignments: bulkImports,
  createImport: {
    IMPORT_LIMIT: async (scene) => {
      await otherImports(scene, importLimits.open, 'running')
      return scene.send()
    },
  },
  undoImport: {
    IMPORT_STATE: async (scene) => {
      await otherImports(scene, 1, 'running')
      return scene.tenant.request('POST', '/v1/imports/other%200/undo')
    },
  },
  deleteImport: {
    IMPORT_STATE: async (scene) => {
      await otherImports(scene, 1, 'undoing')
      return scene.tenant.request('DELETE', '/v1/imports/other%200')
    },
  },
  deleteConsignment: orderRemovals,
  deleteConsignmentById: orderRemovals,
  updatePerson: {
    LAST_OWNER: ({ tenant }) =>
      tenant.request('PATCH', `/v1/person/${tenant.owner.personId}`, { body: { role: 'planner' } }),
  },
  removePerson: { LAST_OWNER: ({ tenant }) => tenant.request('DELETE', `/v1/person/${tenant.owner.personId}`) },
  invitePerson: { ALREADY_MEMBER: ({ tenant, send }) => send({ email: tenant.planner.email.toUpperCase() }) },
  createDepot: { KEY_EXISTS: ({ world, send }) => send({ key: world.depotKey }) },
  createVehicle: {
    KEY_EXISTS: ({ world, send }) => send({ key: world.vehicleKey }),
    UNKNOWN_DEPOT: ({ send }) => send({ endDepotKey: 'nowhere' }),
  },
  updateVehicle: { UNKNOWN_DEPOT: ({ send }) => send({ startDepotKey: 'nowhere' }) },
  updateVehicleByKey: { UNKNOWN_DEPOT: ({ send }) => send({ startDepotKey: 'nowhere' }) },
  createDriver: {
    KEY_EXISTS: ({ world, send }) => send({ key: world.driverKey }),
    UNKNOWN_VEHICLE: ({ send }) => send({ vehicleKey: 'nothing' }),
  },
  updateDriver: { UNKNOWN_VEHICLE: ({ send }) => send({ vehicleKey: 'nothing' }) },
  updateDriverByKey: { UNKNOWN_VEHICLE: ({ send }) => send({ vehicleKey: 'nothing' }) },
  createOptimisation: {
    UNKNOWN_VEHICLE: ({ send }) => send({ mode: 'day', loadIds: [], vehicleKeys: ['nothing'] }),
    UNKNOWN_CONSIGNMENT: ({ send }) => send({ mode: 'fill', consignmentIds: ['nobody'] }),
    LOAD_STATE: async (scene) => scene.send({ loadIds: [await startedLoad(scene)] }),
    OPTIMISATION_LIMIT: async ({ service, tenant, send }) => {
      await service.database(({ write }) => write((tx) => waitingOptimisations(tx, tenant.environmentId)))
      return send()
    },
  },
  stopOptimisation: {
    OPTIMISATION_STATE: ({ tenant, world, method }) =>
      tenant.request(method, `/v1/optimisation/${world.appliedId}/stop`),
  },
  applyOptimisation: {
    OPTIMISATION_STATE: async ({ tenant, world, send }) => {
      await tenant.call(cancelOptimisation, { params: { optimisationId: world.optimisationId } })
      return send()
    },
    PLAN_OUTDATED: async ({ tenant, world, method }) => {
      const { loadId, optimisationId } = await planned(tenant, world)
      await tenant.call(updateLoadById, { params: { loadId }, body: { weightCapacity: 7 } })
      return tenant.request(method, `/v1/optimisation/${optimisationId}/apply`, { body: {} })
    },
  },
  undoOptimisation: {
    OPTIMISATION_STATE: ({ tenant, world, method }) =>
      tenant.request(method, `/v1/optimisation/${world.optimisationId}/undo`),
    PLAN_OUTDATED: async ({ tenant, world, method }) => {
      const { loadId, optimisationId } = await planned(tenant, world)
      await tenant.call(applyOptimisation, { params: { optimisationId }, body: {} })
      await tenant.call(updateLoadById, { params: { loadId }, body: { weightCapacity: 7 } })
      return tenant.request(method, `/v1/optimisation/${optimisationId}/undo`)
    },
  },
  cancelOptimisation: {
    OPTIMISATION_STATE: ({ tenant, world, method }) => tenant.request(method, `/v1/optimisation/${world.appliedId}`),
  },
  putPod: {
    UNKNOWN_CONSIGNMENT: ({ send }) => send({ consignmentId: 'nobody' }),
    UNKNOWN_LOAD: ({ send }) => send({ loadId: 'nothing' }),
    UNKNOWN_DRIVER: ({ send }) => send({ driverKey: 'nobody' }),
    UNKNOWN_PACKAGE: ({ send }) => send({ packages: [{ packageId: 'p', outcome: 'failed' }] }),
    UNKNOWN_PRODUCT_LINE: ({ send }) => send({ productLines: [{ productLineId: 'l', quantity: 0 }] }),
    UNKNOWN_POD: ({ send }) => send({ replaces: newUuid() }),
    POD_CONFLICT: ({ tenant, world, sample: { body }, method }) =>
      tenant.request(method, `/v1/pod/${world.podId}`, { body }),
  },
  resendNotice: {
    NOTICE_STOPPED: async ({ tenant, send }) => {
      const [notice] = (await tenant.call(listNotices, { query: {} })).data.notices
      const params = { consignmentId: notice!.consignmentId }
      await tenant.call(updateConsignmentById, { params, body: { publicTrackingEnabled: false } })
      return send()
    },
  },
  sendPod: {
    NOTICE_STOPPED: async ({ tenant, world: { consignmentId }, send }) => {
      const body = { consignmentNotificationsEnabled: false }
      await tenant.call(updateConsignmentById, { params: { consignmentId }, body })
      return send()
    },
  },
  previewNotice: { UNKNOWN_CONSIGNMENT: ({ send }) => send({ consignmentKey: 'nobody' }) },
  addExport: {
    UNKNOWN_LOAD: ({ tenant, sample, method }) => tenant.request(method, sample.path, { body: { loadId: 'nothing' } }),
  },
  createWebhook: {
    WEBHOOK_LIMIT: async ({ tenant, sample, send }) => {
      const others = Array.from({ length: recordLimits.webhooks - 1 })
      await Promise.all(others.map(() => tenant.call(createWebhook, { body: sample.body as WebhookInput })))
      return send()
    },
  },
  createToken: { TOKEN_LIMIT: (scene) => full(scene, 'tokens') },
  createClient: { TOKEN_LIMIT: (scene) => full(scene, 'clients') },
  resetEnvironment: { NOT_SANDBOX: notSandbox },
  listLoads: { NOT_FOUND: ({ tenant }) => tenant.request('GET', '/v1/loads?fits=nobody') },
  createLoad: loadChanges,
  updateLoad: loadChanges,
  updateLoadById: loadChanges,
  deleteLoad: loadRemovals,
  deleteLoadById: loadRemovals,
  listEvents: { CURSOR_EXPIRED: ({ tenant }) => tenant.request('GET', '/v1/events?after=zz-00000000') },
}
const caseOf = (id: EndpointId, code: ProblemCode): Case | undefined => special[id]?.[code] ?? general[code]

test('every problem that an endpoint declares has a case', () => {
  const missing = table.flatMap(([id, endpoint]) =>
    declared(endpoint)
      .filter((code) => !caseOf(id, code))
      .map((code) => `${id} ${code}`),
  )
  assert.deepEqual(missing, [])
})

test('every case is a declared problem of its endpoint', () => {
  const stray = Object.entries(special).flatMap(([id, cases]) =>
    Object.keys(cases)
      .filter((code) => !(endpoints[id as EndpointId].problems as readonly string[]).includes(code))
      .map((code) => `${id} ${code}`),
  )
  assert.deepEqual(stray, [])
})

everyEngine('problems', (open) => {
  const fresh = tenants(open)
  const scene = async (only?: EnvironmentEndpointId): Promise<{ tenant: Tenant; world: World; known?: string[] }> => {
    const tenant = await fresh()
    return { tenant, world: await createWorld(tenant, only) }
  }
  let shared: ReturnType<typeof scene> | undefined
  /** Cases that prepare nothing share one: each of them shows that it left it as it was for the next. */
  const sceneFor = (id: EnvironmentEndpointId, code: ProblemCode, method: string) => {
    const prepares = method !== 'GET' && (special[id]?.[code] || !['BAD_REQUEST', 'NOT_FOUND'].includes(code))
    if (prepares) return scene(id)
    shared ??= scene()
    return shared
  }
  for (const [id, endpoint] of table)
    for (const code of declared(endpoint))
      test(`${id} returns ${code} and changes nothing`, async () => {
        const place = await sceneFor(id, code, endpoint.method)
        const { tenant, world } = place
        const sample = sampleOf(id, world)
        const { method } = endpoint
        const state = async () =>
          Promise.all(
            [
              '/v1/loads',
              '/v1/depots',
              '/v1/environment',
              '/v1/export/consignments?detail=true',
              '/v1/pods',
              '/v1/export/pods?detail=true',
              '/v1/events?limit=1000',
              '/v1/people',
              '/v1/invitations',
              '/v1/tokens',
            ].map(async (path) => withoutUse((await tenant.request('GET', path)).text)),
          )
        let before: string[] = []
        const request: Tenant['request'] = async (...given) => {
          // What is shared is as the case before has seen it.
          before = place.known ?? (await state())
          return tenant.request(...given)
        }
        const send: Scene['send'] = (body, headers = {}) =>
          request(method, sample.path, {
            headers,
            ...(sample.body instanceof Blob
              ? { body: sample.body }
              : sample.body
                ? { body: { ...sample.body, ...body } }
                : {}),
          })
        const answer = await caseOf(id, code)!({
          service: await open(),
          tenant: { ...tenant, request },
          world,
          sample,
          method,
          send,
        })
        assertProblem(answer, code)
        assert.deepEqual(await state(), before)
        place.known = before
      })
})
