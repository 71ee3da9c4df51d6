// Recording outcomes: what is taken, what is refused and where, and what the order, its lists and its history show of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { type EnvironmentPatch, updateEnvironment } from '../../contract/environment.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { getPod, getPodById, listPodExport, listPods, type PodInput, putPod } from '../../contract/pod.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aDriver, aFullOrder, aKey, anOrder } from '../support/orders.ts'
import { aPhoto, aPod, newUuid } from '../support/pods.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const ago = (seconds: number) => `${new Date(Date.now() - seconds * 1_000).toISOString().slice(0, 19)}Z`

function steps(tenant: Tenant) {
  const { call, request } = tenant
  return {
    order: async (members: Parameters<typeof anOrder>[0] = {}) =>
      (await call(createConsignment, { body: anOrder(members) })).data.consignmentId,
    record: async (members: Partial<PodInput>, podId = newUuid()) => {
      await call(putPod, { params: { podId }, body: aPod(members) })
      return podId
    },
    send: (body: object, podId = newUuid()) => request('PUT', `/v1/pod/${podId}`, { body }),
    read: async (podId: string) => (await call(getPodById, { params: { podId } })).data,
    outcomeOf: async (id: string) => {
      const { outcome, outcomeTime } = (await call(getConsignment, { query: { id } })).data
      return { outcome, outcomeTime }
    },
    pods: async (consignmentId: string) => (await call(listPods, { query: { consignmentId } })).data.pods,
  }
}

