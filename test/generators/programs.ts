// The programs that drive generated clients through the life of an order: written against what each generator makes, so text here.

/** What each program has to offer, and the life that all of them are led through. */
export const life = `
export const base = process.argv[2]!
export const token = process.argv[3]!
export const authorization = \`Bearer \${token}\`

export interface Orders {
  create(key: string): Promise<{ status: number; id: string | undefined }>
  read(id: string): Promise<{ status: number; weight?: number | null; created?: string; code?: string }>
  change(id: string, weight: number): Promise<number>
  list(limit: number): Promise<{ count: number; total: number | undefined }>
  exported(): Promise<number>
  remove(id: string): Promise<number>
}

export const order = (key: string) => ({
  key,
  type: 'delivery' as const,
  weight: 1.5,
  consigneeContact: { phone: { code: 'GB', countryCode: 44, localNumber: '2079460000' } },
  consigneeAddress: { line1: '1 High Street', city: 'London', postalCode: 'N1 1AA', country: 'GB' },
})

const expect = (what: string, is: unknown, wanted: unknown) => {
  if (is !== wanted) throw new Error(\`\${what}: \${String(is)}, not \${String(wanted)}\`)
}

export async function live(name: string, orders: Orders): Promise<void> {
  const { status, id } = await orders.create(name)
  expect('create', status, 201)
  expect('the same key again', (await orders.create(name)).status, 409)
  const read = await orders.read(id!)
  expect('read', read.status, 200)
  expect('its weight', read.weight, 1.5)
  expect('its time', typeof read.created, 'string')
  expect('change', await orders.change(id!, 2.5), 200)
  expect('its new weight', (await orders.read(id!)).weight, 2.5)
  const { count, total } = await orders.list(1)
  expect('rows of a page', count, 1)
  expect('a total', typeof total, 'number')
  expect('the export list', (await orders.exported()) > 0, true)
  expect('remove', await orders.remove(id!), 200)
  const gone = await orders.read(id!)
  expect('read what is gone', gone.status, 404)
  expect('its code', gone.code, 'NOT_FOUND')
}
`

export const programs: Record<string, string> = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-typescript/schema'
import { authorization, base, live, order } from './life'

const { GET, POST, PATCH, DELETE } = createClient<paths>({ baseUrl: base, headers: { authorization } })
const at = (consignmentId: string) => ({ params: { path: { consignmentId } } })
void live('openapi-typescript', {
  async create(key) {
    const { data, response } = await POST('/v1/consignment', { body: order(key) })
    return { status: response.status, id: data?.data.consignmentId }
  },
  async read(id) {
    const { data, error, response } = await GET('/v1/consignment/{consignmentId}', at(id))
    return { status: response.status, ...data?.data, ...(error ? { code: error.data.code } : {}) }
  },
  change: async (id, weight) =>
    (await PATCH('/v1/consignment/{consignmentId}', { ...at(id), body: { weight } })).response.status,
  async list(limit) {
    const { data } = await GET('/v1/consignments', { params: { query: { limit, total: true } } })
    return { count: data!.data.consignments.length, total: data!.data.total?.count }
  },
  exported: async () => (await GET('/v1/export/consignments', { params: { query: { detail: false } } })).data!.data.length,
  remove: async (id) => (await DELETE('/v1/consignment/{consignmentId}', at(id))).response.status,
})
`,
  'hey-api': `
import { client } from './generated/hey-api/client.gen'
import * as sdk from './generated/hey-api/sdk.gen'
import { base, live, order, token } from './life'

client.setConfig({ baseUrl: base, auth: () => token })
const at = (consignmentId: string) => ({ path: { consignmentId } })
void live('hey-api', {
  async create(key) {
    const { data, response } = await sdk.createConsignment({ body: order(key) })
    return { status: response!.status, id: data?.data.consignmentId }
  },
  async read(id) {
    const { data, error, response } = await sdk.getConsignmentById(at(id))
    return { status: response!.status, ...data?.data, ...(error ? { code: error.data.code } : {}) }
  },
  change: async (id, weight) => (await sdk.updateConsignmentById({ ...at(id), body: { weight } })).response!.status,
  async list(limit) {
    const { data } = await sdk.listConsignments({ query: { limit, total: true } })
    return { count: data!.data.consignments.length, total: data!.data.total?.count }
  },
  exported: async () => (await sdk.listExport({ query: { detail: false } })).data!.data.length,
  remove: async (id) => (await sdk.deleteConsignmentById(at(id))).response!.status,
})
`,
  orval: `
