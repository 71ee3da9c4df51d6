// Receives and opens the photos and signatures of proofs. A client announces each file before it sends the bytes.

import { buildFileName } from '../../platform/bytes/name.ts'
import { createUnavailableError, type WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import type { CleanImage } from '../../platform/image/picture.ts'
import { hashSha256, prepareImage } from '../../platform/image/rules.ts'
import type { PreparationContext, RunStep, ServicePreparationContext } from '../../platform/operation/operation.ts'
import type { OpenFile, ProcessServices } from '../../platform/operation/services.ts'
import { formatIso } from '../../platform/value/times.ts'
import { recordDrawnCopy } from './steps.ts'
import * as store from './store.ts'

/** Ids of a file and its proof. */
export interface FileReference {
  podId: string
  fileId: string
}

const unknown = ({ fileId }: FileReference) =>
  new ApiProblem('NOT_FOUND', {
    message: `The proof has no file \`${fileId}\`, or the file was removed.`,
    values: { key: fileId },
  })

/**
 * Stores the bytes of an announced image. A later transaction marks the image as stored, so that a failure never leaves
 * a record without bytes. Returns undefined if the file was erased or has expired.
 */
export async function receiveFile(
  { environmentId, read, services }: ServicePreparationContext,
  named: FileReference,
  sent: Uint8Array,
): Promise<store.ReceivedFile | undefined> {
  const row = await read((tx) => store.findFile(tx, environmentId, named.fileId))
  // The file was erased or has expired, so the service ignores the bytes. Without an error, the client does not retry.
  if (row?.podId === named.podId && (row.state === 'erased' || row.state === 'expired')) return undefined
  if (row?.podId !== named.podId || (row.state !== 'pending' && row.state !== 'stored')) throw unknown(named)
  // Compares size and checksum before it decodes the image, because decoding is slow.
  if (row.state === 'pending') await expectAnnounced(row, sent)
  const { bytes, ...picture } = await prepareImage(sent)
  if (row.state === 'stored' && picture.sha256 !== row.sha256) throw anotherFile()
  if (picture.type !== row.type)
    throw createBadRequest(
      '',
      'mismatch',
      `The proof announces a file of the type \`${row.type}\`, but this file has the type \`${picture.type}\`.`,
      { namedType: row.type, sentType: picture.type },
    )
  const file = { fileId: named.fileId, bytes: bytes.length, ...picture }
  if (row.state !== 'pending') return file
  await services().files.put(buildFileName(environmentId, named.fileId), bytes)
  return { ...file, paper: await paperCopy(services(), environmentId, { ...file, bytes }) }
}

/** Largest number of pixels of a PNG that the PDF thread decodes itself, in about 30 ms. */
const decodedPixelsMax = 500_000
type Size = Pick<store.FileRow, 'type' | 'width' | 'height'>
const isLargePng = ({ type, width, height }: Size): boolean =>
  type === 'image/png' && (width ?? 0) * (height ?? 0) > decodedPixelsMax

/** Services that read images for PDFs. `run` records a copy that is made for a PDF. */
export interface ImageServices extends Pick<ProcessServices, 'files' | 'pdf' | 'report'> {
  run: RunStep
}

/**
 * Returns the image for a PDF; undefined if its bytes are missing. Scales a large PNG that has no stored copy, and
 * stores the copy for later PDFs.
 */
export async function readImageForPdf(
  services: ImageServices,
  environmentId: string,
  file: Size & Pick<store.FileRow, 'fileId'>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await readFileBytes(services.files, environmentId, file.fileId, signal)
  if (!bytes || !isLargePng(file)) return bytes
  const copy = await services.pdf.scalePng(bytes, { environmentId, clientSignal: signal })
  await storeDrawnCopy(services, environmentId, file.fileId, copy)
  return copy
}

/**
 * Stores the scaled copy of an image that has none. A failure is only logged, and the next PDF scales the PNG again.
 */
async function storeDrawnCopy(
  { files, report, run }: ImageServices,
  environmentId: string,
  fileId: string,
  copy: Uint8Array,
): Promise<void> {
  const name = buildFileName(environmentId, store.buildPaperId(fileId))
  try {
    await files.put(name, copy)
    const isRecorded = await run(recordDrawnCopy, { fileId, bytes: copy.length, sha256: await hashSha256(copy) })
    if (!isRecorded) await files.remove(name)
  } catch (error) {
    report(error)
  }
}

/**
 * Scales a large PNG for PDFs, and stores the copy. A failure is only logged, and each PDF then scales the PNG itself.
 */
async function paperCopy(
  { files, pdf, report }: Pick<ProcessServices, 'files' | 'pdf' | 'report'>,
  environmentId: string,
  { fileId, bytes, ...size }: CleanImage & { fileId: string },
): Promise<store.ReceivedFile['paper']> {
  if (!isLargePng(size)) return undefined
  try {
    const copy = await pdf.scalePng(bytes, { environmentId })
    await files.put(buildFileName(environmentId, store.buildPaperId(fileId)), copy)
    return { bytes: copy.length, sha256: await hashSha256(copy) }
  } catch (error) {
    report(error)
    return undefined
  }
}

const anotherFile = () =>
  createBadRequest('', 'mismatch', 'The SHA-256 of this file differs from the value that the proof announces.')

async function expectAnnounced({ bytes, sha256 }: store.FileRow, sent: Uint8Array): Promise<void> {
  if (sent.length !== bytes)
    throw createBadRequest(
      '',
      'mismatch',
      `The proof announces a file of ${bytes} bytes, but this file has ${sent.length} bytes.`,
      {
        namedBytes: bytes,
        sentBytes: sent.length,
      },
    )
  if ((await hashSha256(sent)) !== sha256) throw anotherFile()
}

/** Marks a file as stored. Returns false if it is stored already, because the client sent it twice. */
export async function recordStoredFile(
  tx: WriteTransaction,
  environmentId: string,
  file: store.ReceivedFile,
  now: number,
): Promise<boolean> {
  const isNew = await store.setFileStored(tx, environmentId, file, formatIso(now))
  if (isNew && !file.paper) return true
  const row = await store.findFile(tx, environmentId, file.fileId)
  if (isNew) {
    await store.insertPaperCopy(tx, environmentId, row!, file.paper!)
    return true
  }
  // Another transaction has erased or removed the file since the upload. The next sweep deletes its bytes.
  if (row?.state !== 'stored') throw unknown({ podId: '', fileId: file.fileId })
  return false
}

/** Returns the bytes of a stored file; undefined if they are missing. */
export const readFileBytes = (
  files: ProcessServices['files'],
  environmentId: string,
  fileId: string,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> => files.get(buildFileName(environmentId, fileId), signal)

/** Stored file that can be opened. */
export interface AvailableFile extends Pick<store.FileRow, 'type' | 'sha256'> {
  open(gone?: AbortSignal): Promise<OpenFile>
}

/** Opens a file of a proof. Throws `NOT_FOUND` if it is not stored. */
export async function openProofFile(
  { read, services }: { read: PreparationContext['read']; services: Pick<ProcessServices, 'files'> },
  environmentId: string,
  named: FileReference,
): Promise<AvailableFile> {
  const row = await read((tx) => store.findFile(tx, environmentId, named.fileId))
  if (row?.podId !== named.podId || row.state !== 'stored')
    throw new ApiProblem('NOT_FOUND', {
      message: `This proof has no file \`${named.fileId}\`.`,
      values: { key: named.fileId },
    })
  const openFile = async (signal?: AbortSignal) => {
    const found = await services.files.open(buildFileName(environmentId, named.fileId), signal)
    // Throws `Unavailable` instead of `NOT_FOUND`, because the operator must see the missing bytes in the log, and the
    // client can only retry.
    if (!found)
      throw createUnavailableError(`The bytes of the file ${named.fileId} are missing in the storage for files.`)
    return found
  }
  return { type: row.type, sha256: row.sha256, open: openFile }
}
