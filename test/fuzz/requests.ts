// Arbitrary requests to one endpoint of the contract: a good request, one that its schemas allow, or one with hostile parts.
import fc from 'fast-check'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { allowedBy, hostile, type Known, rawBodies, type Schema, spoiled } from './values.ts'

export interface FuzzRequest {
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** A request that succeeds, for endpoints that have one in requests.ts. */
export interface GoodRequest {
  path: string
  body?: Record<string, unknown> | Blob | undefined
}

type Texts = Record<string, unknown>
type Query = [string, string][]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Names of the path segments that a URL parser removes. */
const isDots = (text: string) => /^\.{1,2}$/.test(text)
const inPath = (value: unknown): string => {
  const text = textOf(value).toWellFormed().slice(0, 2_000)
  return text === '' || isDots(text) ? 'x' : encodeURIComponent(text)
}
const inQuery = (pairs: Query): string =>
  pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed().slice(0, 2_000))}`)
    .join('&')

/** The parameters of a good request, by their names in the path of its endpoint. */
function parametersOf({ path }: EndpointShape, good: GoodRequest): Texts {
  const values = good.path.split('?', 1)[0]!.split('/')
  const names = path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1])
  return Object.fromEntries(
    names.flatMap((name, at) => (name === undefined ? [] : [[name, decodeURIComponent(values[at]!)]])),
  )
}

function pathsTo({ endpoint, known, good }: Target): fc.Arbitrary<string> {
  const names = Object.keys(endpoint.params?.properties ?? {})
  const each = names.map((name) => {
    const schema = endpoint.params!.properties[name] as Schema
    const usual = good ? fc.constant<unknown>(parametersOf(endpoint, good())[name]) : allowedBy(schema, known, name)
    return fc.oneof(
      { weight: 6, arbitrary: usual },
      { weight: 1, arbitrary: allowedBy(schema, known, name) },
      { weight: 1, arbitrary: hostile },
    )
  })
  return fc
    .tuple(...each)
    .map((values) => endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(values[names.indexOf(name)])))
}

const oddQueries = [
  'a',
  'a=%zz',
  '=x',
  '&&',
  'key=%ff',
  'id=%00',
  'limit=1&limit=1',
  '__proto__=1',
  'timezone=Nowhere',
  '%',
]

function queriesTo({ endpoint: { query }, known, good }: Target): fc.Arbitrary<string> {
  const usual: Query = [...new URLSearchParams(good?.().path.split('?')[1] ?? '')]
  const names = Object.keys(query.properties)
  const pairsOf = (value: unknown): Query => Object.entries(value as Texts).map(([name, each]) => [name, textOf(each)])
  const valid = allowedBy(query as Schema, known).map(pairsOf)
  const both = valid.map((pairs) => [...usual, ...pairs.filter(([name]) => !usual.some(([own]) => own === name))])
  const isHeld = (name: string, value: unknown) => name === 'wait' && /^[1-9]/.test(textOf(value))
  const spoiledValue = fc
    .tuple(fc.constantFrom('x', ...names), hostile)
    .filter(([name, value]) => !isHeld(name, value))
    .map(([name, value]): Query => [...usual.filter(([own]) => own !== name), [name, textOf(value)]])
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(inQuery(usual)) },
    { weight: 2, arbitrary: both.map(inQuery) },
    { weight: 2, arbitrary: valid.map(inQuery) },
    { weight: 2, arbitrary: spoiledValue.map(inQuery) },
    { weight: 1, arbitrary: fc.constantFrom(...oddQueries) },
  )
}

type Body = Pick<FuzzRequest, 'headers' | 'body'>
const inJson = (value: unknown): Body => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value) ?? '',
})

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The rows of a body as a stream of lines, some of which are no JSON. */
const inLines = (rows: string): fc.Arbitrary<(value: unknown) => Body> =>
  fc.option(rawBodies).map((raw) => (value) => {
    const list = isRecord(value) && Array.isArray(value[rows]) ? value[rows] : [value]
    const lines = list.map((row) => JSON.stringify(row) ?? '')
    const odd = raw === null ? [] : [Buffer.from(raw).toString('latin1')]
    return { headers: { 'content-type': 'application/x-ndjson' }, body: [...lines, ...odd].join('\n') }
  })

function bodiesTo({ endpoint, known, good }: Target): fc.Arbitrary<Body> {
  const { body, rows, method } = endpoint
  if (!body)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant<Body>({ headers: {} }) },
      { weight: method === 'GET' ? 0 : 1, arbitrary: rawBodies.map((raw): Body => ({ headers: {}, body: raw })) },
    )
  const valid = allowedBy(body as Schema, known)
  // A new one for each request: a key is used once.
  const sample = isRecord(good?.().body) ? fc.nat().map((): unknown => good().body) : valid
  const odd = (each: unknown) => spoiled(each, body as Schema)
  const value = fc.oneof(
    { weight: 2, arbitrary: sample },
    { weight: 6, arbitrary: sample.chain(odd) },
    { weight: 4, arbitrary: valid },
    { weight: 3, arbitrary: valid.chain(odd) },
    { weight: 1, arbitrary: hostile },
  )
  const form = rows === undefined ? fc.constant(inJson) : fc.oneof(fc.constant(inJson), inLines(rows))
  return fc.oneof(
    { weight: 14, arbitrary: fc.tuple(value, form).map(([each, write]) => write(each)) },
    {
      weight: 1,
      arbitrary: rawBodies.map((raw): Body => ({ headers: { 'content-type': 'application/json' }, body: raw })),
    },
  )
}

/** Files: the good one, with some bytes changed, cut off, or any bytes, under a right or a wrong media type. */
function filesTo({ endpoint: { upload }, file: bytes }: Target): fc.Arbitrary<Body> {
  const types = [...upload!.types, 'application/octet-stream', 'text/plain']
  const changed = fc
    .array(fc.tuple(fc.nat(Math.max(0, bytes.length - 1)), fc.nat(255)), { maxLength: 4 })
    .map((changes) => {
      const copy = Uint8Array.from(bytes)
      for (const [at, byte] of changes) copy[at] = byte
      return copy
    })
  const cut = fc.nat(bytes.length).map((length) => bytes.slice(0, length))
  const content = fc.oneof(changed, cut, fc.uint8Array({ maxLength: 200 }))
  return fc
    .tuple(content, fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...upload!.types) }, fc.constantFrom(...types)))
    .map(([body, type]) => ({ body, headers: { 'content-type': type } }))
}

const oddHeaders: Record<string, string>[] = [
  { 'if-match': '"1"' },
  { 'if-match': 'W/"x", *' },
  { 'if-match': '"99999999999999999999"' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"1", W/"2"' },
  { 'idempotency-key': 'fuzz' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '\u00fc "' },
  { accept: 'text/html' },
  { accept: 'application/json;q=0.1, */*;q=0' },
  { 'content-encoding': 'gzip' },
  { 'x-request-id': '../\u00ff' },
  { 'dray-environment': 'x'.repeat(129) },
  { range: 'bytes=5-2' },
  { 'if-range': '"x"' },
]
const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
)

/** Files are read before: their bytes cannot be read where values are generated. */
export interface Target {
  endpoint: EndpointShape
  known: Known
  good: (() => GoodRequest) | undefined
  file: Uint8Array
}

export const requestsTo = (target: Target): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      path: pathsTo(target),
      query: queriesTo(target),
      own: headers,
      content: target.endpoint.upload ? filesTo(target) : bodiesTo(target),
    })
    .map(({ path, query, own, content }) => ({
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...content.headers, ...own },
      ...(content.body === undefined ? {} : { body: content.body }),
    }))
