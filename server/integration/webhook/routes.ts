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
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createFlowOperation,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { getDeliveryDetail, sendPing } from './attempt.ts'
import * as rules from './rules.ts'

export const webhookRoutes = {
  createWebhook: createPreparedWriteOperation(createWebhook, rules.prepareWebhook, async (tx, call) =>
    buildCreatedResponse(JSON.stringify(await rules.createWebhook(tx, call)), 1),
  ),
  listWebhooks: createReadOperation(listWebhooks, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.listWebhooks(tx, call))),
  ),
  getWebhook: createReadOperation(getWebhook, async (tx, call) => {
    const webhook = await rules.getWebhook(tx, call)
    return buildDataResponse(JSON.stringify(webhook), webhook.version)
  }),
  updateWebhook: createPreparedWriteOperation(updateWebhook, rules.prepareWebhook, async (tx, call) =>
    buildOkResponse(await rules.updateWebhook(tx, call)),
  ),
  // Slow: it deletes all deliveries of the webhook.
  deleteWebhook: withoutDeadline(
    createWriteOperation(deleteWebhook, async (tx, call) => {
      await rules.removeWebhook(tx, call)
      return buildOkResponse()
    }),
  ),
  rotateWebhookSecret: createWriteOperation(rotateWebhookSecret, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.rotateSecret(tx, call))),
  ),
  pingWebhook: createFlowOperation(pingWebhook, async (call, context) =>
    buildDataResponse(JSON.stringify(await sendPing(call, context))),
  ),
  listDeliveries: createReadOperation(listDeliveries, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.listDeliveryPage(tx, call))),
  ),
  getDelivery: createFlowOperation(getDelivery, async (call, context) =>
    buildDataResponse(JSON.stringify(await getDeliveryDetail(call, context))),
  ),
  resendDelivery: createWriteOperation(resendDelivery, async (tx, call) => {
    await rules.repeatDelivery(tx, call)
    return buildOkResponse()
  }),
  replayWebhook: createPreparedWriteOperation(replayWebhook, rules.prepareReplay, async (tx, call) => {
    await rules.startReplay(tx, call)
    return buildOkResponse()
  }),
}
