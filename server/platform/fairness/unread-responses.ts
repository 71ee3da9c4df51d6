// Unread responses: counts the bytes of responses that are in memory because their clients have not read them yet.

/** Unread bytes of an environment from which its next large response has to wait. */
const environmentBytesMax = 8 * 2 ** 20
/** Unread bytes of all environments together. An environment without unread bytes never waits. */
const totalBytesMax = 64 * 2 ** 20

export interface UnreadResponses {
  /** Counts the bytes of a response. Call the returned function when they are read or their connection is closed. */
  add(environmentId: string, bytes: number): () => void
  /** Returns whether the environment may start another large response. */
  hasCapacity(environmentId: string): boolean
  /** Calls the listener whenever a response was read. */
  onRead(listener: () => void): void
}

export function openUnreadResponses(): UnreadResponses {
  const unreadBytes = new Map<string, number>()
  const listeners: (() => void)[] = []
  let totalBytes = 0
  const count = (environmentId: string, bytes: number): void => {
    const environmentBytes = (unreadBytes.get(environmentId) ?? 0) + bytes
    totalBytes += bytes
    if (environmentBytes === 0) unreadBytes.delete(environmentId)
    else unreadBytes.set(environmentId, environmentBytes)
  }
  return {
    add(environmentId, bytes) {
      count(environmentId, bytes)
      return () => {
        count(environmentId, -bytes)
        for (const listener of listeners) listener()
      }
    },
    hasCapacity(environmentId) {
      const environmentBytes = unreadBytes.get(environmentId)
      return environmentBytes === undefined || (environmentBytes < environmentBytesMax && totalBytes < totalBytesMax)
    },
    onRead: (listener) => void listeners.push(listener),
  }
}
