// Where the tests put what nobody needs after them.
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Of the whole run, several times over. */
const roomBytes = 6e9

/** In memory where there is room: the databases of a run are synced to a disk some ten thousand times, for nothing. */
export const scratch: string = hasRoom() ? memory : tmpdir()

function hasRoom(): boolean {
  // Who names a folder means it.
  if (process.env.TMPDIR) return false
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomBytes
  } catch {
    return false
  }
}
