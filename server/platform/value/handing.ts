// Bytes on their way to another thread: handed over instead of copied, where nothing else lies in the same memory.

/** The memory of these, as far as it is theirs alone; whoever hands it over has it no more. */
export const handedOver = (all: readonly Uint8Array[]): ArrayBuffer[] => {
  const own = all.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength ? [buffer] : [],
  )
  return [...new Set(own)]
}
