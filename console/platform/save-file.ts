// Saves bytes as a named file. A download works under every policy and in every browser; a tab of bytes does not.

/** Time until the bytes are released, in milliseconds. The browser has read them by then. */
const keptMs = 60_000

export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}

/** Saves lines as a CSV file. */
export function downloadCsv(name: string, lines: readonly string[]): void {
  // The byte order mark tells spreadsheets that the text is UTF-8. Excel ignores it after a line such as `sep=;`.
  saveFile(name, new Blob(['\uFEFF', ...lines], { type: 'text/csv' }))
}
