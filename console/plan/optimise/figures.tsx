// Compares the figures of a plan before and after.
import type { Environment } from '../../../contract/environment.ts'
import type { RouteFigures } from '../../../contract/optimisation.ts'
import { convertFromStored, formatMeasure } from '../../platform/units.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { useDuration } from '../times/duration.ts'
import styles from './optimise.module.css'
import { optimiseTexts } from './words.ts'

interface FiguresProps {
  before: RouteFigures | null
  after: RouteFigures
  environment: Environment
}

export function PlanFigures({ before, after, environment }: FiguresProps) {
  const texts = useTexts(optimiseTexts)
  const locale = languageLocales[currentLanguage.use()]
  const duration = useDuration()
  const { distanceUnit } = environment.displayPreferences
  const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 })
  const distance = (value: number) => formatMeasure(convertFromStored(value, distanceUnit), distanceUnit, locale)
  const rows: [keyof RouteFigures, string, (value: number) => string][] = [
    ['vehicles', texts.figureVehicles, number],
    ['stops', texts.stops, number],
    ['unplanned', texts.figureUnplanned, number],
    ['distance', texts.figureDistance, distance],
    ['duration', texts.figureDuration, (value) => duration(Math.round(value))],
    ['waiting', texts.figureWaiting, (value) => duration(Math.round(value))],
    ['lateStops', texts.figureLate, number],
    ['overloaded', texts.figureOverloaded, number],
    ['cost', texts.figureCost, number],
    ['co2', texts.figureCo2, number],
  ]
  // Cost and emissions are shown only if the vehicles have values for them.
  const visibleRows = rows.filter(
    ([name]) => (name !== 'cost' && name !== 'co2') || (before?.[name] ?? 0) + after[name] > 0,
  )
  return (
    <DataTable
      inset={{ className: styles.figures! }}
      label={texts.figures}
      rows={visibleRows}
      idOf={([name]) => name}
      columns={[
        { head: texts.figure, isKey: true, show: ([, label]) => label },
        { head: texts.before, show: ([name, , write]) => write(before?.[name] ?? 0) },
        { head: texts.after, show: ([name, , write]) => write(after[name]) },
        {
          head: texts.change,
          show([name, , write]) {
            const difference = after[name] - (before?.[name] ?? 0)
            return Math.abs(difference) < 0.05 ? '' : `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))}`
          },
        },
      ]}
    />
  )
}
