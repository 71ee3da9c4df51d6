// Names the fair queue of an environment's tracking pages.
import { parseLink } from '../../orders/tracking-link/rules.ts'
import { threadContention } from '../../platform/fairness/contention.ts'
import type { ProcessServices } from '../../platform/operation/services.ts'

/**
 * Returns the key of the fair queue for requests of a tracking page. Users of the environment have a different key, so
 * that recipients do not delay planners. An invalid token has the empty key.
 */
export function fairQueueKey(services: Pick<ProcessServices, 'environmentIds'>, token: string): string {
  const { environmentId } = parseLink(token)
  if (!services.environmentIds().has(environmentId)) return ''
  threadContention.record(environmentId)
  return `pages of ${environmentId}`
}
