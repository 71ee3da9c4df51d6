// Endpoints of e-mails: list, preview, send, discard.
import { discardNotice, listNotices, previewNotice, resendNotice, sendPod } from '../../../contract/notice.ts'
import { findPlaceholderErrors } from '../../access/environment/rules.ts'
import { createProblem } from '../../platform/error/problems.ts'
import {
  buildDataResponse,
  createFlowOperation,
  createReadOperation,
  createWriteOperation,
  respondCreated,
  respondData,
} from '../../platform/operation/operation.ts'
import { createHintBudget } from '../../platform/value/nearest.ts'
import { formatIso } from '../../platform/value/times.ts'
import { previewEmail } from './content.ts'
import * as rules from './rules.ts'

export const emailRoutes = {
  listNotices: createReadOperation(listNotices, respondData(rules.listEmails)),
  resendNotice: createWriteOperation(resendNotice, respondCreated(rules.resendEmail)),
  discardNotice: createWriteOperation(discardNotice, respondData(rules.discardEmail)),
  sendPod: createWriteOperation(sendPod, respondCreated(rules.sendProof)),
  // Runs as a flow, because only the process has the public URL.
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
