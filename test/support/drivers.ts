// Drivers' devices for tests: let in by the planner's code, with loads that name their driver.
import type { Client } from '../../client/client.ts'
import { type ConsignmentInput, createConsignment } from '../../contract/consignment.ts'
import { linkDriver, openDriveSession } from '../../contract/drive.ts'
import { createDriver } from '../../contract/fleet.ts'
import { createLoad, type LoadInput } from '../../contract/load.ts'
import { callerAs, type Service, type Tenant } from './harness.ts'
import { aDriver, aKey, anOrder } from './orders.ts'

export interface TestDevice {
  driverKey: string
  deviceId: string
  token: string
  call: Client['call']
}

type Caller = Pick<Tenant, 'call'>

/** Another device of a driver. */
export async function letIn({ url }: Service, { call }: Caller, driverKey: string): Promise<TestDevice> {
  const { code } = (await call(linkDriver, { query: { key: driverKey } })).data
  const { token, deviceId } = (await call(openDriveSession, { body: { code } })).data
  return { driverKey, deviceId, token, call: callerAs(url, token) }
}

export async function aDevice(service: Service, tenant: Caller): Promise<TestDevice> {
  const driver = aDriver()
  await tenant.call(createDriver, { body: driver })
  return letIn(service, tenant, driver.key)
}

/** A load of the driver, released, with so many stops or with these orders. */
export async function aRoute(
  { call }: Caller,
  driverKey: string | null,
  { orders = [{}], ...members }: Partial<LoadInput> & { orders?: Partial<ConsignmentInput>[] } = {},
): Promise<{ loadId: string; consignmentIds: string[] }> {
  const consignmentIds: string[] = []
  for (const order of orders)
    consignmentIds.push((await call(createConsignment, { body: anOrder(order) })).data.consignmentId)
  const stops = consignmentIds.map((consignmentId) => ({ consignmentId }))
  const body = { key: aKey('ROUTE'), status: 'released' as const, driverKey, stops, ...members }
  return { loadId: (await call(createLoad, { body })).data.loadId, consignmentIds }
}
