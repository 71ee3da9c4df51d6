// What an integrator relies on about depots.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, deleteDepot, getDepot, listDepots, updateDepot } from '../../contract/depot.ts'
import { createLoad, getLoad, updateLoad } from '../../contract/load.ts'
import { everyEngine } from '../support/harness.ts'
import { aDepot, aKey, anOrder } from '../support/orders.ts'
import { assertProblem, messagesOf } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

const wholeAddress = {
  name: 'Gate 2',
  company: 'Example Ltd',
  line1: '2 Dock Road',
  line2: 'Unit 4',
  line3: 'Rear',
  city: 'Exampleton',
  region: 'West',
  postalCode: 'EX1 1AA',
  state: 'Exampleshire',
  country: 'GB',
  geoLocation: { lat: 51.5, lng: -0.12 },
  geoLocationAccuracy: 2 as const,
  placeId: 'place-1',
}
const nothing = Object.fromEntries(Object.keys(wholeAddress).map((name) => [name, null]))

everyEngine('depots', (open) => {
  const fresh = tenants(open)

  test('a read of a depot returns every field', async () => {
    const { call, request } = await fresh()
    const contact = {
      personName: 'Gatekeeper',
      email: 'gate@example.com',
      phone: { code: 'gb', countryCode: '+44', localNumber: 2079460000 },
      mobile: { code: '', countryCode: '', localNumber: '' },
    }
    const created = await request('POST', '/v1/depot', {
      body: { key: 'NORTH', name: 'North', address: { ...wholeAddress, country: 'gb' }, contact },
    })
    assert.equal(created.status, 201)
    assert.equal(created.text, '{"status":"OK"}')
    const { data } = await call(getDepot, { query: { key: 'NORTH' } })
    assert.deepEqual(data, {
      key: 'NORTH',
      name: 'North',
      address: wholeAddress,
      contact: {
        ...contact,
        phone: { code: 'GB', countryCode: '44', localNumber: '2079460000' },
        mobile: { code: null, countryCode: null, localNumber: null },
      },
    })
  })

  test('a read of a depot returns null for absent fields', async () => {
    const { call } = await fresh()
    const address = { line1: '2 Dock Road', city: 'Exampleton', country: 'GB' }
    await call(createDepot, { body: { key: 'BARE', name: 'Bare', address, contact: null } })
    const { data } = await call(getDepot, { query: { key: 'BARE' } })
    assert.deepEqual(data, { key: 'BARE', name: 'Bare', address: { ...nothing, ...address }, contact: null })
  })

  const { address } = aDepot()
  const without = (name: string) => Object.fromEntries(Object.entries(address).filter(([member]) => member !== name))
  const refusals: [string, object, string[]][] = [
    ['everything missing', {}, ['/key', '/name', '/address']],
    ['required members null', { key: null, name: null, address: null }, ['/key', '/name', '/address']],
    ['no key', { name: 'N', address }, ['/key']],
    ['an empty key', { key: '', name: 'N', address }, ['/key']],
    ['a key with a space in front', { key: ' K', name: 'N', address }, ['/key']],
    ['a key with a space behind', { key: 'K ', name: 'N', address }, ['/key']],
    ['a key of 129 characters', { key: 'K'.repeat(129), name: 'N', address }, ['/key']],
    ['a key that is a number', { key: 7, name: 'N', address }, ['/key']],
    ['an empty name', { key: 'K', name: '', address }, ['/name']],
    ['a name of 1,001 characters', { key: 'K', name: 'n'.repeat(1_001), address }, ['/name']],
    ['no line1', { key: 'K', name: 'N', address: without('line1') }, ['/address/line1']],
    ['no city', { key: 'K', name: 'N', address: without('city') }, ['/address/city']],
    ['no country', { key: 'K', name: 'N', address: without('country') }, ['/address/country']],
    ['an empty city', { key: 'K', name: 'N', address: { ...address, city: '' } }, ['/address/city']],
    ['UK as country', { key: 'K', name: 'N', address: { ...address, country: 'UK' } }, ['/address/country']],
    [
      'a fourth accuracy',
      { key: 'K', name: 'N', address: { ...address, geoLocationAccuracy: 4 } },
      ['/address/geoLocationAccuracy'],
    ],
    [
      'half a position',
      { key: 'K', name: 'N', address: { ...address, geoLocation: { lat: 1 } } },
      ['/address/geoLocation/lng'],
    ],
    [
      'a latitude of 91',
      { key: 'K', name: 'N', address: { ...address, geoLocation: { lat: 91, lng: 0 } } },
      ['/address/geoLocation/lat'],
    ],
    ['an e-mail without @', { key: 'K', name: 'N', address, contact: { email: 'nobody' } }, ['/contact/email']],
    [
      'a phone number with letters',
      { key: 'K', name: 'N', address, contact: { phone: { localNumber: '12a' } } },
      ['/contact/phone/localNumber'],
    ],
    ['an unknown member', { key: 'K', name: 'N', address, adress: {} }, ['/adress']],
    ['an unknown member of the address', { key: 'K', name: 'N', address: { ...address, zip: '1' } }, ['/address/zip']],
    ['a list', [], ['']],
    [
      'several faults',
      { key: 'K ', nmae: 'N', address: { ...without('city'), country: 'XX' } },
      ['/key', '/name', '/nmae', '/address/city', '/address/country'],
    ],
  ]
  for (const [what, body, paths] of refusals)
    test(`a depot with ${what} is rejected, and nothing is stored`, async () => {
      const { call, request } = await fresh()
      assertProblem(await request('POST', '/v1/depot', { body }), 'BAD_REQUEST', paths)
      assert.deepEqual((await call(listDepots)).data, [])
    })

  test('an error for a misspelt field suggests the field, and for UK suggests GB', async () => {
    const { request } = await fresh()
    const answer = await request('POST', '/v1/depot', {
      body: { key: 'K', nmae: 'N', address: { ...address, country: 'UK' } },
    })
    assert.match(messagesOf(answer), /did you mean `name`/)
    assert.match(messagesOf(answer), /Great Britain is `GB`/)
  })

  test('depot keys that differ in any character are different keys', async () => {
    const { call } = await fresh()
    const keys = [
      'a',
      'A',
      'é',
      'e\u0301',
      'a b',
      'a/b',
      'a?b&c=d#e',
      '%61',
      '日本',
      '🚚',
      '../x',
      "'; drop table depots; --",
    ]
    for (const key of keys) await call(createDepot, { body: aDepot({ key, name: `name of ${key}` }) })
    for (const key of keys) {
      const { data } = await call(getDepot, { query: { key } })
      assert.deepEqual([data.key, data.name], [key, `name of ${key}`])
    }
    assert.equal((await call(listDepots)).data.length, keys.length)
  })

  test('a depot key is unique, even with many concurrent creates', async () => {
    const { call, request } = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        request('POST', '/v1/depot', { body: aDepot({ key: 'ONE', name: `N${n}` }) }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 'KEY_EXISTS', ['/key'])
    assert.equal((await call(listDepots)).data.length, 1)
  })

  test('two environments use the same key for separate depots', async () => {
    const [one, other] = [await fresh(), await fresh()]
    await one.call(createDepot, { body: aDepot({ key: 'SAME', name: 'One' }) })
    await other.call(createDepot, { body: aDepot({ key: 'SAME', name: 'Other' }) })
    await one.call(deleteDepot, { query: { key: 'SAME' } })
    assert.equal((await other.call(getDepot, { query: { key: 'SAME' } })).data.name, 'Other')
    await assert.rejects(one.call(getDepot, { query: { key: 'SAME' } }), { code: 'NOT_FOUND' })
  })

  test('the list contains every depot with all fields, in key order', async () => {
    const { call } = await fresh()
    assert.deepEqual((await call(listDepots)).data, [])
    const keys = Array.from({ length: 30 }, (_, n) => `D${(n * 7) % 30}`)
    for (const key of keys) await call(createDepot, { body: aDepot({ key }) })
    const { data } = await call(listDepots)
    assert.deepEqual(
      data.map(({ key }) => key),
      keys.sort(),
    )
    assert.deepEqual(data[3], (await call(getDepot, { query: { key: keys[3]! } })).data)
  })

  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const init = method === 'PATCH' ? { body: { name: 'x' } } : {}
    test(`${method} without a key, or with an empty one, is rejected and changes no depot`, async () => {
      const { call, request } = await fresh()
      await call(createDepot, { body: aDepot({ key: 'KEPT', name: 'Kept' }) })
      assertProblem(await request(method, '/v1/depot', init), 'BAD_REQUEST', ['?key'])
      assertProblem(await request(method, '/v1/depot?key=', init), 'BAD_REQUEST', ['?key'])
      assertProblem(await request(method, '/v1/depot?id=KEPT', init), 'BAD_REQUEST', ['?id', '?key'])
      assert.deepEqual(
        (await call(listDepots)).data.map(({ name }) => name),
        ['Kept'],
      )
    })
    test(`${method} of a missing depot returns 404`, async () => {
      const { request } = await fresh()
      assertProblem(await request(method, '/v1/depot?key=NOWHERE', init), 'NOT_FOUND')
    })
  }

  test('a deleted depot is absent from every read and change, and a second delete returns 404', async () => {
    const { call } = await fresh()
    await call(createDepot, { body: aDepot({ key: 'GONE' }) })
    await call(deleteDepot, { query: { key: 'GONE' } })
    assert.deepEqual((await call(listDepots)).data, [])
    const gone = { code: 'NOT_FOUND', status: 404 }
    await assert.rejects(call(getDepot, { query: { key: 'GONE' } }), gone)
    await assert.rejects(call(updateDepot, { query: { key: 'GONE' }, body: { name: 'x' } }), gone)
    await assert.rejects(call(deleteDepot, { query: { key: 'GONE' } }), gone)
  })

  test('orders and loads keep a deleted depot, and other orders and loads cannot use it', async () => {
    const { call } = await fresh()
    await call(createDepot, { body: aDepot({ key: 'GONE', name: 'Was here' }) })
    const order = await call(createConsignment, { body: anOrder({ depotKey: 'GONE' }) })
    const load = await call(createLoad, { body: { key: aKey(), startDepotKey: 'GONE' } })
    const query = { id: order.data.consignmentId }
    const before = await call(getConsignment, { query })
    await call(deleteDepot, { query: { key: 'GONE' } })

    const read = await call(getConsignment, { query })
    assert.deepEqual(read.data, before.data)
    assert.equal(read.data.depot?.name, 'Was here')
    assert.equal((await call(getLoad, { query: { id: load.data.loadId } })).data.startDepotKey, 'GONE')

    const unknown = { code: 'UNKNOWN_DEPOT', status: 422 }
    await assert.rejects(call(createConsignment, { body: anOrder({ depotKey: 'GONE' }) }), unknown)
    await assert.rejects(call(createLoad, { body: { key: aKey(), endDepotKey: 'GONE' } }), unknown)
    await assert.rejects(call(updateLoad, { query: { id: load.data.loadId }, body: { endDepotKey: 'GONE' } }), unknown)

    // The order's other fields stay editable, and naming the depot again is no change.
    await call(updateConsignment, { query, body: { weight: 3 } })
    await call(updateConsignment, { query, body: { depotKey: 'GONE' } })
    await call(updateLoad, { query: { id: load.data.loadId }, body: { startDepotKey: 'GONE', weightCapacity: 5 } })
    const after = await call(getConsignment, { query })
    assert.deepEqual([after.data.version, after.data.depot?.key], [2, 'GONE'])
    // A deleted depot still counts for the rule.
    await call(updateConsignment, { query, body: { loadId: load.data.loadId } })

    await call(updateConsignment, { query, body: { depotKey: null } })
    assert.equal((await call(getConsignment, { query })).data.depot, null)
    await assert.rejects(call(updateConsignment, { query, body: { depotKey: 'GONE' } }), unknown)
  })

  test('a create with a deleted key restores the depot with the new content only', async () => {
    const { call } = await fresh()
    await call(createDepot, { body: aDepot({ key: 'BACK', name: 'Old', contact: { personName: 'Old' } }) })
    const order = await call(createConsignment, { body: anOrder({ depotKey: 'BACK' }) })
    const { etag: old } = await call(getDepot, { query: { key: 'BACK' } })
    await call(deleteDepot, { query: { key: 'BACK' } })
    await call(createDepot, { body: aDepot({ key: 'BACK', name: 'New' }) })
    const { data, etag } = await call(getDepot, { query: { key: 'BACK' } })
    assert.deepEqual([data.name, data.contact], ['New', null])
    assert.notEqual(etag, old, 'a tag of the old depot does not fit the new one')
    await assert.rejects(call(createDepot, { body: aDepot({ key: 'BACK' }) }), { code: 'KEY_EXISTS' })
    const read = await call(getConsignment, { query: { id: order.data.consignmentId } })
    assert.equal(read.data.depot?.name, 'New')
    await call(createConsignment, { body: anOrder({ depotKey: 'BACK' }) })
    assert.equal((await call(listDepots)).data.length, 1)
  })

  test('a patch of a depot keeps absent fields, clears fields with null and merges objects', async () => {
    const { call } = await fresh()
    const contact = { personName: 'A', email: 'a@example.com', phone: { countryCode: '44', localNumber: '1' } }
    await call(createDepot, { body: { key: 'P', name: 'P', address: wholeAddress, contact } })
    const patch = (body: Record<string, unknown>) => call(updateDepot, { query: { key: 'P' }, body })
    const read = async () => (await call(getDepot, { query: { key: 'P' } })).data

    await patch({
      address: { line2: null, city: 'Newtown', geoLocation: { latitude: 52 } },
      contact: { phone: { localNumber: 2 } },
    })
    const first = await read()
    assert.deepEqual(first.address, {
      ...wholeAddress,
      line2: null,
      city: 'Newtown',
      geoLocation: { lat: 52, lng: -0.12 },
    })
    assert.deepEqual(first.contact, {
      ...contact,
      mobile: null,
      phone: { code: null, countryCode: '44', localNumber: '2' },
    })

    await patch({ contact: { email: null, phone: null }, address: { geoLocation: null, postalCode: null } })
    const second = await read()
    assert.deepEqual([second.contact?.email, second.contact?.phone, second.contact?.personName], [null, null, 'A'])
    assert.deepEqual([second.address.geoLocation, second.address.postalCode], [null, null])

    await patch({ contact: null, name: 'Renamed' })
    assert.deepEqual([(await read()).contact, (await read()).name], [null, 'Renamed'])
    await patch({ contact: { mobile: { countryCode: 49 } } })
    assert.equal((await read()).contact?.mobile?.countryCode, '49')
  })

  test('a patch with the unchanged response of a read changes nothing', async () => {
    const { call } = await fresh()
    await call(createDepot, {
      body: { key: 'R', name: 'R', address: wholeAddress, contact: { phone: { countryCode: '+44' } } },
    })
    const read = await call(getDepot, { query: { key: 'R' } })
    const { etag } = await call(updateDepot, { query: { key: 'R' }, body: read.data })
    assert.equal(etag, read.etag)
    assert.equal((await call(updateDepot, { query: { key: 'R' }, body: {} })).etag, read.etag)
    assert.equal((await call(updateDepot, { query: { key: 'R' }, body: { name: 'R2' } })).etag, '"2"')
    assert.equal((await call(getDepot, { query: { key: 'R' } })).etag, '"2"')
  })

  const patchRefusals: [string, object, string[]][] = [
    ['another key', { key: 'OTHER' }, ['/key']],
    ['no key', { key: null }, ['/key']],
    ['no name', { name: null }, ['/name']],
    ['no address', { address: null }, ['/address']],
    ['an address without a city', { address: { city: null } }, ['/address/city']],
    ['an empty line1', { address: { line1: '' } }, ['/address/line1']],
    ['half a position', { address: { geoLocation: { lng: 5 } } }, ['/address/geoLocation/lat']],
    ['an unknown member', { nam: 'x' }, ['/nam']],
    ['an unknown member inside', { contact: { phone: { number: 1 } } }, ['/contact/phone/number']],
    ['a version, which depots do not show', { version: 1 }, ['/version']],
    ['a list instead of an object', { address: [] }, ['/address']],
  ]
  for (const [what, body, paths] of patchRefusals)
    test(`a patch that leaves ${what} is rejected and changes nothing`, async () => {
      const { call, request } = await fresh()
      await call(createDepot, { body: aDepot({ key: 'P' }) })
      const before = await call(getDepot, { query: { key: 'P' } })
      assertProblem(await request('PATCH', '/v1/depot?key=P', { body }), 'BAD_REQUEST', paths)
      const after = await call(getDepot, { query: { key: 'P' } })
      assert.deepEqual([after.data, after.etag], [before.data, before.etag])
    })

  test('errors of a missing selector and of the body are returned together', async () => {
    const { request } = await fresh()
    assertProblem(await request('PATCH', '/v1/depot', { body: { nmae: 'x' } }), 'BAD_REQUEST', ['?key', '/nmae'])
  })

  test('If-Match protects a change and a deletion', async () => {
    const { call, request } = await fresh()
    const query = { key: 'V' }
    await call(createDepot, { body: aDepot({ key: 'V', name: '1' }) })
    const first = (await call(getDepot, { query })).etag!
    const second = (await call(updateDepot, { query, body: { name: '2' }, ifMatch: first })).etag!
    assert.notEqual(second, first)
    const stale = { code: 'VERSION_MISMATCH', status: 412 }
    await assert.rejects(call(updateDepot, { query, body: { name: '3' }, ifMatch: first }), stale)
    await assert.rejects(call(deleteDepot, { query, ifMatch: first }), stale)
    await assert.rejects(call(deleteDepot, { query, ifMatch: '"garbage"' }), stale)
    assert.equal((await call(getDepot, { query })).data.name, '2')
    await call(updateDepot, { query, body: { name: '4' }, ifMatch: '*' })
    await call(updateDepot, { query, body: { name: '5' }, ifMatch: `"9", "3"` })
    await call(deleteDepot, { query, ifMatch: '"4"' })
    assertProblem(await request('DELETE', '/v1/depot?key=V', { headers: { 'if-match': '*' } }), 'NOT_FOUND')
  })

  test('concurrent patches of different fields all take effect, each with its version', async () => {
    const { call } = await fresh()
    await call(createDepot, { body: aDepot({ key: 'C' }) })
    const members = ['line2', 'line3', 'region', 'state', 'name', 'company', 'placeId', 'postalCode']
    const etags = await Promise.all(
      members.map(
        async (name) => (await call(updateDepot, { query: { key: 'C' }, body: { address: { [name]: name } } })).etag,
      ),
    )
    const { data, etag } = await call(getDepot, { query: { key: 'C' } })
    for (const name of members) assert.equal((data.address as Record<string, unknown>)[name], name)
    assert.deepEqual(etags.sort(), members.map((_, index) => `"${index + 2}"`).sort())
    assert.equal(etag, '"9"')
  })

  test('an order with an unknown depot is rejected with the nearest keys', async () => {
    const { call, request } = await fresh()
    const post = (depotKey: string) => request('POST', '/v1/consignment', { body: anOrder({ depotKey }) })
    const none = await post('NORTH')
    assertProblem(none, 'UNKNOWN_DEPOT', ['/depotKey'])
    assert.match(messagesOf(none), /no depots yet/)
    for (const key of ['NORTH', 'SOUTH', 'EAST']) await call(createDepot, { body: aDepot({ key }) })
    const near = await post('NROTH')
    assertProblem(near, 'UNKNOWN_DEPOT', ['/depotKey'])
    assert.match(messagesOf(near), /Nearest: `NORTH`/)
    const far = await post('something else altogether')
    assert.match(messagesOf(far), /Available: `EAST`, `NORTH`, `SOUTH`/)
    // Compared exactly.
    assertProblem(await post('north'), 'UNKNOWN_DEPOT', ['/depotKey'])
  })

  test('during the deletion of a depot, each new order gets the depot or is rejected', async () => {
    const { call, request } = await fresh()
    for (let round = 0; round < 15; round++) {
      const depotKey = aKey()
      await call(createDepot, { body: aDepot({ key: depotKey }) })
      const [deleted, ...orders] = await Promise.all([
        request('DELETE', `/v1/depot?key=${depotKey}`),
        ...Array.from({ length: 6 }, () => request('POST', '/v1/consignment', { body: anOrder({ depotKey }) })),
      ])
      assert.equal(deleted.status, 200)
      for (const order of orders) {
        if (order.status !== 201) assertProblem(order, 'UNKNOWN_DEPOT', ['/depotKey'])
        else {
          const { data } = await call(getConsignment, { query: { id: order.json.data.consignmentId } })
          assert.equal(data.depot?.key, depotKey)
        }
      }
    }
  })
})
