// Names the fair queue of an environment's tracking pages.
import { placeOf } from '../../orders/tracking-link/rules.ts'
import { contention } from '../../platform/fairness/contention.ts'
import type { Services } from '../../platform/operation/services.ts'

/**
 * Returns the key of the fair queue for requests of a tracking page. The key differs from the key of the environment's
 * users, so that recipients do not delay planners. An invalid token has the empty key.
 */
export function fairQueueKey(services: Pick<Services, 'environmentIds'>, token: string): string {
  const { environmentId } = placeOf(token)
  if (!services.environmentIds().has(environmentId)) return ''
  contention.record(environmentId)
  return `pages of ${environmentId}`
}
