// What is on board along the route, by weight and by volume: its peak, and what the vehicle takes.
import { Table } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { memo } from 'react'
import { columnAmount, measure, symbol, type Unit } from '../units.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import { ChartOrTable } from './chart-or-table.tsx'
import { Highlightable, highlightOnHover } from './highlight.tsx'
import styles from './load-curve.module.css'
import { ExcessMark } from './marks.tsx'
import { type Curve, curve, excess, type PlanRoute, type PlanStop } from './route.ts'
import { planWords } from './words.ts'

export interface LoadCurveProps {
  route: PlanRoute
  stops: readonly PlanStop[]
  weightUnit: Unit
  volumeUnit: Unit
}

export const LoadCurve = memo(function LoadCurve(props: LoadCurveProps) {
  const { route, stops, weightUnit, volumeUnit } = props
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const weight = curve(stops, 'weight')
  const volume = curve(stops, 'volume')
  const tooHeavy = excess(weight.peak, route.weightCapacity)
  const tooBig = excess(volume.peak, route.volumeCapacity)
  return (
    <ChartOrTable
      title={words.loadCurve}
      summary={
        <>
          {tooHeavy > 0 && <ExcessMark>{words.tooHeavy(measure(tooHeavy, weightUnit, locale))}</ExcessMark>}
          {tooBig > 0 && <ExcessMark>{words.tooBig(measure(tooBig, volumeUnit, locale))}</ExcessMark>}
        </>
      }
      chart={
        <>
          <Steps {...props} title={words.weight} curve={weight} capacity={route.weightCapacity} unit={weightUnit} />
          <Steps {...props} title={words.volume} curve={volume} capacity={route.volumeCapacity} unit={volumeUnit} />
        </>
      }
      table={<CurveTable {...props} weight={weight} volume={volume} />}
    />
  )
})

type StepsProps = LoadCurveProps & { title: string; curve: Curve; capacity: number | null; unit: Unit }

const height = 76
const top = 14
const bottom = 16
const side = 12

function Steps({ stops, title, curve: { onBoard, peak, peakAt }, capacity, unit }: StepsProps) {
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const { ref, width } = useElementSize()
  const amount = (value: number) => measure(value, unit, locale)
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
  // Numbers under every stop where they fit, else under every second, fifth or tenth.
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

function CurveTable({
  stops,
  weightUnit,
  volumeUnit,
  weight,
  volume,
}: LoadCurveProps & { weight: Curve; volume: Curve }) {
  const words = useWords(planWords)
  const locale = locales[language.use()]
  const sign = (stop: PlanStop) => (stop.type === 'delivery' ? '−' : '+')
  const part = (stop: PlanStop, value: number | null, unit: Unit) =>
    value === null ? '' : `${sign(stop)}${columnAmount(value, unit, locale)}`
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.stop}</Table.Th>
          {[words.weight, words.onBoard].map((name) => (
            <Table.Th key={name} ta="end">{`${name} (${symbol(weightUnit)})`}</Table.Th>
          ))}
          {[words.volume, words.onBoard].map((name) => (
            <Table.Th key={name} ta="end">{`${name} (${symbol(volumeUnit)})`}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row">{words.start}</Table.Th>
          <Table.Td />
          <Table.Td ta="end">{columnAmount(weight.onBoard[0]!, weightUnit, locale)}</Table.Td>
          <Table.Td />
          <Table.Td ta="end">{columnAmount(volume.onBoard[0]!, volumeUnit, locale)}</Table.Td>
        </Table.Tr>
        {stops.map((stop, index) => (
          <Table.Tr key={stop.consignmentId}>
            <Table.Th scope="row">
              {index + 1} {stop.name}
            </Table.Th>
            <Table.Td ta="end">{part(stop, stop.weight, weightUnit)}</Table.Td>
            <Table.Td ta="end">{columnAmount(weight.onBoard[index + 1]!, weightUnit, locale)}</Table.Td>
            <Table.Td ta="end">{part(stop, stop.volume, volumeUnit)}</Table.Td>
            <Table.Td ta="end">{columnAmount(volume.onBoard[index + 1]!, volumeUnit, locale)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
