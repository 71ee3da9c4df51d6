// Defines shared views of an environment's order list: a name for filters, a sort and columns.
import { describeEndpoint } from './endpoint.ts'
import Type, { type Static } from './schema.ts'
import { dateTimeSchema, idSchema, objectSchema } from './shared.ts'

export const viewLimits = { views: 50, nameLength: 40, searchLength: 4_000 } as const

const name = Type.String({ minLength: 1, maxLength: viewLimits.nameLength, description: 'Name of the view.' })
const search = Type.String({
  maxLength: viewLimits.searchLength,
  description:
    'Filters, sort and columns, as in the query of the order list in the console: `late=true&sort=-planned`. Filters ' +
    'and `sort` are parameters of `GET /v1/consignments`; `columns` contains the columns.',
})

export const OrderView = objectSchema('View', {
  viewId: idSchema('Issued by the service.'),
  name,
  search,
  created: dateTimeSchema('Time of creation.'),
})
export type OrderView = Static<typeof OrderView>

const tag = 'Consignments'

export const listViews = describeEndpoint({
  id: 'listViews',
  method: 'GET',
  path: '/v1/views',
  tag,
  summary: 'List the shared views of the order list',
  description: 'Returns the views that all users of the environment see in the console, sorted by name.',
  scope: 'consignments:read',
  affectedBy: [],
  data: Type.Array(OrderView),
})

export const createView = describeEndpoint({
  id: 'createView',
  method: 'POST',
  path: '/v1/view',
  tag,
  summary: 'Share a view of the order list',
  description: `An environment can have at most ${viewLimits.views} views.`,
  scope: 'consignments:write',
  body: objectSchema('ViewInput', { name, search }),
  data: objectSchema('ViewCreated', { viewId: idSchema('Id of the view.') }),
  created: true,
})

export const deleteView = describeEndpoint({
  id: 'deleteView',
  method: 'DELETE',
  path: '/v1/view/{viewId}',
  tag,
  summary: 'Delete a shared view of the order list',
  description: 'The orders stay as they are.',
  scope: 'consignments:write',
  params: objectSchema('ViewPath', { viewId: idSchema('Id issued by the service.') }),
  problems: ['NOT_FOUND'],
})
