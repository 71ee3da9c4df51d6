// The endpoints of proofs and of their export list.
import * as contract from '../../../contract/pod.ts'
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
    createPreparedWriteOperation(contract.putPod, rules.prepareProof, async (tx, call) => {
      const { version, created: isNew } = await rules.putProof(tx, call)
      return isNew ? buildCreatedResponse(undefined, version) : buildOkResponse(version)
    }),
    rules.mayBatchProof,
  ),
  getPod: createFlowOperation(contract.getPod, get),
  getPodById: createFlowOperation(contract.getPodById, get),
  listPods: onBackgroundThread(
    createReadOperation(contract.listPods, async (tx, call) => buildDataResponse(await read.listProofs(tx, call))),
  ),
  putPodFile: createPreparedWriteOperation(contract.putPodFile, prepareFile, respondOk(putFile)),
  getPodFile: createFileOperation(contract.getPodFile, getFile),
  getPodPdf: createFileOperation(contract.getPodPdf, getPdf),
  listPodExport: createStreamOperation(contract.listPodExport, exportList.listProofExport),
  clearPodExport: withoutDeadline(
    createWriteOperation(contract.clearPodExport, respondOk(exportList.clearProofExport)),
  ),
  removePodExport: createWriteOperation(contract.removePodExport, respondOk(exportList.removeProofExport)),
  addPodExport: withoutDeadline(
    createWriteOperation(contract.addPodExport, async (tx, call) =>
      buildDataResponse(JSON.stringify({ added: await exportList.addProofExport(tx, call) })),
    ),
  ),
  acknowledgePodExport: withoutDeadline(
    createWriteOperation(contract.acknowledgePodExport, respondData(exportList.acknowledgeProofExport)),
  ),
}
