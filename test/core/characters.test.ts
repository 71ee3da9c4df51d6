// Limits count characters, in whichever place they are checked: requests, commands, what an issuer reports, what lists show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importConsignments } from '../../contract/bulk.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { updateEnvironment } from '../../contract/environment.ts'
import { personLimits } from '../../contract/person.ts'
import * as admin from '../../server/admin/database.ts'
import { createUser } from '../../server/admin/people.ts'
import { isLongerThan, truncateText } from '../../server/platform/value/characters.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey, anOrder } from '../support/orders.ts'

const van = '\u{1f69a}'

test('the functions count and cut a text by characters, including those with two UTF-16 units', () => {
  for (const letter of ['x', 'ü', van]) {
    assert.equal(isLongerThan(letter.repeat(3), 3), false)
    assert.equal(isLongerThan(letter.repeat(4), 3), true)
    assert.equal(truncateText(letter.repeat(4), 3), letter.repeat(3))
    assert.equal(truncateText(`x${letter.repeat(4)}`, 3), `x${letter.repeat(2)}`)
  }
})

everyEngine('a limit in characters', (open) => {
  test('the limit for names of environments and users is the same in commands and in the API', async () => {
    const { config } = await open()
    const now = Date.now()
    const place = aKey()
    const longest = `${place}${van.repeat(personLimits.environmentNameLength - place.length)}`
    await admin.createEnvironment(config, longest, now)
    await assert.rejects(async () => admin.createEnvironment(config, `${longest}x`, now), /1 to 128 characters/)
    const create = (name: string) =>
      createUser(config, { email: `${aKey('p')}@example.com`, name, environment: longest, role: 'viewer' }, now)
    await create(van.repeat(personLimits.nameLength))
    await assert.rejects(create(van.repeat(personLimits.nameLength + 1)), /1 to 200 characters/)
  })

  test('the note in an order list is cut between two characters', async () => {
    const { call } = await (await open()).environment()
    const consignments = [anOrder({ planningInstructions: `x${van.repeat(300)}` })]
    await call(importConsignments, { query: {}, body: { consignments } })
    const [row] = (await call(listConsignments, { query: { view: 'compact' } as never })).data.consignments
    assert.equal((row as { note?: string }).note, `x${van.repeat(199)}`)
  })

  test('the limit of a message applies to the error that lists the choices of a custom field', async () => {
    const { call } = await (await open()).environment()
    const choices = Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(100, 'x'))
    await call(updateEnvironment, { body: { customFields: [{ key: 'size', name: 'Size', type: 'choice', choices }] } })
    const consignments = [anOrder({ customFields: { size: 'none' } })]
    // The call holds its response against the contract.
    const { results } = (await call(importConsignments, { query: {}, body: { consignments } })).data
    assert.match(results[0]!.message!, /^`size` must be one of `0x+`.* and 7 more\.$/)
  })
})
