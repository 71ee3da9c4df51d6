// Draws the day of a route: for each stop its time window, committed time, planned time and estimated arrival.
import { useElementSize } from '@mantine/hooks'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { getCommittedTime, type StopArrival } from '../../../contract/arrivals.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { useFormat } from '../../words/format.ts'
import { useTexts } from '../../words/language.ts'
import { useDuration } from '../times/duration.ts'
import { findStopProblems, type PlanStop, parseInstant, type RoadTravel, type StopProblem } from '../times/route.ts'
import { collectTimes, createTimeScale, filterVisibleHours, numberWidth, type TimeScale } from '../times/time-scale.ts'
import { planTexts, timesTexts } from '../times/words.ts'
import { ChartOrTable } from './chart-or-table.tsx'
import { createHoverHandlers, HighlightableGroup } from './highlight.tsx'
import { StopProblemLabel } from './problem-labels.tsx'
import { StartHandle, type StartShift } from './start-handle.tsx'
import styles from './time-line.module.css'

export interface TimeLineProps {
  /** Letter of the load, before the number of each stop. */
  letter: string
  stops: readonly PlanStop[]
  arrivals: readonly StopArrival[]
  roads: RoadTravel
  zone: string
  /** Day of the page. */
  day: string
  /** The start of the route; null without a planned start. */
  start: StartShift | null
}

export const TimeLine = memo(function TimeLine(props: TimeLineProps) {
  const texts = useTexts(planTexts)
  return <ChartOrTable title={texts.timeLine} chart={<Bars {...props} />} table={<TimesTable {...props} />} />
})

const rowHeight = 20
const axisHeight = 22
function Bars({ letter, stops, arrivals, roads, zone, start }: TimeLineProps) {
  const texts = useTexts(planTexts)
  const format = useFormat(zone)
  const { ref, width } = useElementSize()
  const [frozen, setFrozen] = useState<TimeScale | null>(null)
  const source = roads.legs.size > 0 ? texts.roadsNote : roads.isUnanswered ? texts.unansweredNote : texts.estimateNote
  const note = arrivals.some(({ arrives }) => arrives !== null) ? source : texts.noStartTime
  const times = collectTimes(stops, arrivals, start?.at ?? null)
  if (times.length === 0) return <p className={styles.empty}>{texts.noWindow}</p>
  const problems = stops.map((stop, index) =>
    findStopProblems(stop, arrivals[index]).filter(({ kind }) => kind !== 'nowhere'),
  )
  // Problems have their own column, so that they cover no bar.
  const live = createTimeScale(times, zone, Math.max(width, 240), problems.some(({ length }) => length > 0) ? 156 : 12)
  const scale = frozen ?? live
  const { x } = scale
  const named = filterVisibleHours(scale, start?.shown ?? null)
  const height = axisHeight + stops.length * rowHeight + 4
  return (
    <div ref={ref} className={styles.frame}>
      <Legend note={note} />
      <svg className={styles.chart} width="100%" height={height} role="group" aria-label={texts.timeLine}>
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.tick} x1={x(tick)} x2={x(tick)} y1={axisHeight - 6} y2={height} />
            {named.includes(tick) && (
              <text className={styles.time} x={x(tick)} y={12}>
                {format.time(isoOf(tick))}
              </text>
            )}
          </g>
        ))}
        {stops.map((stop, index) => (
          <StopBars
            key={stop.consignmentId}
            stop={stop}
            number={index + 1}
            letter={letter}
            arrival={arrivals[index]}
            problems={problems[index]!}
            scale={scale}
          />
        ))}
        {start && (
          <StartHandle
            start={start}
            scale={scale}
            height={height}
            zone={zone}
            onDragging={(isDragging) => setFrozen(isDragging ? live : null)}
          />
        )}
      </svg>
    </div>
  )
}

interface StopBarsProps {
  stop: PlanStop
  number: number
  letter: string
  arrival: StopArrival | undefined
  problems: readonly StopProblem[]
  scale: TimeScale
}

function StopBars({ stop, number, letter, arrival, problems, scale }: StopBarsProps) {
  const { from, to, x, within } = scale
  const y = axisHeight + (number - 1) * rowHeight
  const middle = y + rowHeight / 2
  const opens = parseInstant(stop.requiredFrom)
  const closes = parseInstant(stop.requiredTo)
  const planned = parseInstant(stop.planned)
  const committed = parseInstant(stop.committed)
  return (
    <HighlightableGroup id={stop.consignmentId} className={styles.row}>
      <rect
        className={styles.band}
        x={0}
        y={y}
        width="100%"
        height={rowHeight}
        {...createHoverHandlers(stop.consignmentId)}
      />
      <text className={styles.number} x={numberWidth - 8} y={middle} dy="0.35em">
        {letter}
        {number}
      </text>
      {(opens !== null || closes !== null) && (
        <rect
          className={styles.window}
          x={x(within(opens ?? from))}
          width={Math.max(2, x(within(closes ?? to)) - x(within(opens ?? from)))}
          y={y + 4}
          height={rowHeight - 8}
          rx={2}
        />
      )}
      <Stay arrival={arrival} closes={closes} scale={scale} y={middle} />
      {committed !== null && <path className={styles.committed} d={`M${x(committed)},${middle - 5}l5,5l-5,5l-5,-5z`} />}
      {planned !== null && (
        <line
          className={styles.planned}
          data-late={problems.some(({ kind }) => kind === 'late') || undefined}
          x1={x(planned)}
          x2={x(planned)}
          y1={y + 2}
          y2={y + rowHeight - 2}
        />
      )}
      <ProblemLabels problems={problems} x={scale.end + 12} y={middle} />
    </HighlightableGroup>
  )
}

