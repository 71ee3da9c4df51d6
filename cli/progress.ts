// Shows the progress of a long command: a bar in a terminal, otherwise a line every few seconds.
const barWidth = 24
const redrawMs = 100
const lineMs = 10_000

export interface ProgressUpdate {
  /** Text drawn over the previous text. */
  drawn(): string
  /** For a file or a log. */
  line(): string
  /** A step has ended: that is shown in any case. */
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

/** Draws a bar. `part` is the finished share, from 0 to 1. */
export function drawBar(fraction: number): string {
  const filled = Math.round(Math.min(1, fraction) * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`
}
