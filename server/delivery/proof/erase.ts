// Erases the personal data in the proofs of an order.

import { setVersion } from '../../orders/export-list/store.ts'
import type { WriteTransaction } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import { formatIso } from '../../platform/value/times.ts'
import * as files from '../file/store.ts'
import type { ProofDetails } from './content.ts'
import { proofExportList } from './export-store.ts'
import * as store from './store.ts'

const personal = ['contactName', 'remarks', 'email', 'geoLocation', 'locationAccuracy'] as const

/** Returns whether the proofs had personal data. The bytes of images are deleted after the transaction. */
export async function eraseProofs(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  consignmentId: string,
): Promise<boolean> {
  const { environmentId, now } = author
  const ids = (await store.listIdsOfOrder(tx, environmentId, consignmentId)).map(({ podId }) => podId)
  if (ids.length === 0) return false
  const pictures: files.FileRow[] = []
  for (const podId of ids) pictures.push(...(await files.listProofFiles(tx, environmentId, podId)))
  await files.setFilesErased(tx, environmentId, consignmentId, formatIso(now))
  const remaining = Map.groupBy(
    pictures.filter(({ state }) => state !== 'erased'),
    ({ podId }) => podId,
  )
  let found = false
  for (const podId of ids) {
    const fileTypes = new Set(remaining.get(podId)?.map(({ kind }) => kind))
    found = (await eraseOne(tx, author, podId, fileTypes)) || found
  }
  return found
}

async function eraseOne(
  tx: WriteTransaction,
  author: changes.ChangeAuthor,
  podId: string,
  fileTypes: ReadonlySet<string>,
): Promise<boolean> {
  const { environmentId } = author
  const row = (await store.lockProof(tx, environmentId, podId))!
  const details = JSON.parse(row.document) as ProofDetails
  const paths = personal.filter((name) => (details[name] ?? null) !== null).map((name) => `/${name}`)
  if (fileTypes.has('photo')) paths.push('/photos')
  if (fileTypes.has('signature')) paths.push('/signature')
  if (paths.length === 0) return false
  for (const name of personal) details[name] = null
  const version = row.version + 1
  const eraser = changes.withLaterTime(author, row.updated)
  const updated = formatIso(eraser.now)
  await store.overwriteProof(tx, environmentId, { podId, version, updated, document: JSON.stringify(details) })
  await setVersion(tx, proofExportList, environmentId, { id: podId, version })
  await changes.recordChange(tx, eraser, {
    type: 'pod.erased',
    recordId: podId,
    recordKey: row.consignmentKey,
    version,
    differences: paths.map((path) => ({ path })),
  })
  return true
}
