// Receives and returns the photos and the signature of a proof.

import type { WriteTransaction } from '../../platform/database/database.ts'
import type {
  FileResponse,
  FlowContext,
  OperationCall,
  ServicePreparationContext,
} from '../../platform/operation/operation.ts'
import * as files from '../file/rules.ts'
import type { ReceivedFile } from '../file/store.ts'
import * as rules from './rules.ts'

export type FilePath = files.FileReference

/** Stores the bytes of a file before the transaction that records it. */
export const prepareFile = async (
  call: OperationCall<unknown, FilePath, Uint8Array>,
  preparing: ServicePreparationContext,
): Promise<ReceivedFile | undefined> =>
  preparing.findings.length > 0 ? undefined : files.receiveFile(preparing, call.params, call.body)

/** Records a received file. A repeated upload changes nothing. */
export async function putFile(
  tx: WriteTransaction,
  call: OperationCall<unknown, FilePath, ReceivedFile | undefined>,
): Promise<void> {
  if (call.body && (await files.recordStoredFile(tx, call.environmentId, call.body, call.now)))
    await rules.recordFileArrival(tx, call, call.params.podId)
}

export async function getFile(
  { environmentId, params }: OperationCall<unknown, FilePath>,
  context: FlowContext,
): Promise<FileResponse> {
  const { type, sha256, open } = await files.openProofFile(context, environmentId, params)
  return { type, name: `${params.fileId}.${type === 'image/png' ? 'png' : 'jpg'}`, etag: `"${sha256}"`, open }
}
