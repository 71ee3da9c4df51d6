// An environment of the service to send load to: its token, its depot, and the orders that it holds.
import { createClient } from '../client/client.ts'
import { getConsignment } from '../contract/consignment.ts'
import { createDepot } from '../contract/depot.ts'
import { listExport } from '../contract/export.ts'
import type { Driver } from './load.ts'
import { depot, keyOfSerial, requests, type Stored } from './orders.ts'
import { createToken, type Service } from './processes.ts'

const connections = 64

export interface Tenant {
  token: string
  /**
   * Creates orders through HTTP until there are `count` or the time is over. Returns their keys. `restarted` is the
   * service with its new port.
   */
  fill(driver: Driver, count: number, secondsMax: number, restarted?: Service): Promise<string[]>
  /** The orders that it holds, oldest first. */
  list(limit: number): Promise<Stored>
  /** The body of a reply to a read, without its envelope. */
  read(id: string): Promise<string>
}

export async function openTenant(service: Service, place = service.data, environment?: string): Promise<Tenant> {
  const token = await createToken(place, environment)
  const { call } = createClient({ baseUrl: service.url, token, retries: 0 })
  await call(createDepot, { body: depot })
  return {
    token,
    async fill(driver, count, secondsMax, { port } = service) {
      const group = { name: 'fill', connections, template: requests.post(token) }
      const { groups, serialNext } = await driver.run({
        port,
        groups: [group],
        ids: [],
        keys: [],
        seconds: secondsMax,
        requestsMax: count,
      })
      const { requests: created } = groups[0]!
      return Array.from({ length: created }, (_, index) => keyOfSerial(serialNext - created + index))
    },
    async list(limit) {
      const { data } = await call(listExport, { query: { detail: 'true', limit: String(limit) } })
      const entries = data as { consignmentId: string; key: string }[]
      return { ids: entries.map(({ consignmentId }) => consignmentId), keys: entries.map(({ key }) => key) }
    },
    async read(id) {
      const { data } = await call(getConsignment, { query: { id } })
      return JSON.stringify(data)
    },
  }
}
