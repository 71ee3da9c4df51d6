// Receives and opens the photos and signatures of proofs. A client announces each file before it sends the bytes.

import { fileName } from '../../platform/bytes/name.ts'
import { unavailable, type Writer } from '../../platform/database/database.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import type { Picture } from '../../platform/image/picture.ts'
import { pictureOf, sha256Of } from '../../platform/image/rules.ts'
import type { Preparing, PreparingOutside } from '../../platform/operation/operation.ts'
import type { OpenFile, Services } from '../../platform/operation/services.ts'
import { toIso } from '../../platform/value/times.ts'
import * as store from './store.ts'

/** A file of a proof, by its ids. */
export interface Named {
  podId: string
  fileId: string
}

const unknown = ({ fileId }: Named) =>
  new Problem('NOT_FOUND', { message: `The proof names no file \`${fileId}\`, or it was removed.` })

/**
 * Stores the bytes of an announced image, before the transaction that marks it as stored (`arrived`). In this sequence,
 * no failure leaves a record of missing bytes. Returns undefined if the file was erased or has expired.
 */
export async function receive(
  { environmentId, read, services }: PreparingOutside,
  named: Named,
  sent: Uint8Array,
): Promise<store.Arrived | undefined> {
  const row = await read((tx) => store.find(tx, environmentId, named.fileId))
  // The bytes are obsolete, and the client must not retry.
  if (row?.podId === named.podId && (row.state === 'erased' || row.state === 'expired')) return undefined
  if (row?.podId !== named.podId || (row.state !== 'pending' && row.state !== 'stored')) throw unknown(named)
  // Size and checksum are compared first, because decoding the image is slow.
  if (row.state === 'pending') await expectAnnounced(row, sent)
  const { bytes, ...picture } = await pictureOf(sent)
  if (row.state === 'stored' && picture.sha256 !== row.sha256) throw anotherFile()
  if (picture.type !== row.type)
    throw badRequest(
      '',
      'mismatch',
      `The proof names a file of the type \`${row.type}\`, and this is \`${picture.type}\`.`,
    )
  const file = { fileId: named.fileId, bytes: bytes.length, ...picture }
  if (row.state !== 'pending') return file
  await services().files.put(fileName(environmentId, named.fileId), bytes)
  return { ...file, paper: await paperCopy(services(), environmentId, { ...file, bytes }) }
}

/** Pixels of the largest PNG that the PDF thread decodes itself, in about 30 ms. */
const decodedPixelsMax = 500_000
type Size = Pick<store.FileRow, 'type' | 'width' | 'height'>
const isLargePng = ({ type, width, height }: Size): boolean =>
  type === 'image/png' && (width ?? 0) * (height ?? 0) > decodedPixelsMax

/** Returns the image for a PDF; undefined if its bytes are missing. Scales a large PNG that has no stored copy. */
export async function paperBytes(
  { files, pdf }: Pick<Services, 'files' | 'pdf'>,
  environmentId: string,
  file: Size & Pick<store.FileRow, 'fileId'>,
  gone: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await bytesOf(files, environmentId, file.fileId, gone)
  return bytes && isLargePng(file) ? pdf.scalePng(bytes, { environmentId, gone }) : bytes
}

/** Stores a small copy of a large PNG for PDFs. A failure is only logged: each PDF then scales the PNG itself. */
async function paperCopy(
  { files, pdf, report }: Pick<Services, 'files' | 'pdf' | 'report'>,
  environmentId: string,
  { fileId, bytes, ...size }: Picture & { fileId: string },
): Promise<store.Arrived['paper']> {
  if (!isLargePng(size)) return undefined
  try {
    const copy = await pdf.scalePng(bytes, { environmentId })
    await files.put(fileName(environmentId, store.paperId(fileId)), copy)
    return { bytes: copy.length, sha256: await sha256Of(copy) }
  } catch (error) {
    report(error)
    return undefined
  }
}

const anotherFile = () => badRequest('', 'mismatch', 'This is another file than the proof names: its SHA-256 differs.')

async function expectAnnounced({ bytes, sha256 }: store.FileRow, sent: Uint8Array): Promise<void> {
  if (sent.length !== bytes)
    throw badRequest('', 'mismatch', `The proof names a file of ${bytes} bytes, and this one has ${sent.length}.`)
  if ((await sha256Of(sent)) !== sha256) throw anotherFile()
}

/** Marks a file as stored. Returns false if it is stored already, because the client sent it twice. */
export async function arrived(tx: Writer, environmentId: string, file: store.Arrived, now: number): Promise<boolean> {
  const isNew = await store.markStored(tx, environmentId, file, toIso(now))
  if (isNew && !file.paper) return true
  const row = await store.find(tx, environmentId, file.fileId)
  if (isNew) {
    await recordPaper(tx, environmentId, { ...row!, ...file.paper!, fileId: store.paperId(file.fileId) })
    return true
  }
  // The file was erased or removed in between: the next sweep deletes its bytes.
  if (row?.state !== 'stored') throw unknown({ podId: '', fileId: file.fileId })
  return false
}

/** Stores the record of a copy for PDFs, so that backups, retention and erasures treat the copy like the original. */
async function recordPaper(tx: Writer, environmentId: string, copy: store.FileRow): Promise<void> {
  await store.insert(tx, environmentId, { ...copy, kind: 'paper' })
  await store.markStored(tx, environmentId, { ...copy, width: null, height: null }, copy.updated)
}

/** Returns the bytes of a stored file; undefined if they are missing. */
export const bytesOf = (
  files: Services['files'],
  environmentId: string,
  fileId: string,
  gone?: AbortSignal,
): Promise<Uint8Array | undefined> => files.get(fileName(environmentId, fileId), gone)

/** Available file, which is stored and can be opened. */
export interface Available extends Pick<store.FileRow, 'type' | 'sha256'> {
  open(gone?: AbortSignal): Promise<OpenFile>
}

/** Opens a file of a proof. Throws `NOT_FOUND` if it is not stored. */
export async function open(
  { read, services }: { read: Preparing['read']; services: Pick<Services, 'files'> },
  environmentId: string,
  named: Named,
): Promise<Available> {
  const row = await read((tx) => store.find(tx, environmentId, named.fileId))
  if (row?.podId !== named.podId || row.state !== 'stored')
    throw new Problem('NOT_FOUND', { message: `This proof has no file \`${named.fileId}\`.` })
  const openFile = async (gone?: AbortSignal) => {
    const found = await services.files.open(fileName(environmentId, named.fileId), gone)
    // Not a 404: the operator must see it in the log, and the client can only retry.
    if (!found) throw unavailable(`The bytes of the file ${named.fileId} are missing in the storage for files.`)
    return found
  }
  return { type: row.type, sha256: row.sha256, open: openFile }
}
