// Draws a stop: new and old number, recipient, times, quantity, the planner's note and its problems.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowBarUp,
  IconCalendarRepeat,
  IconDots,
  IconExternalLink,
  IconGripVertical,
  IconNote,
  IconTransfer,
  IconTruckOff,
} from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { StopArrival } from '../../../contract/arrivals.ts'
import { planAgainTexts } from '../../order/words.ts'
import { convertFromStored, type DistanceUnit, formatMeasure, type MeasureUnit } from '../../platform/units.ts'
import { type StopProgress, StopState } from '../../road/progress.tsx'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { useIsChosen } from '../load/selection.ts'
import { manyTexts } from '../load/words.ts'
import { useDuration } from '../times/duration.ts'
import { findStopProblems, type PlanStop } from '../times/route.ts'
import { planTexts, timesTexts } from '../times/words.ts'
import { type DraggedCard, useDragging } from './dragging.ts'
import { createHoverHandlers, highlightedStop, useIsHighlighted } from './highlight.tsx'
import { StopProblemLabel } from './problem-labels.tsx'
import styles from './stop-card.module.css'
import { useWindow } from './time-line.tsx'

/** Properties that all cards of a list share. */
export interface CardSettings {
  editable: boolean
  zone: string
  /** Day of the page. Times of other days show their date. */
  day: string
  weightUnit: MeasureUnit
  volumeUnit: MeasureUnit
  distanceUnit: DistanceUnit
  onTakeOut: (id: string) => void
  onAssign: (id: string) => void
  onOpen: (id: string) => void
  /** Plans an undelivered order again. */
  onAgain: (id: string) => void
  /** Moves a stop, with the selection, to the first or the last place. */
  onSend: (id: string, to: 'top' | 'end') => void
}

interface StopCardProps extends CardSettings {
  stop: PlanStop
  number: number
  savedNumber: number | undefined
  /** Whether another user has removed the stop. */
  isRemoved: boolean
  arrival: StopArrival | undefined
  /** Progress of the stop on a load under way or completed. */
  onRoad: StopProgress | undefined
  /** Whether the Tab key reaches this card. */
  isCurrent: boolean
  isGrabbed: boolean
  mayPlanAgain: boolean
  /** Event handlers, identical in every render. */
  handlers: CardEvents
}

export type CardEvents = {
  keyDown: (event: React.KeyboardEvent, stop: PlanStop, number: number) => void
  blur: (stop: PlanStop) => void
  focus: (stop: PlanStop) => void
  click: (event: React.MouseEvent, stop: PlanStop) => void
  drop: (dragged: DraggedCard, edge: 'before' | 'after', number: number) => void
}

export const StopCard = memo(function StopCard(props: StopCardProps) {
  const { stop, number, savedNumber, arrival, onRoad, editable, isGrabbed, handlers } = props
  const isHighlighted = useIsHighlighted(stop.consignmentId)
  const isChosen = useIsChosen(stop.consignmentId)
  const texts = useTexts(planTexts)
  const card = useRef<HTMLDivElement>(null)
  const { isDragging, edge } = useDragging(card, {
    dragged: { kind: 'stop', id: stop.consignmentId },
    enabled: editable,
    onDrop: (draggedCard, edge) => handlers.drop(draggedCard, edge, number),
  })
  // For a load under way, planned times do not show when the vehicle arrives.
  const problems = findStopProblems(stop, arrival).filter(({ kind }) => !onRoad || kind === 'nowhere')
  const isMoved = savedNumber !== number
  const joined = props.isRemoved ? texts.removedByOthers : texts.isNew
  const old = savedNumber === undefined ? joined : texts.wasNumber(savedNumber)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same by keyboard
    <div
      ref={card}
      className={styles.card}
      data-stop={stop.key}
      data-row={stop.consignmentId}
      data-highlighted={isHighlighted || undefined}
      data-selected={isChosen || undefined}
      data-grabbed={isGrabbed || undefined}
      data-dragging={isDragging || undefined}
      data-edge={edge ?? undefined}
      data-moved={isMoved || undefined}
      {...createHoverHandlers(stop.consignmentId)}
      onClick={(event) => handlers.click(event, stop)}
      onDoubleClick={() => props.onOpen(stop.consignmentId)}
    >
      <Handle {...props} />
      <div className={styles.body}>
        <div className={styles.title}>
          <strong dir="auto">{stop.name}</strong>
          {isMoved && <span className={styles.old}>{old}</span>}
        </div>
        <Facts {...props} />
        {onRoad && <StopState stop={onRoad} zone={props.zone} />}
        {problems.length > 0 && (
          <div className={styles.faults}>
            {problems.map((problem) => (
              <StopProblemLabel key={problem.kind} problem={problem} />
            ))}
          </div>
        )}
        {stop.planningInstructions && (
          <p className={styles.note}>
            <IconNote size={14} aria-hidden />
            <span>{stop.planningInstructions}</span>
          </p>
        )}
      </div>
      <CardMenu {...props} />
    </div>
  )
})

