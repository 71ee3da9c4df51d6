// Shows the progress of a long command: a bar in a terminal, otherwise a line every few seconds.
const barWidth = 24
const redrawMs = 100
const lineMs = 10_000

export interface ProgressUpdate {
  /** Returns the text that is drawn over the previous text in a terminal. */
  drawn(): string
  /** Returns the line for a file or a log. */
  line(): string
  /** Whether a step has ended. The end of a step is always shown. */
  ended?: boolean
}

export function createProgress(stream: NodeJS.WriteStream) {
  let shownAt = performance.now()
  return {
    show({ drawn, line, ended = false }: ProgressUpdate): void {
      if (!ended && performance.now() - shownAt < (stream.isTTY ? redrawMs : lineMs)) return
      shownAt = performance.now()
      stream.write(stream.isTTY ? `\r\x1b[K${drawn()}` : `${line()}\n`)
    },
    clear(): void {
      if (stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}

/** Draws a bar. `fraction` is the finished share, from 0 to 1. */
export function drawBar(fraction: number): string {
  const filled = Math.round(Math.min(1, fraction) * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
}
