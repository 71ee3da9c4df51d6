// A realistic example of every request body, for the OpenAPI document and the reference page.

import type { ConsignmentInput } from './consignment.ts'
import type { BodyOf } from './endpoint.ts'
import type { EndpointMap } from './index.ts'
import type { LoadPatch } from './load.ts'
import type { TSchema } from './schema.ts'

type WithBody = { [K in keyof EndpointMap]: EndpointMap[K] extends { body: TSchema } ? K : never }[keyof EndpointMap]

const consignment: ConsignmentInput = {
  key: 'ORDER-1001',
  type: 'delivery',
  requiredFrom: '2026-07-01 09:00:00',
  requiredTo: '2026-07-01 12:00:00',
  timeAtStop: 15,
  weight: 12.5,
  volume: 0.08,
  plannedPackages: 1,
  consignmentInstructions: 'Ring the bell at the side door.',
  consigneeContact: {
    personName: 'Goods In',
    email: 'goods-in@example.com',
    phone: { code: 'GB', countryCode: '44', localNumber: '2079460000' },
  },
  consigneeAddress: {
    company: 'Example Ltd',
    line1: '1 High Street',
    city: 'London',
    postalCode: 'N1 1AA',
    country: 'GB',
    geoLocation: { lat: 51.5, lng: -0.12 },
    geoLocationAccuracy: 2,
  },
  packages: [
    { packageId: 'box-1', barcode: '0000000001', height: 40, depth: 40, width: 50, volume: 0.08, weight: 12.5 },
  ],
  productLines: [
    { productLineId: 'line-1', productCode: 'PAPER-A4', quantity: 5, currency: 'GBP', unitPrice: 4.2, taxRate: 20 },
  ],
  packageProducts: [{ packageId: 'box-1', productLineId: 'line-1', quantity: 5 }],
}
const consignmentChange = {
  version: 1,
  requiredTo: '2026-07-01 17:00:00',
  consigneeAddress: { line2: 'Rear entrance' },
  planningInstructions: null,
}
const vehicleChange = { active: false, plate: 'YX26 ABD' }
const driverChange = { phone: '+44 7700 900001' }
const loadChange: LoadPatch = {
  status: 'planned',
  stops: [{ consignmentId: '01K0EXAMPLE0CONSIGNMENT001' }, { consignmentId: '01K0EXAMPLE0CONSIGNMENT002' }],
}

const assertion = {
  id: 'a2V5LTE',
  response: {
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    signature: 'MEUCIQ',
  },
}

