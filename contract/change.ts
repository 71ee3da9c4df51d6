// Changes: what happened to consignments, depots, loads and settings, as events to follow and as the history of a record.

export const recordTypes = ['consignment', 'depot', 'load', 'environment', 'webhook'] as const
export type RecordType = (typeof recordTypes)[number]

export const changeTypes = [
  'consignment.created',
  'consignment.updated',
  'consignment.deleted',
  'consignment.erased',
  'depot.created',
  'depot.updated',
  'depot.deleted',
  'load.created',
  'load.updated',
  'load.deleted',
  'environment.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.paused',
  'webhook.deleted',
] as const
export type ChangeType = (typeof changeTypes)[number]