everyEngine('proofs', (open) => {
  const fresh = tenants(open)

  test('an outcome is stored in full, shown on its order, listed and sent as an event', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { read, outcomeOf } = steps(tenant)
    const driverKey = aKey('DRIVER')
    await call(createDriver, { body: aDriver({ key: driverKey }) })
    const order = aFullOrder()
    const { consignmentId, packageIds, productLineIds } = (await call(createConsignment, { body: order })).data
    const { loadId } = (await call(createLoad, { body: { key: aKey('LOAD'), driverKey, stops: [{ consignmentId }] } }))
      .data
    await call(updateLoad, { query: { id: loadId }, body: { status: 'started' } })
    const before = (await call(getConsignment, { query: { id: consignmentId } })).data
    const podId = newUuid()
    const photos = [aPhoto().announced, aPhoto().announced]
    const signature = aPhoto().announced
    const time = ago(60)
    const body: PodInput = {
      consignmentKey: order.key,
      outcome: 'partial',
      failureReasonCode: 'damaged',
      time,
      arrived: ago(300),
      sent: ago(0),
      contactName: 'Front desk',
      remarks: 'One box was wet.',
      geoLocation: { latitude: 51.5, longitude: -0.12 },
      locationAccuracy: 6.5,
      packages: [
        { packageId: packageIds[0]!, outcome: 'success', scanned: true },
        { packageId: packageIds[1]!, outcome: 'failed', failureReasonCode: 'damaged' },
      ],
      productLines: [{ productLineId: productLineIds[0]!, quantity: 2 }],
      extraBarcodes: ['X-1'],
      photos,
      signature,
    }
    const first = await tenant.request('PUT', `/v1/pod/${podId}`, { body })
    assert.equal(first.status, 201, first.text)
    assert.equal(first.text, '{"status":"OK"}')
    assert.equal(first.headers.get('etag'), '"1"')
    const pod = await read(podId)
    const { created, updated, received, clockOffsetSeconds, actor, ...rest } = pod
    assert.equal(created, received)
    assert.equal(updated, received)
    assert.ok(Math.abs(clockOffsetSeconds!) < 60)
    assert.notEqual(actor, '')
    const pending = { width: null, height: null, state: 'pending' }
    assert.deepEqual(rest, {
      podId,
      environmentId: tenant.environmentId,
      version: 1,
      consignmentId,
      consignmentKey: order.key,
      type: 'delivery',
      loadId,
      stopPosition: 1,
      outcome: 'partial',
      failureReasonCode: 'damaged',
      time,
      arrived: body.arrived,
      driverKey,
      contactName: 'Front desk',
      remarks: 'One box was wet.',
      email: 'goods-in@example.com',
      geoLocation: { lat: 51.5, lng: -0.12 },
      locationAccuracy: 6.5,
      packages: [
        { packageId: packageIds[0], barcode: '001', outcome: 'success', failureReasonCode: null, scanned: true },
        { packageId: packageIds[1], barcode: null, outcome: 'failed', failureReasonCode: 'damaged', scanned: false },
      ],
      packageCount: null,
      productLines: [{ productLineId: productLineIds[0], quantity: 2, failedQuantity: 1, failureReasonCode: null }],
      extraBarcodes: ['X-1'],
      photos: photos.map((photo) => ({ ...photo, ...pending })),
      signature: { ...signature, ...pending },
      complete: false,
      replaces: null,
      replacedBy: null,
      conflict: null,
    })
    assert.deepEqual((await call(getPod, { query: { id: podId } })).data, pod)
    assert.deepEqual((await call(listPods, { query: { loadId } })).data, { pods: [pod], next: null })
    assert.deepEqual(await outcomeOf(consignmentId), { outcome: 'partial', outcomeTime: time })
    const after = (await call(getConsignment, { query: { id: consignmentId } })).data
    assert.deepEqual(after, { ...before, outcome: 'partial', outcomeTime: time }, 'its version stays')
    assert.deepEqual((await call(listPodExport)).data, [podId])
    const { events } = (await call(listEvents, { query: { types: 'pod.*' } })).data
    assert.deepEqual(
      events.map(({ type, record, version }) => ({ type, record, version })),
      [{ type: 'pod.created', record: { type: 'pod', id: podId, key: order.key }, version: 1 }],
    )
  })

  /** What of a good proof is changed, and at which places that is wrong. */
  type Fault = [what: string, members: Partial<PodInput> | ((ids: Ids) => Partial<PodInput>), ...paths: string[]]
  interface Ids {
    packageIds: string[]
    productLineIds: string[]
  }
  const signed = () => ({ signature: aPhoto().announced })
  const success = { outcome: 'success', failureReasonCode: null } as const
  const partial = { outcome: 'partial', failureReasonCode: 'refused' } as const
  const packages =
    (...outcomes: ('success' | 'failed')[]) =>
    ({ packageIds }: Ids) => ({
      packages: outcomes.map((outcome, index) => ({ packageId: packageIds[index]!, outcome })),
    })
  const lines =
    (...quantities: [number, number?][]) =>
    ({ productLineIds }: Ids) => ({
      productLines: quantities.map(([quantity, failedQuantity], index) => ({
        productLineId: productLineIds[index]!,
        quantity,
        ...(failedQuantity === undefined ? {} : { failedQuantity }),
      })),
    })
  const both =
    (...parts: Exclude<Fault[1], undefined>[]): ((ids: Ids) => Partial<PodInput>) =>
    (ids) =>
      Object.assign({}, ...parts.map((part) => (typeof part === 'function' ? part(ids) : part)))

  const faults: Fault[] = [
    ['a success with a failed package', both(success, signed(), packages('success', 'failed')), '/packages/1/outcome'],
    ['a failure of which a package went', packages('failed', 'success'), '/packages/1/outcome'],
    ['a success with a failed part', both(success, signed(), lines([2, 1])), '/productLines/0/failedQuantity'],
    ['a success of which less than ordered went', both(success, signed(), lines([2])), '/productLines/0/quantity'],
    ['a success, less went, none failed', both(success, signed(), lines([1, 0])), '/productLines/0/quantity'],
    ['more failed than was ordered', lines([0, 9]), '/productLines/0/failedQuantity'],
    ['a failure of which a part of a line went', lines([1, 2]), '/productLines/0/quantity'],
    ['partial, though all went', both(partial, signed(), packages('success', 'success'), lines([3], [1])), '/outcome'],
    [
      'partial, though nothing went',
      both(partial, signed(), packages('failed', 'failed'), lines([0], [0, 1])),
      '/outcome',
    ],
    ['packages that are counted and listed', { packageCount: 0 }, '/packageCount'],
    [
      'a package twice',
      both(packages('failed'), ({ packageIds: [packageId] }) => ({
        packages: [
          { packageId: packageId!, outcome: 'failed' },
          { packageId: packageId!, outcome: 'failed' },
        ],
      })),
      '/packages/1/packageId',
    ],
    ['a failure without a reason', { failureReasonCode: null }, '/failureReasonCode'],
    ['a partial success without a reason', both(partial, signed(), { failureReasonCode: null }), '/failureReasonCode'],
    ['a success with a reason', both(success, signed(), { failureReasonCode: 'refused' }), '/failureReasonCode'],
    ['a reason that is not known', { failureReasonCode: 'refuse' }, '/failureReasonCode'],
    [
      'a reason of a package that is not known',
      ({ packageIds: [packageId] }) => ({
        packages: [{ packageId: packageId!, outcome: 'failed', failureReasonCode: 'x' }],
      }),
      '/packages/0/failureReasonCode',
    ],
    ['a reason that needs a photo', { failureReasonCode: 'damaged' }, '/photos'],
    ['a success without a signature', success, '/signature'],
    ['more photos than are wanted', { photos: Array.from({ length: 6 }, () => aPhoto().announced) }, '/photos'],
    [
      'one file twice',
      (() => {
        const { announced } = aPhoto()
        return { photos: [announced], signature: announced }
      })(),
      '/signature/fileId',
    ],
    ['a time to come', () => ({ time: ago(-150) }), '/time'],
    ['a time long ago', { time: ago(32 * 86_400) }, '/time'],
    ['an arrival after it', { time: ago(100), arrived: ago(50) }, '/arrived'],
    ['an arrival long ago', { arrived: ago(32 * 86_400) }, '/arrived'],
    ['half a position', { geoLocation: { lat: 1 } }, '/geoLocation/lng'],
    ['an id that is none', { replaces: 'x' }, '/replaces'],
    [
      'several at once',
      () => ({ failureReasonCode: 'x', time: ago(-150), photos: Array.from({ length: 6 }, () => aPhoto().announced) }),
      '/failureReasonCode',
      '/photos',
      '/time',
    ],
  ]

  test('an inconsistent proof is rejected with the path of the error', async () => {
    const tenant = await fresh()
    const { send, pods, outcomeOf } = steps(tenant)
    const { consignmentId, ...ids } = (await tenant.call(createConsignment, { body: aFullOrder() })).data
    for (const [what, members, ...paths] of faults) {
      const answer = await send({ consignmentId, ...aPod(typeof members === 'function' ? members(ids) : members) })
      assert.equal(answer.status, 400, `${what}: ${answer.text}`)
      assertProblem(answer, 'BAD_REQUEST', paths)
    }
    assert.deepEqual(await pods(consignmentId), [])
    assert.deepEqual(await outcomeOf(consignmentId), { outcome: null, outcomeTime: null })
  })

  test('a consistent proof is accepted', async () => {
    const tenant = await fresh()
    const { record, read } = steps(tenant)
    const good: Fault[1][] = [
      {},
      both(success, signed()),
      both(success, signed(), packages('success', 'success'), lines([3], [0])),
      both(success, signed(), lines([4])),
      both(partial, signed()),
      both(partial, signed(), packages('success', 'failed')),
      both(partial, signed(), packages('success')),
      both(partial, signed(), lines([1])),
      packages('failed'),
      lines([0, 3]),
      { time: ago(30 * 86_400) },
      { time: ago(-60) },
      { failureReasonCode: 'damaged', photos: [aPhoto().announced] },
    ]
    for (const members of good) {
      const { consignmentId, ...ids } = (await tenant.call(createConsignment, { body: aFullOrder() })).data
      const podId = await record({ consignmentId, ...(typeof members === 'function' ? members(ids) : members) })
      assert.equal((await read(podId)).conflict, null)
    }
  })

  test('the settings determine the reasons, photos and signatures', async () => {
    const tenant = await fresh()
    const { order, send } = steps(tenant)
    const pod = {
      reasons: [{ code: 'rain', name: 'Rain' }],
      signature: { success: 'off', partial: 'optional', failed: 'required' } as const,
      photosMin: 1,
      photosMax: 2,
    } satisfies EnvironmentPatch['pod']
    await tenant.call(updateEnvironment, { body: { pod } })
    const consignmentId = await order()
    const photos = [aPhoto().announced]
    const body = { consignmentId, photos }
    assertProblem(await send({ ...body, outcome: 'success', ...signed() }), 'BAD_REQUEST', ['/signature'])
    assertProblem(await send({ ...body, outcome: 'success', photos: [] }), 'BAD_REQUEST', ['/photos'])
    assertProblem(await send({ ...body, outcome: 'failed', failureReasonCode: 'rain' }), 'BAD_REQUEST', ['/signature'])
    assertProblem(await send({ ...body, outcome: 'partial', failureReasonCode: 'refused' }), 'BAD_REQUEST', [
      '/failureReasonCode',
    ])
    assert.equal((await send({ ...body, outcome: 'partial', failureReasonCode: 'rain' })).status, 201)
    assert.equal((await send({ ...body, photos: [aPhoto().announced], outcome: 'success' })).status, 201)
    const messageOf = async (photoCount: number) => {
      const announced = Array.from({ length: photoCount }, () => aPhoto().announced)
      return (await send({ ...body, outcome: 'success', photos: announced })).json.data.errors[0].message
    }
    assert.equal(await messageOf(3), 'A proof has at most 2 photos.')
    assert.equal(await messageOf(0), 'A proof needs at least 1 photo.')
    const taken = await send({ ...body, outcome: 'success' })
    assertProblem(taken, 'BAD_REQUEST', ['/photos/0/fileId'])
    // Where there are no reasons, a failure has none.
    await tenant.call(updateEnvironment, { body: { pod: { reasons: [] } } })
    const failed = { ...body, photos: [aPhoto().announced], outcome: 'failed', ...signed() }
    assertProblem(await send({ ...failed, failureReasonCode: 'rain' }), 'BAD_REQUEST', ['/failureReasonCode'])
    assert.equal((await send(failed)).status, 201)
  })

  test('referenced records must exist and belong to the order', async () => {
    const tenant = await fresh()
    const { order, record, send } = steps(tenant)
    const consignmentId = await order()
    const other = await record({ consignmentId: await order() })
    const named = async (members: object) => send({ ...aPod(), consignmentId, ...members })
    assertProblem(await named({ consignmentId: 'nobody' }), 'UNKNOWN_CONSIGNMENT', ['/consignmentId'])
    assertProblem(await send(aPod({ consignmentKey: 'nobody' })), 'UNKNOWN_CONSIGNMENT', ['/consignmentKey'])
    assertProblem(await send(aPod()), 'BAD_REQUEST', ['/consignmentId'])
    assertProblem(await send(aPod({ consignmentId: null })), 'BAD_REQUEST', ['/consignmentId'])
    assertProblem(await named({ loadId: 'nowhere' }), 'UNKNOWN_LOAD', ['/loadId'])
    assertProblem(await named({ driverKey: 'nobody' }), 'UNKNOWN_DRIVER', ['/driverKey'])
    assertProblem(await named({ packages: [{ packageId: 'p', outcome: 'failed' }] }), 'UNKNOWN_PACKAGE', [
      '/packages/0/packageId',
    ])
    assertProblem(await named({ productLines: [{ productLineId: 'l', quantity: 0 }] }), 'UNKNOWN_PRODUCT_LINE', [
      '/productLines/0/productLineId',
    ])
    assertProblem(await named({ replaces: newUuid() }), 'UNKNOWN_POD', ['/replaces'])
    assertProblem(await named({ replaces: other }), 'UNKNOWN_POD', ['/replaces'])
    const podId = newUuid()
    assertProblem(await send({ ...aPod(), consignmentId, replaces: podId }, podId), 'UNKNOWN_POD', ['/replaces'])
    assertProblem(await send({ ...aPod(), consignmentId }, 'mine'), 'BAD_REQUEST', ['/podId'])
  })

  test('a repeated proof with the same id and content is stored once, and other content is rejected', async () => {
    const tenant = await fresh()
    const { order, send, pods, read } = steps(tenant)
    const consignmentId = await order()
    const podId = newUuid()
    const body = { ...aPod(), consignmentId, time: ago(10), remarks: 'Rang twice.' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({ ...body, sent: ago(-index) }, podId)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).sort(),
      [...Array<number>(19).fill(200), 201],
      'one of them has stored it',
    )
    assert.equal((await pods(consignmentId)).length, 1)
    // The same in other words: another zone, other members left out.
    const same = { ...body, time: body.time.replace('Z', '+00:00'), contactName: null, photos: [] }
    assert.equal((await send(same, podId)).status, 200)
    const stored = await read(podId)
    for (const other of [{ remarks: 'Rang once.' }, { outcome: 'partial' }, { time: ago(3_600) }, { packageCount: 0 }])
      assertProblem(await send({ ...body, ...other }, podId), 'POD_CONFLICT')
    assert.deepEqual(await read(podId), stored)
    await tenant.call(deleteConsignment, { query: { id: consignmentId } })
    assert.equal((await send(body, podId)).status, 200, 'whatever has become of its order')
  })

  test('the latest proof is the deciding proof, in any sequence of arrival', async () => {
    const tenant = await fresh()
    const { order, record, read, outcomeOf } = steps(tenant)
    const consignmentId = await order()
    const [early, late] = [ago(3_600), ago(60)]
    await record({ consignmentId, time: late, failureReasonCode: 'closed' })
    const older = await record({ consignmentId, time: early, ...success, ...signed() })
    assert.equal((await read(older)).conflict, 'later_outcome')
    assert.deepEqual(await outcomeOf(consignmentId), { outcome: 'failed', outcomeTime: late })
    const newest = ago(0)
    const newer = await record({ consignmentId, time: newest, ...success, ...signed() })
    assert.equal((await read(newer)).conflict, null)
    assert.deepEqual(await outcomeOf(consignmentId), { outcome: 'success', outcomeTime: newest })
  })

  test('a correction replaces a proof without overwriting it', async () => {
    const tenant = await fresh()
    const { order, record, read, send, outcomeOf, pods } = steps(tenant)
    const consignmentId = await order()
    const [first, second] = [ago(600), ago(300)]
    const one = await record({ consignmentId, time: first, failureReasonCode: 'closed' })
    const wrong = await record({ consignmentId, time: second, ...success, ...signed() })
    const before = await read(wrong)
    // Earlier than what it corrects, and yet the one that counts.
    const right = await record({ consignmentId, time: ago(400), failureReasonCode: 'refused', replaces: wrong })
    const { replacedBy, version, updated, ...rest } = await read(wrong)
    assert.deepEqual({ replacedBy, version }, { replacedBy: right, version: 2 })
    assert.deepEqual({ ...rest, replacedBy: null, version: 1, updated: before.updated }, before)
    assert.equal((await read(right)).replaces, wrong)
    assert.equal((await read(right)).conflict, null)
    assert.equal((await outcomeOf(consignmentId)).outcome, 'failed')
    assertProblem(await send({ ...aPod(), consignmentId, replaces: wrong }), 'UNKNOWN_POD', ['/replaces'])
    const last = await record({ consignmentId, time: ago(900), ...success, ...signed(), replaces: right })
    assert.equal((await read(last)).conflict, 'later_outcome', 'the first one has not been corrected')
    assert.deepEqual(await outcomeOf(consignmentId), { outcome: 'failed', outcomeTime: first })
    assert.deepEqual((await pods(consignmentId)).map(({ podId }) => podId).sort(), [one, wrong, right, last].sort())
    const { events } = (await tenant.call(listEvents, { query: { types: 'pod.*' } })).data
    assert.deepEqual(
      events.map(({ type }) => type),
      ['pod.created', 'pod.created', 'pod.replaced', 'pod.created', 'pod.replaced', 'pod.created'],
    )
  })

  test('an order shows its outcome, accepts it unchanged, and is found by it', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const { order, record } = steps(tenant)
    const byOutcome = { success: await order(), partial: await order(), failed: await order(), none: await order() }
    const time = ago(60)
    await record({ consignmentId: byOutcome.success, ...success, ...signed(), time })
    await record({ consignmentId: byOutcome.partial, ...partial, ...signed(), time })
    await record({ consignmentId: byOutcome.failed, time })
    const read = (await call(getConsignment, { query: { id: byOutcome.failed } })).data
    const back = await request('PATCH', `/v1/consignment?id=${byOutcome.failed}`, { body: read })
    assert.equal(back.headers.get('etag'), '"1"', 'nothing has changed')
    const local = (
      await call(getConsignment, { query: { id: byOutcome.failed, dateTimes: 'local', timezone: 'Asia/Tokyo' } })
    ).data
    assert.ok(local.outcomeTime!.endsWith('+09:00'))
    await call(updateConsignment, { query: { id: byOutcome.failed }, body: { ...local, weight: 2 } })
    // A client that knows nothing of proofs may have read it before it had one, and may copy what it has read.
    for (const body of [{ outcome: 'success' }, { outcomeTime: null }])
      assert.equal(
        (await request('PATCH', `/v1/consignment?id=${byOutcome.failed}`, { body })).headers.get('etag'),
        '"2"',
      )
    assert.equal((await call(getConsignment, { query: { id: byOutcome.failed } })).data.outcome, 'failed')
    const copy = anOrder()
    await request('POST', '/v1/consignment', { body: { ...copy, outcome: 'success', outcomeTime: time } })
    assert.equal((await call(getConsignment, { query: { key: copy.key } })).data.outcome, null)
    await request('DELETE', `/v1/consignment?key=${copy.key}`)
    const found = async (outcome: string, more: object = {}) => {
      const query = { outcome, view: 'compact', ...more } as const
      const { consignments } = (await call(listConsignments, { query })).data
      return consignments.map(({ consignmentId }) => consignmentId).sort()
    }
    for (const [outcome, id] of Object.entries(byOutcome)) assert.deepEqual(await found(outcome), [id])
    assert.deepEqual(await found('failed,partial,failed'), [byOutcome.failed, byOutcome.partial].sort())
    assert.deepEqual(await found('none,success', { sort: 'key' }), [byOutcome.none, byOutcome.success].sort())
    assertProblem(await request('GET', '/v1/consignments?outcome=lost'), 'BAD_REQUEST', ['?outcome'])
    const { consignments } = (await call(listConsignments, { query: { ids: byOutcome.failed, view: 'compact' } })).data
    assert.deepEqual(
      consignments.map(({ outcome, outcomeTime }) => ({ outcome, outcomeTime })),
      [{ outcome: 'failed', outcomeTime: time }],
    )
  })

  test('proofs are found by order, load, outcome and time, in pages, newest first', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const { order, record } = steps(tenant)
    const key = aKey('ORDER')
    const consignmentId = await order({ key })
    const { loadId } = (await call(createLoad, { body: { key: aKey('LOAD') } })).data
    const ids: string[] = []
    for (let n = 0; n < 7; n++)
      ids.push(
        await record({
          consignmentId: n % 2 === 0 ? consignmentId : await order(),
          ...(n % 3 === 0 ? { loadId } : {}),
          ...(n === 6 ? { ...success, ...signed() } : {}),
          time: ago(100 - n),
        }),
      )
    const found = async (query: object) => (await call(listPods, { query })).data.pods.map(({ podId }) => podId).sort()
    const those = (...which: number[]) => which.map((n) => ids[n]!).sort()
    assert.deepEqual(await found({}), [...ids].sort())
    assert.deepEqual(await found({ consignmentId }), those(0, 2, 4, 6))
    assert.deepEqual(await found({ consignmentKey: key }), those(0, 2, 4, 6))
    assert.deepEqual(await found({ consignmentKey: key, consignmentId: 'another' }), [])
    assert.deepEqual(await found({ loadId }), those(0, 3, 6))
    assert.deepEqual(await found({ loadId, consignmentId }), those(0, 6))
    assert.deepEqual(await found({ outcome: 'success,partial' }), those(6))
    assert.deepEqual(await found({ from: ago(-60) }), [])
    assert.deepEqual(await found({ to: ago(600) }), [])
    assert.deepEqual(await found({ from: ago(600), to: ago(-60) }), [...ids].sort())
    const seen: string[] = []
    const received: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: object = { limit: '3', ...(cursor === '' ? {} : { cursor }) }
      const page: { pods: { podId: string; received: string }[]; next: string | null } = (
        await call(listPods, { query })
      ).data
      assert.ok(page.pods.length <= 3)
      seen.push(...page.pods.map(({ podId }) => podId))
      received.push(...page.pods.map((pod) => pod.received))
      cursor = page.next
    }
    assert.deepEqual([...seen].sort(), [...ids].sort())
    assert.deepEqual(received, received.toSorted().reverse())
    await call(deleteConsignment, { query: { id: consignmentId } })
    assert.deepEqual(await found({ consignmentKey: key }), those(0, 2, 4, 6), 'its proofs stay')
    assertProblem(await request('GET', '/v1/pods?outcome=none'), 'BAD_REQUEST', ['?outcome'])
    assertProblem(await request('GET', '/v1/pods?cursor=x'), 'BAD_REQUEST', ['?cursor'])
  })

  test('another environment cannot see the proofs', async () => {
    const [ours, theirs] = [await fresh(), await fresh()]
    const { order, record } = steps(ours)
    const consignmentId = await order()
    const podId = await record({ consignmentId, photos: [aPhoto().announced] })
    const foreign = steps(theirs)
    assertProblem(await foreign.send({ ...aPod(), consignmentId }), 'UNKNOWN_CONSIGNMENT')
    assertProblem(await theirs.request('GET', `/v1/pod/${podId}`), 'NOT_FOUND')
    assertProblem(await theirs.request('GET', `/v1/pod/${podId}/pdf`), 'NOT_FOUND')
    assert.deepEqual((await theirs.call(listPods)).data, { pods: [], next: null })
    const own = await foreign.record({ consignmentId: await foreign.order(), contactName: 'Ours' }, podId)
    assert.equal(own, podId, 'ids are each environment’s own')
    assert.equal((await steps(ours).read(podId)).contactName, null)
  })
})
