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
  respondData,
  respondOk,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { getDeliveryDetail, sendPing } from './attempt.ts'
import * as rules from './rules.ts'

export const webhookRoutes = {
  createWebhook: createPreparedWriteOperation(createWebhook, rules.prepareWebhook, async (tx, call) =>
    buildCreatedResponse(JSON.stringify(await rules.createWebhook(tx, call)), 1),
  ),
  listWebhooks: createReadOperation(listWebhooks, respondData(rules.listWebhooks)),
  getWebhook: createReadOperation(getWebhook, async (tx, call) => {
    const webhook = await rules.getWebhook(tx, call)
    return buildDataResponse(JSON.stringify(webhook), webhook.version)
  }),
  updateWebhook: createPreparedWriteOperation(updateWebhook, rules.prepareWebhook, async (tx, call) =>
    buildOkResponse(await rules.updateWebhook(tx, call)),
  ),
  // Slow: it deletes all deliveries of the webhook.
  deleteWebhook: withoutDeadline(createWriteOperation(deleteWebhook, respondOk(rules.removeWebhook))),
  rotateWebhookSecret: createWriteOperation(rotateWebhookSecret, respondData(rules.rotateSecret)),
  pingWebhook: createFlowOperation(pingWebhook, respondData(sendPing)),
  listDeliveries: createReadOperation(listDeliveries, respondData(rules.listDeliveryPage)),
  getDelivery: createFlowOperation(getDelivery, respondData(getDeliveryDetail)),
  resendDelivery: createWriteOperation(resendDelivery, respondOk(rules.repeatDelivery)),
  replayWebhook: createPreparedWriteOperation(replayWebhook, rules.prepareReplay, respondOk(rules.startReplay)),
}
