// Drives the service with many clients and remembers what was promised, so that it can be held against what is there later.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProblem, type Client, createClient } from '../../client/client.ts'
import { createConsignment, deleteConsignment, getConsignment, updateConsignment } from '../../contract/consignment.ts'
import { listExport } from '../../contract/export.ts'
import { anOrder } from './orders.ts'

/** What a client knows of one order. Unknown: the connection was lost before the answer came. */
export interface Known {
  key: string
  /** The highest weight that was acknowledged, and the highest that was sent. */
  acknowledged: number
  sent: number
  state: 'maybe' | 'there' | 'maybe gone' | 'gone'
}

export interface History {
  orders: Known[]
  acknowledged: number
  unknown: number
}
export const newHistory = (): History => ({ orders: [], acknowledged: 0, unknown: 0 })

let serial = 0
/** After which a database that was too busy is asked again. */
const busyMs = 100

/** Clients that create, change and delete orders until told to stop, or until the service is gone. */
export function drive(url: string, token: string, history: History, clients: number): { stop(): Promise<void> } {
  let running = true
  const client = createClient({ baseUrl: url, token, retries: 0 })
  const work = Array.from({ length: clients }, async () => {
    while (running) {
      const order: Known = { key: `H-${process.pid}-${++serial}`, acknowledged: 0, sent: 1, state: 'maybe' }
      history.orders.push(order)
      if (!(await life(client, order, history))) return
    }
  })
  return {
    async stop() {
      running = false
      await Promise.all(work)
    },
  }
}

/** One order from its creation on; false when the connection is gone. */
async function life(client: Client, order: Known, history: History): Promise<boolean> {
  const query = { key: order.key }
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    for (;;)
      try {
        await work()
        history.acknowledged++
        return true
      } catch (error) {
        const refused = error instanceof ApiProblem && error.code === 'UNAVAILABLE'
        if (error instanceof ApiProblem && error.code !== 'UNREADABLE' && !refused) throw error
        if (refused && error.message.endsWith('Nothing was changed.')) {
          await sleep(busyMs)
          continue
        }
        history.unknown++
        return false
      }
  }
  const packages = [{ packageId: 'a' }, { packageId: 'b' }]
  if (
    !(await attempt(() => client.call(createConsignment, { body: anOrder({ key: order.key, weight: 1, packages }) })))
  )
    return false
  order.state = 'there'
  order.acknowledged = 1
  for (let weight = 2; weight <= 4; weight++) {
    order.sent = weight
    if (!(await attempt(() => client.call(updateConsignment, { query, body: { weight } })))) return false
    order.acknowledged = weight
  }
  if (serial % 3 !== 0) return true
  order.state = 'maybe gone'
  if (!(await attempt(() => client.call(deleteConsignment, { query })))) return false
  order.state = 'gone'
  return true
}

const lanes = 8

/** Holds the service against the history; answers every broken promise. */
export async function audit(url: string, token: string, history: History): Promise<string[]> {
  const client = createClient({ baseUrl: url, token, retries: 5 })
  const listed = new Set((await client.call(listExport, {})).data as string[])
  const broken: string[] = []
  const rest = history.orders.values()
  // All lanes take from the same orders: with a server behind it, one reader alone would mostly wait.
  await Promise.all(Array.from({ length: lanes }, lane))
  return broken

  async function lane(): Promise<void> {
    for (const order of rest) await look(order)
  }
  async function look(order: Known): Promise<void> {
    const found = await client.call(getConsignment, { query: { key: order.key } }).catch((error) => {
      if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return undefined
      throw error
    })
    if (!found) {
      if (order.state === 'there') broken.push(`${order.key} was acknowledged and is lost`)
      return
    }
    if (order.state === 'gone') broken.push(`${order.key} was deleted and is back`)
    const { weight, version, packages, consignmentId } = found.data
    if (weight === null || weight < order.acknowledged || weight > order.sent)
      broken.push(`${order.key} has weight ${weight}, acknowledged ${order.acknowledged}, sent ${order.sent}`)
    if (version !== weight) broken.push(`${order.key} has version ${version} with weight ${weight}`)
    if (packages.length !== 2) broken.push(`${order.key} is half-written`)
    if (!listed.has(consignmentId)) broken.push(`${order.key} is not on the export list`)
  }
}
