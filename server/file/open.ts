// Where files are, as the configuration says: a folder or a bucket.
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Files } from '../core/services.ts'
import { openBucket } from './bucket.ts'
import { openFolder } from './folder.ts'

type Settings = Pick<Config, 'data' | 'files' | 'filesRegion' | 'filesKeyId' | 'filesSecret'>

const isBucket = (place: string): boolean => place.includes('://')

/** For people, and to tell one place from another. */
export const filesPlace = ({ data, files }: Pick<Config, 'data' | 'files'>): string =>
  isBucket(files) ? files.replace(/\/+$/, '') : resolve(files || join(data, 'files'))

export function openFiles(config: Settings): Files {
  const place = filesPlace(config)
  if (!isBucket(place)) return openFolder(place)
  const { filesRegion: region, filesKeyId: keyId, filesSecret: secret } = config
  return openBucket({ url: place, region, keyId, secret })
}
