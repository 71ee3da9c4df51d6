// Limits the e-mails to foreign addresses: addresses that a driver's device gives and that are not the address of the order.
import { foreignAddressLimits } from '../../../contract/notice.ts'
import { lockDevice } from '../../fleet/device/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import type { Author } from '../../platform/event/rules.ts'
import { dayMs, toIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

export interface ForeignAddress {
  deviceId: string
  consignmentId: string
}

/**
 * Returns whether one more e-mail is within the limits. The order is locked already, and this locks the device, so concurrent
 * proofs are counted one after the other, on all instances. A device that was revoked just now may send nothing more.
 */
export async function isWithinLimits(
  tx: Writer,
  { environmentId, now }: Author,
  { deviceId, consignmentId }: ForeignAddress,
): Promise<boolean> {
  if (!(await lockDevice(tx, environmentId, deviceId))) return false
  const { perOrder, perDeviceAndDay } = foreignAddressLimits
  const ofOrder = await store.countForeignOfOrder(tx, environmentId, consignmentId)
  const ofDevice = await store.countForeignOfDevice(tx, environmentId, deviceId, toIso(now - dayMs))
  return ofOrder < perOrder && ofDevice < perDeviceAndDay
}
