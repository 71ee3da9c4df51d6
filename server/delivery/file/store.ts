// Stores the records of photos and signatures. A record stays after its bytes are deleted, with `bytes` 0.
import {
  type Awaitable,
  buildValueList,
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'

export type FileState = 'pending' | 'stored' | 'expired' | 'erased' | 'removed'

export interface FileRow {
  fileId: string
  podId: string
  kind: string
  type: string
  /** Size of the file in bytes: as announced by the client, and as stored after the upload. */
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  state: FileState
  created: string
  updated: string
}

const columns = piece`select file_id as "fileId", pod_id as "podId", kind, type, bytes, sha256, width, height, state,
    created, updated
  from files`

export type NewFile = Pick<FileRow, 'fileId' | 'podId' | 'kind' | 'type' | 'bytes' | 'sha256' | 'created'>

/**
 * Returns the id of the small copy of a large PNG, which PDFs show. No client can use this id, because clients send
 * UUIDs.
 */
export const buildPaperId = (fileId: string): string => `paper-${fileId}`

/** Returns the id of the original image, for the id of an image or of its copy for PDFs. */
export const findOriginalId = (fileId: string): string => fileId.replace(/^paper-/, '')

/** Inserts the record of an announced file. Returns false if a record has the id. */
export const insertFile = async (tx: WriteTransaction, environmentId: string, file: NewFile): Promise<boolean> =>
  (await tx.run(
    sql`insert into files (environment_id, file_id, pod_id, kind, type, bytes, sha256, width, height, state, created,
        updated)
      values (${environmentId}, ${file.fileId}, ${file.podId}, ${file.kind}, ${file.type}, ${file.bytes},
        ${file.sha256}, ${null}, ${null}, 'pending', ${file.created}, ${file.created})
      on conflict (environment_id, file_id) do nothing`,
  )) === 1

export const findFile = (tx: ReadTransaction, environmentId: string, fileId: string): Awaitable<FileRow | undefined> =>
  tx.get<FileRow>(joinFragments(columns, piece` where environment_id = ${environmentId} and file_id = ${fileId}`))

export const listProofFiles = (tx: ReadTransaction, environmentId: string, podId: string): Awaitable<FileRow[]> =>
  tx.all<FileRow>(
    joinFragments(columns, piece` where environment_id = ${environmentId} and pod_id = ${podId} order by file_id`),
  )

/** Finds the files of up to 500 proofs. */
export const listFilesOfProofs = (
  tx: ReadTransaction,
  environmentId: string,
  podIds: readonly string[],
): Awaitable<FileRow[]> =>
  podIds.length === 0
    ? []
    : tx.all<FileRow>(
        joinFragments(
          columns,
          piece` where environment_id = ${environmentId} and pod_id in `,
          buildValueList(podIds, podIds.length === 1 ? 1 : podIds.length <= 50 ? 50 : 500),
        ),
      )

/** Ids of files per statement. */
export const filesAtOnce = 200

/** Finds the records of these files. */
export const findFiles = (tx: ReadTransaction, environmentId: string, ids: readonly string[]): Awaitable<FileRow[]> =>
  ids.length === 0
    ? []
    : tx.all<FileRow>(
        joinFragments(
          columns,
          piece` where environment_id = ${environmentId} and file_id in `,
          buildValueList(ids, filesAtOnce),
        ),
      )

/** Lists a page of stored files by id. */
export const listStoredFiles = (
  tx: ReadTransaction,
  environmentId: string,
  afterId: string,
  limit: number,
): Awaitable<FileRow[]> =>
  tx.all<FileRow>(
    joinFragments(
      columns,
      piece` where environment_id = ${environmentId} and state = 'stored' and file_id > ${afterId}
        order by file_id limit ${limit}`,
    ),
  )

export interface ReceivedFile extends Pick<FileRow, 'fileId' | 'type' | 'bytes' | 'sha256' | 'width' | 'height'> {
  /** Paper copy of the image, for PDFs. */
  paper?: PaperCopy | undefined
}

/** Marks an announced file as stored. Returns false if it is not announced. */
export const setFileStored = async (
  tx: WriteTransaction,
  environmentId: string,
  { fileId, type, bytes, sha256, width, height }: ReceivedFile,
  now: string,
): Promise<boolean> =>
  (await tx.run(
    sql`update files set state = 'stored', type = ${type}, bytes = ${bytes}, sha256 = ${sha256}, width = ${width},
        height = ${height}, updated = ${now}
      where environment_id = ${environmentId} and file_id = ${fileId} and state = 'pending'`,
  )) === 1

/** Size and checksum of the small copy of a large PNG. */
export type PaperCopy = Pick<FileRow, 'bytes' | 'sha256'>

/** Stores the record of a copy for PDFs, so that backups, retention and erasures treat the copy like the original. */
export async function insertPaperCopy(
  tx: WriteTransaction,
  environmentId: string,
  original: FileRow,
  copy: PaperCopy,
): Promise<void> {
  const row = { ...original, ...copy, fileId: buildPaperId(original.fileId), kind: 'paper', width: null, height: null }
  await insertFile(tx, environmentId, row)
  await setFileStored(tx, environmentId, row, original.updated)
}

/** Marks the files of a deleted proof. Their bytes are deleted a day later. */
export const setFilesRemoved = (
  tx: WriteTransaction,
  environmentId: string,
  podId: string,
  now: string,
): Awaitable<number> =>
  tx.run(
    sql`update files set state = 'removed', updated = ${now}
      where environment_id = ${environmentId} and pod_id = ${podId}`,
  )

/** Marks all files of an order as erased, and deletes their checksums and sizes. */
export const setFilesErased = (
  tx: WriteTransaction,
  environmentId: string,
  consignmentId: string,
  now: string,
): Awaitable<number> =>
  tx.run(
    sql`update files set state = 'erased', sha256 = '', width = ${null}, height = ${null}, updated = ${now}
      where environment_id = ${environmentId} and state in ('pending', 'stored', 'expired')
        and pod_id in (select pod_id from pods
          where environment_id = ${environmentId} and consignment_id = ${consignmentId})`,
  )

/** Marks a batch of files as expired that were stored before a time. Returns their number. */
export const expireStoredFiles = (
  tx: WriteTransaction,
  environmentId: string,
  { before, now, limit }: { before: string; now: string; limit: number },
): Awaitable<number> =>
  tx.run(
    sql`update files set state = 'expired', updated = ${now}
      where environment_id = ${environmentId}
        and file_id in (select file_id from files
          where environment_id = ${environmentId} and state = 'stored' and updated < ${before}
          order by updated limit ${limit})`,
  )

/** Lists files that have been in a state since before a time and may still have bytes. */
export const listFilesToDelete = (
  tx: ReadTransaction,
  environmentId: string,
  { state, before, limit }: { state: FileState; before: string; limit: number },
): Awaitable<{ fileId: string }[]> =>
  tx.all<{ fileId: string }>(
    sql`select file_id as "fileId" from files
      where environment_id = ${environmentId} and state = ${state} and updated <= ${before} and bytes > 0
      order by updated limit ${limit}`,
  )

/** Notes that the bytes of a file are deleted. Deletes the record of a file without a proof. */
export async function setBytesDeleted(tx: WriteTransaction, environmentId: string, fileId: string): Promise<void> {
  await tx.run(
    sql`delete from files where environment_id = ${environmentId} and file_id = ${fileId} and state = 'removed'`,
  )
  await tx.run(
    sql`update files set bytes = 0
      where environment_id = ${environmentId} and file_id = ${fileId} and state in ('erased', 'expired')`,
  )
}

export interface FileTotals {
  files: number
  bytes: number
}
export const readFileTotals = async (tx: ReadTransaction, environmentId: string): Promise<FileTotals> =>
  (await tx.get<FileTotals>(
    sql`select count(*) as files, coalesce(sum(bytes), 0) as bytes from files
      where environment_id = ${environmentId} and state = 'stored'`,
  ))!
