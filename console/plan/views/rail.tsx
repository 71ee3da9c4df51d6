// Lists the loads of a day with their quantities and problems. An order can be dropped on a load.
import { memo, useRef } from 'react'
import type { LoadSummary } from '../../../contract/load.ts'
import { CapacityUse } from '../../load/capacity.tsx'
import { StatusBadge } from '../../load/status.tsx'
import { loadWords } from '../../load/words.ts'
import { RouteLetter } from '../../map/letter.tsx'
import type { RouteMark } from '../../map/places.ts'
import type { Unit } from '../../platform/units.ts'
import { LoadProgressBar } from '../../road/progress.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { PlacedRefusal } from '../load/assigning.ts'
import { RefusalNote } from '../load/refusal.tsx'
import { pageWords } from '../load/words.ts'
import { overloadsOfLoad } from '../times/overload.ts'
import { planWords } from '../times/words.ts'
import { type Dragged, useDropping } from './dragging.ts'
import { ExcessMark, OverloadMarks } from './marks.tsx'
import styles from './rail.module.css'

export interface RailProps {
  loads: readonly LoadSummary[]
  lateCounts: ReadonlyMap<string, number>
  /** Number of stops per load that will be late by the estimate. */
  mayBeLate: ReadonlyMap<string, number>
  /** Loads with an unsaved sequence. */
  unsaved: ReadonlySet<string>
  marks: ReadonlyMap<string, RouteMark>
  selected: string | null
  zone: string
  weightUnit: Unit
  volumeUnit: Unit
  mayChange: boolean
  refusal: PlacedRefusal | null
  onSelect: (loadId: string) => void
  onDrop: (dragged: Dragged, load: LoadSummary) => void
  onDismissRefusal: () => void
}

export function Rail(props: RailProps) {
  const words = useWords(planWords)
  const { loads, refusal, onDismissRefusal } = props
  return (
    <ul className={styles.rail} aria-label={words.loads}>
      {loads.map((load) => (
        <li key={load.loadId}>
          <RailItem {...props} load={load} />
          {refusal?.place.kind === 'load' && refusal.place.loadId === load.loadId && (
            <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />
          )}
        </li>
      ))}
    </ul>
  )
}

const RailItem = memo(function RailItem({ load, ...props }: RailProps & { load: LoadSummary }) {
  const { lateCounts, mayBeLate, unsaved, marks, selected, zone, weightUnit, volumeUnit, mayChange } = props
  const { onSelect, onDrop } = props
  const words = useWords(loadWords)
  const page = useWords(pageWords)
  const plan = useWords(planWords)
  const format = useFormat(zone)
  const item = useRef<HTMLButtonElement>(null)
  const isOver = useDropping(item, mayChange, (dragged) => onDrop(dragged, load))
  const late = lateCounts.get(load.loadId) ?? 0
  const estimated = mayBeLate.get(load.loadId) ?? 0
  return (
    <button
      ref={item}
      type="button"
      className={styles.item}
      aria-current={selected === load.loadId || undefined}
      data-load={load.key}
      data-over={isOver || undefined}
      onClick={() => onSelect(load.loadId)}
    >
      <span className={styles.title}>
        <RouteLetter mark={marks.get(load.loadId)!} />
        <strong dir="auto" title={load.key}>
          {load.key}
        </strong>
        {unsaved.has(load.loadId) && <em>{page.notSaved}</em>}
      </span>
      <span className={styles.facts}>
        <StatusBadge status={load.status} />
        <span>{load.plannedStart ? format.time(load.plannedStart) : words.noStart}</span>
        <span>{plan.stopCount(load.stopCount)}</span>
      </span>
      <LoadProgressBar load={load} zone={zone} />
      <span className={styles.bars}>
        <CapacityUse
          isBrief
          title={words.weight}
          peak={load.peakWeight}
          capacity={load.weightCapacity}
          unit={weightUnit}
        />
        <CapacityUse
          isBrief
          title={words.volume}
          peak={load.peakVolume}
          capacity={load.volumeCapacity}
          unit={volumeUnit}
        />
        {load.packageCapacity !== null && load.peakPackages !== null && (
          <CapacityUse
            isBrief
            title={plan.packages}
            peak={load.peakPackages}
            capacity={load.packageCapacity}
            unit={null}
          />
        )}
      </span>
      <OverloadMarks overloads={overloadsOfLoad(load)} units={{ weightUnit, volumeUnit }} />
      {late > 0 && <ExcessMark>{page.lateCount(late)}</ExcessMark>}
      {estimated > 0 && <ExcessMark>{page.mayBeLateCount(estimated)}</ExcessMark>}
    </button>
  )
})
