// Endpoints of e-mails: list, preview, send, discard.
import { discardNotice, listNotices, previewNotice, resendNotice, sendPod } from '../../../contract/notice.ts'
import { findPlaceholderErrors } from '../../access/environment/rules.ts'
import { createProblem } from '../../platform/error/problems.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  createFlowOperation,
  createReadOperation,
  createWriteOperation,
} from '../../platform/operation/operation.ts'
import { createHintBudget } from '../../platform/value/nearest.ts'
import { formatIso } from '../../platform/value/times.ts'
import { previewEmail } from './content.ts'
import * as rules from './rules.ts'

export const emailRoutes = {
  listNotices: createReadOperation(listNotices, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.listEmails(tx, call))),
  ),
  resendNotice: createWriteOperation(resendNotice, async (tx, call) =>
    buildCreatedResponse(JSON.stringify(await rules.resendEmail(tx, call))),
  ),
  discardNotice: createWriteOperation(discardNotice, async (tx, call) =>
    buildDataResponse(JSON.stringify(await rules.discardEmail(tx, call))),
  ),
  sendPod: createWriteOperation(sendPod, async (tx, call) =>
    buildCreatedResponse(JSON.stringify(await rules.sendProof(tx, call))),
  ),
  // A flow, because only the process has the public URL.
  previewNotice: createFlowOperation(previewNotice, async (call, { read, services }) => {
    const { template, subject, body, consignmentKey } = call.body
    const tried = { ...(subject ? { subject } : {}), ...(body ? { body } : {}) }
    const found = findPlaceholderErrors('', tried, createHintBudget())
    if (found.length > 0) throw createProblem(found)
    const request = { template, tried, consignmentKey: consignmentKey ?? undefined }
    const written = await read((tx) =>
      previewEmail(tx, call.environmentId, request, { publicUrl: services.publicUrl(), now: formatIso(call.now) }),
    )
    return buildDataResponse(JSON.stringify(written))
  }),
}
