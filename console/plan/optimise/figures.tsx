// Before and after, figure by figure.
import { Table } from '@mantine/core'
import type { Environment } from '../../../contract/environment.ts'
import type { RouteFigures } from '../../../contract/optimisation.ts'
import { fromStored, measure } from '../../platform/units.ts'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import { useDuration } from '../views/marks.tsx'
import styles from './optimise.module.css'
import { optimiseWords } from './words.ts'

interface FiguresProps {
  before: RouteFigures | null
  after: RouteFigures
  environment: Environment
}

export function Figures({ before, after, environment }: FiguresProps) {
  const words = useWords(optimiseWords)
  const locale = locales[language.use()]
  const duration = useDuration()
  const { distanceUnit } = environment.displayPreferences
  const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 })
  const distance = (value: number) => measure(fromStored(value, distanceUnit), distanceUnit, locale)
  const rows: [keyof RouteFigures, string, (value: number) => string][] = [
    ['vehicles', words.figureVehicles, number],
    ['stops', words.figureStops, number],
    ['unplanned', words.figureUnplanned, number],
    ['distance', words.figureDistance, distance],
    ['duration', words.figureDuration, (value) => duration(Math.round(value))],
    ['waiting', words.figureWaiting, (value) => duration(Math.round(value))],
    ['lateStops', words.figureLate, number],
    ['overloaded', words.figureOverloaded, number],
    ['cost', words.figureCost, number],
    ['co2', words.figureCo2, number],
  ]
  // What nobody has given costs or emissions for is nothing to compare.
  const shown = rows.filter(([name]) => (name !== 'cost' && name !== 'co2') || (before?.[name] ?? 0) + after[name] > 0)
  return (
    <Table aria-label={words.figures} className={styles.figures}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.figure}</Table.Th>
          <Table.Th>{words.before}</Table.Th>
          <Table.Th>{words.after}</Table.Th>
          <Table.Th>{words.change}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(([name, label, write]) => {
          const old = before?.[name] ?? 0
          const difference = after[name] - old
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{write(old)}</Table.Td>
              <Table.Td>{write(after[name])}</Table.Td>
              <Table.Td>
                {Math.abs(difference) < 0.05 ? '' : `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))}`}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
