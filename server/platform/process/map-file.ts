// Reads the operator's street map: one PMTiles archive of vector tiles, of which browsers request ranges.
import { type FileHandle, open } from 'node:fs/promises'

/** Size of the header in version 3 of the format, in bytes. */
const headerBytes = 127
const magic = 'PMTiles'
const formatVersion = 3
const vectorTiles = 1

export interface MapFile {
  bytes: number
  /** ETag of the map file, which changes with the file. */
  etag: string
  zoomMin: number
  zoomMax: number
  handle: FileHandle
}

/** Opens a map file. Throws an error for the operator if the file is not one. */
export async function openMapFile(path: string): Promise<MapFile> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${error.code})`)
  })
  try {
    const { size, mtimeMs } = await handle.stat()
    const header = Buffer.alloc(headerBytes)
    const { bytesRead } = await handle.read(header, 0, headerBytes, 0).catch(() => ({ bytesRead: 0 }))
    if (bytesRead < headerBytes || header.toString('latin1', 0, magic.length) !== magic || header[7] !== formatVersion)
      throw new Error('this is not a PMTiles file of version 3')
    if (header[99] !== vectorTiles) throw new Error('its tiles are pictures: a basemap of vector tiles is needed')
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
    return { bytes: size, etag, zoomMin: header[100]!, zoomMax: header[101]!, handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Describes the content of a map for people. */
export async function describeMap(path: string): Promise<string> {
  const { bytes, zoomMin, zoomMax, handle } = await openMapFile(path)
  await handle.close()
  return `${Math.ceil(bytes / 2 ** 20)} MB, zoom ${zoomMin} to ${zoomMax}`
}
