// Endpoints of tracking: the tracking link of an order, and the data of its page.
import { getTracking, readTracking, renewTracking, type TrackingLink } from '../../../contract/tracking.ts'
import { createEtag } from '../../orders/tracking-link/rules.ts'
import { addressOf } from '../../orders/tracking-link/steps.ts'
import {
  assignQueueKey,
  buildCreatedResponse,
  buildDataResponse,
  buildUnchangedResponse,
  createFlowOperation,
  createReadOperation,
  type FlowContext,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import { hasEntityTag } from '../../platform/operation/version.ts'
import { fairQueueKey } from './queue-key.ts'
import { readView } from './view.ts'

/** Returns a tracking link as JSON, with the full URL. Only the process has the public URL. */
const writeLink = ({ services }: FlowContext, link: TrackingLink): string =>
  JSON.stringify({ ...link, url: link.url === null ? null : services.publicUrl() + link.url })

export const trackingRoutes = {
  getTracking: createFlowOperation(getTracking, async ({ params }, context) =>
    buildDataResponse(writeLink(context, await context.run(addressOf, { ...params, renews: false }))),
  ),
  renewTracking: createFlowOperation(renewTracking, async ({ params }, context) =>
    buildCreatedResponse(writeLink(context, await context.run(addressOf, { ...params, renews: true }))),
  ),
  readTracking: assignQueueKey(
    createReadOperation(readTracking, async (tx, { params, now, ifNoneMatch }): Promise<OperationResponse> => {
      const text = JSON.stringify(await readView(tx, params.token, now))
      const etag = createEtag(text)
      return hasEntityTag(ifNoneMatch, etag) ? buildUnchangedResponse(etag) : { ...buildDataResponse(text), etag }
    }),
    (services, [token]) => fairQueueKey(services, token!),
  ),
}
