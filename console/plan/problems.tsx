// What is wrong with the day, at a glance: late stops, overloaded vehicles, orders without a load.
import { IconCircleCheck } from '@tabler/icons-react'
import type { LoadSummary } from '../../contract/load.ts'
import { useWords } from '../words/language.ts'
import { isOverloaded } from './data.ts'
import { ExcessMark } from './marks.tsx'
import { pageWords } from './page-words.ts'
import styles from './problems.module.css'

interface DayProblemsProps {
  loads: readonly LoadSummary[]
  lateCounts: ReadonlyMap<string, number>
  /** Orders that the day has to do with. */
  unplaced: number | undefined
}

export function DayProblems({ loads, lateCounts, unplaced }: DayProblemsProps) {
  const words = useWords(pageWords)
  const late = loads.reduce((sum, { loadId }) => sum + (lateCounts.get(loadId) ?? 0), 0)
  const overloaded = loads.filter(isOverloaded).length
  const waiting = unplaced ?? 0
  return (
    <div className={styles.problems} role="status">
      {late > 0 && <ExcessMark>{words.lateCount(late)}</ExcessMark>}
      {overloaded > 0 && <ExcessMark>{words.overloadedCount(overloaded)}</ExcessMark>}
      {waiting > 0 && <ExcessMark>{words.unplacedCount(String(waiting))}</ExcessMark>}
      {late + overloaded + waiting === 0 && unplaced !== undefined && (
        <span className={styles.fine}>
          <IconCircleCheck size={14} aria-hidden />
          {words.noProblems}
        </span>
      )}
    </div>
  )
}
