// The OpenAPI document: complete, valid, and the same as what is committed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import core from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type EndpointShape, problemsOf } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { openapi } from '../../contract/openapi.ts'
import { problems } from '../../contract/problem.ts'
import { generated } from '../../docs/generate.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
}

const document = JSON.parse(JSON.stringify(openapi('0.0.0'))) as Json & {
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
  test(`${path} is what the contract generates`, () => {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    assert.ok(committed === content, `${path} has drifted: run docs/generate.ts`)
  })
}

test('Spectral has nothing to say about the document', async () => {
  const spectral = new core.Spectral()
  spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as Parameters<typeof spectral.setRuleset>[0])
  const findings = await spectral.run(document)
  assert.deepEqual(
    findings.map((finding) => `${finding.code} ${finding.path.join('.')}: ${finding.message}`),
    [],
  )
})

test('every endpoint of the contract is in the document, with every problem it declares', () => {
  for (const e of table) {
    const operation = document.paths[e.path]?.[e.method.toLowerCase()]
    assert.equal(operation?.operationId, e.id)
    for (const code of problemsOf(e)) {
      assert.ok(operation.responses[problems[code].status], `${e.id} lacks ${code}`)
    }
  }
})

test('every reference in the document resolves', () => {
  const dangling = [...references(document)].filter((reference) => at(reference) === undefined)
  assert.deepEqual(dangling, [])
})

test('every body of JSON has an example, and the example is valid', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { email: true } })
  ajv.addSchema(document, 'document')
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        // Bytes of a picture would be no help to anybody.
        if (type.startsWith('image/')) continue
        assert.ok(media.example, `${operation.operationId} has no example`)
        const steps = ['paths', path, method, 'requestBody', 'content', type, 'schema']
        const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')
        const valid = ajv.validate({ $ref: `document#/${pointer}` }, media.example)
        assert.ok(valid, `${operation.operationId}: ${ajv.errorsText()}`)
      }
    }
  }
})
