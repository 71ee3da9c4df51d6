// Compares the figures of a plan before and after.
import type { Environment } from '../../../contract/environment.ts'
import type { RouteFigures } from '../../../contract/optimisation.ts'
import { fromStored, measure } from '../../platform/units.ts'
import { DataTable } from '../../shell/data-table.tsx'
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
    ['stops', words.stops, number],
    ['unplanned', words.figureUnplanned, number],
    ['distance', words.figureDistance, distance],
    ['duration', words.figureDuration, (value) => duration(Math.round(value))],
    ['waiting', words.figureWaiting, (value) => duration(Math.round(value))],
    ['lateStops', words.figureLate, number],
    ['overloaded', words.figureOverloaded, number],
    ['cost', words.figureCost, number],
    ['co2', words.figureCo2, number],
  ]
  // Cost and emissions are shown only if the vehicles have values for them.
  const shown = rows.filter(([name]) => (name !== 'cost' && name !== 'co2') || (before?.[name] ?? 0) + after[name] > 0)
  return (
    <DataTable
      inset={{ className: styles.figures! }}
      label={words.figures}
      rows={shown}
      idOf={([name]) => name}
      columns={[
        { head: words.figure, isKey: true, show: ([, label]) => label },
        { head: words.before, show: ([name, , write]) => write(before?.[name] ?? 0) },
        { head: words.after, show: ([name, , write]) => write(after[name]) },
        {
          head: words.change,
          show([name, , write]) {
            const difference = after[name] - (before?.[name] ?? 0)
            return Math.abs(difference) < 0.05 ? '' : `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))}`
          },
        },
      ]}
    />
  )
}
