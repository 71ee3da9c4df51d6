// Many clients at once that create, change, move and delete: what they did can be counted afterwards.
import assert from 'node:assert/strict'
import { ApiProblem, type Client } from '../../client/client.ts'
import { createConsignment, deleteConsignment, updateConsignment } from '../../contract/consignment.ts'
import { createDepot, updateDepot } from '../../contract/depot.ts'
import { createLoad, updateLoad } from '../../contract/load.ts'
import { aDepot, aKey, anOrder } from './orders.ts'

type Call = Client['call']

/** Asks again when the database was too slow to confirm it: it may be gone by then. */
async function remove(call: Call, id: string): Promise<void> {
  for (let asked = 1; ; asked++)
    try {
      await call(deleteConsignment, { query: { id } })
      return
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : undefined
      if (code === 'NOT_FOUND') return
      if (code !== 'UNAVAILABLE' || asked > 1) throw error
    }
}

/** Answers how many changes were made: every version of every record is one. */
export async function manyWriters(calls: Call[], writers: number, rounds: number): Promise<number> {
  const [first] = calls
  const depot = aDepot()
  await first!(createDepot, { body: depot })
  const loads: string[] = []
  for (let n = 0; n < 3; n++) loads.push((await first!(createLoad, { body: { key: aKey('LOAD') } })).data.loadId)
  /** The latest version of each record that anybody was told. */
  const versions = new Map<string, number>()
  const note = (name: string, etag: string | undefined) =>
    versions.set(name, Math.max(versions.get(name) ?? 0, Number(/\d+/.exec(etag!)![0])))
  const shared = (await first!(createConsignment, { body: anOrder() })).data.consignmentId

  const writer = async (number: number) => {
    const call = calls[number % calls.length]!
    for (let round = 0; round < rounds; round++) {
      const loadId = loads[(number + round) % loads.length]!
      const made = await call(createConsignment, { body: anOrder(round % 2 ? { loadId } : {}) })
      const id = made.data.consignmentId
      note(id, made.etag)
      note(shared, (await call(updateConsignment, { query: { id: shared }, body: { weight: Math.random() } })).etag)
      note(depot.key, (await call(updateDepot, { query: { key: depot.key }, body: { name: aKey('N') } })).etag)
      if (round % 3 === 0)
        note(id, (await call(updateConsignment, { query: { id }, body: { loadId: loads[0]! } })).etag)
      if (round % 4 === 0) {
        await remove(call, id)
        versions.set(id, versions.get(id)! + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)))
  for (const loadId of loads)
    note(loadId, (await first!(updateLoad, { query: { id: loadId }, body: { weightCapacity: Math.random() } })).etag)
  assert.ok(versions.get(shared)! > writers * rounds)
  return versions.values().reduce((sum, version) => sum + version, 0)
}
