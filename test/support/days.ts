// A small day to plan: a depot, vehicles and orders around it, the same for the same seed.

import type { ConsignmentInput } from '../../contract/consignment.ts'
import { createConsignment } from '../../contract/consignment.ts'
import { createDepot } from '../../contract/depot.ts'
import { createVehicle, type VehicleInput } from '../../contract/fleet.ts'
import {
  createOptimisation,
  getOptimisation,
  type Optimisation,
  type OptimisationInput,
} from '../../contract/optimisation.ts'
import type { GeoPosition } from '../../contract/travel.ts'
import type { Tenant } from './harness.ts'
import { aDepot, aKey, anAddress, anOrder } from './orders.ts'
import { until } from './until.ts'

export const day = '2026-07-01'
export const leeds = { lat: 53.797, lng: -1.541 }

/** Numbers from 0 to 1, always the same ones. */
export function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export const at = (lat: number, lng: number, postalCode = 'EX1 1AA') => ({
  consigneeAddress: { ...anAddress, postalCode, geoLocation: { lat, lng } },
})

export async function aPlacedDepot({ call }: Tenant, geoLocation: GeoPosition = leeds): Promise<string> {
  const { address, ...depot } = aDepot()
  await call(createDepot, { body: { ...depot, address: { ...address, geoLocation } } })
  return depot.key
}

export async function aVehicle({ call }: Tenant, depotKey: string | null, members: Partial<VehicleInput> = {}) {
  const key = members.key ?? aKey('VAN')
  const shift = { shiftStart: '08:00', shiftEnd: '18:00' }
  const places = { startDepotKey: depotKey, endDepotKey: depotKey }
  await call(createVehicle, { body: { key, name: key, weightCapacity: 1_000, ...places, ...shift, ...members } })
  return key
}

/** Answers the id. */
export const stored = async ({ call }: Tenant, members: Partial<ConsignmentInput> = {}): Promise<string> =>
  (await call(createConsignment, { body: anOrder(members) })).data.consignmentId

/** Orders in the country around, a quarter of them collections, some with windows of the day. */
export async function ordersAround(
  tenant: Tenant,
  count: number,
  { seed = 1, depotKey = null }: { seed?: number; depotKey?: string | null } = {},
): Promise<string[]> {
  const random = seeded(seed)
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const hour = 8 + Math.floor(random() * 6)
    const window =
      random() < 0.4
        ? { requiredFrom: `${day}T${String(hour).padStart(2, '0')}:00:00Z`, requiredTo: `${day}T${hour + 3}:00:00Z` }
        : { requiredTo: `${day}T18:00:00Z` }
    ids.push(
      await stored(tenant, {
        type: random() < 0.25 ? 'collection' : 'delivery',
        ...at(leeds.lat + (random() - 0.5) * 0.4, leeds.lng + (random() - 0.5) * 0.6),
        weight: Math.round(20 + random() * 80),
        timeAtStop: 5,
        depotKey,
        ...window,
      }),
    )
  }
  return ids
}

/** A placed depot with three vans, and so many orders around it, whose ids it answers. */
export async function aDay(tenant: Tenant, orders: number): Promise<string[]> {
  const depotKey = await aPlacedDepot(tenant)
  for (let vans = 0; vans < 3; vans++) await aVehicle(tenant, depotKey)
  return ordersAround(tenant, orders, { depotKey })
}

export const begun = async ({ call }: Tenant, body: OptimisationInput): Promise<string> =>
  (await call(createOptimisation, { body: { day, seconds: 0.1, ...body } })).data.optimisationId

export const read = async ({ call }: Tenant, optimisationId: string): Promise<Optimisation> =>
  (await call(getOptimisation, { params: { optimisationId } })).data

export const ended = new Set(['done', 'failed', 'cancelled'])
/** Asks for it and waits for its end. */
export async function optimised(tenant: Tenant, body: OptimisationInput): Promise<Optimisation> {
  const optimisationId = await begun(tenant, body)
  await until('the optimisation has ended', async () => ended.has((await read(tenant, optimisationId)).state))
  return read(tenant, optimisationId)
}
