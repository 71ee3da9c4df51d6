// Endpoints of webhooks and their deliveries.
import * as contract from '../../../contract/webhook.ts'
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
  createWebhook: createPreparedWriteOperation(contract.createWebhook, rules.prepareWebhook, async (tx, call) =>
    buildCreatedResponse(JSON.stringify(await rules.createWebhook(tx, call)), 1),
  ),
  listWebhooks: createReadOperation(contract.listWebhooks, respondData(rules.listWebhooks)),
  getWebhook: createReadOperation(contract.getWebhook, async (tx, call) => {
    const webhook = await rules.getWebhook(tx, call)
    return buildDataResponse(JSON.stringify(webhook), webhook.version)
  }),
  updateWebhook: createPreparedWriteOperation(contract.updateWebhook, rules.prepareWebhook, async (tx, call) =>
    buildOkResponse(await rules.updateWebhook(tx, call)),
  ),
  // Without a deadline: it deletes all deliveries of the webhook.
  deleteWebhook: withoutDeadline(createWriteOperation(contract.deleteWebhook, respondOk(rules.removeWebhook))),
  rotateWebhookSecret: createWriteOperation(contract.rotateWebhookSecret, respondData(rules.rotateSecret)),
  pingWebhook: createFlowOperation(contract.pingWebhook, respondData(sendPing)),
  listDeliveries: createReadOperation(contract.listDeliveries, respondData(rules.listDeliveryPage)),
  getDelivery: createFlowOperation(contract.getDelivery, respondData(getDeliveryDetail)),
  resendDelivery: createWriteOperation(contract.resendDelivery, respondOk(rules.repeatDelivery)),
  replayWebhook: createPreparedWriteOperation(
    contract.replayWebhook,
    rules.prepareReplay,
    respondOk(rules.startReplay),
  ),
}
