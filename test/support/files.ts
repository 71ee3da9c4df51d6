// Files of proofs without proofs over HTTP: a record that waits for its bytes, and what the service does when they come.
import { hash, randomUUID } from 'node:crypto'
import * as rules from '../../server/delivery/file/rules.ts'
import * as store from '../../server/delivery/file/store.ts'
import { type Database, sql } from '../../server/platform/database/database.ts'
import type { ServicePreparationContext } from '../../server/platform/operation/operation.ts'
import type { FileStorage, ProcessServices } from '../../server/platform/operation/services.ts'
import { formatIso } from '../../server/platform/value/times.ts'

export interface Place {
  database: Pick<Database, 'read' | 'write'>
  files: FileStorage
  environmentId: string
}

export interface Announced extends rules.FileReference {
  sent: Buffer
}

/** An outcome of an order, as far as files need one, with the files that it names. */
export async function announce(
  { database, environmentId }: Place,
  consignmentId: string,
  contents: Buffer[],
  now = Date.now(),
): Promise<Announced[]> {
  const podId = randomUUID()
  const announced = contents.map((sent) => ({ podId, fileId: randomUUID(), sent }))
  const created = formatIso(now)
  await database.write(async (tx) => {
    await tx.run(
      sql`insert into pods (environment_id, pod_id, consignment_id, consignment_key, load_id, stop_position, outcome, time, received, fingerprint, version, created, updated, pending, driver_key, document)
      values (${environmentId}, ${podId}, ${consignmentId}, 'key', ${null}, 0, 'success', ${created}, ${created}, '', 1, ${created}, ${created}, ${contents.length}, ${null}, '{}')`,
    )
    for (const { fileId, sent } of announced)
      await store.insertFile(tx, environmentId, {
        ...{ fileId, podId, kind: 'photo', type: sent[0] === 0x89 ? 'image/png' : 'image/jpeg', created },
        ...{ bytes: sent.length, sha256: hash('sha256', sent) },
      })
  })
  return announced
}

/** The first half of what an upload does: its bytes are stored. */
export async function receive(
  { database, files, environmentId }: Place,
  { sent, ...named }: Announced,
): Promise<store.ReceivedFile> {
  const preparing: ServicePreparationContext = {
    ...{ environmentId, findings: [], read: database.read },
    services: () => ({ files }) as ProcessServices,
    scopes: () => new Set(),
  }
  return (await rules.receiveFile(preparing, named, sent))!
}

/** The second half: the record says so. */
export const confirm = (
  { database, environmentId }: Place,
  file: store.ReceivedFile,
  now: number = Date.now(),
): Promise<boolean> => database.write((tx) => rules.recordStoredFile(tx, environmentId, file, now))

export async function upload(place: Place, announced: Announced, now?: number): Promise<void> {
  await confirm(place, await receive(place, announced), now)
}

export const rowOf = ({ database, environmentId }: Place, { fileId }: rules.FileReference) =>
  database.read(async (tx) => store.findFile(tx, environmentId, fileId))
