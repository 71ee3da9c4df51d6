// Reads a part of a file chunk by chunk into one buffer.
import type { FileHandle } from 'node:fs/promises'

const chunkBytes = 65_536

/**
 * Reads a file in chunks that share one buffer, so each chunk is valid until the next one. An unread reply therefore
 * keeps only one chunk in memory.
 */
export async function* readChunks(file: FileHandle, start: number, bytes: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(bytes, chunkBytes))
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, bytes - done), start + done)
    if (bytesRead === 0) throw new Error('A file ended before all of it was read.')
    yield chunk.subarray(0, bytesRead)
    done += bytesRead
  }
}
