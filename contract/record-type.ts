// The types of records whose changes are events, and the types that every read of orders or of loads depends on.

/** Types of records that give access to an environment. Webhooks do not send events of these records. */
export const accessTypes = ['token', 'client', 'person', 'invitation', 'device'] as const
export const recordTypes = [
  'consignment',
  'depot',
  'load',
  'vehicle',
  'driver',
  'pod',
  'environment',
  'webhook',
  'notice',
  ...accessTypes,
] as const
export type RecordType = (typeof recordTypes)[number]

/** Types that change a read of orders. The time zone and the default stop duration are settings of the environment. */
export const typesInOrders = ['consignment', 'load', 'pod', 'environment'] as const
/** Types that change a read of loads. */
export const typesInLoads = [...typesInOrders, 'vehicle'] as const
