// Draws the day of a route: for each stop its time window, committed time, planned time and estimated arrival.
import { useElementSize } from '@mantine/hooks'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { type Arrival, agreedFor } from '../../../contract/arrivals.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { instant, type PlanStop, type Roads, type StopFault, stopFaults } from '../times/route.ts'
import { hoursBeside, numberWidth, type Scale, scaleOf, timesOf } from '../times/time-scale.ts'
import { planWords, timesWords } from '../times/words.ts'
import { ChartOrTable } from './chart-or-table.tsx'
import { Highlightable, highlightOnHover } from './highlight.tsx'
import { FaultMark, useDuration } from './marks.tsx'
import { StartHandle, type StartShift } from './start-handle.tsx'
import styles from './time-line.module.css'

export interface TimeLineProps {
  /** Letter of the load, before the number of each stop. */
  letter: string
  stops: readonly PlanStop[]
  arrivals: readonly Arrival[]
  roads: Roads
  zone: string
  /** Day of the page. */
  day: string
  /** The start of the route; null without a planned start. */
  start: StartShift | null
}

export const TimeLine = memo(function TimeLine(props: TimeLineProps) {
  const words = useWords(planWords)
  return <ChartOrTable title={words.timeLine} chart={<Bars {...props} />} table={<TimesTable {...props} />} />
})

const rowHeight = 20
const axisHeight = 22
function Bars({ letter, stops, arrivals, roads, zone, start }: TimeLineProps) {
  const words = useWords(planWords)
  const format = useFormat(zone)
  const { ref, width } = useElementSize()
  const [frozen, setFrozen] = useState<Scale | null>(null)
  const howKnown =
    roads.legs.size > 0 ? words.roadsNote : roads.isUnanswered ? words.unansweredNote : words.estimateNote
  const note = arrivals.some(({ arrives }) => arrives !== null) ? howKnown : words.noStartTime
  const times = timesOf(stops, arrivals, start?.at ?? null)
  if (times.length === 0) return <p className={styles.empty}>{words.noWindow}</p>
  const faults = stops.map((stop, index) => stopFaults(stop, arrivals[index]).filter(({ kind }) => kind !== 'nowhere'))
  // Problems have their own column, so that they cover no bar.
  const current = scaleOf(times, zone, Math.max(width, 240), faults.some(({ length }) => length > 0) ? 156 : 12)
  const scale = frozen ?? current
  const { x } = scale
  const named = hoursBeside(scale, start?.shown ?? null)
  const height = axisHeight + stops.length * rowHeight + 4
  return (
    <div ref={ref} className={styles.frame}>
      <Legend note={note} />
      <svg className={styles.chart} width="100%" height={height} role="group" aria-label={words.timeLine}>
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
            faults={faults[index]!}
            scale={scale}
          />
        ))}
        {start && (
          <StartHandle
            start={start}
            scale={scale}
            height={height}
            zone={zone}
            onDragging={(isDragging) => setFrozen(isDragging ? current : null)}
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
  arrival: Arrival | undefined
  faults: readonly StopFault[]
  scale: Scale
}

function StopBars({ stop, number, letter, arrival, faults, scale }: StopBarsProps) {
  const { from, to, x, within } = scale
  const y = axisHeight + (number - 1) * rowHeight
  const middle = y + rowHeight / 2
  const opens = instant(stop.requiredFrom)
  const closes = instant(stop.requiredTo)
  const planned = instant(stop.planned)
  const committed = instant(stop.committed)
  return (
    <Highlightable id={stop.consignmentId} className={styles.row}>
      <rect
        className={styles.band}
        x={0}
        y={y}
        width="100%"
        height={rowHeight}
        {...highlightOnHover(stop.consignmentId)}
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
          data-late={faults.some(({ kind }) => kind === 'late') || undefined}
          x1={x(planned)}
          x2={x(planned)}
          y1={y + 2}
          y2={y + rowHeight - 2}
        />
      )}
      <Faults faults={faults} x={scale.end + 12} y={middle} />
    </Highlightable>
  )
}

