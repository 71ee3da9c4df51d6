// Endpoints of e-mails: list, preview, send, discard.
import { discardNotice, listNotices, previewNotice, resendNotice, sendPod } from '../../../contract/notice.ts'
import { tokenFindings } from '../../access/environment/rules.ts'
import { problemOf } from '../../platform/error/problems.ts'
import { created, flows, okData, reads, writes } from '../../platform/operation/operation.ts'
import { newHints } from '../../platform/value/nearest.ts'
import { toIso } from '../../platform/value/times.ts'
import { preview } from './content.ts'
import * as rules from './rules.ts'

export const routes = {
  listNotices: reads(listNotices, async (tx, call) => okData(JSON.stringify(await rules.list(tx, call)))),
  resendNotice: writes(resendNotice, async (tx, call) => created(JSON.stringify(await rules.resend(tx, call)))),
  discardNotice: writes(discardNotice, async (tx, call) => okData(JSON.stringify(await rules.discard(tx, call)))),
  sendPod: writes(sendPod, async (tx, call) => created(JSON.stringify(await rules.sendProof(tx, call)))),
  // A flow, because only the process has the public URL.
  previewNotice: flows(previewNotice, async (call, { read, services }) => {
    const { template, subject, body, consignmentKey } = call.body
    const tried = { ...(subject ? { subject } : {}), ...(body ? { body } : {}) }
    const found = tokenFindings('', tried, newHints())
    if (found.length > 0) throw problemOf(found)
    const about = { template, tried, consignmentKey: consignmentKey ?? undefined }
    const written = await read((tx) =>
      preview(tx, call.environmentId, about, { publicUrl: services.publicUrl(), now: toIso(call.now) }),
    )
    return okData(JSON.stringify(written))
  }),
}
