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
  answersFile,
  created,
  type FlowContext,
  flows,
  lasting,
  long,
  ok,
  okData,
  preparedWrites,
  reads,
  sharing,
  streams,
  writes,
} from '../../platform/operation/operation.ts'
import { getPdf } from './document.ts'
import * as exportList from './export.ts'
import { getFile, prepareFile, putFile } from './files.ts'
import * as read from './read.ts'
import * as rules from './rules.ts'

const get = async (call: Parameters<typeof read.get>[0], context: FlowContext) => {
  const pod = await read.get(call, context)
  return okData(JSON.stringify(pod), pod.version)
}

export const routes = {
  putPod: sharing(
    preparedWrites(putPod, rules.prepare, async (tx, call) => {
      const { version, created: isNew } = await rules.put(tx, call)
      return isNew ? created(undefined, version) : ok(version)
    }),
    rules.shares,
  ),
  getPod: flows(getPod, get),
  getPodById: flows(getPodById, get),
  listPods: long(reads(listPods, async (tx, call) => okData(await read.page(tx, call)))),
  putPodFile: preparedWrites(putPodFile, prepareFile, async (tx, call) => {
    await putFile(tx, call)
    return ok()
  }),
  getPodFile: answersFile(getPodFile, getFile),
  getPodPdf: answersFile(getPodPdf, getPdf),
  listPodExport: streams(listPodExport, exportList.list),
  clearPodExport: lasting(
    writes(clearPodExport, async (tx, call) => {
      await exportList.clear(tx, call)
      return ok()
    }),
  ),
  removePodExport: writes(removePodExport, async (tx, call) => {
    await exportList.remove(tx, call)
    return ok()
  }),
  addPodExport: lasting(
    writes(addPodExport, async (tx, call) => okData(JSON.stringify({ added: await exportList.add(tx, call) }))),
  ),
  acknowledgePodExport: lasting(
    writes(acknowledgePodExport, async (tx, call) => okData(JSON.stringify(await exportList.acknowledge(tx, call)))),
  ),
}
