// Labels over HTTP: of an order and of a load, in the words and the look of the environment, for those who may read orders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment } from '../../contract/consignment.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { getConsignmentLabels, getLabels, getLoadLabels } from '../../contract/labels.ts'
import { createLoad } from '../../contract/load.ts'
import { paintedOn, printed, readPdf, scan } from '../pdf/reading.ts'
import { png } from '../pdf/sample.ts'
import { everyEngine, request, type Tenant } from '../support/harness.ts'
import { stopsOf } from '../support/loads.ts'
import { aKey, anAddress, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const create = async ({ call }: Tenant, members: Parameters<typeof anOrder>[0]) =>
  (await call(createConsignment, { body: anOrder(members) })).data
const read = async (file: Blob) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pages = await readPdf(bytes)
  const codes = await Promise.all(paintedOn(bytes).map((painted, page) => scan(printed(painted, pages[page]!))))
  return { pages, codes: codes.map((found) => found.map(({ text }) => text).sort()) }
}

everyEngine('labels', (open) => {
  const fresh = tenants(open)

  test('an order has one label for each package, with its code', async () => {
    const tenant = await fresh()
    const key = aKey()
    const consigneeAddress = { ...anAddress, company: 'The Corner Bakery', name: 'Goods in', line2: 'Gate 4' }
    const packages = [{ packageId: 'a', barcode: '00340123456789012345' }, { packageId: 'b' }]
    const { consignmentId, packageIds } = await create(tenant, { key, consigneeAddress, packages })
    const answer = await tenant.call(getConsignmentLabels, { params: { consignmentId } })
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    assert.match(answer.headers.get('content-disposition')!, new RegExp(`^attachment; filename="${key}\\.pdf"`))
    const { pages, codes } = await read(answer.data)
    const idOfSecond = Object.values(packageIds).flat().map(String).at(-1)
    assert.deepEqual(codes, [['00340123456789012345'], [idOfSecond]])
    const said = ['The Corner Bakery', 'Goods in', '1 High Street', 'Gate 4', 'EX1 1AA Exampleton', 'GB', key]
    for (const text of [...said, '1 of 2']) assert.ok(pages[0]!.texts.includes(text), `${text}: ${pages[0]!.texts}`)
    assert.ok(pages[1]!.texts.includes('2 of 2'))

    const etag = answer.headers.get('etag')!
    const path = `/v1/consignment/${consignmentId}/labels`
    const again = await tenant.request('GET', path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    const other = await tenant.request('GET', `${path}?format=a4`, { headers: { 'if-none-match': etag } })
    assert.equal(other.status, 200)
  })

  test('the labels of a load are in stop order, in the style of the environment', async () => {
    const tenant = await fresh()
    const logo = `data:image/png;base64,${png(40, 20).toString('base64')}`
    const branding = { companyName: 'Nordwind Spedition', colour: '#0b7285', logo }
    await tenant.call(updateEnvironment, { body: { branding, notifications: { language: 'de' } } })
    const keys = [aKey('A'), aKey('B'), aKey('C')]
    const first = await create(tenant, { key: keys[0]!, plannedPackages: 2 })
    const second = await create(tenant, { key: keys[1]! })
    await create(tenant, { key: keys[2]! })
    const loadKey = aKey('L')
    const stops = stopsOf([second.consignmentId, first.consignmentId])
    const { loadId } = (await tenant.call(createLoad, { body: { key: loadKey, stops } })).data
    const { pages, codes } = await read((await tenant.call(getLoadLabels, { params: { loadId } })).data)
    assert.deepEqual(codes, [[keys[1]], [keys[0]], [keys[0]]])
    for (const text of [loadKey, 'Tour', 'Stopp', '2', '1 von 2']) assert.ok(pages[1]!.texts.includes(text), text)
    assert.ok(!pages[1]!.texts.includes('Nordwind Spedition'), 'the logo stands for the name')

    const query = { format: 'a4', language: 'ar' } as const
    const sheet = await read((await tenant.call(getLoadLabels, { params: { loadId }, query })).data)
    assert.deepEqual(sheet.codes, [[keys[1], keys[0], keys[0]].sort()])
    assert.ok(sheet.pages[0]!.texts.includes('المسار'))
  })

  test('the labels of several orders are in one file, in the requested order', async () => {
    const tenant = await fresh()
    const keys = [aKey('A'), `${aKey('B')}, with a comma`, aKey('C')]
    for (const key of keys) await create(tenant, { key })
    const escaped = [keys[2]!, keys[1]!.replace(',', '\\,'), keys[2]!].join(',')
    const answer = await tenant.call(getLabels, { query: { keys: escaped } })
    assert.match(answer.headers.get('content-disposition')!, /filename="labels\.pdf"/)
    assert.deepEqual((await read(answer.data)).codes, [[keys[2]], [keys[1]]])
    const path = (text: string) => `/v1/consignments/labels?keys=${encodeURIComponent(text)}`
    assertProblem(await tenant.request('GET', path(`${keys[0]},nobody`)), 'NOT_FOUND')
    assertProblem(await tenant.request('GET', path(`${keys[0]},`)), 'BAD_REQUEST')
    const many = Array.from({ length: 501 }, (_, at) => `k${at}`).join(',')
    assertProblem(await tenant.request('GET', path(many)), 'BAD_REQUEST')
  })

  test('the number of labels in a file is limited, and an empty load has an empty page', async () => {
    const tenant = await fresh()
    const { consignmentId } = await create(tenant, { plannedPackages: 2_001 })
    const answer = await tenant.request('GET', `/v1/consignment/${consignmentId}/labels`)
    assertProblem(answer, 'BAD_REQUEST')
    assert.match(answer.json.data.message, /more than 2000 labels/)
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey() } })).data
    const { pages } = await read((await tenant.call(getLoadLabels, { params: { loadId } })).data)
    assert.deepEqual(
      pages.map(({ texts }) => texts),
      [[]],
    )
  })

  test('a user who may only read loads sees no names and addresses', async () => {
    const service = await open()
    const tenant = await fresh()
    const { loadId } = (await tenant.call(createLoad, { body: { key: aKey() } })).data
    const token = await tenant.tokenWith(['loads:read'])
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await request(service.url, 'GET', `/v1/load/${loadId}/labels`, { headers })
    assertProblem(answer, 'TOKEN_PERMISSIONS')
  })
})
