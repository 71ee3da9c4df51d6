// Endpoints of imports.
import * as contract from '../../../contract/import.ts'
import { buildFileName } from '../../platform/bytes/name.ts'
import {
  afterCommit,
  buildCreatedResponse,
  createFileOperation,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  onBackgroundThread,
  respondData,
  respondOk,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const importRoutes = {
  createImport: afterCommit(
    createPreparedWriteOperation(contract.createImport, rules.prepareCreate, async (tx, call) =>
      buildCreatedResponse(JSON.stringify(await rules.addImport(tx, { ...call, body: call.body! }))),
    ),
    ({ environmentId }, { wakes }) => wakes.call('import', environmentId),
  ),
  listImports: createReadOperation(contract.listImports, respondData(rules.listImports)),
  getImport: onBackgroundThread(createReadOperation(contract.getImport, respondData(rules.getImport))),
  getImportResult: createFileOperation(contract.getImportResult, rules.getResult),
  undoImport: afterCommit(
    createWriteOperation(contract.undoImport, respondOk(rules.undoImport)),
    ({ environmentId }, { wakes }) => wakes.call('import', environmentId),
  ),
  deleteImport: afterCommit(
    createWriteOperation(contract.deleteImport, respondOk(rules.removeImport)),
    ({ environmentId, params }, { later, files, wakes }) => {
      // The instance that runs the import ends it, and can start another import.
      wakes.call('import', environmentId)
      // The file of a waiting import is still stored. A running import has it in memory.
      later(() => files.remove(buildFileName(environmentId, (params as { importId: string }).importId)))
    },
  ),
}
