// What holds for every input, not only for the examples: merging, round trips, issued ids, the gate for input, time zones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Consignment, createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { ApiProblem } from '../../server/platform/error/problems.ts'
import { parseJson } from '../../server/platform/operation/json.ts'
import { mergePatch } from '../../server/platform/operation/merge.ts'
import { anyCharacter, order, type Tree, tree, write } from '../support/arbitraries.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aFullOrder, aKey, anOrder } from '../support/orders.ts'
import '../support/seed.ts'
import { tenants } from '../support/tenants.ts'

type Loose = Record<string, unknown>

test('a merge patch follows RFC 7396', () => {
  // The algorithm of its section 2, on maps, where every name is a name like any other.
  type Model = unknown | Map<string, Model>
  const toModel = (value: unknown): Model =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value).map(([name, inner]) => [name, toModel(inner)]))
      : value
  const reference = (target: Model, patch: Model): Model => {
    if (!(patch instanceof Map)) return patch
    const result = target instanceof Map ? new Map(target) : new Map<string, Model>()
    for (const [name, value] of patch) {
      if (value === null) result.delete(name)
      else result.set(name, reference(result.get(name), value))
    }
    return result
  }
  const json = tree.map((value) => JSON.parse(write(value, () => false)))
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const before = structuredClone([target, patch])
      const merged = mergePatch(target, patch)
      assert.deepEqual(toModel(merged), reference(toModel(target), toModel(patch)))
      assert.deepEqual([target, patch], before, 'neither of them is changed')
      assert.deepEqual(mergePatch(merged, patch), merged, 'the second time changes nothing')
    }),
    { numRuns: 2_000 },
  )
})

const refusal = (bytes: Buffer): ApiProblem | undefined => {
  try {
    parseJson(bytes)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiProblem, String(error))
    assert.equal(error.code, 'BAD_REQUEST')
    return error
  }
}

test('the parser returns what JSON.parse returns, and rejects duplicate fields, control and half characters', () => {
  const isDirtyText = (text: string) => !text.isWellFormed() || [...text].some((c) => c < ' ' && !'\t\n\r'.includes(c))
  const isDirty = (value: Tree): boolean => {
    if (typeof value === 'string') return isDirtyText(value)
    if (typeof value !== 'object' || value === null) return false
    if ('list' in value) return value.list.some(isDirty)
    const names = value.members.map(([name]) => name)
    return (
      new Set(names).size < names.length || value.members.some(([name, inner]) => isDirtyText(name) || isDirty(inner))
    )
  }
  const seen = { clean: 0, dirty: 0 }
  fc.assert(
    fc.property(tree, fc.func(fc.boolean()), (value, escaped) => {
      const text = write(value, escaped)
      const bytes = Buffer.from(text)
      if (isDirty(value)) {
        seen.dirty++
        assert.ok(refusal(bytes), text)
      } else {
        seen.clean++
        assert.deepEqual(parseJson(bytes), JSON.parse(text))
      }
    }),
    { numRuns: 3_000 },
  )
  assert.ok(seen.clean > 300 && seen.dirty > 300, JSON.stringify(seen))
})

test('the depth limit is 32 for every nesting', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 25, maxLength: 40 }), (levels) => {
      const text =
        levels.map((list) => (list ? '[' : '{"a":')).join('') +
        '0' +
        levels
          .map((list) => (list ? ']' : '}'))
          .reverse()
          .join('')
      assert.equal(refusal(Buffer.from(text)) === undefined, levels.length <= 32)
    }),
    { numRuns: 200 },
  )
})

test('any bytes are parsed as JSON or rejected', () => {
  const text = fc.stringMatching(/^[[\]{}":,\\ntrue0-9.eE+ -]{0,30}$/)
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array)),
    text.map((value) => Buffer.from(value)),
    fc.json().map((value) => Buffer.from(value)),
  )
  fc.assert(
    fc.property(bytes, (input) => {
      if (refusal(input) === undefined) assert.deepEqual(parseJson(input), JSON.parse(input.toString()))
    }),
    { numRuns: 5_000 },
  )
})

