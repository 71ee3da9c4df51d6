// The OpenAPI document: complete, valid, and the same as what is committed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { buildAsyncapi } from '../../contract/asyncapi.ts'
import { changeTypes } from '../../contract/change.ts'
import { type EndpointShape, listProblems } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { buildOpenapi } from '../../contract/openapi.ts'
import { buildOpenapi30 } from '../../contract/openapi-older.ts'
import { problemDefinitions } from '../../contract/problem.ts'
import { generated } from '../../docs/generate.ts'
import { piecesOf, sampleOf } from '../../server/http/reference/samples.js'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
}

const document = JSON.parse(JSON.stringify(buildOpenapi('0.0.0'))) as Json & {
  components: Json
  paths: Record<string, Record<string, Operation>>
}
const table = Object.values(endpoints) as EndpointShape[]

const at = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document)

function* references(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === '$ref' && typeof inner === 'string') yield inner
    else yield* references(inner)
  }
}

for (const [path, content] of Object.entries(generated())) {
  test(`${path} equals the document that the contract generates`, () => {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    assert.ok(committed === content, `${path} has drifted: run docs/generate.ts`)
  })
}

test('every endpoint of the contract is in the document, with every problem it declares', () => {
  for (const e of table) {
    const operation = document.paths[e.path]?.[e.method.toLowerCase()]
    assert.equal(operation?.operationId, e.id)
    for (const code of listProblems(e)) {
      assert.ok(operation.responses[problemDefinitions[code].status], `${e.id} lacks ${code}`)
    }
  }
})

test('every reference in the document resolves', () => {
  const dangling = [...references(document)].filter((reference) => at(reference) === undefined)
  assert.deepEqual(dangling, [])
})

interface Media {
  schema: Json
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** Every body that is sent or answered, with the steps to its schema in the document. */
function* bodies(): Generator<{ name: string; type: string; media: Media; steps: string[] }> {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const places: [name: string, steps: string[]][] = [['requestBody', ['paths', path, method, 'requestBody']]]
      for (const [status, response] of Object.entries(operation.responses as Record<string, { $ref?: string }>))
        places.push([status, response.$ref?.slice(2).split('/') ?? ['paths', path, method, 'responses', status]])
      for (const [place, steps] of places) {
        const { content = {} } = (steps.reduce<unknown>(
          (value, step) => (value as Json | undefined)?.[step],
          document,
        ) ?? {}) as { content?: Record<string, Media> }
        for (const [type, media] of Object.entries(content))
          yield { name: `${operation.operationId} ${place}`, type, media, steps: [...steps, 'content', type, 'schema'] }
      }
    }
}

