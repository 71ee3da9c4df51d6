// Checksums of stored orders: they tell a text that the disk has changed from the one that was written.
import { crc32 } from 'node:zlib'

export const checksumOf = (document: string): number => crc32(document)

interface Checked {
  consignmentId: string
  document: string
  /** Null where it is unknown. */
  checksum: number | null
}

/** Whether a text is the one that was written, as far as its checksum is known. */
export const isIntact = ({ document, checksum }: Pick<Checked, 'document' | 'checksum'>): boolean =>
  checksum === null || crc32(document) === checksum

/** Fails for a damaged order, as reading a text that is no JSON does. The message is for the log. */
export function expectIntact(row: Checked): void {
  if (!isIntact(row))
    throw new Error(
      `The stored text of the order ${row.consignmentId} is damaged: its checksum differs. Run \`dray doctor\`, and restore a backup.`,
    )
}
