// Counts the bytes of replies that are in memory because their clients have not taken them yet: who leaves much lying gets nothing more made.

/** Beyond so much, the next large reply of an environment is not begun. */
const environmentBytesMax = 8 * 2 ** 20
/** The same for all; but whoever has left nothing lying is always let in. */
const allBytesMax = 64 * 2 ** 20

export interface Untaken {
  /** Counts bytes until what it answers is called. */
  add(environmentId: string, bytes: number): () => void
  /** Whether one more reply may be made for the environment. */
  hasRoom(environmentId: string): boolean
  /** Tells whenever something was taken. */
  onTaken(tell: () => void): void
}

export function openUntaken(): Untaken {
  const lying = new Map<string, number>()
  const listeners: (() => void)[] = []
  let all = 0
  const count = (environmentId: string, bytes: number): void => {
    const own = (lying.get(environmentId) ?? 0) + bytes
    all += bytes
    if (own === 0) lying.delete(environmentId)
    else lying.set(environmentId, own)
  }
  return {
    add(environmentId, bytes) {
      count(environmentId, bytes)
      return () => {
        count(environmentId, -bytes)
        for (const tell of listeners) tell()
      }
    },
    hasRoom(environmentId) {
      const own = lying.get(environmentId)
      return own === undefined || (own < environmentBytesMax && all < allBytesMax)
    },
    onTaken: (tell) => void listeners.push(tell),
  }
}
