// Records outcomes that the driver app sends. Each has the ticket of its stop, so that later changes do not invalidate
// it.
import type { putDrivePod } from '../../../contract/drive.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Writer } from '../../platform/database/database.ts'
import { Problem } from '../../platform/error/problems.ts'
import type { Call, Preparing, PreparingOutside } from '../../platform/operation/operation.ts'
import type { Arrived } from '../file/store.ts'
import { type FilePath, prepareFile as prepareAny } from '../proof/files.ts'
import { prepare as prepareContent, type Recorded, record } from '../proof/rules.ts'
import * as pods from '../proof/store.ts'
import { expectValid, readTicket, type Ticket } from './ticket.ts'

type Body = BodyOf<typeof putDrivePod>
type Content = NonNullable<Awaited<ReturnType<typeof prepareContent>>>['content']
type Prepared = { ticket: Ticket; content: Content } | undefined

/** Prepares the proof: reads the ticket before the transaction, because its content never changes. */
export async function prepare(call: Call<object, { podId: string }, Body>, preparing: Preparing): Promise<Prepared> {
  const { environmentId, params, now } = call
  const prepared = await prepareContent(call, preparing)
  if (!prepared) return undefined
  const ticket = await preparing.read(async (tx) => {
    const found = await readTicket(tx, call.body.ticket, { environmentId, driverKey: call.device!.driverKey })
    // A repeated request of a stored proof succeeds after the ticket has expired.
    if (!(await pods.find(tx, environmentId, params.podId))) expectValid(found, now)
    return found
  })
  return { ticket, content: prepared.content }
}

export const put = (tx: Writer, call: Call<unknown, { podId: string }, Prepared>): Promise<Recorded> => {
  const { ticket, content } = call.body!
  const { consignmentId, loadId, driverKey, key, type, position: stopPosition } = ticket
  const { podId } = call.params
  return record(tx, call, {
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
export const shares = ({ body }: Pick<Call, 'body'>): boolean => (body as Prepared)?.content.email == null

/** Receives a file of the driver's own proof. Throws `NOT_FOUND` for a proof of another driver. */
export async function prepareFile(
  call: Call<unknown, FilePath, Uint8Array>,
  preparing: PreparingOutside,
): Promise<Arrived | undefined> {
  const { environmentId, params, device } = call
  const pod = await preparing.read((tx) => pods.find(tx, environmentId, params.podId))
  if (pod?.driverKey !== device!.driverKey)
    throw new Problem('NOT_FOUND', { message: 'You have recorded no such proof.' })
  return prepareAny(call, preparing)
}
