// Lists the stops of a load. A user moves them by dragging or by keyboard, and sees the old number until the new
// sequence is saved.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { StopArrival } from '../../../contract/arrivals.ts'
import { useStableHandlers } from '../../platform/stable-handlers.ts'
import type { StopProgress } from '../../road/progress.tsx'
import { useRowCommands } from '../../shell/row-commands.ts'
import { useTexts } from '../../words/language.ts'
import { insertIds, moveByStep, sortBySequence } from '../load/arrange.ts'
import { type MoveRefusal, RefusalNote } from '../load/refusal.tsx'
import {
  chooseByClick,
  chooseOrders,
  chooseUpTo,
  chosenOrders,
  listMovedOrders,
  toggleChosen,
} from '../load/selection.ts'
import { findSavedNumber, isSame, type StopSequence } from '../load/sequence.ts'
import { manyTexts } from '../load/words.ts'
import type { PlanStop } from '../times/route.ts'
import { planTexts } from '../times/words.ts'
import { type DraggedCard, useDropping } from './dragging.ts'
import { wantedStop } from './jump.ts'
import { type CardEvents, type CardSettings, StopCard, useStopActions } from './stop-card.tsx'
import styles from './stop-list.module.css'

export interface StopListProps extends CardSettings {
  /** The present stops, saved or not. */
  stops: readonly PlanStop[]
  saved: StopSequence
  /** Stops that another user has removed. */
  gone: StopSequence
  arrivals: readonly StopArrival[]
  /** Progress of the stops of a load under way or completed. */
  onRoad: ReadonlyMap<string, StopProgress>
  mayGoAgain: (id: string) => boolean
  /** The refusal of a drop, which is shown at its place. */
  refusal: (MoveRefusal & { at: number }) | null
  /** Whether the list handles drops. On a started load, each drop shows why it is refused. */
  mayDrop: boolean
  /** Places stops of the load, or orders from outside, before the stop of an index. */
  onPlace: (ids: readonly string[], at: number) => void
  onDismissRefusal: () => void
}

/** Handles moves of stops: dragging, Alt with the arrow keys, or the space bar that picks up and drops a stop. */
function useMoving(props: StopListProps, list: RefObject<HTMLOListElement | null>) {
  const { stops, editable, mayDrop, onPlace } = props
  const texts = useTexts(planTexts)
  const many = useTexts(manyTexts)
  /** The stop that the keyboard moves, and its index before. */
  const [grabbed, setGrabbed] = useState<{ id: string; startIndex: number } | null>(null)
  const [said, setSaid] = useState('')

  const ids = stops.map(({ consignmentId }) => consignmentId)
  const insertStops = (moved: readonly string[], index: number) => {
    onPlace(moved, index)
    const stop = stops.find(({ consignmentId }) => consignmentId === moved[0])
    const number = insertIds(ids, moved, index).indexOf(moved[0]!) + 1
    if (stop) setSaid(moved.length > 1 ? many.nowAt(moved.length, number) : texts.nowAt(stop.name, number, ids.length))
  }
  const step = (id: string, offset: -1 | 1) => {
    const moved = sortBySequence(ids, listMovedOrders(id)).filter((movedId) => ids.includes(movedId))
    const next = moveByStep(ids, moved, offset)
    if (!isSame(next, ids)) insertStops(moved, offset < 0 ? next.indexOf(moved[0]!) : ids.indexOf(moved.at(-1)!) + 2)
  }
  const drop = (dragged: DraggedCard, index: number) => insertStops(sortBySequence(ids, dragged.ids), index)
  const focusCard = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index]?.focus({ preventScroll: false })
  const walk = (id: string, targetIndex: number, isChoosing: boolean) => {
    const next = ids[targetIndex]
    if (isChoosing && next !== undefined) {
      if (!chosenOrders.get().has(id)) chooseOrders([id], id)
      chooseUpTo(next, ids)
    }
    focusCard(targetIndex)
  }

  const onKeyDown = (event: KeyboardEvent, stop: PlanStop, number: number) => {
    const index = number - 1
    const id = stop.consignmentId
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const holds = grabbed?.id === id
    if (direction !== 0) {
      if (editable && (event.altKey || holds)) step(id, direction)
      else walk(id, index + direction, event.shiftKey)
    } else if (event.key === ' ' && editable) {
      setGrabbed(holds ? null : { id, startIndex: index })
      setSaid(holds ? texts.nowAt(stop.name, index + 1, stops.length) : texts.grabbed(stop.name))
    } else if (event.key === 'Escape' && holds) {
      insertStops([id], grabbed.startIndex < index ? grabbed.startIndex : grabbed.startIndex + 1)
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
  const targetId = wantedStop.use()
  useEffect(() => {
    const index = stops.findIndex(({ consignmentId }) => consignmentId === targetId)
    if (index < 0) return
    wantedStop.set(null)
    const card = list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index]
    card?.scrollIntoView({ block: 'center' })
    card?.focus()
  }, [targetId, stops, list])
}

export function StopList(props: StopListProps) {
  const { stops, saved, gone, arrivals, onRoad, mayGoAgain, refusal, onDismissRefusal } = props
  const texts = useTexts(planTexts)
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
      <ol ref={list} className={styles.list} data-over={isOver || undefined} aria-label={texts.stops}>
        {stops.map((stop, index) => (
          <li key={stop.consignmentId}>
            {refusal?.at === index && <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />}
            <StopCard
              {...settings}
              stop={stop}
              number={index + 1}
              savedNumber={findSavedNumber(saved, stop.consignmentId)}
              isRemoved={gone.includes(stop.consignmentId)}
              arrival={arrivals[index]}
              onRoad={onRoad.get(stop.consignmentId)}
              isCurrent={current === stop.consignmentId}
              isGrabbed={grabbedId === stop.consignmentId}
              mayPlanAgain={mayGoAgain(stop.consignmentId)}
              handlers={on}
            />
          </li>
        ))}
        {stops.length === 0 && <li className={styles.empty}>{texts.noStops}</li>}
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