everyEngine('properties', (open) => {
  const fresh = tenants(open)
  let shared: Promise<Tenant> | undefined
  const tenant = () => {
    shared ??= fresh()
    return shared
  }
  const read = async ({ call }: Tenant, key: string): Promise<Consignment> =>
    (await call(getConsignment, { query: { key } })).data

  /** A read with issued ids replaced by their places in the list. */
  function numbered({ packages, productLines, packageProducts, ...rest }: Consignment): Loose {
    const packageIds = packages.map(({ packageId }) => packageId)
    const lineIds = productLines.map(({ productLineId }) => productLineId)
    assert.equal(new Set([...packageIds, ...lineIds]).size, packageIds.length + lineIds.length)
    return {
      ...rest,
      packages: packages.map((element, index) => ({ ...element, packageId: index })),
      productLines: productLines.map((element, index) => ({ ...element, productLineId: index })),
      packageProducts: packageProducts.map(({ packageId, productLineId, quantity }) => ({
        packageId: packageIds.indexOf(packageId),
        productLineId: lineIds.indexOf(productLineId),
        quantity,
      })),
    }
  }
  const byService = [
    ...['consignmentId', 'environmentId', 'version', 'created', 'updated', 'stopPosition', 'loadId'],
    ...['outcome', 'outcomeTime'],
  ]

  test('a read returns every valid order as it was sent, and a patch with the response changes nothing', async () => {
    const t = await tenant()
    await fc.assert(
      fc.asyncProperty(
        order,
        fc.constantFrom('', '&dateTimes=local&timezone=Asia/Kathmandu'),
        async ({ sent, read: expected }, form) => {
          const key = aKey()
          const body = { ...(sent as object), key } as ReturnType<typeof anOrder>
          const { data: created } = await t.call(createConsignment, { body })
          const stored = await read(t, key)
          assert.deepEqual(
            created.packageIds,
            stored.packages.map(({ packageId }) => packageId),
          )
          assert.deepEqual(
            created.productLineIds,
            stored.productLines.map(({ productLineId }) => productLineId),
          )
          const fields = Object.fromEntries(
            Object.entries(numbered(stored)).filter(([name]) => !byService.includes(name)),
          )
          assert.deepEqual(fields, { ...(expected as object), key, depot: null, channelKey: null, areaKey: null })

          const shown = (await t.request('GET', `/v1/consignment?key=${key}${form}`)).json.data
          await t.call(updateConsignment, { query: { key }, body: shown })
          assert.deepEqual(await read(t, key), stored)
          await t.call(updateConsignment, { query: { key }, body })
          assert.deepEqual(await read(t, key), stored, 'nor does the same order again, by its own references')
        },
      ),
      { numRuns: 80 },
    )
  })

  test('an order that is patched with another order equals the other order', async () => {
    const t = await tenant()
    await fc.assert(
      fc.asyncProperty(order, order, async (first, second) => {
        const key = aKey()
        const body = { ...(first.sent as object), key } as ReturnType<typeof anOrder>
        await t.call(createConsignment, { body })
        // Members that the second leaves out are cleared, so that nothing of the first is left; objects start afresh.
        const objects = ['consigneeContact', 'consignorContact', 'consignorAddress']
        const blank = Object.fromEntries(objects.map((name) => [name, null]))
        await t.call(updateConsignment, { query: { key }, body: { ...blank, packageProducts: null } })
        const wiped = Object.fromEntries(Object.keys(second.read as object).map((name) => [name, null]))
        const address = { ...((await read(t, key)).consigneeAddress as Loose) }
        for (const name of Object.keys(address)) address[name] = null
        const sent = second.sent as { consigneeAddress: Loose }
        await t.call(updateConsignment, {
          query: { key },
          body: { ...wiped, ...sent, consigneeAddress: { ...address, ...sent.consigneeAddress } },
        })
        const after = await read(t, key)
        const fields = Object.fromEntries(Object.entries(numbered(after)).filter(([name]) => !byService.includes(name)))
        assert.deepEqual(fields, { ...(second.read as object), key, depot: null, channelKey: null, areaKey: null })
      }),
      { numRuns: 60 },
    )
  })

  test('packages keep their ids and links keep their ends after any sequence of patches', async () => {
    const t = await tenant()
    interface Known {
      id: string
      reference: string
    }
    // Each step: which of the known packages stay, in which order, named how; how many are new; which are linked.
    const step = fc.record({
      kept: fc.array(fc.record({ at: fc.nat(9), byId: fc.boolean() }), { maxLength: 5 }),
      added: fc.nat(3),
      links: fc.array(fc.record({ at: fc.nat(9), byId: fc.boolean() }), { maxLength: 4 }),
    })
    let references = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const key = aKey()
        const productLines = [{ productLineId: 'l', productCode: 'c', currency: 'EUR' }]
        await t.call(createConsignment, { body: anOrder({ key, productLines }) })
        const everIssued = new Set<string>()
        let known: Known[] = []
        for (const { kept, added, links } of steps) {
          const chosen = new Map<Known, boolean>()
          for (const { at, byId } of kept) if (known.length > 0) chosen.set(known[at % known.length]!, byId)
          const fresh = Array.from({ length: added }, () => `new ${++references}`)
          const names = [...[...chosen].map(([{ id, reference }, byId]) => (byId ? id : reference)), ...fresh]
          const nameOf = (at: number, byId: boolean) => {
            const stays = [...chosen.keys()][at]
            return stays ? (byId ? stays.id : stays.reference) : names[at]!
          }
          const targets = names.length === 0 ? [] : links.map(({ at, byId }) => ({ at: at % names.length, byId }))
          await t.call(updateConsignment, {
            query: { key },
            body: {
              packages: names.map((packageId) => ({ packageId })),
              packageProducts: targets.map(({ at, byId }) => ({ packageId: nameOf(at, byId), productLineId: 'l' })),
            },
          })
          const stored = await read(t, key)
          const ids = stored.packages.map(({ packageId }) => packageId)
          assert.deepEqual(
            ids.slice(0, chosen.size),
            [...chosen.keys()].map(({ id }) => id),
            'who stays keeps its id',
          )
          for (const id of ids.slice(chosen.size)) assert.ok(!everIssued.has(id), 'who is new gets a new one')
          assert.deepEqual(
            stored.packageProducts.map(({ packageId }) => ids.indexOf(packageId)),
            targets.map(({ at }) => at),
          )
          for (const id of ids) everIssued.add(id)
          known = ids.map((id, at) => ({ id, reference: [...chosen.keys()][at]?.reference ?? names[at]! }))
        }
      }),
      { numRuns: 60 },
    )
  })

  /** Puts any value at any place of a body, or leaves it as it is: what is right must be taken among what is wrong. */
  const spoiled = (body: unknown) => {
    const places: string[][] = []
    const walk = (value: unknown, path: string[]) => {
      places.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    }
    walk(body, [])
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(
        null,
        '',
        -1,
        1e308,
        1.5,
        [],
        {},
        [null],
        [[]],
        '2026-02-30 00:00:00',
        'p1',
        true,
        '\u0000',
        '\ud800',
      ),
    )
    const extra = fc.option(fc.string({ unit: anyCharacter, maxLength: 8 }))
    return fc.array(fc.tuple(fc.constantFrom(...places), value, extra), { maxLength: 3 }).map((changes) => {
      const root = { body: structuredClone(body) } as Loose
      for (const [path, changed, name] of changes) {
        let at = root
        const steps = ['body', ...path, ...(name === null ? [] : [name])]
        for (const next of steps.slice(0, -1)) {
          if (typeof at[next] !== 'object' || at[next] === null) at[next] = {}
          at = at[next] as Loose
        }
        at[steps.at(-1)!] = changed
      }
      return root.body
    })
  }
  const answers = [200, 201, 400, 409, 412, 422]

  test('no damaged body makes the service fail, and stored data stays readable', async () => {
    const t = await tenant()
    const key = aKey()
    const whole = aFullOrder({ key, tags: ['fragile'], customFields: {} })
    await t.call(createConsignment, { body: whole })
    const stored = await read(t, key)
    const bodies = fc.oneof(
      spoiled({ ...whole, key: aKey() }).map((body) => ({ method: 'POST', path: '/v1/consignment', body })),
      spoiled({ customFields: {}, ...stored }).map((body) => ({
        method: 'PATCH',
        path: `/v1/consignment/${stored.consignmentId}`,
        body,
      })),
      spoiled(whole).map((body) => ({ method: 'PUT', path: `/v1/consignment?key=${key}`, body })),
    )
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(bodies, async ({ method, path, body }) => {
        const { version } = (await t.request('GET', `/v1/consignment/${stored.consignmentId}`)).json.data
        const answer = await t.request(method, path, { body: JSON.stringify(body) })
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        assert.ok(answers.includes(answer.status), `${answer.status} ${JSON.stringify(body)} ${answer.text}`)
        if (answer.status === 201) {
          const made = await t.call(getConsignment, { query: { id: answer.json.data.consignmentId } })
          assert.equal(made.data.version, 1)
        } else if (answer.status === 400 || answer.status === 422)
          assert.ok(answer.json.data.errors.length > 0, answer.text)
        const after = (await t.call(getConsignment, { query: { id: stored.consignmentId } })).data
        if (answer.status !== 200) assert.equal(after.version, version, 'what is refused changes nothing')
      }),
      { numRuns: 300 },
    )
    assert.ok((seen.get(400) ?? 0) > 100 && seen.size > 1, JSON.stringify([...seen]))
  })

  test('no bytes and no query make the service fail', async () => {
    const t = await tenant()
    const query = fc.array(
      fc.tuple(
        fc.constantFrom('id', 'key', 'timezone', 'dateTimes', 'x'),
        fc.string({ unit: anyCharacter, maxLength: 10 }),
      ),
      { maxLength: 3 },
    )
    const target = fc.oneof(
      query.map((pairs) => `?${new URLSearchParams(pairs)}`),
      fc.stringMatching(/^\?[a-z=&%0-9+]{0,20}$/),
      fc.stringMatching(/^\/[A-Za-z0-9%._~-]{1,20}$/),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
        target,
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        async (method, at, bytes) => {
          const answer = await t.request(
            method,
            `/v1/consignment${at}`,
            method === 'POST' || method === 'PATCH' ? { body: bytes } : {},
          )
          assert.ok([400, 404, 405].includes(answer.status), `${method} ${at}: ${answer.text}`)
          assert.equal(answer.json?.status, 'ERROR')
        },
      ),
      { numRuns: 300 },
    )
  })
})
