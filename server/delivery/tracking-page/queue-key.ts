// The fair queue of the tracking pages of an environment.
import { placeOf } from '../../orders/tracking-link/rules.ts'
import { contention } from '../../platform/fairness/contention.ts'
import type { Services } from '../../platform/operation/services.ts'

/**
 * Returns the key under which requests for a tracking page wait. Readers of pages take turns with every environment, also
 * with the users of the same environment: recipients must not delay planners. An invalid token has the empty key.
 */
export function fairQueueKey(services: Pick<Services, 'environmentIds'>, token: string): string {
  const { environmentId } = placeOf(token)
  if (!services.environmentIds().has(environmentId)) return ''
  contention.record(environmentId)
  return `pages of ${environmentId}`
}
