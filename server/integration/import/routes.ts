// Endpoints of imports.
import {
  createImport,
  deleteImport,
  getImport,
  getImportResult,
  listImports,
  undoImport,
} from '../../../contract/import.ts'
import { fileName } from '../../platform/bytes/name.ts'
import {
  andThen,
  answersFile,
  created,
  long,
  ok,
  okData,
  preparedWrites,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  createImport: andThen(
    preparedWrites(createImport, rules.prepareCreate, async (tx, call) =>
      created(JSON.stringify(await rules.create(tx, { ...call, body: call.body! }))),
    ),
    ({ environmentId }, { wakes }) => wakes.call('import', environmentId),
  ),
  listImports: reads(listImports, async (tx, call) => okData(JSON.stringify(await rules.list(tx, call)))),
  getImport: long(reads(getImport, async (tx, call) => okData(JSON.stringify(await rules.get(tx, call))))),
  getImportResult: answersFile(getImportResult, rules.getResult),
  undoImport: andThen(
    writes(undoImport, async (tx, call) => {
      await rules.undo(tx, call)
      return ok()
    }),
    ({ environmentId }, { wakes }) => wakes.call('import', environmentId),
  ),
  deleteImport: andThen(
    writes(deleteImport, async (tx, call) => {
      await rules.remove(tx, call)
      return ok()
    }),
    ({ environmentId, params }, { later, files, wakes }) => {
      // The instance that runs the import stops, and can start another one.
      wakes.call('import', environmentId)
      // The file of a waiting import is still stored. A running import has it in memory.
      later(() => files.remove(fileName(environmentId, (params as { importId: string }).importId)))
    },
  ),
}
