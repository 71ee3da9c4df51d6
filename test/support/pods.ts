// Proofs as tests need them: valid, and different only where the test says so; and pictures for them.
import { createHash, hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { type PodInput, putPod, putPodFile } from '../../contract/pod.ts'
import type { Tenant } from './harness.ts'

/** As a client makes one. */
export const newUuid = (): string => randomUUID()

/** A failure, which needs neither goods nor a signature. */
export const aPod = (members: Partial<PodInput> = {}): PodInput => ({
  outcome: 'failed',
  failureReasonCode: 'nobody-in',
  ...members,
})

const chunk = (type: string, content: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
  bytes.writeUInt32BE(content.length, 0)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/** A grey square, another one for each name: noise, so that it has about as many bytes as pixels. */
export function aPicture(name: string, side = 8): Buffer {
  const noise = createHash('shake256', { outputLength: side * side })
    .update(name)
    .digest()
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.concat([Buffer.of(0), noise.subarray(row * side, (row + 1) * side)]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A file, as a proof announces it and as it is sent. */
export function aPhoto(fileId: string = newUuid(), bytes: Buffer = aPicture(fileId), type = 'image/png') {
  const announced = { fileId, bytes: bytes.length, sha256: hash('sha256', bytes), type: type as 'image/png' }
  return { announced, bytes, body: new Blob([new Uint8Array(bytes)], { type }) }
}

/** A photograph with something behind its end, of which nothing is stored. */
export const aJpeg = (): Buffer =>
  Buffer.concat([
    readFileSync(join(import.meta.dirname, '../file/pictures/baseline.jpg')),
    Buffer.from('where it was taken'),
  ])

/** A proof with a photo and a signature, as they come: the words first, then the pictures. */
export async function handedOver(
  { call }: Pick<Tenant, 'call'>,
  consignmentKey: string,
  members: object = {},
): Promise<string> {
  const podId = newUuid()
  const [photo, signature] = [aPhoto(), aPhoto()]
  const body = {
    ...{ consignmentKey, outcome: 'success' as const, contactName: 'R. Receiver', ...members },
    ...{ photos: [photo.announced], signature: signature.announced },
  }
  await call(putPod, { params: { podId }, body })
  for (const file of [photo, signature])
    await call(putPodFile, { params: { podId, fileId: file.announced.fileId }, body: file.body })
  return podId
}
