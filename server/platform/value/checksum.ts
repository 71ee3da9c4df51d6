// Computes and compares the checksums of stored orders. They reveal a text that the disk has changed.
import { crc32 } from 'node:zlib'

export const calculateChecksum = (document: string): number => crc32(document)

interface Checked {
  consignmentId: string
  document: string
  /** Null if 0.2 wrote the text last, since it computes no checksum. */
  checksum: number | null
}

/** Returns whether a text matches its checksum; true without a checksum. */
export const isIntact = ({ document, checksum }: Pick<Checked, 'document' | 'checksum'>): boolean =>
  checksum === null || crc32(document) === checksum

/** Throws for a damaged order. The client gets 500 `INTERNAL`; only the log contains the message. */
export function expectIntact(row: Checked): void {
  if (!isIntact(row))
    throw new Error(
      `The stored text of the order ${row.consignmentId} is damaged: its checksum differs. Run \`dray doctor\`, ` +
        'and restore a backup.',
    )
}
