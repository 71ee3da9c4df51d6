// Records outcomes that the driver app sends. Each has the ticket of its stop, so that the outcome stays valid after
// later changes of the load.
import type { putDrivePod } from '../../../contract/drive.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import type {
  OperationCall,
  PreparationContext,
  ServicePreparationContext,
} from '../../platform/operation/operation.ts'
import type { ReceivedFile } from '../file/store.ts'
import { type FilePath, prepareFile as prepareAny } from '../proof/files.ts'
import { prepareProof as prepareContent, type RecordedProof, recordProof } from '../proof/rules.ts'
import * as pods from '../proof/store.ts'
import { expectValid, readTicket, type StopTicket } from './ticket.ts'

type Body = BodyOf<typeof putDrivePod>
type Content = NonNullable<Awaited<ReturnType<typeof prepareContent>>>['content']
type Prepared = { ticket: StopTicket; content: Content } | undefined

/** Prepares the proof. Reads the ticket before the transaction, because its content never changes. */
export async function prepareDriverProof(
  call: OperationCall<object, { podId: string }, Body>,
  preparing: PreparationContext,
): Promise<Prepared> {
  const { environmentId, params, now } = call
  const prepared = await prepareContent(call, preparing)
  if (!prepared) return undefined
  const ticket = await preparing.read(async (tx) => {
    const found = await readTicket(tx, call.body.ticket, { environmentId, driverKey: call.device!.driverKey })
    // A ticket may have expired if the proof is already stored, because then the device only repeats the request.
    if (!(await pods.findProof(tx, environmentId, params.podId))) expectValid(found, now)
    return found
  })
  return { ticket, content: prepared.content }
}

export const putDriverProof = (
  tx: WriteTransaction,
  call: OperationCall<unknown, { podId: string }, Prepared>,
): Promise<RecordedProof> => {
  const { ticket, content } = call.body!
  const { consignmentId, loadId, driverKey, key, type, position: stopPosition } = ticket
  const { podId } = call.params
  return recordProof(tx, call, {
    podId,
    content,
    consignmentId,
    loadId,
    driverKey,
    ticket: { key, type, stopPosition },
    deviceId: call.device!.deviceId,
  })
}

/**
 * Returns whether a proof may share a transaction with other proofs. A proof with an e-mail address may lock its
 * device, which could cause a deadlock in a shared transaction.
 */
export const mayBatchProof = ({ body }: Pick<OperationCall, 'body'>): boolean =>
  (body as Prepared)?.content.email == null

/** Receives a file of a proof that the driver recorded. Throws `NOT_FOUND` for a proof of another driver. */
export async function prepareFile(
  call: OperationCall<unknown, FilePath, Uint8Array>,
  preparing: ServicePreparationContext,
): Promise<ReceivedFile | undefined> {
  const { environmentId, params, device } = call
  const pod = await preparing.read((tx) => pods.findProof(tx, environmentId, params.podId))
  if (pod?.driverKey !== device!.driverKey)
    throw new ApiProblem('NOT_FOUND', { message: 'You have recorded no such proof.' })
  return prepareAny(call, preparing)
}
