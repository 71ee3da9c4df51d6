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

test('the check of schemas rejects a schema with a mistake', () => {
  assert.equal(ajv.validateSchema({ type: 'object', properties: { key: { maxLength: '50' } } }), false)
})

test('every list without duplicates has a limit and scalar elements', () => {
  const lists = Object.values<EndpointShape>(endpoints).flatMap(({ query, body }) => uniqueIn([query, body]))
  assert.ok(lists.length >= 8, `${lists.length}`)
  for (const { maxItems, items } of lists) {
    assert.equal(typeof maxItems, 'number')
    assert.ok(items?.type === 'string' || items?.enum, JSON.stringify(items))
  }
})

interface List {
  uniqueItems?: boolean
  maxItems?: number
  items?: { type?: unknown; enum?: unknown }
}
function uniqueIn(schema: unknown): List[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(uniqueIn)
  return (schema as List).uniqueItems ? [schema as List, ...inner] : inner
}
