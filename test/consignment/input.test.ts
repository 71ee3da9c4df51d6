// What an order may look like on its way in: every rule of the field tables, at its edges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getConsignment } from '../../contract/consignment.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import {
  aLine,
  dateTimes,
  emails,
  faultsOf,
  flags,
  floats,
  optionalCountries,
  phones,
  placed,
  post,
  refused,
  requiredTexts,
  stored,
  texts,
  unsignedDoubles,
  unsignedIntegers,
  valueAt,
} from '../support/input.ts'
import { aFullOrder, aKey, anOrder } from '../support/orders.ts'
import { assertProblem } from '../support/problem.ts'
import { tenants } from '../support/tenants.ts'

everyEngine('order input', (open) => {
  const fresh = tenants(open)
  let shared: Promise<Tenant> | undefined
  const tenant = () => (shared ??= fresh())

  test('an order without a required field, or with null or an empty text, is rejected with the name of the field', async () => {
    const t = await tenant()
    for (const name of ['key', 'type', 'consigneeAddress'])
      for (const value of [undefined, null]) await refused(t, { [name]: value }, `/${name} required`)
    await refused(t, { key: '' }, '/key required')
    for (const path of [...requiredTexts, '/consigneeAddress/country', '/consignorAddress/country'])
      for (const value of [undefined, null, '']) await refused(t, placed(path, value), `${path} required`)
    for (const path of ['/packages/0/packageId', '/productLines/0/productLineId', '/productLines/0/currency'])
      for (const value of [undefined, null, '']) {
        const answer = await post(t, { ...anOrder(), ...placed(path, value), packageProducts: [] })
        assert.deepEqual(faultsOf(answer), [`${path} required`])
      }
    for (const path of ['/packageProducts/0/packageId', '/packageProducts/0/productLineId'])
      for (const value of [undefined, null, '']) {
        const answer = await post(t, { ...anOrder(), ...placed(path, value) })
        assert.equal(answer.status, 400)
        assert.ok(faultsOf(answer).includes(`${path} required`), answer.text)
      }
    assert.deepEqual(faultsOf(await post(t, {})), ['/consigneeAddress required', '/key required', '/type required'])
    await refused(
      t,
      { consigneeAddress: {} },
      ...['line1', 'city', 'postalCode', 'country'].map((name) => `/consigneeAddress/${name} required`),
    )
    await refused(
      t,
      { consignorAddress: {} },
      ...['line1', 'postalCode', 'country'].map((name) => `/consignorAddress/${name} required`),
    )
  })

  test('an order without the city of the sender is accepted', async () => {
    const address = { line1: 'x', postalCode: 'x', country: 'DE' }
    for (const city of [undefined, null, ''])
      assert.equal(
        (await stored(await tenant(), { consignorAddress: { ...address, city } })).consignorAddress?.city,
        city ?? null,
      )
  })

  test('null in a new order means an absent field', async () => {
    const t = await tenant()
    const optional = Object.keys(aFullOrder()).filter((name) => !['key', 'type', 'consigneeAddress'].includes(name))
    optional.push('channelKey', 'areaKey', 'depotKey', 'loadId')
    const least = await stored(t, {})
    const nulled = await stored(t, Object.fromEntries(optional.map((name) => [name, null])))
    const { key: _, consignmentId: __, created: ___, updated: ____, ...rest } = nulled
    assert.deepEqual({ ...least, ...rest }, least)
    const inner = [
      ...texts.filter((path) => !requiredTexts.includes(path)),
      ...[...unsignedDoubles, ...floats, ...emails, ...optionalCountries],
      ...phones.flatMap((phone) => [`/${phone}/countryCode`, `/${phone}/localNumber`]),
      ...['consigneeAddress', 'consignorAddress'].flatMap((name) => [
        `/${name}/geoLocation`,
        `/${name}/geoLocationAccuracy`,
      ]),
    ]
    for (const path of inner) assert.equal(valueAt(await stored(t, placed(path, null)), path), null, path)
  })

  test('a value of another JSON type is rejected and not converted', async () => {
    const t = await tenant()
    const wrong: [string[], unknown[]][] = [
      [texts, [1, true, {}, []]],
      [
        ['/key', '/channelKey', '/areaKey', '/depotKey', '/loadId', ...dateTimes],
        [1, true, {}, []],
      ],
      [
        ['/type', '/consignmentInstructions', '/planningInstructions', ...emails, ...optionalCountries],
        [1, {}],
      ],
      [
        [...unsignedDoubles, ...floats],
        ['1', true, {}, []],
      ],
      [unsignedIntegers, ['1', 1.5, true, []]],
      [flags, ['true', 1, 0, {}]],
      [phones.flatMap((phone) => [`/${phone}/countryCode`, `/${phone}/localNumber`]), [1.5, true, {}]],
      [
        ['/consigneeAddress', '/consignorAddress', '/consigneeContact', '/consignorContact'],
        ['x', 1, []],
      ],
      [
        [...phones.map((phone) => `/${phone}`), '/consigneeAddress/geoLocation'],
        ['x', 1, []],
      ],
      [['/consigneeAddress/geoLocationAccuracy'], ['1', 1.5, true]],
      [
        ['/packages', '/productLines', '/packageProducts'],
        ['x', {}, 1],
      ],
    ]
    for (const [paths, values] of wrong)
      for (const path of paths)
        for (const value of values) {
          const members = placed(path, value)
          if (/^\/(packages|productLines)$/.test(path)) members.packageProducts = []
          await refused(t, members, `${path} type`)
        }
    for (const list of ['packages', 'productLines', 'packageProducts'])
      for (const element of ['x', 1, []])
        await refused(t, { ...placed('/weight', 1), packageProducts: [], [list]: [element] }, `/${list}/0 type`)
    for (const [body, code] of [
      ['[]', 'type'],
      ['"x"', 'type'],
      ['1', 'type'],
      ['null', 'required'],
      ['', 'required'],
      [' ', 'malformed'],
      ['{', 'malformed'],
      ["{'key':1}", 'malformed'],
      ['{"key":1,}', 'malformed'],
      ['{"weight":NaN}', 'malformed'],
      ['{"weight":01}', 'malformed'],
    ] as const) {
      const answer = await t.request('POST', '/v1/consignment', {
        body,
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual(faultsOf(answer), [` ${code}`], body)
    }
  })

  test('numbers of an order are accepted up to their limits', async () => {
    const t = await tenant()
    const most = Number.MAX_SAFE_INTEGER
    for (const path of unsignedIntegers) {
      for (const value of [0, 1, most]) assert.equal(valueAt(await stored(t, placed(path, value)), path), value)
      await refused(t, placed(path, -1), `${path} out_of_range`)
      await refused(t, placed(path, most + 1), `${path} out_of_range`)
    }
    for (const path of unsignedDoubles) {
      for (const value of [0, 5e-324, 0.1, 1e21, Number.MAX_VALUE])
        assert.equal(valueAt(await stored(t, placed(path, value)), path), value)
      await refused(t, placed(path, -0.001), `${path} out_of_range`)
    }
    for (const path of floats)
      for (const value of [-4.25, 0, 1e-7, -Number.MAX_VALUE])
        assert.equal(valueAt(await stored(t, placed(path, value)), path), value)
    const raw = async (literal: string) => {
      const key = aKey()
      const body = `${JSON.stringify(anOrder({ key })).slice(0, -1)},"weight":${literal},"timeAtStop":${literal}}`
      const answer = await t.request('POST', '/v1/consignment', { body })
      return { key, answer }
    }
    for (const [literal, value] of [
      ['-0', 0],
      ['-0.0', 0],
      ['1e2', 100],
      ['5.0', 5],
      ['9007199254740991', most],
    ] as const) {
      const { key } = await raw(literal)
      const text = (await t.request('GET', `/v1/consignment?key=${key}`)).text
      assert.match(text, new RegExp(`"timeAtStop":${value},"weight":${value},`))
    }
    for (const literal of ['1e999', '-1e999'])
      assert.deepEqual(faultsOf((await raw(literal)).answer), ['/timeAtStop out_of_range', '/weight out_of_range'])
    for (const literal of ['9007199254740993', '1e20'])
      assert.deepEqual(faultsOf((await raw(literal)).answer), ['/timeAtStop out_of_range'])
  })

  test('texts of an order are accepted up to their length in code points', async () => {
    const t = await tenant()
    for (const letter of ['x', 'é', '😀']) {
      const full = letter.repeat(1_000)
      for (const path of texts.slice(0, letter === 'x' ? undefined : 3)) {
        assert.equal(valueAt(await stored(t, placed(path, full)), path), full)
        await refused(t, placed(path, `${full}y`), `${path} too_long`)
      }
      for (const path of ['/consignmentInstructions', '/planningInstructions']) {
        const long = letter.repeat(10_000)
        assert.equal(valueAt(await stored(t, placed(path, long)), path), long)
        await refused(t, placed(path, `${long}y`), `${path} too_long`)
      }
      const key = letter.repeat(127) + (letter === 'x' ? '1' : letter === 'é' ? '2' : '3')
      assert.equal((await stored(t, { key })).key, key)
      assert.equal((await t.call(getConsignment, { query: { key } })).data.key, key)
      await refused(t, { key: `${key}y` }, '/key too_long')
    }
    const id = 'i'.repeat(128)
    const order = { packages: [{ packageId: id }], productLines: [{ ...aLine, productLineId: id }] }
    await stored(t, { ...order, loadId: id, packageProducts: [{ packageId: id, productLineId: id }] })
    await refused(t, { packages: [{ packageId: `${id}i` }] }, '/packages/0/packageId too_long')
    await refused(
      t,
      { productLines: [{ ...aLine, productLineId: `${id}i` }] },
      '/productLines/0/productLineId too_long',
    )
    for (const name of ['channelKey', 'areaKey', 'depotKey', 'loadId']) {
      const answer = await post(t, anOrder({ [name]: `${id}i` }))
      assert.equal(answer.status, 400)
      assert.ok(faultsOf(answer).includes(`/${name} too_long`))
    }
  })

  test('free text fields of an order accept empty texts', async () => {
    const t = await tenant()
    for (const path of [...texts, '/consignmentInstructions', '/planningInstructions'].filter(
      (path) => !requiredTexts.includes(path),
    ))
      assert.equal(valueAt(await stored(t, placed(path, '')), path), '', path)
    for (const name of ['channelKey', 'areaKey', 'depotKey', 'loadId']) {
      const answer = await post(t, anOrder({ [name]: '' }))
      assert.equal(answer.status, 400)
      assert.ok(faultsOf(answer).includes(`/${name} too_short`))
    }
  })

  test('an empty optional e-mail, country or phone number is stored as null', async () => {
    const t = await tenant()
    for (const path of [
      ...emails,
      ...optionalCountries,
      ...phones.flatMap((phone) => [`/${phone}/countryCode`, `/${phone}/localNumber`]),
    ])
      assert.equal(valueAt(await stored(t, placed(path, '')), path), null, path)
    await refused(t, placed('/productLines/0/currency', ''), '/productLines/0/currency required')
    await refused(t, placed('/consigneeAddress/country', ''), '/consigneeAddress/country required')
  })

  test('texts of an order are stored unchanged, or rejected if no database can store them', async () => {
    const t = await tenant()
    const kept = [
      '  spaced  ',
      'line\r\nline\ttab',
      'e\u0301',
      '\u{10ffff}',
      '\u007f\u0085\u2028',
      '"\\/',
      "'; drop table",
      '<b>&amp;',
      '\ufeff',
      '\ufffd',
      'null',
    ]
    for (const text of kept) assert.equal((await stored(t, { consigneeCode: text })).consigneeCode, text)
    for (const code of ['0000', '0001', '0008', '000b', '000c', '001f', 'd800', 'dfff', 'dc00\\ud800']) {
      const raw = JSON.stringify(anOrder()).slice(0, -1)
      for (const [body, path] of [
        [`${raw},"consigneeCode":"a\\u${code}b"}`, '/consigneeCode'],
        [`${raw},"packages":[{"packageId":"\\u${code}"}]}`, '/packages/0/packageId'],
        [`${raw},"a\\u${code}":1}`, ''],
      ]) {
        const answer = await t.request('POST', '/v1/consignment', { body })
        assertProblem(answer, 'BAD_REQUEST')
        assert.deepEqual(faultsOf(answer), [`${path} invalid_text`])
      }
    }
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"key":"'), Buffer.from(bytes), Buffer.from('"}')])
      assert.deepEqual(faultsOf(await t.request('POST', '/v1/consignment', { body })), [' invalid_text'])
    }
    const marked = Buffer.from(`\ufeff${JSON.stringify(anOrder())}`)
    assert.deepEqual(faultsOf(await t.request('POST', '/v1/consignment', { body: marked })), [' invalid_text'])
    const raw = await t.request('POST', '/v1/consignment', { body: '{"key":"a\u0001b"}' })
    assert.deepEqual(faultsOf(raw), [' malformed'])
  })

  test('an order whose key begins or ends with white space is rejected', async () => {
    const t = await tenant()
    for (const key of [' a', 'a ', '\ta', 'a\n', '\u00a0a', 'a\u3000', ' ']) await refused(t, { key }, '/key format')
    await refused(t, { loadId: ' L' }, '/loadId format')
  })

  test('the type of an order is exactly `delivery` or `collection`', async () => {
    const t = await tenant()
    for (const type of ['delivery', 'collection']) assert.equal((await stored(t, { type })).type, type)
    for (const type of ['Delivery', 'pickup', ' delivery', '']) {
      const answer = await refused(t, { type }, '/type not_allowed')
      assert.match(answer.json.data.message, /`delivery`, `collection`/)
    }
  })

  test('country and currency codes are accepted in any case if they exist, and returned in upper case', async () => {
    const t = await tenant()
    for (const path of ['/consigneeAddress/country', '/consignorAddress/country', ...optionalCountries]) {
      for (const code of ['gb', 'Gb', 'GB', 'ss', 'tw', 'zw', 'ad', 'xk', 'XI', 'ic', 'EA'])
        assert.equal(valueAt(await stored(t, placed(path, code)), path), code.toUpperCase())
      for (const code of ['UK', 'XX', 'ZZ', 'EU', 'GBR', 'G', 'Germany', ' GB', 'GB ', '00', 'ß', 'ﬁ', 'ıt', 'ＧＢ'])
        await refused(t, placed(path, code), `${path} format`)
    }
    for (const code of ['eur', 'Gbp', 'USD', 'jpy', 'xof', 'zwg'])
      assert.equal(
        (await stored(t, placed('/productLines/0/currency', code))).productLines[0]!.currency,
        code.toUpperCase(),
      )
    for (const code of ['EURO', 'EU', '€', 'ABC', 'uſd', 'EUR '])
      await refused(t, placed('/productLines/0/currency', code), '/productLines/0/currency format')
  })

  test('e-mail addresses with an invalid form are rejected', async () => {
    const t = await tenant()
    for (const email of ['a@b', 'a.b+c@d-e.example', "o'neil@example.co.uk", 'ü@exämple.de', 'A@B.C'])
      assert.equal((await stored(t, { consigneeContact: { email } })).consigneeContact?.email, email)
    for (const email of ['a', 'a@', '@b', 'a b@c.d', 'a@b c', 'a@b@c', 'a@b..c', 'a@.b', ' a@b.c', 'a@b.c ', 'a@b\n'])
      await refused(t, { consigneeContact: { email } }, '/consigneeContact/email format')
  })

  test('phone numbers are accepted as digits or unsigned integers, and returned as strings', async () => {
    const t = await tenant()
    for (const phone of phones) {
      const [at, code, local] = [`/${phone}`, `/${phone}/countryCode`, `/${phone}/localNumber`]
      for (const [sent, read] of [
        ['44', '44'],
        ['+44', '44'],
        [44, '44'],
        ['0', '0'],
        [0, '0'],
        ['0044', '0044'],
      ])
        assert.equal(valueAt(await stored(t, placed(code, sent)), code), read)
      for (const [sent, read] of [
        ['02079460000', '02079460000'],
        [2079460000, '2079460000'],
        [9007199254740991, '9007199254740991'],
        [0, '0'],
      ])
        assert.equal(valueAt(await stored(t, placed(local, sent)), local), read)
      for (const value of ['++44', '4 4', '44a', '+', '4+4', '٤٤', '44.0', '-44', ' 44'])
        await refused(t, placed(code, value), `${code} format`)
      for (const value of ['+2079', '207-946', '(020)', 'ext', '1e5'])
        await refused(t, placed(local, value), `${local} format`)
      for (const value of [-1, 9007199254740992]) {
        await refused(t, placed(code, value), `${code} out_of_range`)
        await refused(t, placed(local, value), `${local} out_of_range`)
      }
      const unset = { code: null, countryCode: null, localNumber: null }
      assert.deepEqual(valueAt(await stored(t, placed(at, {})), at), unset)
    }
  })

  test('locations are accepted in every common spelling, and returned in one spelling', async () => {
    const t = await tenant()
    for (const who of ['consigneeAddress', 'consignorAddress']) {
      const at = `/${who}/geoLocation`
      for (const geoLocation of [
        { lat: 51.5, lng: -0.12 },
        { latitude: 51.5, longitude: -0.12 },
        { latitude: 51.5, longtitude: -0.12 },
        { lat: 51.5, longitude: -0.12 },
        { lat: 51.5, latitude: 51.5, lng: -0.12, longitude: -0.12, longtitude: -0.12 },
        { lat: null, latitude: 51.5, lng: -0.12, longitude: null },
      ])
        assert.deepEqual(valueAt(await stored(t, placed(at, geoLocation)), at), { lat: 51.5, lng: -0.12 })
      for (const [lat, lng] of [
        [90, 180],
        [-90, -180],
        [0, 0],
      ])
        assert.deepEqual(valueAt(await stored(t, placed(at, { lat, lng })), at), { lat, lng })
      await refused(t, placed(at, {}), `${at}/lat required`, `${at}/lng required`)
      await refused(t, placed(at, { lat: null, lng: null }), `${at}/lat required`, `${at}/lng required`)
      await refused(t, placed(at, { lat: 1 }), `${at}/lng required`)
      await refused(t, placed(at, { longtitude: 1 }), `${at}/lat required`)
      await refused(t, placed(at, { lat: 90.1, lng: 0 }), `${at}/lat out_of_range`)
      await refused(t, placed(at, { latitude: 0, longtitude: -180.1 }), `${at}/longtitude out_of_range`)
      await refused(t, placed(at, { lat: '51', lng: 0 }), `${at}/lat type`)
      await refused(t, placed(at, { lat: 1, latitude: 2, lng: 0 }), `${at} ambiguous`)
      await refused(t, placed(at, { lat: 1, longitude: 2, longtitude: 3 }), `${at} ambiguous`)
    }
  })

  test('a location accuracy other than 1, 2 or 3 is rejected', async () => {
    const t = await tenant()
    const at = '/consigneeAddress/geoLocationAccuracy'
    for (const value of [1, 2, 3]) assert.equal(valueAt(await stored(t, placed(at, value)), at), value)
    for (const value of [0, 4, -1]) {
      const answer = await refused(t, placed(at, value), `${at} not_allowed`)
      assert.match(answer.json.data.message, /`1`, `2`, `3`/)
    }
  })

  test('a duplicate reference and a link without a target are rejected', async () => {
    const t = await tenant()
    const [a, b] = [{ packageId: 'a' }, { packageId: 'b' }]
    const line = (productLineId: string) => ({ ...aLine, productLineId })
    await refused(t, { packages: [a, b, a] }, '/packages/2/packageId duplicate')
    await refused(t, { packages: [a, a, a] }, '/packages/1/packageId duplicate', '/packages/2/packageId duplicate')
    await refused(t, { productLines: [line('a'), line('a')] }, '/productLines/1/productLineId duplicate')
    await stored(t, { packages: [a, { packageId: 'A' }, { packageId: 'a ' }] })
    const dangling = await post(t, {
      ...anOrder(),
      packages: [a],
      productLines: [line('l')],
      packageProducts: [
        { packageId: 'a', productLineId: 'l' },
        { packageId: 'x', productLineId: 'l' },
        { packageId: 'a', productLineId: 'y' },
      ],
    })
    assert.equal(dangling.status, 422)
    assert.equal(dangling.json.data.code, 'UNKNOWN_PACKAGE')
    assert.deepEqual(faultsOf(dangling), [
      '/packageProducts/1/packageId unknown_package',
      '/packageProducts/2/productLineId unknown_product_line',
    ])
    const line404 = await post(t, {
      ...anOrder(),
      packages: [a],
      packageProducts: [{ packageId: 'a', productLineId: 'a' }],
    })
    assertProblem(line404, 'UNKNOWN_PRODUCT_LINE', ['/packageProducts/0/productLineId'])
    assert.match(line404.json.data.message, /`a`/)
  })

  test('lists of an order that exceed their limits are rejected', async () => {
    const t = await tenant()
    const packages = Array.from({ length: 1_000 }, (_, n) => ({ packageId: `${n}` }))
    const productLines = packages.map(({ packageId }) => ({ ...aLine, productLineId: packageId }))
    const packageProducts = Array.from({ length: 5_000 }, (_, n) => ({
      packageId: `${n % 1_000}`,
      productLineId: `${(n * 7) % 1_000}`,
    }))
    const full = await stored(t, { packages, productLines, packageProducts })
    assert.deepEqual(
      [full.packages.length, full.productLines.length, full.packageProducts.length],
      [1_000, 1_000, 5_000],
    )
    await refused(t, { packages: [...packages, { packageId: 'x' }] }, '/packages too_many')
    await refused(t, { productLines: [...productLines, aLine] }, '/productLines too_many')
    await refused(
      t,
      { packages, productLines, packageProducts: [...packageProducts, packageProducts[0]] },
      '/packageProducts too_many',
    )
  })
})
