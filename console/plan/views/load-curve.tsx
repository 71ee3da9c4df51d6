// Draws the quantity on board along the route by weight, volume and packages, with peak and capacity.
import { useElementSize } from '@mantine/hooks'
import { memo } from 'react'
import { formatAmount, formatColumnAmount, formatColumnHead, type MeasureUnit } from '../../platform/units.ts'
import type { TableColumn } from '../../shell/columns.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { findRouteOverloads } from '../times/overload.ts'
import { calculateCurve, type PlanRoute, type PlanStop, type QuantityCurve } from '../times/route.ts'
import { planTexts } from '../times/words.ts'
import { ChartOrTable } from './chart-or-table.tsx'
import { createHoverHandlers, HighlightableGroup } from './highlight.tsx'
import styles from './load-curve.module.css'
import { OverloadLabels } from './problem-labels.tsx'

export interface LoadCurveProps {
  route: PlanRoute
  stops: readonly PlanStop[]
  weightUnit: MeasureUnit
  volumeUnit: MeasureUnit
}

/** A quantity along the route. */
interface Measured {
  name: 'weight' | 'volume' | 'packages'
  curve: QuantityCurve
  capacity: number | null
  /** Unit of the quantity; null for packages. */
  unit: MeasureUnit | null
}

/** Returns the quantities of a route. Packages are among them only if the load has a package capacity. */
function measuredOf({ route, stops, weightUnit, volumeUnit }: LoadCurveProps): Measured[] {
  const measureQuantity = (name: Measured['name'], capacity: number | null, unit: MeasureUnit | null): Measured => ({
    name,
    capacity,
    unit,
    curve: calculateCurve(stops, name),
  })
  return [
    measureQuantity('weight', route.weightCapacity, weightUnit),
    measureQuantity('volume', route.volumeCapacity, volumeUnit),
    ...(route.packageCapacity === null ? [] : [measureQuantity('packages', route.packageCapacity, null)]),
  ]
}

export const LoadCurve = memo(function LoadCurve(props: LoadCurveProps) {
  const { route, stops } = props
  const texts = useTexts(planTexts)
  const measured = measuredOf(props)
  return (
    <ChartOrTable
      title={texts.loadCurve}
      summary={<OverloadLabels overloads={findRouteOverloads(route, stops)} units={props} />}
      chart={measured.map((quantity) => <Steps key={quantity.name} stops={stops} measured={quantity} />)}
      table={<CurveTable stops={stops} measured={measured} />}
    />
  )
})

const height = 76
const top = 14
const bottom = 16
const side = 12

function Steps({ stops, measured }: { stops: readonly PlanStop[]; measured: Measured }) {
  const texts = useTexts(planTexts)
  const locale = languageLocales[currentLanguage.use()]
  const { ref, width } = useElementSize()
  const { name, capacity, unit } = measured
  const { onBoard, peak, peakAt } = measured.curve
  const title = texts[name]
  const amount = (value: number) => formatAmount(value, unit, locale)
  const peakPosition = peakAt === 0 ? texts.atStart : texts.afterStop(peakAt)
  const limit = capacity === null ? texts.noCapacity : texts.capacity(amount(capacity))
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
  // Numbers appear under every stop, or under every second, fifth or tenth if all numbers do not fit.
  const numberStep = [1, 2, 5, 10, 20, 50, 100].find((count) => step * count >= 18) ?? 200
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span>{texts.peak(amount(peak), peakPosition)}</span>
        <span>{limit}</span>
      </figcaption>
      <div ref={ref}>
        <svg
          className={styles.chart}
          width="100%"
          height={height}
          role="img"
          aria-label={`${title}: ${texts.peak(amount(peak), peakPosition)}, ${limit}`}
        >
          <path className={styles.area} d={`${outline}V${base}H${side}Z`} />
          {over && <path className={styles.over} d={over} />}
          <path className={styles.line} d={outline} />
          {capacity !== null && (
            <line className={styles.capacity} x1={side} x2={x(onBoard.length)} y1={y(capacity)} y2={y(capacity)} />
          )}
          <circle className={styles.peak} cx={x(peakAt) + step / 2} cy={y(peak)} r={3.5} />
          <text className={styles.tick} x={x(0) + step / 2} y={height - 4}>
            {texts.start}
          </text>
          {stops.map((stop, index) => (
            <HighlightableGroup key={stop.consignmentId} id={stop.consignmentId} className={styles.column}>
              <rect x={x(index + 1)} y={0} width={step} height={height} {...createHoverHandlers(stop.consignmentId)} />
              {(index + 1) % numberStep === 0 && step * numberStep >= 10 && (index > 0 || step > 26) && (
                <text className={styles.tick} x={x(index + 1) + step / 2} y={height - 4}>
                  {index + 1}
                </text>
              )}
            </HighlightableGroup>
          ))}
        </svg>
      </div>
    </figure>
  )
}

function CurveTable({ stops, measured }: { stops: readonly PlanStop[]; measured: readonly Measured[] }) {
  const texts = useTexts(planTexts)
  const locale = languageLocales[currentLanguage.use()]
  const headOf = (name: string, unit: MeasureUnit | null) => (unit === null ? name : formatColumnHead(name, unit))
  const amount = (value: number, unit: MeasureUnit | null) =>
    unit === null ? formatAmount(value, unit, locale) : formatColumnAmount(value, unit, locale)
  const formatPrefix = (stop: PlanStop) => (stop.type === 'delivery' ? '−' : '+')
  const columnsOf = ({ name, unit, curve: { onBoard } }: Measured): TableColumn<PlanStop | undefined>[] => [
    {
      head: headOf(texts[name], unit),
      isNumber: true,
      show: (stop) => (stop && stop[name] !== null ? `${formatPrefix(stop)}${amount(stop[name], unit)}` : ''),
    },
    {
      head: headOf(texts.onBoard, unit),
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
        { head: texts.stop, isKey: true, show: (stop, index) => (stop ? `${index} ${stop.name}` : texts.start) },
        ...measured.flatMap(columnsOf),
      ]}
    />
  )
}