/** Draws the number of a stop, which is the handle for keyboard moves. */
function Handle({ stop, number, editable, isCurrent, isGrabbed, handlers }: StopCardProps) {
  const texts = useTexts(planTexts)
  return (
    <button
      type="button"
      data-handle
      className={styles.handle}
      aria-label={texts.move(number, stop.name)}
      aria-pressed={isGrabbed}
      tabIndex={isCurrent ? 0 : -1}
      title={editable ? texts.moveHint : undefined}
      onKeyDown={(event) => handlers.keyDown(event, stop, number)}
      onFocus={() => {
        highlightedStop.set(stop.consignmentId)
        handlers.focus(stop)
      }}
      onBlur={() => {
        highlightedStop.set(null)
        handlers.blur(stop)
      }}
    >
      <span className={styles.number} data-type={stop.type}>
        {number}
      </span>
      {editable && <IconGripVertical size={14} aria-hidden />}
    </button>
  )
}

function Facts({ stop, arrival, onRoad, zone, day, weightUnit, volumeUnit, distanceUnit }: StopCardProps) {
  const texts = useTexts(planTexts)
  const locale = languageLocales[currentLanguage.use()]
  const window = useWindow(zone, day)
  const format = useFormat(zone)
  const times = useTexts(timesTexts)
  const duration = useDuration()
  const Direction = stop.type === 'delivery' ? IconArrowBarToDown : IconArrowBarUp
  const facts = [
    stop.weight === null ? undefined : formatMeasure(stop.weight, weightUnit, locale),
    stop.volume === null ? undefined : formatMeasure(stop.volume, volumeUnit, locale),
    texts.minutes(stop.timeAtStop),
    ...(stop.skills ?? []),
  ]
  const leg = arrival?.kilometres ?? null
  return (
    <>
      <div className={`${styles.facts} ${styles.where}`}>
        <span className={styles.type} title={texts[stop.type]}>
          <Direction size={13} aria-hidden />
          <span className="visually-hidden">{texts[stop.type]}</span>
        </span>
        <span className={styles.place} dir="auto">
          {stop.place}
        </span>
        <span className={styles.key} dir="auto">
          {stop.key}
        </span>
        {leg !== null && (
          <span className={styles.leg}>
            ≈ {formatMeasure(convertFromStored(leg, distanceUnit), distanceUnit, locale)}
          </span>
        )}
      </div>
      <div className={styles.facts}>
        <span title={texts.window}>{window(stop)}</span>
        {stop.planned && (
          <span title={texts.planned} className={styles.planned}>
            {format.timeOn(day, stop.planned)}
          </span>
        )}
        {!onRoad && arrival?.arrives != null && (
          <span title={texts.arrival}>
            {times.arrives(format.timeOn(day, new Date(arrival.arrives).toISOString()))}
          </span>
        )}
        {!onRoad && arrival && arrival.waitsMinutes > 0 && <span>{times.waits(duration(arrival.waitsMinutes))}</span>}
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
    </>
  )
}

/** Returns the commands of a stop, for the menu of its card and for ⌘K. */
export function useStopActions({ editable, onTakeOut, onAssign, onOpen, onAgain, onSend }: CardSettings) {
  const texts = useTexts(planTexts)
  const many = useTexts(manyTexts)
  const { planAgain } = useTexts(planAgainTexts)
  return (id: string, mayPlanAgain: boolean) => [
    { label: texts.openOrder, icon: IconExternalLink, run: () => onOpen(id) },
    ...(mayPlanAgain ? [{ label: planAgain, icon: IconCalendarRepeat, run: () => onAgain(id) }] : []),
    ...(editable
      ? [
          { label: many.toTop, icon: IconArrowBarToUp, run: () => onSend(id, 'top') },
          { label: many.toEnd, icon: IconArrowBarToDown, run: () => onSend(id, 'end') },
          { label: texts.toLoad, icon: IconTransfer, run: () => onAssign(id) },
          { label: texts.removeFromLoad, icon: IconTruckOff, run: () => onTakeOut(id) },
        ]
      : []),
  ]
}

function CardMenu(props: StopCardProps) {
  const texts = useTexts(planTexts)
  const actions = useStopActions(props)(props.stop.consignmentId, props.mayPlanAgain)
  return (
    <Menu position="bottom-end" width="14rem">
      <Menu.Target>
        <ActionIcon
          className={styles.menu}
          size="sm"
          aria-label={texts.stopActions(props.stop.name)}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={14} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