import * as api from './generated/orval/client'
import { authorization, live, order } from './life'

const options = { headers: { authorization } }
void live('orval', {
  async create(key) {
    const answer = await api.createConsignment(order(key), undefined, options)
    return { status: answer.status, id: answer.status === 201 ? answer.data.data.consignmentId : undefined }
  },
  async read(id) {
    const answer = await api.getConsignmentById(id, undefined, options)
    if (answer.status === 404) return { status: 404, code: answer.data.data.code }
    return answer.status === 200 ? { status: 200, ...answer.data.data } : { status: answer.status }
  },
  change: async (id, weight) => (await api.updateConsignmentById(id, { weight }, undefined, options)).status,
  async list(limit) {
    const answer = await api.listConsignments({ limit, total: true }, options)
    if (answer.status !== 200) throw new Error(String(answer.status))
    return { count: answer.data.data.consignments.length, total: answer.data.data.total?.count }
  },
  async exported() {
    const answer = await api.listExport({ detail: false }, options)
    return answer.status === 200 ? answer.data.data.length : 0
  },
  remove: async (id) => (await api.deleteConsignmentById(id, undefined, options)).status,
})
`,
  kubb: `
import fetch from '@kubb/plugin-client/clients/fetch'
import type { RequestConfig, ResponseConfig } from '@kubb/plugin-client/clients/fetch'
import { createConsignment } from './generated/kubb/clients/createConsignment'
import { deleteConsignmentById } from './generated/kubb/clients/deleteConsignmentById'
import { getConsignmentById } from './generated/kubb/clients/getConsignmentById'
import { listConsignments } from './generated/kubb/clients/listConsignments'
import { listExport } from './generated/kubb/clients/listExport'
import { updateConsignmentById } from './generated/kubb/clients/updateConsignmentById'
import { errorEnvelopeSchema } from './generated/kubb/zod/errorEnvelopeSchema'
import { authorization, base, live, order } from './life'

// This client leaves it to its user to say what it sends.
fetch.setConfig({ baseURL: base, headers: { authorization, 'Content-Type': 'application/json' } })
/** What is refused is no answer to parse as a success. */
class Refused extends Error {
  constructor(readonly status: number, readonly code: string) {
    super(code)
  }
}
const client = async <Data, _Failure = unknown, Sent = unknown>(config: RequestConfig<Sent>): Promise<ResponseConfig<Data>> => {
  const answer = await fetch<Data, _Failure, Sent>(config)
  if (answer.status >= 400) throw new Refused(answer.status, errorEnvelopeSchema.parse(answer.data).data.code)
  return answer
}
const refusal = (error: unknown) => {
  if (error instanceof Refused) return error
  throw error
}
void live('kubb', {
  create: (key) =>
    createConsignment(order(key), undefined, undefined, { client }).then(
      ({ status, data }) => ({ status, id: data.data.consignmentId }),
      (error) => ({ status: refusal(error).status, id: undefined }),
    ),
  read: (consignmentId) =>
    getConsignmentById(consignmentId, undefined, undefined, { client }).then(
      ({ status, data }) => ({ status, weight: data.data.weight, created: data.data.created }),
      (error) => ({ status: refusal(error).status, code: refusal(error).code }),
    ),
  change: async (consignmentId, weight) =>
    (await updateConsignmentById(consignmentId, { weight }, undefined, undefined, { client })).status,
  async list(limit) {
    const { data } = await listConsignments({ limit, total: true }, undefined, { client })
    return { count: data.data.consignments.length, total: data.data.total?.count }
  },
  exported: async () => (await listExport({ detail: false }, undefined, { client })).data.data.length,
  remove: async (consignmentId) => (await deleteConsignmentById(consignmentId, undefined, undefined, { client })).status,
})
`,
}
