// Erases the personal data in the proofs of an order.

import { setVersion } from '../../orders/export-list/store.ts'
import type { Writer } from '../../platform/database/database.ts'
import * as changes from '../../platform/event/rules.ts'
import { toIso } from '../../platform/value/times.ts'
import * as files from '../file/store.ts'
import type { Details } from './content.ts'
import { proofs } from './export-store.ts'
import * as store from './store.ts'

const personal = ['contactName', 'remarks', 'email', 'geoLocation', 'locationAccuracy'] as const

/** Returns whether the proofs had personal data. The bytes of images are deleted after the transaction. */
export async function erase(tx: Writer, author: changes.Author, consignmentId: string): Promise<boolean> {
  const { environmentId, now } = author
  const ids = (await store.idsOfConsignment(tx, environmentId, consignmentId)).map(({ podId }) => podId)
  if (ids.length === 0) return false
  const pictures: files.FileRow[] = []
  for (const podId of ids) pictures.push(...(await files.ofPod(tx, environmentId, podId)))
  await files.markErased(tx, environmentId, consignmentId, toIso(now))
  const left = Map.groupBy(
    pictures.filter(({ state }) => state !== 'erased'),
    ({ podId }) => podId,
  )
  let found = false
  for (const podId of ids) {
    const kinds = new Set(left.get(podId)?.map(({ kind }) => kind))
    found = (await eraseOne(tx, author, podId, kinds)) || found
  }
  return found
}

async function eraseOne(
  tx: Writer,
  author: changes.Author,
  podId: string,
  kinds: ReadonlySet<string>,
): Promise<boolean> {
  const { environmentId } = author
  const row = (await store.lock(tx, environmentId, podId))!
  const details = JSON.parse(row.document) as Details
  const paths = personal.filter((name) => (details[name] ?? null) !== null).map((name) => `/${name}`)
  if (kinds.has('photo')) paths.push('/photos')
  if (kinds.has('signature')) paths.push('/signature')
  if (paths.length === 0) return false
  for (const name of personal) details[name] = null
  const version = row.version + 1
  const eraser = changes.after(author, row.updated)
  const updated = toIso(eraser.now)
  await store.overwrite(tx, environmentId, { podId, version, updated, document: JSON.stringify(details) })
  await setVersion(tx, proofs, environmentId, { id: podId, version })
  await changes.record(tx, eraser, {
    type: 'pod.erased',
    recordId: podId,
    recordKey: row.consignmentKey,
    version,
    differences: paths.map((path) => ({ path })),
  })
  return true
}
