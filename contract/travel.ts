// Estimates the distance and driving time between two locations without a travel server. The service and its clients
// use the same calculation.
import Type, { type Static } from './schema.ts'
import { objectSchema } from './shared.ts'

export interface GeoPosition {
  lat: number
  lng: number
}

const factor = (description: string) => Type.Number({ minimum: 1, maximum: 5, description })
const speed = (description: string) => Type.Number({ minimum: 1, maximum: 200, description })

export const TravelSettings = objectSchema('TravelSettings', {
  shortDetour: factor('Ratio of the road distance to the straight line for locations close to each other.'),
  longDetour: factor('Ratio of the road distance to the straight line for locations far from each other.'),
  shortSpeed: speed('Average speed over short distances, in kilometres per hour.'),
  longSpeed: speed('Average speed over long distances, in kilometres per hour.'),
})
export type TravelSettings = Static<typeof TravelSettings>

/**
 * Values fitted to the driving times of cars between towns, without traffic jams. Vans in cities may need lower speeds.
 */
export const defaultTravel: TravelSettings = { shortDetour: 1.3, longDetour: 1.2, shortSpeed: 40, longSpeed: 90 }

/**
 * Kilometres after which the detour ratio, or the speed, has made two thirds of the change from its short to its long
 * value.
 */
const detourReach = 10
const speedReach = 60

const radians = (degrees: number) => (degrees * Math.PI) / 180
const earthRadiusKilometres = 6_371.0088

/** Returns the distance in a straight line over the ground, in kilometres. */
export function calculateDistanceKm(a: GeoPosition, b: GeoPosition): number {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2)
  const sinLng = Math.sin(radians(b.lng - a.lng) / 2)
  const h = sinLat ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLng ** 2
  return 2 * earthRadiusKilometres * Math.asin(Math.min(1, Math.sqrt(h)))
}

export interface TravelLeg {
  metres: number
  seconds: number
}

/**
 * Returns an estimated leg in whole metres and seconds, so that the service and all clients calculate the same sums.
 */
export function estimateLeg(from: GeoPosition, to: GeoPosition, travel: TravelSettings): TravelLeg {
  const straight = calculateDistanceKm(from, to)
  const detour = travel.longDetour + (travel.shortDetour - travel.longDetour) * Math.exp(-straight / detourReach)
  const kilometres = straight * detour
  const speed = travel.longSpeed + (travel.shortSpeed - travel.longSpeed) * Math.exp(-kilometres / speedReach)
  return { metres: Math.round(kilometres * 1_000), seconds: Math.round((kilometres / speed) * 3_600) }
}

/** Returns the leg for a vehicle that is `speedFactor` times as fast, also in whole seconds. */
export const applySpeedFactor = ({ metres, seconds }: TravelLeg, speedFactor: number): TravelLeg => ({
  metres,
  seconds: Math.round(seconds / speedFactor),
})
