// Lists the stops of a load. A user moves them by dragging or by keyboard, and sees the old number until it is saved.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Arrival } from '../../../contract/arrivals.ts'
import { useStableHandlers } from '../../platform/stable-handlers.ts'
import type { StopProgress } from '../../road/progress.tsx'
import { useRowCommands } from '../../shell/row-commands.ts'
import { useWords } from '../../words/language.ts'
import { inSequence, placedAt, stepped } from '../load/arrange.ts'
import { type Refusal, RefusalNote } from '../load/refusal.tsx'
import { alongWith, choose, chooseByClick, chooseUpTo, chosen, toggleChosen } from '../load/selection.ts'
import { isSame, type Sequence, savedNumber } from '../load/sequence.ts'
import { manyWords } from '../load/words.ts'
import type { PlanStop } from '../times/route.ts'
import { planWords } from '../times/words.ts'
import { type Dragged, useDropping } from './dragging.ts'
import { wantedStop } from './jump.ts'
import { type CardEvents, type CardSettings, StopCard, useStopActions } from './stop-card.tsx'
import styles from './stop-list.module.css'

export interface StopListProps extends CardSettings {
  /** The present stops, saved or not. */
  stops: readonly PlanStop[]
  saved: Sequence
  /** Stops that another user has removed. */
  gone: Sequence
  arrivals: readonly Arrival[]
  /** Progress of the stops of a load under way or completed. */
  onRoad: ReadonlyMap<string, StopProgress>
  mayGoAgain: (id: string) => boolean
  /** The refusal of a drop, which is shown at its place. */
  refusal: (Refusal & { at: number }) | null
  /** Whether the list handles drops. On a started load, each drop shows why it is refused. */
  mayDrop: boolean
  /** Places stops of the load, or orders from outside, before the stop of an index. */
  onPlace: (ids: readonly string[], at: number) => void
  onDismissRefusal: () => void
}

/** Handles moves of stops: dragging, Alt with the arrow keys, or the space bar that picks up and drops a stop. */
function useMoving(props: StopListProps, list: RefObject<HTMLOListElement | null>) {
  const { stops, editable, mayDrop, onPlace } = props
  const words = useWords(planWords)
  const many = useWords(manyWords)
  /** The stop that the keyboard moves, and its index before. */
  const [grabbed, setGrabbed] = useState<{ id: string; from: number } | null>(null)
  const [said, setSaid] = useState('')

  const ids = stops.map(({ consignmentId }) => consignmentId)
  const place = (moved: readonly string[], at: number) => {
    onPlace(moved, at)
    const stop = stops.find(({ consignmentId }) => consignmentId === moved[0])
    const number = placedAt(ids, moved, at).indexOf(moved[0]!) + 1
    if (stop) setSaid(moved.length > 1 ? many.nowAt(moved.length, number) : words.nowAt(stop.name, number, ids.length))
  }
  const step = (id: string, by: -1 | 1) => {
    const moved = inSequence(ids, alongWith(id)).filter((one) => ids.includes(one))
    const next = stepped(ids, moved, by)
    if (!isSame(next, ids)) place(moved, by < 0 ? next.indexOf(moved[0]!) : ids.indexOf(moved.at(-1)!) + 2)
  }
  const drop = (dragged: Dragged, at: number) => place(inSequence(ids, dragged.ids), at)
  const focusCard = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index]?.focus({ preventScroll: false })
  const walk = (id: string, to: number, isChoosing: boolean) => {
    const next = ids[to]
    if (isChoosing && next !== undefined) {
      if (!chosen.get().has(id)) choose([id], id)
      chooseUpTo(next, ids)
    }
    focusCard(to)
  }

  const onKeyDown = (event: KeyboardEvent, stop: PlanStop, number: number) => {
    const index = number - 1
    const id = stop.consignmentId
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const holds = grabbed?.id === id
    if (by !== 0) {
      if (editable && (event.altKey || holds)) step(id, by)
      else walk(id, index + by, event.shiftKey)
    } else if (event.key === ' ' && editable) {
      setGrabbed(holds ? null : { id, from: index })
      setSaid(holds ? words.nowAt(stop.name, index + 1, stops.length) : words.grabbed(stop.name))
    } else if (event.key === 'Escape' && holds) {
      place([id], grabbed.from < index ? grabbed.from : grabbed.from + 1)
      setGrabbed(null)
    } else if (event.key === 'Enter') toggleChosen(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const [last, setLast] = useState<string>()
  return {
    current: last !== undefined && ids.includes(last) ? last : ids[0],
    grabbedId: grabbed?.id,
    said,
    isOver: useDropping(list, mayDrop, (dragged) => drop(dragged, stops.length)),
    on: useStableHandlers<CardEvents>({
      keyDown: onKeyDown,
      focus: ({ consignmentId }) => setLast(consignmentId),
      click: (event, { consignmentId }) => chooseByClick(event, consignmentId, ids),
      blur: ({ consignmentId }) => grabbed?.id === consignmentId && setGrabbed(null),
      drop: (dragged, edge, number) => drop(dragged, edge === 'before' ? number - 1 : number),
    }),
  }
}

/** Focuses a stop that another view asked for. */
function useWantedStop(stops: readonly PlanStop[], list: RefObject<HTMLOListElement | null>): void {
  const wanted = wantedStop.use()
  useEffect(() => {
    const index = stops.findIndex(({ consignmentId }) => consignmentId === wanted)
    if (index < 0) return
    wantedStop.set(null)
    const card = list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index]
    card?.scrollIntoView({ block: 'center' })
    card?.focus()
  }, [wanted, stops, list])
}

export function StopList(props: StopListProps) {
  const { stops, saved, gone, arrivals, onRoad, mayGoAgain, refusal, onDismissRefusal } = props
  const words = useWords(planWords)
  const list = useRef<HTMLOListElement>(null)
  const { current, grabbedId, said, isOver, on } = useMoving(props, list)
  useWantedStop(stops, list)
  const { editable, zone, day, weightUnit, volumeUnit, distanceUnit, onTakeOut, onAssign, onOpen, onAgain, onSend } =
    props
  const actionsOf = useStopActions(props)
  useRowCommands(() =>
    stops.map(({ consignmentId, name }, index) => ({
      id: consignmentId,
      name: `${index + 1} ${name}`,
      commands: actionsOf(consignmentId, mayGoAgain(consignmentId)),
    })),
  )
  const settings = {
    editable,
    zone,
    day,
    weightUnit,
    volumeUnit,
    distanceUnit,
    onTakeOut,
    onAssign,
    onOpen,
    onAgain,
    onSend,
  }

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
              isGone={gone.includes(stop.consignmentId)}
              arrival={arrivals[index]}
              onRoad={onRoad.get(stop.consignmentId)}
              isCurrent={current === stop.consignmentId}
              isGrabbed={grabbedId === stop.consignmentId}
              mayGoAgain={mayGoAgain(stop.consignmentId)}
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
