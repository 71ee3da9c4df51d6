// Creates files for personal data. Other users of the machine cannot read these files.
import { createWriteStream, fchmodSync, fstatSync, openSync } from 'node:fs'
import type { Writable } from 'node:stream'

const ownerOnly = 0o600

export function writePrivately(path: string): Writable {
  const descriptor = openSync(path, 'w', ownerOnly)
  // An existing file keeps its mode when it is opened. The mode of a pipe or a device must stay as it is.
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, ownerOnly)
  return createWriteStream(path, { fd: descriptor })
}
