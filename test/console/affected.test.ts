// Each read states the types of records that change its response, and an event of such a type outdates the cached response.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scopeToFollow } from '../../contract/change.ts'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { recordTypes } from '../../contract/record-type.ts'

// A path in a variable keeps the types of browsers out of the type check of the tests.
const cacheFile: string = '../../console/api/query.ts'
Object.assign(globalThis, { addEventListener: () => {}, sessionStorage: { getItem: () => '' } })
const { buildCacheEntry, invalidateAffected, queryClient } = await import(cacheFile)

interface Cached {
  queryKey: readonly [id: string]
  state: { isInvalidated: boolean }
}
const isInvalidated = ({ state }: Cached) => state.isInvalidated

const all: EndpointShape[] = Object.values(endpoints)
const reads = all.filter(({ method, scope, data }) => method === 'GET' && scope && data)

/** Reads of records without events. */
const withoutEvents = [
  'listImports',
  'getImport',
  'listViews',
  'listOptimisations',
  'getOptimisation',
  'getTracking',
  'listSignIns',
]

test('every read that needs a scope states which types of records change its response', () => {
  assert.ok(reads.length > 35)
  assert.deepEqual(
    reads.filter(({ affectedBy }) => affectedBy === undefined).map(({ id }) => id),
    [],
  )
  assert.deepEqual(
    reads.filter(({ affectedBy }) => affectedBy?.length === 0).map(({ id }) => id),
    withoutEvents,
  )
})

test('every read is affected by a record type that its scope can follow', () => {
  const exceptions = [...withoutEvents, 'listExport', 'listPodExport']
  const types = (wanted: EndpointShape) => recordTypes.filter((type) => scopeToFollow[type] === wanted.scope)
  const apart = reads.filter((read) => !types(read).some((type) => read.affectedBy?.includes(type)))
  assert.deepEqual(apart.map(({ id }) => id).sort(), exceptions.sort())
})

test('an event outdates only the responses that its record type affects', async () => {
  const cache = queryClient.getQueryCache()
  for (const type of recordTypes) {
    cache.clear()
    for (const endpoint of all) cache.build(queryClient, buildCacheEntry(endpoint)).setData({})
    await invalidateAffected(new Set([type]))
    const outdated = cache.findAll({ predicate: isInvalidated }).map(({ queryKey: [id] }: Cached) => id)
    const affected = all.filter(({ affectedBy }) => affectedBy?.includes(type)).map(({ id }) => id)
    assert.ok(affected.length > 0, type)
    assert.deepEqual(outdated, affected, type)
  }
})

test('a query of an endpoint takes its key from buildCacheEntry, which adds the affected types', () => {
  const root = join(import.meta.dirname, '../..')
  const affected = new Set(all.filter(({ affectedBy = [] }) => affectedBy.length > 0).map(({ id }) => id))
  const query = /queryKey: \[(?:(\w+)\.id|'(\w+)')[^\]]*\],\s*(?:enabled|initialPageParam|queryFn|async queryFn)\b/g
  const files = globSync('console/**/*.{ts,tsx}', { cwd: root, exclude: ['console/dist*/**'] })
  const apart = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(query)]
      .map(([, endpoint, id]) => endpoint ?? id!)
      .filter((name) => affected.has(name))
      .map((name) => `${file}: ${name}`),
  )
  assert.ok(files.length > 300)
  assert.deepEqual(apart, [])
})
