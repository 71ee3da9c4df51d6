// The pictures of proofs, the list on which proofs wait to be fetched, and what an erasure leaves of them.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { listEvents } from '../../contract/change.ts'
import { createConsignment, deleteConsignment, updateConsignmentById } from '../../contract/consignment.ts'
import { resetEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { eraseConsignees } from '../../contract/erasure.ts'
import {
  acknowledgePodExport,
  addPodExport,
  clearPodExport,
  getPodById,
  getPodFile,
  getPodPdf,
  listPodExport,
  listPods,
  type PodExportEntry,
  type PodInput,
  putPod,
  putPodFile,
  removePodExport,
} from '../../contract/pod.ts'
import { buildPaperId } from '../../server/delivery/file/store.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import { sql } from '../../server/platform/database/database.ts'
import { readPdf } from '../pdf/reading.ts'
import { everyEngine, type Service, type Tenant } from '../support/harness.ts'
import { aFullOrder, anAddress, anOrder } from '../support/orders.ts'
import { aJpeg, aPhoto, aPicture, aPod, newUuid } from '../support/pods.ts'
import { assertProblem, rejectsWith } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'

type Photo = ReturnType<typeof aPhoto>

function steps(tenant: Tenant) {
  const { call, request } = tenant
  return {
    order: async () => (await call(createConsignment, { body: anOrder() })).data.consignmentId,
    record: async (members: Partial<PodInput>, podId = newUuid()) => {
      await call(putPod, { params: { podId }, body: aPod(members) })
      return podId
    },
    send: (podId: string, { announced: { fileId }, body }: Photo) =>
      call(putPodFile, { params: { podId, fileId }, body }),
    raw: (podId: string, fileId: string, body: Blob) => request('PUT', `/v1/pod/${podId}/file/${fileId}`, { body }),
    read: async (podId: string, includePhoto?: 'true') =>
      (await call(getPodById, { params: { podId }, query: includePhoto ? { includePhoto } : {} })).data,
    events: async () => (await call(listEvents, { query: { types: 'pod.*', limit: '1000' } })).data.events,
    waiting: async () => (await call(listPodExport, { query: { detail: 'true' } })).data as PodExportEntry[],
    acknowledge: async (...pods: { podId: string; version: number }[]) =>
      (await call(acknowledgePodExport, { body: { pods: pods.map(({ podId, version }) => ({ podId, version })) } }))
        .data,
  }
}

/** All names under which the service keeps bytes of an environment. */
async function kept({ config }: Service, { environmentId }: Tenant): Promise<string[]> {
  const files = openFiles(config)
  const names: string[] = []
  for (let from: string | undefined; ; ) {
    const page = await files.list(from)
    names.push(...page.files.map(({ name }) => name).filter((name) => name.startsWith(environmentId)))
    if (page.next === undefined) return names
    from = page.next
  }
}

everyEngine('the images of proofs', (open) => {
  const fresh = tenants(open)

  test('images arrive after their proof, lose their metadata, and the last image completes the proof', async () => {
    const tenant = await fresh()
    const { order, record, send, read, events, waiting } = steps(tenant)
    const photo = aPhoto(newUuid(), aJpeg(), 'image/jpeg')
    const signature = aPhoto()
    const podId = await record({
      consignmentId: await order(),
      photos: [photo.announced],
      signature: signature.announced,
    })
    await send(podId, signature)
    const half = await read(podId)
    assert.deepEqual([half.complete, half.version], [false, 1])
    assert.deepEqual([half.photos[0]!.state, half.signature!.state], ['pending', 'stored'])
    assert.deepEqual([half.signature!.width, half.signature!.height], [8, 8])
    await assert.rejects(tenant.call(getPodFile, { params: { podId, fileId: photo.announced.fileId } }))
    await send(podId, photo)
    for (const again of [photo, signature]) await send(podId, again)
    const whole = await read(podId)
    assert.deepEqual([whole.complete, whole.version], [true, 2])
    assert.deepEqual(
      (await events()).map(({ type, version }) => ({ type, version })),
      [
        { type: 'pod.created', version: 1 },
        { type: 'pod.completed', version: 2 },
      ],
    )
    assert.deepEqual(
      (await waiting()).map(({ version, reason }) => ({ version, reason })),
      [{ version: 2, reason: 'completed' }],
    )
    const { data } = await tenant.call(getPodFile, { params: { podId, fileId: photo.announced.fileId } })
    const bytes = Buffer.from(await data.arrayBuffer())
    assert.equal(data.type, 'image/jpeg')
    assert.equal(hash('sha256', bytes), whole.photos[0]!.sha256)
    assert.equal(bytes.length, whole.photos[0]!.bytes)
    assert.ok(bytes.length < photo.bytes.length, 'what does not draw it is gone')
    assert.equal(whole.photos[0]!.content, undefined)
    const shown = await read(podId, 'true')
    assert.deepEqual(Buffer.from(shown.photos[0]!.content!, 'base64'), bytes)
    assert.deepEqual(Buffer.from(shown.signature!.content!, 'base64'), signature.bytes)
  })

  test('an image is accepted only if it matches its announcement', async () => {
    const tenant = await fresh()
    const service = await open()
    const { order, record, raw, read } = steps(tenant)
    const consignmentId = await order()
    const png = aPhoto()
    const wrong = {
      size: { ...aPhoto().announced, sha256: png.announced.sha256 },
      type: { ...aPhoto(newUuid(), png.bytes).announced, type: 'image/jpeg' as const },
      text: aPhoto(newUuid(), Buffer.from('<svg onload="alert(1)"/>')).announced,
    }
    wrong.size.bytes = png.bytes.length + 1
    const podId = await record({ consignmentId, photos: [png.announced, wrong.size, wrong.type, wrong.text] })
    const { fileId } = png.announced
    assertProblem(await raw(podId, fileId, aPhoto().body), 'BAD_REQUEST', [''])
    assertProblem(await raw(podId, wrong.size.fileId, png.body), 'BAD_REQUEST', [''])
    assertProblem(await raw(podId, wrong.type.fileId, png.body), 'BAD_REQUEST', [''])
    const text = new Blob(['<svg onload="alert(1)"/>'], { type: 'image/png' })
    assertProblem(await raw(podId, wrong.text.fileId, text), 'UNSUPPORTED_MEDIA_TYPE')
    assertProblem(await raw(podId, newUuid(), png.body), 'NOT_FOUND')
    assertProblem(await raw(await record({ consignmentId }), fileId, png.body), 'NOT_FOUND')
    assertProblem(await raw(newUuid(), fileId, png.body), 'NOT_FOUND')
    const foreign = await fresh()
    assertProblem(await steps(foreign).raw(podId, fileId, png.body), 'NOT_FOUND')
    assert.deepEqual(await kept(service, tenant), [])
    assert.equal((await raw(podId, fileId, png.body)).status, 200)
    assertProblem(await raw(podId, fileId, aPhoto().body), 'BAD_REQUEST', [''])
    assertProblem(await foreign.request('GET', `/v1/pod/${podId}/file/${fileId}`), 'NOT_FOUND')
    assert.deepEqual(await kept(service, tenant), [`${tenant.environmentId}/${fileId}`])
    assert.equal((await read(podId)).complete, false)
  })

  test('concurrent uploads complete each proof once, and the export list returns its last version', async () => {
    const tenant = await fresh()
    const { order, record, send, read, events, waiting, acknowledge } = steps(tenant)
    const consignmentId = await order()
    const proofs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const photos = Array.from({ length: 4 }, () => aPhoto())
        return { photos, podId: await record({ consignmentId, photos: photos.map(({ announced }) => announced) }) }
      }),
    )
    const seen = new Map<string, number>()
    let isOver = false
    const fetcher = async () => {
      for (let rounds = 0; !isOver || rounds < 2; rounds = isOver ? rounds + 1 : 0) {
        const entries = await waiting()
        const { kept: left } = await acknowledge(...entries)
        // What the other one has acknowledged meanwhile is no longer there to be kept, in whatever version it was read here.
        for (const { podId, version } of entries)
          if (!left.includes(podId)) seen.set(podId, Math.max(version, seen.get(podId) ?? 0))
      }
    }
    const uploads = Promise.all(
      proofs.flatMap(({ podId, photos }) => photos.flatMap((photo) => [send(podId, photo), send(podId, photo)])),
    ).finally(() => {
      isOver = true
    })
    await Promise.all([uploads, fetcher(), fetcher()])
    for (const { podId } of proofs) {
      const { complete, version } = await read(podId)
      assert.deepEqual({ complete, version }, { complete: true, version: 2 })
      assert.equal(seen.get(podId), 2, 'its last version was fetched')
    }
    assert.equal((await events()).filter(({ type }) => type === 'pod.completed').length, proofs.length)
    assert.deepEqual(await waiting(), [])
  })

  test('the export list of proofs is cleared, extended and acknowledged like the list of orders', async () => {
    const tenant = await fresh()
    const { call, request } = tenant
    const { order, record, send, waiting, acknowledge, read } = steps(tenant)
    const consignmentId = await order()
    const photo = aPhoto()
    const ids = [
      await record({ consignmentId }),
      await record({ consignmentId, photos: [photo.announced] }),
      await record({ consignmentId }),
    ]
    assert.equal((await request('GET', '/v1/export/pods')).text, `{"data":${JSON.stringify(ids)},"status":"OK"}`)
    assert.deepEqual((await call(listPodExport, { query: { limit: '2' } })).data, ids.slice(0, 2))
    const entries = await waiting()
    await send(ids[1]!, photo)
    assert.deepEqual(await acknowledge(...entries), { removed: 2, kept: [ids[1]] })
    assert.deepEqual(await acknowledge({ podId: ids[1]!, version: 2 }, { podId: ids[0]!, version: 9 }), {
      removed: 1,
      kept: [],
    })
    assert.deepEqual((await call(addPodExport, { body: { ids: [ids[2]!, ids[0]!, ids[2]!] } })).data, { added: 2 })
    assert.deepEqual(
      (await waiting()).map(({ podId, reason }) => ({ podId, reason })),
      [
        { podId: ids[2], reason: 'manual' },
        { podId: ids[0], reason: 'manual' },
      ],
    )
    assertProblem(await request('POST', '/v1/export/pods', { body: { ids: [ids[1], newUuid()] } }), 'NOT_FOUND', [
      '/ids/1',
    ])
    assert.equal((await waiting()).length, 2)
    await call(removePodExport, { params: { podId: ids[2]! } })
    await call(removePodExport, { params: { podId: ids[2]! } })
    await rejectsWith('NOT_FOUND', call(removePodExport, { params: { podId: newUuid() } }))
    await call(clearPodExport)
    assert.deepEqual(await waiting(), [])
    await call(updateEnvironment, { body: { export: { automatic: ['created'] } } })
    await record({ consignmentId })
    assert.deepEqual(await waiting(), [])
    // One that is on the list shows its version, also when the environment wants none on it.
    await call(addPodExport, { body: { ids: [ids[0]!] } })
    await record({ consignmentId, replaces: ids[0]! })
    assert.equal((await read(ids[0]!)).version, 2)
    assert.deepEqual(await acknowledge({ podId: ids[0]!, version: 1 }), { removed: 0, kept: [ids[0]] })
  })

  test('an erasure immediately deletes the images and the personal data of a proof', async () => {
    const tenant = await fresh()
    const service = await open()
    const { call } = tenant
    const { record, send, raw, read, events, waiting } = steps(tenant)
    const canary = 'Canary Person'
    const { consignmentId } = (await call(createConsignment, { body: aFullOrder() })).data
    const [photo, signature, pending] = [aPhoto(), aPhoto(), aPhoto()]
    const members = {
      consignmentId,
      contactName: canary,
      remarks: canary,
      email: 'canary@example.com',
      geoLocation: { lat: 1, lng: 2 },
      locationAccuracy: 3,
    }
    const podId = await record({
      ...members,
      photos: [photo.announced, pending.announced],
      signature: signature.announced,
    })
    await send(podId, photo)
    await send(podId, signature)
    const deletedOrder = (await call(createConsignment, { body: aFullOrder() })).data.consignmentId
    const other = await record({ ...members, consignmentId: deletedOrder })
    await call(deleteConsignment, { query: { id: deletedOrder } })
    assert.equal((await read(other)).contactName, canary, 'a proof outlives its order')
    assert.equal((await kept(service, tenant)).length, 2)
    assert.deepEqual((await call(eraseConsignees, { body: { ids: [consignmentId, deletedOrder] } })).data.erased, 2)
    const erased = await read(podId, 'true')
    assert.deepEqual(
      [erased.contactName, erased.remarks, erased.email, erased.geoLocation, erased.locationAccuracy],
      [null, null, null, null, null],
    )
    for (const file of [...erased.photos, erased.signature!])
      assert.deepEqual([file.state, file.sha256, file.content], ['erased', null, null])
    assert.deepEqual([erased.outcome, erased.complete, erased.version], ['failed', true, 2])
    assert.equal((await waiting()).find((entry) => entry.podId === podId)!.version, 2)
    await until('the bytes are gone', async () => (await kept(service, tenant)).length === 0)
    assert.equal((await raw(podId, pending.announced.fileId, pending.body)).status, 200, 'the phone has done its part')
    assertProblem(await tenant.request('GET', `/v1/pod/${podId}/file/${photo.announced.fileId}`), 'NOT_FOUND')
    assert.deepEqual(await kept(service, tenant), [])
    const told = (await events()).filter(({ type }) => type === 'pod.erased')
    assert.deepEqual(
      told.map(({ record: { id }, changes }) => [id, changes]).sort(),
      [
        [podId, ['contactName', 'remarks', 'email', 'geoLocation', 'locationAccuracy', 'photos', 'signature']],
        [other, ['contactName', 'remarks', 'email', 'geoLocation', 'locationAccuracy']],
      ]
        .map(([id, names]) => [id, (names as string[]).map((name) => ({ path: `/${name}` }))])
        .sort(),
    )
    const photoOfLate = aPhoto()
    const late = await record({ ...members, photos: [photoOfLate.announced] })
    assert.equal((await raw(late, photoOfLate.announced.fileId, photoOfLate.body)).status, 200)
    const { contactName, photos, outcome } = await read(late)
    assert.deepEqual(
      [contactName, photos[0]!.state, outcome],
      [null, 'erased', 'failed'],
      'what comes late is not kept',
    )
    assert.deepEqual(await kept(service, tenant), [])
    const everything = await Promise.all(
      ['/v1/pods', '/v1/events?limit=1000', '/v1/consignments'].map((path) => tenant.request('GET', path)),
    )
    for (const { text } of everything) assert.doesNotMatch(text, /canary/i)
    assert.equal((await call(eraseConsignees, { body: { ids: [consignmentId] } })).data.erased, 0, 'once is enough')
  })

  test('the PDF of a proof contains its images', async () => {
    const tenant = await fresh()
    const { record, send } = steps(tenant)
    const consigneeAddress = { ...anAddress, company: 'The Corner Bakery', name: 'Goods in' }
    const order = { ...aFullOrder(), consigneeAddress }
    const { consignmentId, packageIds } = (await tenant.call(createConsignment, { body: order })).data
    const [photo, signature] = [aPhoto(newUuid(), aJpeg(), 'image/jpeg'), aPhoto()]
    const podId = await record({
      consignmentId,
      outcome: 'partial',
      failureReasonCode: 'refused',
      packages: [{ packageId: packageIds[0]!, outcome: 'failed' }],
      photos: [photo.announced],
      signature: signature.announced,
    })
    const path = `/v1/pod/${podId}/pdf`
    const early = await tenant.request('GET', path)
    assert.equal(early.status, 200, early.text)
    await send(podId, photo)
    await send(podId, signature)
    const { data } = await tenant.call(getPodPdf, { params: { podId }, query: { language: 'ar' } })
    assert.equal(data.type, 'application/pdf')
    assert.equal((await data.text()).slice(0, 5), '%PDF-')
    const whole = await tenant.request('GET', path)
    assert.notEqual(whole.headers.get('etag'), early.headers.get('etag'))
    const headers = { 'if-none-match': whole.headers.get('etag')! }
    assert.equal((await tenant.request('GET', path, { headers })).status, 304)
    assert.match(whole.headers.get('content-disposition')!, new RegExp(order.key))
    const german = await tenant.call(getPodPdf, { params: { podId }, query: { language: 'de' } })
    const read = (await readPdf(await german.data.bytes())).flatMap(({ texts }) => texts)
    for (const said of ['Grund: Annahme verweigert', consigneeAddress.company, consigneeAddress.name])
      assert.ok(read.includes(said), read.join('\n'))
    await tenant.call(deleteConsignment, { query: { id: consignmentId } })
    assert.equal((await tenant.request('GET', path)).status, 200, 'whatever has become of its order')
    assertProblem(await tenant.request('GET', `/v1/pod/${newUuid()}/pdf`), 'NOT_FOUND')
  })

  test('a large PNG gets a small copy for the PDF, and an erasure deletes both', async () => {
    const tenant = await fresh()
    const service = await open()
    const { order, record, send } = steps(tenant)
    const consignmentId = await order()
    const photo = aPhoto(newUuid(), aPicture('large', 1_024))
    const podId = await record({ consignmentId, photos: [photo.announced] })
    await send(podId, photo)
    const widthsOnPaper = async () => {
      const { data } = await tenant.call(getPodPdf, { params: { podId } })
      return [...(await data.text()).matchAll(/\/Subtype \/Image[\s\S]*?\/Width (\d+)/g)].map(([, width]) => width)
    }
    assert.deepEqual(await widthsOnPaper(), ['800'])
    assert.deepEqual((await kept(service, tenant)).length, 2)
    const { data } = await tenant.call(getPodFile, { params: { podId, fileId: photo.announced.fileId } })
    assert.deepEqual(Buffer.from(await data.arrayBuffer()), photo.bytes, 'a read returns the photo as it was stored')
    const copy = buildFileName(tenant.environmentId, buildPaperId(photo.announced.fileId))
    assert.ok((await kept(service, tenant)).includes(copy))
    // As the release before stores a photo: without a copy.
    await service.database(({ write }) =>
      write(async (tx) => {
        await tx.run(
          sql`delete from files where environment_id = ${tenant.environmentId} and file_id = ${buildPaperId(photo.announced.fileId)}`,
        )
      }),
    )
    assert.deepEqual(await widthsOnPaper(), ['800'])
    const other = aPhoto(newUuid(), aPicture('other', 1_024))
    await send(await record({ consignmentId, photos: [other.announced] }), other)
    await openFiles(service.config).remove(copy)
    assert.equal((await kept(service, tenant)).length, 3)
    await tenant.call(eraseConsignees, { body: { ids: [consignmentId] } })
    await until('the bytes are gone', async () => (await kept(service, tenant)).length === 0)
  })

  test('the first PDF of a large PNG without a copy stores the copy, and the second PDF uses the copy', async () => {
    const tenant = await fresh()
    const service = await open()
    const files = openFiles(service.config)
    const { order, record, send } = steps(tenant)
    const consignmentId = await order()
    const photo = aPhoto(newUuid(), aPicture('large', 1_024))
    const { fileId } = photo.announced
    const podId = await record({ consignmentId, photos: [photo.announced] })
    await send(podId, photo)
    const [original, copy] = [fileId, buildPaperId(fileId)].map((id) => buildFileName(tenant.environmentId, id))
    // Release 0.2 stored no copies.
    await files.remove(copy!)
    await service.database(({ write }) =>
      write(async (tx) => {
        await tx.run(
          sql`delete from files where environment_id = ${tenant.environmentId} and file_id = ${buildPaperId(fileId)}`,
        )
      }),
    )
    const draw = async () => {
      const response = await tenant.request('GET', `/v1/pod/${podId}/pdf`)
      const widths = [...response.text.matchAll(/\/Subtype \/Image[\s\S]*?\/Width (\d+)/g)].map(([, width]) => width)
      return { widths, etag: response.headers.get('etag') }
    }
    const first = await draw()
    assert.deepEqual(first.widths, ['800'])
    assert.deepEqual((await kept(service, tenant)).sort(), [original, copy].sort())
    await files.remove(original!)
    assert.deepEqual(await draw(), first)
    await tenant.call(eraseConsignees, { body: { ids: [consignmentId] } })
    await until('the bytes are gone', async () => (await kept(service, tenant)).length === 0)
  })

  test('the PDF of a proof contains the goods at the time of the delivery, even after a change of the order', async () => {
    const tenant = await fresh()
    const { record } = steps(tenant)
    const order = aFullOrder()
    const { consignmentId, packageIds, productLineIds } = (await tenant.call(createConsignment, { body: order })).data
    const podId = await record({
      consignmentId,
      outcome: 'success',
      failureReasonCode: null,
      signature: aPhoto().announced,
    })
    const failed = await record({ consignmentId, outcome: 'failed', failureReasonCode: 'refused' })
    await tenant.call(updateConsignmentById, { params: { consignmentId }, body: { packages: [], packageProducts: [] } })
    const read = async (id: string) => (await tenant.call(getPodById, { params: { podId: id } })).data
    const whole = await read(podId)
    assert.deepEqual(
      whole.packages.map(({ packageId, outcome, scanned }) => ({ packageId, outcome, scanned })),
      packageIds.map((packageId) => ({ packageId, outcome: 'success', scanned: false })),
    )
    assert.deepEqual(
      whole.productLines.map(({ productLineId, quantity, failedQuantity }) => [
        productLineId,
        quantity,
        failedQuantity,
      ]),
      productLineIds.map((id, index) => [id, order.productLines![index]!.quantity ?? 0, 0]),
    )
    assert.ok((await read(failed)).packages.every(({ outcome }) => outcome === 'failed'))
    const paper = await tenant.call(getPodPdf, { params: { podId } })
    const texts = (await readPdf(await paper.data.bytes())).flatMap(({ texts }) => texts)
    assert.ok(texts.includes(`Packages (${packageIds.length})`), texts.join('\n'))
  })

  test('the reset of a sandbox deletes its images, and their ids can be used again', async () => {
    const tenant = await fresh()
    const { call } = tenant
    const { order, record, send, read } = steps(tenant)
    const photo = aPhoto()
    const podId = await record({ consignmentId: await order(), photos: [photo.announced] })
    await send(podId, photo)
    await call(resetEnvironment)
    const { pods } = (await call(listPods)).data
    assert.ok(pods.every((pod) => pod.podId !== podId))
    assert.ok(!((await call(listPodExport)).data as string[]).includes(podId))
    await record({ consignmentId: await order() }, podId)
    assert.equal((await read(podId)).version, 4, 'no version is told twice')
  })
})
