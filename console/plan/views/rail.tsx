// Lists the loads of a day with their quantities and problems. An order can be dropped on a load.
import { memo, useRef } from 'react'
import type { LoadSummary } from '../../../contract/load.ts'
import { CapacityUse } from '../../load/capacity.tsx'
import { StatusBadge } from '../../load/status.tsx'
import { loadTexts } from '../../load/words.ts'
import { RouteLetter } from '../../map/letter.tsx'
import type { RouteBadge } from '../../map/route-locations.ts'
import type { MeasureUnit } from '../../platform/units.ts'
import { LoadProgressBar } from '../../road/progress.tsx'
import { useFormat } from '../../words/format.ts'
import { useTexts } from '../../words/language.ts'
import type { PlacedRefusal } from '../load/assigning.ts'
import { useOffers, useOfferText } from '../load/offers.ts'
import { RefusalNote } from '../load/refusal.tsx'
import { pageTexts } from '../load/words.ts'
import { findLoadOverloads } from '../times/overload.ts'
import { planTexts } from '../times/words.ts'
import { type DraggedCard, draggedOrders, useDropping } from './dragging.ts'
import { ExcessLabel, OverloadLabels } from './problem-labels.tsx'
import styles from './rail.module.css'

export interface RailProps {
  loads: readonly LoadSummary[]
  lateCounts: ReadonlyMap<string, number>
  /** Number of stops per load that will be late by the estimate. */
  mayBeLate: ReadonlyMap<string, number>
  /** Loads with an unsaved sequence. */
  unsaved: ReadonlySet<string>
  badges: ReadonlyMap<string, RouteBadge>
  selected: string | null
  zone: string
  weightUnit: MeasureUnit
  volumeUnit: MeasureUnit
  mayChange: boolean
  refusal: PlacedRefusal | null
  onSelect: (loadId: string) => void
  onDrop: (dragged: DraggedCard, load: LoadSummary) => void
  onDismissRefusal: () => void
}

export function LoadRail(props: RailProps) {
  const texts = useTexts(planTexts)
  const { loads, refusal, onDismissRefusal } = props
  const offers = useOffers(draggedOrders.use(), loads)
  const describeOffer = useOfferText()
  const offerTextOf = (loadId: string) => {
    const offer = offers?.find((candidate) => candidate.loadId === loadId)
    return offer && describeOffer(offer)
  }
  return (
    <ul className={styles.rail} aria-label={texts.loads}>
      {loads.map((load) => (
        <li key={load.loadId}>
          <RailItem {...props} load={load} offerText={offerTextOf(load.loadId)} />
          {refusal?.target.kind === 'load' && refusal.target.loadId === load.loadId && (
            <RefusalNote refusal={refusal} onDismiss={onDismissRefusal} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface RailItemProps extends RailProps {
  load: LoadSummary
  /** What the dragged orders add to the route, or why they do not fit. */
  offerText: string | undefined
}

const RailItem = memo(function RailItem({ load, offerText, ...props }: RailItemProps) {
  const { lateCounts, mayBeLate, unsaved, badges, selected, zone, weightUnit, volumeUnit, mayChange } = props
  const { onSelect, onDrop } = props
  const texts = useTexts(loadTexts)
  const page = useTexts(pageTexts)
  const plan = useTexts(planTexts)
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
        <RouteLetter badge={badges.get(load.loadId)!} />
        <strong dir="auto" title={load.key}>
          {load.key}
        </strong>
        {unsaved.has(load.loadId) && <em>{page.notSaved}</em>}
      </span>
      <span className={styles.facts}>
        <StatusBadge status={load.status} />
        <span>{load.plannedStart ? format.time(load.plannedStart) : texts.noStart}</span>
        <span>{plan.stopCount(load.stopCount)}</span>
      </span>
      <LoadProgressBar load={load} zone={zone} />
      <span className={styles.bars}>
        <CapacityUse
          isBrief
          title={texts.weight}
          peak={load.peakWeight}
          capacity={load.weightCapacity}
          unit={weightUnit}
        />
        <CapacityUse
          isBrief
          title={texts.volume}
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
      {isOver && offerText && <span className={styles.offer}>{offerText}</span>}
      <OverloadLabels overloads={findLoadOverloads(load)} units={{ weightUnit, volumeUnit }} />
      {late > 0 && <ExcessLabel>{page.lateCount(late)}</ExcessLabel>}
      {estimated > 0 && <ExcessLabel>{page.mayBeLateCount(estimated)}</ExcessLabel>}
    </button>
  )
})