test('every body of a request or response has a valid example', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { email: true, 'date-time': true } })
  ajv.addSchema(document, 'document')
  for (const { name, type, media, steps } of bodies()) {
    // Bytes of a file would be no help to anybody.
    if (/^image|pdf|octet|openxml/.test(type)) continue
    const examples = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example]
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')
    const validate = ajv.getSchema(`document#/${pointer}`) ?? ajv.compile({ $ref: `document#/${pointer}` })
    for (const example of examples) {
      assert.ok(example !== undefined, `${name} has no example`)
      assert.ok(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`)
    }
  }
})

function* objects(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const [name, inner] of Object.entries(value))
    if (name !== 'example' && name !== 'examples') yield* objects(inner)
}

test('the schemas allow unknown fields and codes in responses, but not in requests', () => {
  const { schemas } = document.components as { schemas: Record<string, Json> }
  const isOpen = (name: string) => schemas[name]!.additionalProperties === undefined
  assert.ok(['Consignment', 'Address', 'Load', 'WebhookMessage', 'Event', 'ErrorEnvelope'].every(isOpen))
  assert.ok(!['ConsignmentInput', 'ConsignmentPatch', 'LoadInput', 'WebhookInput'].some(isOpen))
  const { code } = (schemas.ErrorEnvelope as Envelope).properties.data.properties
  assert.deepEqual(code.anyOf.at(-1), { type: 'string' })
  // Whatever else tells by a code why something was refused, left out or does not fit.
  const closed = Object.entries(schemas).filter(([name, { properties }]) => {
    const told = (properties as Record<string, Json> | undefined)?.code
    return told?.enum !== undefined && isOpen(name)
  })
  assert.deepEqual(
    closed.map(([name]) => name),
    [],
  )
})
interface Envelope extends Json {
  properties: { data: { properties: { code: { anyOf: Json[] } } } }
}

test('type-specific keywords appear in the document only next to their type', () => {
  for (const { type, enum: values } of objects(document)) {
    if (!Array.isArray(type)) continue
    assert.ok(type.length === 2 && type[1] === 'null', `a list of types: ${type}`)
    assert.equal(values, undefined, `null among ${values}`)
  }
})

test('a parameter with a number or a boolean has this type in the document', () => {
  const parameters = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(
      (operation) => (operation as unknown as { parameters?: Parameter[] }).parameters ?? [],
    ),
  )
  const types = (name: string) =>
    new Set(parameters.filter((each) => each.name === name).map(({ schema }) => schema.type))
  for (const name of ['limit', 'offset', 'wait']) assert.deepEqual([...types(name)], ['integer'])
  for (const name of ['total', 'detail', 'dryRun']) assert.deepEqual([...types(name)], ['boolean'])
})
interface Parameter {
  name: string
  schema: { type: string }
}

test('every read-only field has its type in a patch', () => {
  const { schemas } = document.components as { schemas: Record<string, { properties: Record<string, Json> }> }
  for (const name of ['ConsignmentPatch', 'LoadPatch', 'EnvironmentPatch', 'StopInput'])
    for (const [member, schema] of Object.entries(schemas[name]!.properties))
      assert.ok(schema.type ?? schema.$ref ?? schema.anyOf, `${name}.${member} has no type`)
})

test('every endpoint has a readable sample in TypeScript and in Python', (t) => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const written = (language: string) =>
    calls.map((call) => {
      const parameters = ((call.operation as unknown as { parameters?: Json[] }).parameters ?? []).map((each) =>
        typeof each.$ref === 'string' ? at(each.$ref) : each,
      )
      const text = sampleOf(language, { ...call, parameters })
      assert.equal(
        piecesOf(language, text)
          .map((piece) => piece.text)
          .join(''),
        text,
        'colours change no letter',
      )
      return text
    })
  for (const text of written('TypeScript')) assert.doesNotThrow(() => stripTypeScriptTypes(text), text)
  for (const text of written('curl')) assert.doesNotMatch(text.split('\n')[0]!, /undefined|\{\w+\}/)
  for (const language of ['curl', 'TypeScript', 'Python'])
    for (const text of written(language))
      assert.equal(text.includes('orders.csv'), text.includes('text/csv'), `a file of its own type: ${text}`)
  const python = spawnSync(
    'python3',
    ['-c', 'import ast,json,sys\nfor text in json.load(sys.stdin): ast.parse(text)'],
    {
      input: JSON.stringify(written('Python')),
      encoding: 'utf8',
    },
  )
  if (python.error) t.diagnostic('there is no python3 to read its samples')
  else assert.equal(python.status, 0, python.stderr)
})

test('the document for generators of 3.0 contains no keyword of 3.1', () => {
  const older = JSON.parse(JSON.stringify(buildOpenapi30('0.0.0'))) as Json
  assert.match(String(older.openapi), /^3\.0\./)
  for (const each of objects(older)) {
    assert.ok(!Array.isArray(each.type) && each.type !== 'null', 'null as a type')
    assert.ok(!('$ref' in each) || Object.keys(each).length === 1, 'something beside a reference')
    assert.ok(typeof each.exclusiveMinimum !== 'number', 'a number as exclusiveMinimum')
  }
  assert.equal(Object.keys(older.paths as Json).length, Object.keys(document.paths).length)
})

test('the document of events has every type of event, and its references resolve', () => {
  const events = JSON.parse(JSON.stringify(buildAsyncapi('0.0.0'))) as Json
  const found = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], events)
  assert.deepEqual(
    [...references(events)].filter((each) => found(each) === undefined),
    [],
  )
  const type = found('#/components/schemas/Event/properties/type') as { anyOf: [{ enum: string[] }] }
  assert.deepEqual(type.anyOf[0].enum, [...changeTypes])
})
