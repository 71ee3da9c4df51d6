// Estimates distance and time between two places without a travel server, in the same way for the service and its
// clients.
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
  longDetour: factor('The same ratio for locations far from each other.'),
  shortSpeed: speed('Average kilometres per hour on short ways.'),
  longSpeed: speed('The same on long ways.'),
})
export type TravelSettings = Static<typeof TravelSettings>

/** Fitted to free-flow car times between towns; vans in cities may want less. */
export const defaultTravel: TravelSettings = { shortDetour: 1.3, longDetour: 1.2, shortSpeed: 40, longSpeed: 90 }

/** Kilometres after which the detour, and the speed, are two thirds of the way from short to long. */
const detourReach = 10
const speedReach = 60

const radians = (degrees: number) => (degrees * Math.PI) / 180
const earthRadiusKilometres = 6_371.0088

/** In a straight line over the ground. */
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

/** Whole metres and seconds, so that sums are the same wherever they are made. */
export function estimateLeg(from: GeoPosition, to: GeoPosition, travel: TravelSettings): TravelLeg {
  const straight = calculateDistanceKm(from, to)
  const detour = travel.longDetour + (travel.shortDetour - travel.longDetour) * Math.exp(-straight / detourReach)
  const kilometres = straight * detour
  const speed = travel.longSpeed + (travel.shortSpeed - travel.longSpeed) * Math.exp(-kilometres / speedReach)
  return { metres: Math.round(kilometres * 1_000), seconds: Math.round((kilometres / speed) * 3_600) }
}

/** The same with a vehicle that is so many times as fast, in whole seconds as well. */
export const applySpeedFactor = ({ metres, seconds }: TravelLeg, speedFactor: number): TravelLeg => ({
  metres,
  seconds: Math.round(seconds / speedFactor),
})
