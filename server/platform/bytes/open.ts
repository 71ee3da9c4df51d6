// Opens the configured storage of files: a folder or a bucket.
import { join, resolve } from 'node:path'
import type { ServiceConfig } from '../config/config.ts'
import type { FileStorage } from '../operation/services.ts'
import { openBucket } from './bucket.ts'
import { openFolder } from './folder.ts'

type Settings = Pick<ServiceConfig, 'data' | 'files' | 'filesRegion' | 'filesKeyId' | 'filesSecret'>

const isBucket = (location: string): boolean => location.includes('://')

/** Describes the storage of files for people, and identifies it. */
export const describeFileStorage = ({ data, files }: Pick<ServiceConfig, 'data' | 'files'>): string =>
  isBucket(files) ? files.replace(/\/+$/, '') : resolve(files || join(data, 'files'))

export function openFiles(config: Settings): CountedFiles {
  return counting(open(config))
}

interface CountedFiles extends FileStorage {
  /** Returns the number of failed requests so far. */
  failures(): number
}

function counting(files: FileStorage): CountedFiles {
  let failures = 0
  const counted = async <T>(answer: Promise<T>, abortSignal?: AbortSignal): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!abortSignal?.aborted) failures++
      throw error
    }
  }
  return {
    put: (name, bytes) => counted(files.put(name, bytes)),
    get: (name, abortSignal) => counted(files.get(name, abortSignal), abortSignal),
    open: (name, abortSignal) => counted(files.open(name, abortSignal), abortSignal),
    remove: (name) => counted(files.remove(name)),
    list: (startAfter) => counted(files.list(startAfter)),
    failures: () => failures,
  }
}

function open(config: Settings): FileStorage {
  const location = describeFileStorage(config)
  if (!isBucket(location)) return openFolder(location)
  const { filesRegion: region, filesKeyId: keyId, filesSecret: secret } = config
  return openBucket({ url: location, region, keyId, secret })
}
