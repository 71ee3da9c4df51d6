// The stops of a load in their order: moved by dragging and by keyboard, with the old number in sight until it is saved.
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useStableHandlers } from '../stable-handlers.ts'
import { useWords } from '../words/language.ts'
import { type Dragged, useDropping } from './dragging.ts'
import { type Refusal, RefusalNote } from './refusal.tsx'
import type { Arrival, PlanStop } from './route.ts'
import { choose, chooseByClick, chooseUpTo, chosen, toggleChosen } from './selection.ts'
import { type Sequence, savedNumber } from './sequence.ts'
import { type CardEvents, type CardSettings, StopCard } from './stop-card.tsx'
import styles from './stop-list.module.css'
import { planWords } from './words.ts'

export interface StopListProps extends CardSettings {
  /** As they are now, saved or not. */
  stops: readonly PlanStop[]
  saved: Sequence
  arrivals: readonly Arrival[]
  /** Why a drop was refused; shown where it happened. */
  refusal: (Refusal & { at: number }) | null
  onMove: (id: string, to: number) => void
  /** An order from outside the load is dropped before the stop of that index. */
  onInsert: (orderId: string, at: number) => void
  onDismissRefusal: () => void
}

/** Moving the stops: by dragging one onto another or the list, with the arrows and Alt, or grabbed with the space bar. */
function useMoving(props: StopListProps, list: RefObject<HTMLOListElement | null>) {
  const { stops, editable, onMove, onInsert } = props
  const words = useWords(planWords)
  /** The stop that the keyboard holds, and where it stood when it was grabbed. */
  const [grabbed, setGrabbed] = useState<{ id: string; from: number } | null>(null)
  const [said, setSaid] = useState('')

  const ids = stops.map(({ consignmentId }) => consignmentId)
  const move = (id: string, to: number) => {
    const bounded = Math.max(0, Math.min(to, stops.length - 1))
    const stop = stops.find(({ consignmentId }) => consignmentId === id)
    if (!stop || stops[bounded]?.consignmentId === id) return
    onMove(id, bounded)
    setSaid(words.nowAt(stop.name, bounded + 1, stops.length))
  }
  const drop = ({ kind, id }: Dragged, at: number) => {
    const from = stops.findIndex(({ consignmentId }) => consignmentId === id)
    if (kind === 'order' || from < 0) return onInsert(id, at)
    // Taken out, it no longer counts among those before.
    move(id, from < at ? at - 1 : at)
  }
  const focusCard = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index]?.focus({ preventScroll: false })

  const onKeyDown = (event: KeyboardEvent, stop: PlanStop, number: number) => {
    const index = number - 1
    const id = stop.consignmentId
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const holds = grabbed?.id === id
    if (step !== 0) {
      if (editable && (event.altKey || holds)) move(id, index + step)
      else {
        const next = stops[index + step]?.consignmentId
        if (event.shiftKey && next !== undefined) {
          if (!chosen.get().has(id)) choose([id], id)
          chooseUpTo(next, ids)
        }
        focusCard(index + step)
      }
    } else if (event.key === ' ' && editable) {
      setGrabbed(holds ? null : { id, from: index })
      setSaid(holds ? words.nowAt(stop.name, index + 1, stops.length) : words.grabbed(stop.name))
    } else if (event.key === 'Escape' && holds) {
      move(id, grabbed.from)
      setGrabbed(null)
    } else if (event.key === 'Enter') toggleChosen(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    grabbedId: grabbed?.id,
    said,
    isOver: useDropping(list, editable, (dragged) => drop(dragged, stops.length)),
    on: useStableHandlers<CardEvents>({
      keyDown: onKeyDown,
      click: (event, { consignmentId }) => chooseByClick(event, consignmentId, ids),
      blur: ({ consignmentId }) => grabbed?.id === consignmentId && setGrabbed(null),
      drop: (dragged, edge, number) => drop(dragged, edge === 'before' ? number - 1 : number),
    }),
  }
}

export function StopList(props: StopListProps) {
  const { stops, saved, arrivals, refusal, onDismissRefusal } = props
  const words = useWords(planWords)
  const list = useRef<HTMLOListElement>(null)
  const { grabbedId, said, isOver, on } = useMoving(props, list)
  const { editable, zone, weightUnit, volumeUnit, distanceUnit, onTakeOut, onAssign, onOpen } = props
  const settings = { editable, zone, weightUnit, volumeUnit, distanceUnit, onTakeOut, onAssign, onOpen }

  return (
    <>
      <ol ref={list} className={styles.list} data-over={isOver || undefined} aria-label={words.stops}>
        {stops.map((stop, index) => (
          <li key={stop.consignmentId}>
            {refusal?.at === index && <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />}
            <StopCard
              {...settings}
              stop={stop}
              number={index + 1}
              savedNumber={savedNumber(saved, stop.consignmentId)}
              arrival={arrivals[index]}
              isGrabbed={grabbedId === stop.consignmentId}
              on={on}
            />
          </li>
        ))}
        {stops.length === 0 && <li className={styles.empty}>{words.noStops}</li>}
        {refusal && refusal.at >= stops.length && (
          <li>
            <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />
          </li>
        )}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
