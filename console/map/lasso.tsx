// Selects the pins within a drawn line. A button or the Shift key starts it.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isInside, type MapPoint } from './clusters.ts'
import styles from './lasso.module.css'
import type { ModifierKeys } from './route-locations.ts'

interface LassoProps {
  /** Element on which the line is drawn. */
  frame: RefObject<HTMLElement | null>
  isOn: boolean
  /** Returns the positions of all selectable pins, relative to the corner of the frame. */
  points: () => readonly MapPoint[]
  onChoose: (ids: readonly string[], keys: ModifierKeys) => void
}

type Spot = { x: number; y: number }

export function LassoSelection({ frame, isOn, points, onChoose }: LassoProps) {
  const [ring, setRing] = useState<readonly Spot[]>([])
  const latest = useRef({ isOn, points, onChoose })
  latest.current = { isOn, points, onChoose }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let drawn: Spot[] | null = null
    const spot = (event: PointerEvent): Spot => {
      const { left, top } = element.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    // Runs in the capture phase, before the map receives the event and moves.
    const begin = (event: PointerEvent) => {
      const isButton = event.target instanceof Element && event.target.closest('[data-map-controls]')
      if (event.button !== 0 || isButton || !(latest.current.isOn || event.shiftKey)) return
      event.preventDefault()
      event.stopPropagation()
      drawn = [spot(event)]
    }
    const move = (event: PointerEvent) => {
      if (!drawn) return
      drawn.push(spot(event))
      setRing([...drawn])
    }
    const end = (event: PointerEvent) => {
      if (!drawn) return
      const outline = drawn
      drawn = null
      setRing([])
      if (outline.length > 2) {
        const found = latest.current.points().filter((point) => isInside(point, outline))
        latest.current.onChoose(
          found.map(({ id }) => id),
          event,
        )
      }
    }
    // A mouse event follows each pointer event, and the map listens to mouse events.
    const swallow = (event: MouseEvent) => {
      if (drawn) event.stopPropagation()
    }
    element.addEventListener('pointerdown', begin, true)
    element.addEventListener('mousedown', swallow, true)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    return () => {
      element.removeEventListener('pointerdown', begin, true)
      element.removeEventListener('mousedown', swallow, true)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
    }
  }, [frame])
  return (
    <svg className={styles.lasso} data-on={isOn || undefined} aria-hidden="true">
      {ring.length > 1 && <polygon points={ring.map(({ x, y }) => `${x},${y}`).join(' ')} />}
    </svg>
  )
}