interface StayProps {
  arrival: Arrival | undefined
  closes: number | null
  scale: Scale
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

function Faults({ faults, x, y }: { faults: readonly StopFault[]; x: number; y: number }) {
  const words = useWords(planWords)
  const duration = useDuration()
  const briefly = (fault: StopFault) =>
    fault.kind === 'nowhere' ? words.nowhere : words[`${fault.kind}Briefly`](duration(fault.minutes))
  return faults.map((fault) => (
    <g key={fault.kind} className={styles.fault} data-severe={fault.kind === 'late' || undefined}>
      <IconAlertTriangleFilled x={x} y={y - 6} size={12} aria-hidden />
      <text x={x + 17} y={y} dy="0.35em">
        {briefly(fault)}
      </text>
    </g>
  ))
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()

function Legend({ note }: { note: string }) {
  const words = useWords(planWords)
  const times = useWords(timesWords)
  const signs = [
    {
      word: words.window,
      width: 18,
      height: 10,
      sign: <rect className={styles.window} width="18" height="10" rx="2" />,
    },
    {
      word: words.committed,
      width: 10,
      height: 10,
      sign: <path className={styles.committed} d="M5,0l5,5l-5,5l-5,-5z" />,
    },
    {
      word: words.planned,
      width: 4,
      height: 12,
      sign: <line className={styles.planned} x1="2" x2="2" y1="0" y2="12" />,
    },
    { word: words.arrival, width: 16, height: 4, sign: <rect className={styles.stay} width="16" height="4" rx="1" /> },
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
      {signs.map(({ word, width, height, sign }) => (
        // A sign and its word stay on one line.
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
  const words = useWords(planWords)
  const format = useFormat(zone)
  const window = useWindow(zone, day)
  const times = useWords(timesWords)
  const duration = useDuration()
  const time = (iso: string | null) => (iso === null ? '' : format.timeOn(day, iso))
  return (
    <DataTable
      inset={{}}
      rows={stops}
      idOf={({ consignmentId }) => consignmentId}
      columns={[
        { head: words.stop, isKey: true, show: ({ name }, index) => `${index + 1} ${name}` },
        { head: words.window, show: (stop) => window(stop) },
        { head: words.committed, show: ({ committed }) => time(committed) },
        { head: words.planned, show: ({ planned }) => time(planned) },
        {
          head: words.arrival,
          show(_, index) {
            const { arrives = null, waitsMinutes = 0 } = arrivals[index] ?? {}
            const waits = waitsMinutes > 0 ? ` (${times.waits(duration(waitsMinutes))})` : ''
            return `${arrives === null ? '' : time(isoOf(arrives))}${waits}`
          },
        },
        {
          head: words.problem,
          show: (stop, index) =>
            stopFaults(stop, arrivals[index]).map((fault) => <FaultMark key={fault.kind} fault={fault} />),
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
  const words = useWords(planWords)
  const format = useFormat(zone)
  return (stop) => {
    const { requiredFrom, requiredTo } = stop
    const agreed = agreedFor(stop)
    if (agreed !== null) return words.agreedAt(format.timeOn(day, agreed))
    if (requiredFrom === null && requiredTo === null) return words.noWindow
    if (requiredTo === null) return words.from(format.timeOn(day, requiredFrom!))
    if (requiredFrom === null) return words.until(format.timeOn(day, requiredTo))
    // A time window that ends at midnight belongs to the day before.
    const last = isoOf(instant(requiredTo)! - 1)
    const isOnDay = [requiredFrom, last].every((iso) => format.field(iso).startsWith(`${day}T`))
    return isOnDay ? `${format.time(requiredFrom)}–${format.time(requiredTo)}` : format.range(requiredFrom, requiredTo)
  }
}