interface StayProps {
  arrival: StopArrival | undefined
  closes: number | null
  scale: TimeScale
  y: number
}

/** Draws lateness, waiting time or break, and the time at the stop. */
function Stay({ arrival, closes, scale: { x, within }, y }: StayProps) {
  const { arrives = null, begins = null, leaves = null } = arrival ?? {}
  if (arrives === null || begins === null || leaves === null) return null
  return (
    <>
      {closes !== null && arrives > closes && (
        <line className={styles.behind} x1={x(within(closes))} x2={x(arrives)} y1={y} y2={y} />
      )}
      {begins > arrives && (
        <rect className={styles.wait} x={x(arrives)} width={x(begins) - x(arrives)} y={y - 3} height={6} />
      )}
      <rect
        className={styles.stay}
        x={x(begins)}
        width={Math.max(3, x(leaves) - x(begins))}
        y={y - 3}
        height={6}
        rx={1}
      />
    </>
  )
}

function ProblemLabels({ problems, x, y }: { problems: readonly StopProblem[]; x: number; y: number }) {
  const texts = useTexts(planTexts)
  const duration = useDuration()
  const briefly = (problem: StopProblem) =>
    problem.kind === 'nowhere' ? texts.nowhere : texts[`${problem.kind}Briefly`](duration(problem.minutes))
  return problems.map((problem) => (
    <g key={problem.kind} className={styles.fault} data-severe={problem.kind === 'late' || undefined}>
      <IconAlertTriangleFilled x={x} y={y - 6} size={12} aria-hidden />
      <text x={x + 17} y={y} dy="0.35em">
        {briefly(problem)}
      </text>
    </g>
  ))
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()

function Legend({ note }: { note: string }) {
  const texts = useTexts(planTexts)
  const times = useTexts(timesTexts)
  const symbols = [
    {
      word: texts.window,
      width: 18,
      height: 10,
      sign: <rect className={styles.window} width="18" height="10" rx="2" />,
    },
    {
      word: texts.committed,
      width: 10,
      height: 10,
      sign: <path className={styles.committed} d="M5,0l5,5l-5,5l-5,-5z" />,
    },
    {
      word: texts.planned,
      width: 4,
      height: 12,
      sign: <line className={styles.planned} x1="2" x2="2" y1="0" y2="12" />,
    },
    { word: texts.arrival, width: 16, height: 4, sign: <rect className={styles.stay} width="16" height="4" rx="1" /> },
    {
      word: times.waiting,
      width: 16,
      height: 6,
      sign: <rect className={styles.wait} x="0.5" y="0.5" width="15" height="5" />,
    },
    {
      word: times.late,
      width: 16,
      height: 6,
      sign: <line className={styles.behind} x1="0" x2="16" y1="3" y2="3" />,
    },
  ]
  return (
    <p className={styles.legend}>
      {symbols.map(({ word, width, height, sign }) => (
        // A symbol and its word stay on one line.
        <span key={word} className={styles.sign}>
          <svg width={width} height={height} aria-hidden="true">
            {sign}
          </svg>
          {word}
        </span>
      ))}
      <span>{note}</span>
    </p>
  )
}

function TimesTable({ stops, arrivals, zone, day }: TimeLineProps) {
  const texts = useTexts(planTexts)
  const format = useFormat(zone)
  const window = useWindow(zone, day)
  const times = useTexts(timesTexts)
  const duration = useDuration()
  const time = (iso: string | null) => (iso === null ? '' : format.timeOn(day, iso))
  return (
    <DataTable
      inset={{}}
      rows={stops}
      idOf={({ consignmentId }) => consignmentId}
      columns={[
        { head: texts.stop, isKey: true, show: ({ name }, index) => `${index + 1} ${name}` },
        { head: texts.window, show: (stop) => window(stop) },
        { head: texts.committed, show: ({ committed }) => time(committed) },
        { head: texts.planned, show: ({ planned }) => time(planned) },
        {
          head: texts.arrival,
          show(_, index) {
            const { arrives = null, waitsMinutes = 0 } = arrivals[index] ?? {}
            const waits = waitsMinutes > 0 ? ` (${times.waits(duration(waitsMinutes))})` : ''
            return `${arrives === null ? '' : time(isoOf(arrives))}${waits}`
          },
        },
        {
          head: texts.problem,
          show: (stop, index) =>
            findStopProblems(stop, arrivals[index]).map((problem) => (
              <StopProblemLabel key={problem.kind} problem={problem} />
            )),
        },
      ]}
    />
  )
}

/** Returns a function that formats the committed time, or the time window, with its date unless it is on `day`. */
export function useWindow(
  zone: string,
  day: string | null,
): (stop: Pick<PlanStop, 'requiredFrom' | 'requiredTo' | 'committed'>) => string {
  const texts = useTexts(planTexts)
  const format = useFormat(zone)
  return (stop) => {
    const { requiredFrom, requiredTo } = stop
    const committed = getCommittedTime(stop)
    if (committed !== null) return texts.committedAt(format.timeOn(day, committed))
    if (requiredFrom === null && requiredTo === null) return texts.noWindow
    if (requiredTo === null) return texts.from(format.timeOn(day, requiredFrom!))
    if (requiredFrom === null) return texts.until(format.timeOn(day, requiredTo))
    // A time window that ends at midnight belongs to the day before.
    const last = isoOf(parseInstant(requiredTo)! - 1)
    const isOnDay = [requiredFrom, last].every((iso) => format.field(iso).startsWith(`${day}T`))
    return isOnDay ? `${format.time(requiredFrom)}–${format.time(requiredTo)}` : format.range(requiredFrom, requiredTo)
  }
}
