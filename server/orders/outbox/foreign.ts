// Limits e-mails to foreign addresses: addresses that a driver's device sends, and that differ from the address of the
// order.
import { foreignAddressLimits } from '../../../contract/notice.ts'
import { lockDevice } from '../../fleet/device/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import type { ChangeAuthor } from '../../platform/event/rules.ts'
import { dayMs, formatIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

export interface ForeignAddress {
  deviceId: string
  consignmentId: string
}

/**
 * Returns whether one more e-mail is within the limits. The caller has locked the order. This function locks the
 * device, so that all instances count concurrent proofs one after another. Returns false for a revoked device.
 */
export async function isWithinLimits(
  tx: WriteTransaction,
  { environmentId, now }: ChangeAuthor,
  { deviceId, consignmentId }: ForeignAddress,
): Promise<boolean> {
  if (!(await lockDevice(tx, environmentId, deviceId))) return false
  const { perOrder, perDeviceAndDay } = foreignAddressLimits
  const ofOrder = await store.countForeignOfOrder(tx, environmentId, consignmentId)
  const ofDevice = await store.countForeignOfDevice(tx, environmentId, deviceId, formatIso(now - dayMs))
  return ofOrder < perOrder && ofDevice < perDeviceAndDay
}
