// Opens the configured storage of files: a folder or a bucket.
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Files } from '../operation/services.ts'
import { openBucket } from './bucket.ts'
import { openFolder } from './folder.ts'

type Settings = Pick<Config, 'data' | 'files' | 'filesRegion' | 'filesKeyId' | 'filesSecret'>

const isBucket = (place: string): boolean => place.includes('://')

/** Describes the storage of files for people, and identifies it. */
export const filesPlace = ({ data, files }: Pick<Config, 'data' | 'files'>): string =>
  isBucket(files) ? files.replace(/\/+$/, '') : resolve(files || join(data, 'files'))

export function openFiles(config: Settings): CountedFiles {
  return counting(open(config))
}

interface CountedFiles extends Files {
  /** Returns the number of failed requests so far. */
  failures(): number
}

function counting(files: Files): CountedFiles {
  let failures = 0
  const counted = async <T>(answer: Promise<T>, gone?: AbortSignal): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!gone?.aborted) failures++
      throw error
    }
  }
  return {
    put: (name, bytes) => counted(files.put(name, bytes)),
    get: (name, gone) => counted(files.get(name, gone), gone),
    open: (name, gone) => counted(files.open(name, gone), gone),
    remove: (name) => counted(files.remove(name)),
    list: (from) => counted(files.list(from)),
    failures: () => failures,
  }
}

function open(config: Settings): Files {
  const place = filesPlace(config)
  if (!isBucket(place)) return openFolder(place)
  const { filesRegion: region, filesKeyId: keyId, filesSecret: secret } = config
  return openBucket({ url: place, region, keyId, secret })
}
