// Endpoints of webhooks and their deliveries.
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from '../../../contract/webhook.ts'
import {
  created,
  flows,
  lasting,
  ok,
  okData,
  preparedWrites,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import { detail, ping } from './attempt.ts'
import * as rules from './rules.ts'

export const routes = {
  createWebhook: preparedWrites(createWebhook, rules.prepare, async (tx, call) =>
    created(JSON.stringify(await rules.create(tx, call)), 1),
  ),
  listWebhooks: reads(listWebhooks, async (tx, call) => okData(JSON.stringify(await rules.list(tx, call)))),
  getWebhook: reads(getWebhook, async (tx, call) => {
    const webhook = await rules.get(tx, call)
    return okData(JSON.stringify(webhook), webhook.version)
  }),
  updateWebhook: preparedWrites(updateWebhook, rules.prepare, async (tx, call) => ok(await rules.update(tx, call))),
  // Slow: it deletes all deliveries of the webhook.
  deleteWebhook: lasting(
    writes(deleteWebhook, async (tx, call) => {
      await rules.remove(tx, call)
      return ok()
    }),
  ),
  rotateWebhookSecret: writes(rotateWebhookSecret, async (tx, call) =>
    okData(JSON.stringify(await rules.rotate(tx, call))),
  ),
  pingWebhook: flows(pingWebhook, async (call, context) => okData(JSON.stringify(await ping(call, context)))),
  listDeliveries: reads(listDeliveries, async (tx, call) => okData(JSON.stringify(await rules.deliveries(tx, call)))),
  getDelivery: flows(getDelivery, async (call, context) => okData(JSON.stringify(await detail(call, context)))),
  resendDelivery: writes(resendDelivery, async (tx, call) => {
    await rules.resend(tx, call)
    return ok()
  }),
  replayWebhook: preparedWrites(replayWebhook, rules.prepareReplay, async (tx, call) => {
    await rules.replay(tx, call)
    return ok()
  }),
}
