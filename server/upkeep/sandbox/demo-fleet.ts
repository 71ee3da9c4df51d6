// Defines the vehicles and drivers of the demo: enough for a planner's day, and all different.
import type { DriverInput, VehicleInput } from '../../../contract/fleet.ts'

interface Model {
  weightCapacity: number
  volumeCapacity: number
  packageCapacity: number
  costPerKm: number
  emission: number
  skills: string[]
}
const van: Model = {
  weightCapacity: 1_500,
  volumeCapacity: 12,
  packageCapacity: 120,
  costPerKm: 0.38,
  emission: 210,
  skills: ['tail lift'],
}
const cooled: Model = { ...van, costPerKm: 0.45, emission: 240, skills: ['tail lift', 'cooling'] }
const electric: Model = {
  weightCapacity: 900,
  volumeCapacity: 8,
  packageCapacity: 70,
  costPerKm: 0.2,
  emission: 0,
  skills: [],
}

const depots: [depotKey: string, town: string, models: [string, Model][]][] = [
  [
    'DEMO-LEEDS',
    'Leeds',
    [
      ['van', van],
      ['cooled van', cooled],
      ['electric van', electric],
    ],
  ],
  [
    'DEMO-ROTTERDAM',
    'Rotterdam',
    [
      ['van', van],
      ['electric van', electric],
    ],
  ],
  [
    'DEMO-COLOGNE',
    'Cologne',
    [
      ['van', van],
      ['cooled van', cooled],
      ['electric van', electric],
    ],
  ],
]

/** Break of every driver: its length, between two minutes of the day. */
export const demoBreak = { from: 11 * 60 + 30, to: 14 * 60, minutes: 30 }
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

export const demoVehicles: VehicleInput[] = depots.flatMap(([depotKey, town, models]) =>
  models.map(([vehicleType, model], index) => ({
    key: `${depotKey}-VAN-${index + 1}`,
    name: `${town} ${vehicleType}`,
    plate: `DEMO ${town.slice(0, 1)} ${index + 1}`,
    startDepotKey: depotKey,
    endDepotKey: depotKey,
    shiftStart: index === 2 ? '10:00' : '07:00',
    shiftEnd: index === 2 ? '18:00' : '17:00',
    breaks: [{ from: clock(demoBreak.from), to: clock(demoBreak.to), minutes: demoBreak.minutes }],
    fixedCost: 35,
    costPerHour: 24,
    maxStops: 40,
    // An electric vehicle returns to charge, and may start again.
    trips: model === electric ? 2 : 1,
    ...(model === electric ? { maxDistance: 180 } : {}),
    ...model,
  })),
)

const townOf = (key: string) => depots.find(([depotKey]) => key.startsWith(depotKey))![1]

/** Drivers named after their vehicle. Their phone numbers are reserved for examples. */
export const demoDrivers: DriverInput[] = demoVehicles.map(({ key, shiftStart, shiftEnd }, index) => ({
  key: key.replace('-VAN-', '-DRIVER-'),
  name: `${townOf(key)} driver ${key.slice(-1)}`,
  phone: `+44 7700 900${101 + index}`,
  vehicleKey: key,
  shiftStart: shiftStart!,
  shiftEnd: shiftEnd!,
}))

/** Returns the key of the vehicle that drives a route of the demo. */
export const getDemoVehicleKey = (routeKey: string): string => routeKey.replace(/-(\d)$/, '-VAN-$1')
