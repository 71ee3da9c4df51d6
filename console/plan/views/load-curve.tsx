// Draws the quantity on board along the route by weight, volume and packages, with peak and capacity.
import { useElementSize } from '@mantine/hooks'
import { memo } from 'react'
import { amountOf, columnAmount, columnHead, type Unit } from '../../platform/units.ts'
import type { Column } from '../../shell/columns.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import { overloadsOfRoute } from '../times/overload.ts'
import { type Curve, curve, type PlanRoute, type PlanStop } from '../times/route.ts'
import { planWords } from '../times/words.ts'
import { ChartOrTable } from './chart-or-table.tsx'
import { Highlightable, highlightOnHover } from './highlight.tsx'
import styles from './load-curve.module.css'
import { OverloadMarks } from './marks.tsx'

export interface LoadCurveProps {
  route: PlanRoute
  stops: readonly PlanStop[]
  weightUnit: Unit
  volumeUnit: Unit
}

/** A quantity along the route. */
interface Measured {
  name: 'weight' | 'volume' | 'packages'
  curve: Curve
  capacity: number | null
  /** Unit of the quantity; null for packages. */
  unit: Unit | null
}

/** Returns the quantities of a route. Packages are among them only if the load has a package capacity. */
function measuredOf({ route, stops, weightUnit, volumeUnit }: LoadCurveProps): Measured[] {
  const of = (name: Measured['name'], capacity: number | null, unit: Unit | null): Measured => ({
    name,
    capacity,
    unit,
    curve: curve(stops, name),
  })
  return [
    of('weight', route.weightCapacity, weightUnit),
    of('volume', route.volumeCapacity, volumeUnit),
    ...(route.packageCapacity === null ? [] : [of('packages', route.packageCapacity, null)]),
  ]
}

export const LoadCurve = memo(function LoadCurve(props: LoadCurveProps) {
  const { route, stops } = props
  const words = useWords(planWords)
  const measured = measuredOf(props)
  return (
    <ChartOrTable
      title={words.loadCurve}
      summary={<OverloadMarks overloads={overloadsOfRoute(route, stops)} units={props} />}
      chart={measured.map((one) => <Steps key={one.name} stops={stops} measured={one} />)}
      table={<CurveTable stops={stops} measured={measured} />}
    />
  )
})

const height = 76
const top = 14
const bottom = 16
const side = 12

function Steps({ stops, measured }: { stops: readonly PlanStop[]; measured: Measured }) {
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const { ref, width } = useElementSize()
  const { name, capacity, unit } = measured
  const { onBoard, peak, peakAt } = measured.curve
  const title = words[name]
  const amount = (value: number) => amountOf(value, unit, locale)
  const where = peakAt === 0 ? words.atStart : words.afterStop(peakAt)
  const limit = capacity === null ? words.noCapacity : words.capacity(amount(capacity))
  const highest = Math.max(peak, capacity ?? 0) || 1
  const step = (Math.max(width, 120) - 2 * side) / onBoard.length
  const x = (index: number) => side + index * step
  const y = (value: number) => height - bottom - (value / highest) * (height - top - bottom)
  const base = height - bottom
  const outline = onBoard.map((value, index) => `${index ? 'L' : 'M'}${x(index)},${y(value)}H${x(index + 1)}`).join('')
  const over =
    capacity !== null &&
    onBoard
      .map((value, index) => (value > capacity ? `M${x(index)},${y(value)}h${step}V${y(capacity)}h${-step}z` : ''))
      .join('')
  // Numbers appear under every stop, or under every second, fifth or tenth if they do not fit.
  const every = [1, 2, 5, 10, 20, 50, 100].find((count) => step * count >= 18) ?? 200
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span>{words.peak(amount(peak), where)}</span>
        <span>{limit}</span>
      </figcaption>
      <div ref={ref}>
        <svg
          className={styles.chart}
          width="100%"
          height={height}
          role="img"
          aria-label={`${title}: ${words.peak(amount(peak), where)}, ${limit}`}
        >
          <path className={styles.area} d={`${outline}V${base}H${side}Z`} />
          {over && <path className={styles.over} d={over} />}
          <path className={styles.line} d={outline} />
          {capacity !== null && (
            <line className={styles.capacity} x1={side} x2={x(onBoard.length)} y1={y(capacity)} y2={y(capacity)} />
          )}
          <circle className={styles.peak} cx={x(peakAt) + step / 2} cy={y(peak)} r={3.5} />
          <text className={styles.tick} x={x(0) + step / 2} y={height - 4}>
            {words.start}
          </text>
          {stops.map((stop, index) => (
            <Highlightable key={stop.consignmentId} id={stop.consignmentId} className={styles.column}>
              <rect x={x(index + 1)} y={0} width={step} height={height} {...highlightOnHover(stop.consignmentId)} />
              {(index + 1) % every === 0 && step * every >= 10 && (index > 0 || step > 26) && (
                <text className={styles.tick} x={x(index + 1) + step / 2} y={height - 4}>
                  {index + 1}
                </text>
              )}
            </Highlightable>
          ))}
        </svg>
      </div>
    </figure>
  )
}

function CurveTable({ stops, measured }: { stops: readonly PlanStop[]; measured: readonly Measured[] }) {
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const headOf = (name: string, unit: Unit | null) => (unit === null ? name : columnHead(name, unit))
  const amount = (value: number, unit: Unit | null) =>
    unit === null ? amountOf(value, unit, locale) : columnAmount(value, unit, locale)
  const sign = (stop: PlanStop) => (stop.type === 'delivery' ? '−' : '+')
  const columnsOf = ({ name, unit, curve: { onBoard } }: Measured): Column<PlanStop | undefined>[] => [
    {
      head: headOf(words[name], unit),
      isNumber: true,
      show: (stop) => (stop && stop[name] !== null ? `${sign(stop)}${amount(stop[name], unit)}` : ''),
    },
    {
      head: headOf(words.onBoard, unit),
      isNumber: true,
      show: (_, index) => amount(onBoard[index]!, unit),
    },
  ]
  return (
    <DataTable
      inset={{}}
      // The first row is the start.
      rows={[undefined, ...stops]}
      idOf={(stop) => stop?.consignmentId ?? 'start'}
      columns={[
        { head: words.stop, isKey: true, show: (stop, index) => (stop ? `${index} ${stop.name}` : words.start) },
        ...measured.flatMap(columnsOf),
      ]}
    />
  )
}
