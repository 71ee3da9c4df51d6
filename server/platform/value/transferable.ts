// Transfers bytes to another thread instead of copying them, if nothing else is in the same memory.

/** Returns the buffers that contain only these bytes. After a transfer, the sender can no longer use them. */
export const transferableBuffers = (arrays: readonly Uint8Array[]): ArrayBuffer[] => {
  const buffers = arrays.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength ? [buffer] : [],
  )
  return [...new Set(buffers)]
}
