// Endpoints of tracking: the tracking link of an order, and the data of its page.
import { getTracking, readTracking, renewTracking, type TrackingLink } from '../../../contract/tracking.ts'
import { etagOf } from '../../orders/tracking-link/rules.ts'
import { addressOf } from '../../orders/tracking-link/steps.ts'
import {
  created,
  type FlowContext,
  flows,
  okData,
  queued,
  type Reply,
  reads,
  unchanged,
} from '../../platform/operation/operation.ts'
import { namesTag } from '../../platform/operation/version.ts'
import { fairQueueKey } from './queue-key.ts'
import { viewFor } from './view.ts'

/** Writes the whole tracking link with the public URL, which only the process has. */
const whole = ({ services }: FlowContext, link: TrackingLink): string =>
  JSON.stringify({ ...link, url: link.url === null ? null : services.publicUrl() + link.url })

export const routes = {
  getTracking: flows(getTracking, async ({ params }, context) =>
    okData(whole(context, await context.run(addressOf, { ...params, renews: false }))),
  ),
  renewTracking: flows(renewTracking, async ({ params }, context) =>
    created(whole(context, await context.run(addressOf, { ...params, renews: true }))),
  ),
  readTracking: queued(
    reads(readTracking, async (tx, { params, now, ifNoneMatch }): Promise<Reply> => {
      const text = JSON.stringify(await viewFor(tx, params.token, now))
      const etag = etagOf(text)
      return namesTag(ifNoneMatch, etag) ? unchanged(etag) : { ...okData(text), etag }
    }),
    (services, [token]) => fairQueueKey(services, token!),
  ),
}
