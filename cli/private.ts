// Creates files with personal data that other users of the machine cannot read.
import { createWriteStream, fchmodSync, fstatSync, openSync } from 'node:fs'
import type { Writable } from 'node:stream'

const ownerOnly = 0o600

export function writePrivately(path: string): Writable {
  const descriptor = openSync(path, 'w', ownerOnly)
  // A file that was there has kept its mode; a pipe or a device is not ours to change.
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, ownerOnly)
  return createWriteStream(path, { fd: descriptor })
}
