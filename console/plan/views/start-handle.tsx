// Moves the start of the route on the timeline, by dragging or with the arrow keys, and shows the resulting times.
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useFormat } from '../../words/format.ts'
import { useTexts } from '../../words/language.ts'
import type { TimeScale } from '../times/time-scale.ts'
import { timesTexts } from '../times/words.ts'
import styles from './time-line.module.css'

export interface StartShift {
  /** The saved start. */
  at: number
  /** The shown start, which follows the drag. */
  shown: number
  editable: boolean
  /** Previews another start; null ends the preview. */
  onPreview(at: number | null): void
  onCommit(at: number): void
}

const step = 5 * 60_000
const onGrid = (time: number) => Math.round(time / step) * step

interface StartHandleProps {
  start: StartShift
  scale: TimeScale
  height: number
  zone: string
  /** Reports a drag, during which the timeline keeps its hours. */
  onDragging(isDragging: boolean): void
}

export function StartHandle({ start, scale, height, zone, onDragging }: StartHandleProps) {
  const texts = useTexts(timesTexts)
  const format = useFormat(zone)
  const [moved, setMoved] = useState<number | null>(null)
  const startMs = moved ?? start.shown
  const show = (time: number | null) => {
    setMoved(time)
    start.onPreview(time)
  }
  const finish = () => {
    onDragging(false)
    if (moved !== null && moved !== start.at) start.onCommit(moved)
    else start.onPreview(null)
    setMoved(null)
  }
  const timeOf = (event: PointerEvent<SVGElement>) =>
    onGrid(scale.timeAt(event.clientX - event.currentTarget.ownerSVGElement!.getBoundingClientRect().left))
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key]
    if (offset !== undefined) show(onGrid(startMs + offset))
    else if (event.key === 'Enter' && moved !== null) finish()
    else if (event.key === 'Escape' && moved !== null) show(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const x = scale.x(startMs)
  const spoken = format.time(new Date(startMs).toISOString())
  return (
    <g
      className={styles.start}
      role="slider"
      tabIndex={start.editable ? 0 : -1}
      aria-label={texts.plannedStart}
      aria-valuenow={startMs}
      aria-valuetext={spoken}
      aria-disabled={!start.editable}
      onPointerDown={(event) => {
        if (!start.editable || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        onDragging(true)
        show(startMs)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && show(timeOf(event))}
      onPointerUp={() => moved !== null && finish()}
      onPointerCancel={() => show(null)}
      onKeyDown={start.editable ? onKeyDown : undefined}
      onBlur={() => moved !== null && finish()}
    >
      <title>{texts.startHandleHint}</title>
      <line x1={x} x2={x} y1={14} y2={height} />
      <rect className={styles.grip} x={x - 19} width={38} y={0} height={16} rx={3} />
      <text x={x} y={11.5}>
        {spoken}
      </text>
    </g>
  )
}
