// Receives and returns the photos and the signature of a proof.

import type { Writer } from '../../platform/database/database.ts'
import type { Call, FileReply, FlowContext, PreparingOutside } from '../../platform/operation/operation.ts'
import * as files from '../file/rules.ts'
import type { Arrived } from '../file/store.ts'
import * as rules from './rules.ts'

export type FilePath = files.Named

/** Stores the bytes of a file before the transaction that records it. */
export const prepareFile = async (
  call: Call<unknown, FilePath, Uint8Array>,
  preparing: PreparingOutside,
): Promise<Arrived | undefined> =>
  preparing.findings.length > 0 ? undefined : files.receive(preparing, call.params, call.body)

/** Records a received file. A file that is sent again changes nothing. */
export async function putFile(tx: Writer, call: Call<unknown, FilePath, Arrived | undefined>): Promise<void> {
  if (call.body && (await files.arrived(tx, call.environmentId, call.body, call.now)))
    await rules.fileArrived(tx, call, call.params.podId)
}

export async function getFile(
  { environmentId, params }: Call<unknown, FilePath>,
  context: FlowContext,
): Promise<FileReply> {
  const { type, sha256, open } = await files.open(context, environmentId, params)
  return { type, name: `${params.fileId}.${type === 'image/png' ? 'png' : 'jpg'}`, etag: `"${sha256}"`, open }
}
