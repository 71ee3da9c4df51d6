// Stores files in a folder. A file is stored completely or not at all, and is on disk before the call returns.
import { randomUUID } from 'node:crypto'
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createUnavailableError } from '../database/database.ts'
import type { FileStorage, StoredFile } from '../operation/services.ts'
import { readChunks } from '../value/chunks.ts'
import { checkFileName, parseFileName, unfinishedFolder } from './name.ts'

export function openFolder(root: string): FileStorage {
  /**
   * Returns the path of a file. Ids begin alike and end at random, so their last two characters divide the files evenly
   * into subfolders.
   */
  const pathOf = (name: string): string => {
    const { environmentId, fileId } = parseFileName(checkFileName(name))!
    return join(root, environmentId, fileId.slice(-2), fileId)
  }
  return {
    put: (name, bytes) => write(root, pathOf(name), { bytes, path: pathOf(`${unfinishedFolder}/${randomUUID()}`) }),
    get: (name) => readFile(pathOf(name)).catch(unlessMissing),
    async open(name) {
      const path = pathOf(name)
      const found = await stat(path).catch(unlessMissing)
      return found && { bytes: found.size, chunks: read(path, found.size) }
    },
    async remove(name) {
      const path = pathOf(name)
      await unlink(path).then(() => syncFolder(dirname(path)), unlessMissing)
    },
    list: (startAfter) => listFrom(root, startAfter),
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}

/**
 * Reads a file in chunks. The file is opened with the first chunk, so a reader that requests none leaves no open file.
 */
async function* read(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* readChunks(file, 0, bytes)
  } finally {
    await file.close()
  }
}

interface Draft {
  bytes: Uint8Array
  path: string
}

async function write(root: string, path: string, draft: Draft): Promise<void> {
  try {
    for (const folder of [dirname(draft.path), dirname(path)]) await makeFolder(root, folder)
    const file = await open(draft.path, 'wx', 0o600)
    try {
      await giveToOwner(dirname(draft.path), (uid, gid) => file.chown(uid, gid))
      await file.writeFile(draft.bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft.path, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft.path, { force: true }).catch(() => undefined)
    const { code } = error as { code?: string }
    if (code === 'ENOSPC' || code === 'EDQUOT') throw createUnavailableError('The storage for files is full.', error)
    throw error
  }
}

/** Gives a file that root writes here, as a restore does, to the owner of the folder: the user of the service. */
async function giveToOwner(folder: string, give: (uid: number, gid: number) => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  // Root in a container may have no right to change the owner of a file.
  await give(uid, gid).catch((error) => {
    if ((error as { code?: string }).code !== 'EPERM') throw error
  })
}

/** Creates a folder durably: syncs it and all folders above it, up to the root and its parent. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let current = folder; current.length >= first.length; current = dirname(current))
    await giveToOwner(dirname(first), (uid, gid) => lchown(current, uid, gid))
  for (let current = folder; current.length >= root.length; current = dirname(current)) await syncFolder(current)
  await syncFolder(dirname(root))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Lists one subfolder of one environment per call. */
async function listFrom(root: string, startAfter: string | undefined): ReturnType<FileStorage['list']> {
  const [lastEnvironment = '', lastPart = ''] = startAfter?.split('/') ?? []
  for (const environmentId of await namesIn(root)) {
    if (environmentId < lastEnvironment) continue
    const subfolders = await namesIn(join(root, environmentId))
    const next = subfolders.find((subfolder) => environmentId > lastEnvironment || subfolder > lastPart)
    if (next === undefined) continue
    const files = await filesIn(join(root, environmentId, next), environmentId)
    return { files, next: `${environmentId}/${next}` }
  }
  return { files: [], next: undefined }
}

const namesIn = async (folder: string): Promise<string[]> => {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? []
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

async function filesIn(folder: string, environmentId: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const fileId of (await readdir(folder).catch(unlessMissing)) ?? []) {
    const name = `${environmentId}/${fileId}`
    const found = parseFileName(name) && (await stat(join(folder, fileId)).catch(unlessMissing))
    if (found) files.push({ name, bytes: found.size, storedMs: found.mtimeMs })
  }
  return files
}
