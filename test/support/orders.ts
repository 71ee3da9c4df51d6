// Orders, depots and loads as tests need them: valid, and different only where the test says so.
import type { ConsignmentInput } from '../../contract/consignment.ts'
import type { DepotInput } from '../../contract/depot.ts'
import type { DriverInput, VehicleInput } from '../../contract/fleet.ts'

let count = 0
/** A key that no other test uses. */
export const aKey = (prefix = 'K'): string => `${prefix}-${process.pid}-${++count}`

export const anAddress = { line1: '1 High Street', city: 'Exampleton', postalCode: 'EX1 1AA', country: 'GB' }

export const anOrder = (members: Partial<ConsignmentInput> = {}): ConsignmentInput => ({
  key: aKey('ORDER'),
  type: 'delivery',
  consigneeAddress: anAddress,
  ...members,
})

export const aDepot = (members: Partial<DepotInput> = {}): DepotInput => ({
  key: aKey('DEPOT'),
  name: 'North depot',
  address: { line1: '2 Dock Road', city: 'Exampleton', country: 'GB' },
  ...members,
})

export const aVehicle = (members: Partial<VehicleInput> = {}): VehicleInput => ({
  key: aKey('VAN'),
  name: 'Van',
  ...members,
})

export const aDriver = (members: Partial<DriverInput> = {}): DriverInput => ({
  key: aKey('DRIVER'),
  name: 'Early shift',
  ...members,
})

/** An order with every field of the interface. */
export const aFullOrder = (members: Partial<ConsignmentInput> = {}): ConsignmentInput => ({
  key: aKey('FULL'),
  type: 'delivery',
  requiredFrom: '2026-07-01 09:00:00',
  requiredTo: '2026-07-01 12:00:00',
  planned: '2026-07-01T10:30:00Z',
  committed: '2026-07-01T11:00:00+02:00',
  timeAtStop: 12,
  weight: 125.5,
  volume: 1.25,
  plannedPackages: 2,
  priority: 10,
  skills: ['cooling', 'tail lift'],
  maxLateMinutes: 30,
  consigneeCode: 'C-100',
  consignmentInstructions: 'Ring twice.',
  planningInstructions: 'Not before nine.',
  consignmentNotificationsEnabled: true,
  publicTrackingEnabled: false,
  consigneeContact: {
    personName: 'Goods-in',
    email: 'goods-in@example.com',
    phone: { code: 'gb', countryCode: '+44', localNumber: '2079460000' },
    mobile: { code: 'GB', countryCode: 44, localNumber: 7700900000 },
  },
  consigneeAddress: {
    name: 'Main site',
    company: 'Example Ltd',
    line1: '1 High Street',
    line2: 'Unit 4',
    line3: 'Rear',
    city: 'Exampleton',
    region: 'West',
    postalCode: 'EX1 1AA',
    state: 'Exampleshire',
    country: 'gb',
    geoLocation: { lat: 51.5, lng: -0.12 },
    geoLocationAccuracy: 1,
    placeId: 'place-1',
  },
  consignorContact: { personName: 'Dispatch' },
  consignorAddress: { line1: '3 Mill Lane', postalCode: '10115', country: 'de' },
  packages: [
    { packageId: 'p1', barcode: '001', height: 10, depth: 20, width: 30, volume: 0.006, weight: 5 },
    { packageId: 'p2' },
  ],
  productLines: [
    {
      productLineId: 'l1',
      productCode: 'SKU-1',
      commodityCode: '0901',
      barcode: '002',
      description: 'Coffee',
      quantity: 3,
      currency: 'gbp',
      unitPrice: 4.5,
      unitTax: 0.9,
      taxRate: 20,
      countryOfOrigin: 'br',
      unitWeight: 1,
      height: 4,
    },
    { productLineId: 'l2', productCode: 'SKU-2', currency: 'EUR' },
  ],
  packageProducts: [
    { packageId: 'p1', productLineId: 'l1', quantity: 2 },
    { packageId: 'p2', productLineId: 'l1', quantity: 1 },
    { packageId: 'p2', productLineId: 'l2' },
  ],
  ...members,
})
