// Generates the contract of the client package: the request and the types of each endpoint that a token with the scope
// `*` may use.
import { canHaveIdempotencyKey, type EndpointShape, namedSubjects } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { secondFactorMethods } from '../../contract/problem.ts'
import {
  braces,
  declarations,
  membersOf,
  type Names,
  preamble,
  queryOf,
  type Schema,
  typeOf,
  withChoices,
} from './types.ts'

/** Endpoints in the package. Endpoints for users and tokens are missing: people manage these in the console. */
export const offered: readonly EndpointShape[] = (Object.values(endpoints) as EndpointShape[]).filter(
  ({ scope }) => scope !== undefined && !namedSubjects.some((subject) => scope.startsWith(`${subject}:`)),
)

/**
 * Returns whether the package omits the types of an endpoint. Planners use these endpoints, and programs rarely do. The
 * client can still call them.
 */
export const isLoose = ({ id, tag }: EndpointShape): boolean =>
  ['Environment', 'Optimisation', 'Notices'].includes(tag) ||
  ['geocode', 'travelRoute', 'checkLoad', 'copyLoads', 'listViews', 'createView'].includes(id)

/** Returns the type of an endpoint: its data, query, path and body, without missing parts. */
function endpointType(endpoint: EndpointShape, names: Names): string {
  const { id, upload, download } = endpoint
  const { params, query, body, data } = endpoint as unknown as Record<string, Schema | undefined>
  const content = (schema: Schema | undefined, loosely: string) =>
    schema === undefined ? 'undefined' : isLoose(endpoint) ? loosely : typeOf(schema, names, id)
  const parts = [
    download ? 'Blob' : content(data, 'unknown'),
    queryOf(query ?? {}, names, id),
    params ? braces(membersOf(params, names, id)) : 'undefined',
    upload ? 'Blob' : content(body, 'object'),
  ]
  while (['undefined', '{}'].includes(parts.at(-1) ?? '')) parts.pop()
  return `  ${id}: Endpoint${parts.length === 0 ? '' : `<${parts.join(', ')}>`}`
}

// The types by which the client describes endpoints. They replace the schemas of the repository.
const shape = `interface EndpointShape {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly upload?: true
  readonly download?: true
  /** For the compiler only. */
  readonly '~types'?: readonly unknown[]
}
interface Endpoint<Data = undefined, Query = {}, Params = undefined, Body = undefined> extends EndpointShape {
  readonly '~types'?: readonly [Data, Query, Params, Body]
}
type DataOf<E extends EndpointShape> = E extends Endpoint<infer T, any, any, any> ? T : never
type QueryOf<E extends EndpointShape> = E extends Endpoint<any, infer T, any, any> ? T : never
type ParamsOf<E extends EndpointShape> = E extends Endpoint<any, any, infer T, any> ? T : never
type BodyOf<E extends EndpointShape> = E extends Endpoint<any, any, any, infer T> ? T : never
declare const canHaveIdempotencyKey: (endpoint: EndpointShape) => boolean`

/** Removes spaces from a type, so that the package is small. Editors format types themselves. */
const dense = (text: string) => text.replace(/ *([|:;{}<>,=&?]) */g, '$1')

/** Endpoints that the client itself calls. */
const used = ['listEvents', 'importConsignments', 'createImport', 'getImport']

const notice = '// Written from the contract of the service; do not edit.'

export function contractTypes(): string {
  const names: Names = { objects: new Map(), choices: new Map() }
  const listed = offered.map((endpoint) => endpointType(endpoint, names))
  const text = `${preamble}type SecondFactorMethod = ${secondFactorMethods.map((way) => `'${way}'`).join(' | ')}
type ErrorValues = Record<string, number | string | readonly string[]>
type FieldError = RowFault
type ChangeEvent = Change
${declarations(names).join('\n')}
${shape}
interface Endpoints {
${listed.join('\n')}
}
export declare const endpoints: Endpoints
${used.map((id) => `declare const ${id}: Endpoints['${id}']`).join('\n')}
type ImportMode = NonNullable<QueryOf<Endpoints['importConsignments']>['mode']>
`
  return `${notice}\n${dense(withChoices(text, names))}`
}

export function contractModule(): string {
  const rows = offered.map((endpoint) => {
    const { id, method, path, upload, download } = endpoint
    const isOnce = method !== 'GET' && method !== 'DELETE' && !canHaveIdempotencyKey(endpoint)
    const marks = [isOnce && 'once', upload && 'upload', download && 'download'].filter(Boolean)
    return `  ${id}: '${[method, path.slice('/v1/'.length), ...marks].join(' ')}',`
  })
  return `${notice}
const lines = {
${rows.join('\n')}
}
const endpointOf = (id, [method, path, ...marks]) => ({
  id, method, path: '/v1/' + path, ...Object.fromEntries(marks.map((mark) => [mark, true]))
})
export const endpoints = Object.fromEntries(
  Object.entries(lines).map(([id, line]) => [id, endpointOf(id, line.split(' '))])
)
export const { ${used.join(', ')} } = endpoints
export const canHaveIdempotencyKey = ({ method, once }) => method !== 'GET' && method !== 'DELETE' && !once
`
}
