// Shows the problems of the day: late stops, overloaded vehicles, and orders without a load.
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { LoadSummary } from '../../../contract/load.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { countIn } from '../../words/words.ts'
import { pageTexts } from '../load/words.ts'
import type { DueCounts } from '../pool/use-pool.ts'
import type { LateStops } from '../times/data.ts'
import { isOverloaded } from '../times/overload.ts'
import { ExcessLabel } from '../views/problem-labels.tsx'
import styles from './problems.module.css'

interface DayProblemsProps {
  loads: readonly LoadSummary[]
  late: LateStops
  /** Stops that are late by the estimate and not planned late. */
  mayBeLate: LateStops
  /** Number of orders of the day without a load, and number of these orders without a day. */
  unplaced: DueCounts | undefined
  onJump: (loadId: string, stopId: string | null) => void
  onPool: () => void
}

/** Returns a function that goes to the next stop of a list, and from the last to the first. */
function useSteps() {
  const [places, setPlaces] = useState<Record<string, number>>({})
  return <T,>(listName: string, list: readonly T[], onVisit: (item: T) => void) => {
    const index = (places[listName] ?? -1) + 1
    const next = list[index < list.length ? index : 0]
    setPlaces({ ...places, [listName]: index < list.length ? index : 0 })
    if (next !== undefined) onVisit(next)
  }
}

export function DayProblems({ loads, late, mayBeLate, unplaced, onJump, onPool }: DayProblemsProps) {
  const texts = useTexts(pageTexts)
  const next = useSteps()
  const spoken = currentLanguage.use()
  const count = (amount: number) => countIn(spoken, amount)
  // The stops follow the sequence of the loads in the list.
  const sortByLoad = ({ stops }: LateStops) =>
    loads.flatMap(({ loadId }) => stops.filter((stop) => stop.loadId === loadId))
  const [lateStops, estimated] = [sortByLoad(late), sortByLoad(mayBeLate)]
  const overloaded = loads.filter(isOverloaded)
  const waiting = unplaced?.due ?? 0
  const undated = unplaced?.undated ?? 0
  return (
    <div className={styles.problems} role="status">
      {lateStops.length > 0 && (
        <Badge onClick={() => next('late', lateStops, (stop) => onJump(stop.loadId, stop.consignmentId))}>
          {texts.lateCount(lateStops.length)}
        </Badge>
      )}
      {estimated.length > 0 && (
        <Badge onClick={() => next('mayBeLate', estimated, (stop) => onJump(stop.loadId, stop.consignmentId))}>
          {texts.mayBeLateCount(estimated.length)}
        </Badge>
      )}
      {overloaded.length > 0 && (
        <Badge isSevere={false} onClick={() => next('overloaded', overloaded, (load) => onJump(load.loadId, null))}>
          {texts.overloadedCount(overloaded.length)}
        </Badge>
      )}
      {waiting > 0 && (
        <button type="button" className={styles.count} title={texts.nextProblem} onClick={onPool}>
          {[texts.unplacedCount(count(waiting)), ...(undated > 0 ? [texts.undatedCount(count(undated))] : [])].join(
            ' ',
          )}
        </button>
      )}
      {lateStops.length + estimated.length + overloaded.length + waiting === 0 && unplaced !== undefined && (
        <span className={styles.fine}>
          <IconCircleCheck size={14} aria-hidden />
          {texts.noProblems}
        </span>
      )}
    </div>
  )
}

function Badge({ children, isSevere, onClick }: { children: string; isSevere?: boolean; onClick: () => void }) {
  const texts = useTexts(pageTexts)
  return (
    <button type="button" className={styles.badge} title={texts.nextProblem} onClick={onClick}>
      <ExcessLabel {...(isSevere === undefined ? {} : { isSevere })}>{children}</ExcessLabel>
    </button>
  )
}