export const requestExamples: { [K in WithBody]: BodyOf<EndpointMap[K]> } = {
  createConsignment: consignment,
  replaceConsignment: consignment,
  updateConsignment: consignmentChange,
  updateConsignmentById: consignmentChange,
  importConsignments: {
    consignments: [
      consignment,
      {
        key: 'ORDER-1002',
        type: 'collection',
        consigneeAddress: { line1: '7 Mill Lane', city: 'Leeds', postalCode: 'LS2 2AA', country: 'GB' },
      },
    ],
  },
  deleteConsignments: {
    consignments: [{ consignmentId: '01K0EXAMPLE0CONSIGNMENT001', version: 3 }, { key: 'ORDER-1003' }],
  },
  eraseConsignees: { ids: ['01K0EXAMPLE0CONSIGNMENT001', '01K0EXAMPLE0CONSIGNMENT002'] },
  geocode: {
    addresses: [{ line1: '7 Mill Lane', city: 'Leeds', postalCode: 'LS2 2AA', country: 'GB' }],
  },
  addExport: { keys: ['ORDER-1001', 'ORDER-1002'] },
  acknowledgeExport: {
    consignments: [{ consignmentId: '01K0EXAMPLE0CONSIGNMENT001', version: 1, reason: 'created' }],
  },
  createView: { name: 'Late today', search: 'late=true&sort=-planned' },
  createDepot: {
    key: 'NORTH',
    name: 'North depot',
    address: { company: 'Example Ltd', line1: '10 Station Road', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' },
    contact: { personName: 'Depot desk', email: 'north@example.com' },
  },
  updateDepot: { name: 'North depot, gate 2', contact: { mobile: { countryCode: '44', localNumber: '7700900000' } } },
  createVehicle: {
    key: 'VAN-1',
    name: 'Van 1',
    plate: 'YX26 ABC',
    weightCapacity: 1200,
    volumeCapacity: 9,
    packageCapacity: 80,
    startDepotKey: 'NORTH',
    endDepotKey: 'NORTH',
    shiftStart: '08:00',
    shiftEnd: '17:00',
    breaks: [{ from: '11:30', to: '13:30', minutes: 30 }],
    fixedCost: 40,
    costPerKm: 0.35,
    costPerHour: 22,
    skills: ['cooling'],
    emission: 190,
  },
  updateVehicle: vehicleChange,
  updateVehicleByKey: vehicleChange,
  importVehicles: {
    vehicles: [
      { key: 'VAN-1', name: 'Van 1', weightCapacity: 1200, startDepotKey: 'NORTH' },
      { key: 'VAN-2', name: 'Van 2', weightCapacity: 900 },
    ],
  },
  createDriver: {
    key: 'D-1',
    name: 'Driver 1',
    phone: '+44 7700 900000',
    vehicleKey: 'VAN-1',
    shiftStart: '08:00',
    shiftEnd: '17:00',
  },
  updateDriver: driverChange,
  updateDriverByKey: driverChange,
  importDrivers: {
    drivers: [
      { key: 'D-1', name: 'Driver 1', vehicleKey: 'VAN-1' },
      { key: 'D-2', name: 'Driver 2' },
    ],
  },
  copyLoads: { fromDay: '2026-07-01', toDay: '2026-07-08' },
  createLoad: {
    key: 'ROUTE-7',
    startDepotKey: 'NORTH',
    endDepotKey: 'NORTH',
    plannedStart: '2026-07-01 08:00:00',
    weightCapacity: 1200,
    volumeCapacity: 9,
  },
  checkLoad: { loadKey: 'ROUTE-7', keys: ['ORDER-1001', 'ORDER-1002'] },
  offerLoads: {
    consignmentIds: ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'],
    day: '2026-07-01',
  },
  travelRoute: {
    places: [
      { lat: 51.5, lng: -0.12 },
      { lat: 51.53, lng: -0.1 },
      { lat: 51.5, lng: -0.12 },
    ],
  },
  updateLoad: loadChange,
  updateLoadById: loadChange,
  putPod: {
    consignmentKey: 'ORDER-1001',
    outcome: 'success',
    contactName: 'Goods-in',
    geoLocation: { lat: 51.5, lng: -0.12 },
    locationAccuracy: 8,
    signature: {
      fileId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3f',
      bytes: 77,
      sha256: '01f329f82a82a7b1c6e699d9702b2d75c21e99d46b230fb5e11e5842c9b3861c',
      type: 'image/png',
    },
  },
  addPodExport: { ids: ['0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e'] },
  acknowledgePodExport: { pods: [{ podId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e', version: 2 }] },
  createOptimisation: { mode: 'day', day: '2026-07-01', objective: 'cost', seconds: 20 },
  applyOptimisation: { loads: ['VAN-1 2026-07-01'] },
  updateEnvironment: {
    timezone: 'Europe/London',
    channels: [{ key: 'STANDARD', name: 'Standard' }],
    routeSettings: { stopDuration: 12 },
    notifications: { publicTracking: true, trackingTriggers: ['registered', 'inTransit'] },
  },
  updateMe: { name: 'Kim Planner' },
  changePassword: { oldPassword: 'four odd words here', newPassword: 'five other odd words here' },
  deleteMe: { password: 'four odd words here' },
  forgotPassword: { email: 'planner@example.com' },
  createEnvironment: { name: 'North' },
  updatePerson: { role: 'viewer' },
  invitePerson: { email: 'planner@example.com', role: 'planner' },
  createToken: { name: 'Shop', scopes: ['consignments:write', 'depots:read'], activeTo: '2027-07-01T00:00:00Z' },
  createClient: { name: 'Warehouse', scopes: ['export:write'] },
  signIn: { email: 'planner@example.com', password: 'four odd words here' },
  readLink: { token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE' },
  useLink: {
    token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE',
    name: 'Kim Planner',
    password: 'four odd words here',
  },
  enterCode: { token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE', code: '123456' },
  beginPasskey: {},
  signInWithPasskey: { token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE', passkey: assertion },
  confirmSession: { password: 'four odd words here' },
  addTotp: { token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE', code: '123456', name: 'Phone' },
  addPasskey: {
    token: 'Zk9tc2VjcmV0LW9mLWEtb25lLXRpbWUtbGluay0wMDE',
    passkey: {
      id: 'a2V5LTE',
      response: { attestationObject: 'o2NmbXRkbm9uZQ', clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0' },
    },
    name: 'Laptop',
  },
  renameFactor: { name: 'Old phone' },
  sendPod: { address: 'goods-in@example.com' },
  resendNotice: { address: 'goods-in@example.com' },
  previewNotice: {
    template: 'tracking',
    subject: 'Your order {ORDER_KEY}',
    body: 'Follow it here: {TRACKING_LINK}\n\nExpected: {ETA}',
  },
  createWebhook: {
    url: 'https://erp.example.com/hooks/dray',
    events: ['consignment.*', 'load.updated'],
    description: 'Orders to the ERP',
  },
  openDriveSession: { code: 'K7MX4RTA', device: 'Chrome on Android' },
  startDriveLoad: { time: '2026-07-01T07:58:12Z', sent: '2026-07-01T07:58:14Z' },
  completeDriveLoad: { time: '2026-07-01T15:31:40Z', sent: '2026-07-01T15:31:41Z' },
  putDrivePod: {
    ticket: 'eyJhbGciOiJFZERTQSIsInR5cCI6InRpY2tldCtqd3QifQ.eyJwb3MiOjF9.c2ln',
    outcome: 'success',
    time: '2026-07-01T09:41:07Z',
    sent: '2026-07-01T09:41:09Z',
    contactName: 'Reception',
  },
  sendDrivePositions: {
    loadId: '0198c2b4-7f3a-7c21-9d55-3f0a6b1c2d3e',
    sent: '2026-07-01T08:21:30Z',
    positions: [{ time: '2026-07-01T08:21:00Z', lat: 51.5072, lng: -0.1276, accuracy: 12 }],
  },
  updateWebhook: { state: 'enabled' },
  rotateWebhookSecret: { overlapHours: 24 },
  replayWebhook: { from: '2026-07-01T09:00:00Z', to: '2026-07-01T12:00:00Z' },
}
