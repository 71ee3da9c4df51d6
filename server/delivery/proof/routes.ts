// The endpoints of proofs and of their export list.
import {
  acknowledgePodExport,
  addPodExport,
  clearPodExport,
  getPod,
  getPodById,
  getPodFile,
  getPodPdf,
  listPodExport,
  listPods,
  putPod,
  putPodFile,
  removePodExport,
} from '../../../contract/pod.ts'
import {
  allowBatching,
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  createFileOperation,
  createFlowOperation,
  createPreparedWriteOperation,
  createReadOperation,
  createStreamOperation,
  createWriteOperation,
  type FlowContext,
  onBackgroundThread,
  respondData,
  respondOk,
  withoutDeadline,
} from '../../platform/operation/operation.ts'
import { getPdf } from './document.ts'
import * as exportList from './export.ts'
import { getFile, prepareFile, putFile } from './files.ts'
import * as read from './read.ts'
import * as rules from './rules.ts'

const get = async (call: Parameters<typeof read.getProof>[0], context: FlowContext) => {
  const pod = await read.getProof(call, context)
  return buildDataResponse(JSON.stringify(pod), pod.version)
}

export const proofRoutes = {
  putPod: allowBatching(
    createPreparedWriteOperation(putPod, rules.prepareProof, async (tx, call) => {
      const { version, created: isNew } = await rules.putProof(tx, call)
      return isNew ? buildCreatedResponse(undefined, version) : buildOkResponse(version)
    }),
    rules.mayBatchProof,
  ),
  getPod: createFlowOperation(getPod, get),
  getPodById: createFlowOperation(getPodById, get),
  listPods: onBackgroundThread(
    createReadOperation(listPods, async (tx, call) => buildDataResponse(await read.listProofs(tx, call))),
  ),
  putPodFile: createPreparedWriteOperation(putPodFile, prepareFile, respondOk(putFile)),
  getPodFile: createFileOperation(getPodFile, getFile),
  getPodPdf: createFileOperation(getPodPdf, getPdf),
  listPodExport: createStreamOperation(listPodExport, exportList.listProofExport),
  clearPodExport: withoutDeadline(createWriteOperation(clearPodExport, respondOk(exportList.clearProofExport))),
  removePodExport: createWriteOperation(removePodExport, respondOk(exportList.removeProofExport)),
  addPodExport: withoutDeadline(
    createWriteOperation(addPodExport, async (tx, call) =>
      buildDataResponse(JSON.stringify({ added: await exportList.addProofExport(tx, call) })),
    ),
  ),
  acknowledgePodExport: withoutDeadline(
    createWriteOperation(acknowledgePodExport, respondData(exportList.acknowledgeProofExport)),
  ),
}
