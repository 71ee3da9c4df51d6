// Resizes the panes of the plan by dragging their edges or with the arrow keys. The browser stores the sizes.
import { useRef } from 'react'
import { createKeptStore } from '../../platform/store.ts'
import { useTexts } from '../../words/language.ts'
import { manyTexts } from '../load/words.ts'
import styles from './splitter.module.css'

/** Panes whose size the user can set, in pixels. */
const names = ['side', 'stops', 'charts'] as const
type Pane = (typeof names)[number]
type Sizes = Partial<Record<Pane, number>>

const limits: Record<Pane, { min: number; max: number }> = {
  side: { min: 200, max: 520 },
  stops: { min: 260, max: 640 },
  charts: { min: 120, max: 720 },
}
const clampSize = (pane: Pane, pixels: number) =>
  Math.round(Math.min(limits[pane].max, Math.max(limits[pane].min, pixels)))

/** Parses sizes such as `side=280 charts=300`. Other text gives none. */
const read = (text: string): Sizes =>
  Object.fromEntries(
    text.split(' ').flatMap((entry) => {
      const [name, pixels] = entry.split('=')
      const pane = names.find((candidate) => candidate === name)
      return pane && Number(pixels) > 0 ? [[pane, clampSize(pane, Number(pixels))]] : []
    }),
  )
const storedSizes = createKeptStore('dray.plan.panes', (text) => text ?? '')
const keep = (sizes: Sizes) =>
  storedSizes.set(names.flatMap((name) => (sizes[name] ? `${name}=${sizes[name]}` : [])).join(' '))

/** Returns the style of the grid with the sizes of its panes. */
export function usePaneSizes(): React.CSSProperties {
  // In a small window, the panes leave space for the other panes.
  return Object.fromEntries(
    Object.entries(read(storedSizes.use())).map(([name, pixels]) => [
      `--${name}`,
      `min(${pixels}px, ${name === 'charts' ? '70%' : '32vw'})`,
    ]),
  )
}

const stepPixels = 16
const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** Measures the present size of a pane. */
function sizeOf(pane: Pane, edge: HTMLElement): number {
  const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(edge.parentElement!)
  const tracks = (pane === 'charts' ? gridTemplateRows : gridTemplateColumns).split(' ').map(Number.parseFloat)
  return tracks[names.indexOf(pane)] ?? tracks[1] ?? 0
}

/** Draws the edge between a pane and its neighbour. */
export function PaneSplitter({ pane }: { pane: Pane }) {
  const texts = useTexts(manyTexts)
  const size = read(storedSizes.use())[pane]
  const drag = useRef<{ startPixels: number; size: number } | null>(null)
  const isLying = pane === 'charts'
  /** The direction in which the pane grows when the pointer moves right or down. */
  const towards = isLying || isRightToLeft() ? -1 : 1
  const set = (pixels: number | undefined) =>
    keep({ ...read(storedSizes.get()), [pane]: pixels && clampSize(pane, pixels) })
  const getCoordinate = (event: React.PointerEvent) => (isLying ? event.clientY : event.clientX)
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const currentSize = sizeOf(pane, event.currentTarget)
    const forwards = isLying ? 'ArrowDown' : 'ArrowRight'
    const backwards = isLying ? 'ArrowUp' : 'ArrowLeft'
    if (event.key === forwards) set(currentSize + towards * stepPixels)
    else if (event.key === backwards) set(currentSize - towards * stepPixels)
    else if (event.key === 'Home') set(limits[pane].min)
    else if (event.key === 'End') set(limits[pane].max)
    else if (event.key === 'Enter') set(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div
      className={styles.edge}
      data-edge={pane}
      role="separator"
      tabIndex={0}
      aria-label={texts[`${pane}Size`]}
      aria-orientation={isLying ? 'horizontal' : 'vertical'}
      aria-valuemin={limits[pane].min}
      aria-valuemax={limits[pane].max}
      aria-valuenow={size ?? limits[pane].min}
      aria-valuetext={size === undefined ? texts.ownSize : `${size} px`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { startPixels: getCoordinate(event), size: sizeOf(pane, event.currentTarget) }
      }}
      onPointerMove={(event) => {
        if (drag.current) set(drag.current.size + towards * (getCoordinate(event) - drag.current.startPixels))
      }}
      onLostPointerCapture={() => {
        drag.current = null
      }}
    />
  )
}
