// Every schema of the contract is one by the rules of JSON Schema: the service compiles them without looking.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'

const ajv = new Ajv2020({ strict: false })

test('every schema of the contract is a JSON Schema', () => {
  for (const { id, query, body } of Object.values<EndpointShape>(endpoints))
    for (const [part, schema] of Object.entries({ query, body }))
      assert.ok(schema === undefined || ajv.validateSchema(schema), `${part} of ${id}: ${ajv.errorsText()}`)
})

test('a schema with a mistake is none', () => {
  assert.equal(ajv.validateSchema({ type: 'object', properties: { key: { maxLength: '50' } } }), false)
})
