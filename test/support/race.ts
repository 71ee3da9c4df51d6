// A race: orders change while others fetch and acknowledge them, and others follow the changes; nothing may get lost on either way.
import assert from 'node:assert/strict'
import { type Client, createClient } from '../../client/client.ts'
import { createConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { acknowledgeExport, type ExportEntry, listExport } from '../../contract/export.ts'
import { assertWhole, poll, stream } from './follower.ts'
import { anOrder } from './orders.ts'

const orders = 8
const changers = 8
const planners = 2

export interface RaceResult {
  changes: number
  acknowledged: number
  /** Acknowledgements that came too late: the order had changed meanwhile and stayed on the list. */
  kept: number
  /** Events that each of the followers has seen. */
  followed: number[]
}

/** One change of one order is a round. The instances take turns. */
export async function race(urls: string[], token: string, rounds: number): Promise<RaceResult> {
  const clients = urls.map((baseUrl) => createClient({ baseUrl, token, retries: 5 }))
  const clientOf = (number: number): Client => clients[number % clients.length]!
  const followers = [
    poll({ urls, token }),
    stream({ urls, token }),
    stream({ urls, token, breaks: Math.min(0.1, 50 / rounds) }),
  ]
  const ids: string[] = []
  for (let n = 0; n < orders; n++)
    ids.push((await clientOf(n).call(createConsignment, { body: anOrder() })).data.consignmentId)
  /** The version of each order that was fetched and acknowledged last. */
  const planned = new Map<string, number>()
  const result: RaceResult = { changes: rounds + orders, acknowledged: 0, kept: 0, followed: [] }

  const fetchOnce = async ({ call }: Client): Promise<number> => {
    const entries = (await call(listExport, { query: { detail: 'true' } })).data as ExportEntry[]
    if (entries.length === 0) return 0
    const shown = entries.map(({ consignmentId, version }) => ({ consignmentId, version }))
    const { removed, kept } = (await call(acknowledgeExport, { body: { consignments: shown } })).data
    for (const { consignmentId, version } of shown)
      if (!kept.includes(consignmentId)) planned.set(consignmentId, Math.max(version, planned.get(consignmentId) ?? 0))
    result.acknowledged += removed
    result.kept += kept.length
    return entries.length
  }
  let changing = true
  const planning = Array.from({ length: planners }, async (_, number) => {
    while (changing) await fetchOnce(clientOf(number))
  })
  let round = 0
  const change = async (number: number) => {
    while (round < rounds) {
      const weight = ++round
      await clientOf(number).call(updateConsignment, { query: { id: ids[weight % orders]! }, body: { weight } })
    }
  }
  await Promise.all(Array.from({ length: changers }, (_, number) => change(number)))
  changing = false
  await Promise.all(planning)
  while ((await fetchOnce(clientOf(0))) > 0);

  for (const id of ids)
    assert.equal(planned.get(id), (await clientOf(1).call(getConsignment, { query: { id } })).data.version, id)
  for (const follower of followers) {
    await follower.until((events) => events.length >= result.changes)
    await follower.stop()
    assertWhole(follower.events, result.changes)
    result.followed.push(follower.events.length)
  }
  return result
}
