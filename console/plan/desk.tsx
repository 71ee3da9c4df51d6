// Everything that works on the open load, side by side; on a small screen one at a time.
import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { LoadSummary } from '../../contract/load.ts'
import { isOpen } from '../load/status.tsx'
import { useWords } from '../words/language.ts'
import { AssignDialog } from './assign-dialog.tsx'
import type { Basics } from './data.ts'
import { LoadCurve } from './load-curve.tsx'
import { LoadPanel } from './load-panel.tsx'
import styles from './page.module.css'
import { pageWords } from './page-words.ts'
import { PlanMap } from './plan-map.tsx'
import { PoolPane } from './pool/pool-pane.tsx'
import { Rail } from './rail.tsx'
import { chosen } from './selection.ts'
import { TimeLine } from './time-line.tsx'
import { type Desk as DeskState, useDesk, type View } from './use-desk.ts'
import { planWords } from './words.ts'

interface DeskProps extends Basics {
  day: string
  ofDay: readonly LoadSummary[]
  isLoaded: boolean
  open: LoadSummary | undefined
  lateCounts: ReadonlyMap<string, number>
  mayChange: boolean
  /** What is said on a day without loads. */
  nothing: ReactNode
  onOpenLoad: (loadId: string) => void
  onEdit: () => void
}

export function Desk(props: DeskProps) {
  const { environment, depots, ofDay, isLoaded, nothing } = props
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const desk = useDesk(props)
  const selected = chosen.use()
  const { open, stops, shape, estimates, isShown } = desk
  return (
    <>
      {desk.isSmall && <ViewChoice view={desk.view} onChange={desk.setView} />}
      <div className={styles.desk}>
        {isShown('loads') && <Side {...props} desk={desk} />}
        {isLoaded && ofDay.length === 0 && isShown('stops') && <div className={styles.nothing}>{nothing}</div>}
        {open && isShown('stops') && <OpenLoad {...props} desk={desk} />}
        {isLoaded && isShown('map') && (
          <div className={styles.map}>
            <PlanMap
              environment={environment}
              depots={depots}
              line={shape.roads.line}
              load={desk.planned?.load}
              stops={stops}
              estimates={estimates}
              waiting={desk.pool.inSight}
              selected={selected}
              onSelect={desk.on.selectPin}
            />
          </div>
        )}
        {open && isShown('charts') && (
          <div className={styles.charts}>
            <TimeLine zone={environment.timezone} stops={stops} arrivals={estimates} roads={shape.roads} />
            <LoadCurve weightUnit={weightUnit} volumeUnit={volumeUnit} stops={stops} route={shape} />
          </div>
        )}
      </div>
      <Assigned zone={environment.timezone} desk={desk} />
    </>
  )
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const words = useWords(planWords)
  const page = useWords(pageWords)
  return (
    <SegmentedControl
      className={styles.views}
      aria-label={page.view}
      value={view}
      onChange={onChange}
      data={[
        { value: 'loads', label: words.loads },
        { value: 'stops', label: words.stops },
        { value: 'map', label: words.map },
        { value: 'charts', label: page.charts },
      ]}
    />
  )
}

type PartProps = DeskProps & { desk: DeskState }

const sharedBy = ({ environment, mayChange }: DeskProps) => ({
  zone: environment.timezone,
  weightUnit: environment.displayPreferences.weightUnit,
  volumeUnit: environment.displayPreferences.volumeUnit,
  distanceUnit: environment.displayPreferences.distanceUnit,
  mayChange,
})

/** The loads of the day, and the orders that have none. */
function Side(props: PartProps) {
  const { ofDay, lateCounts, open, desk } = props
  const { assigning, on } = desk
  const common = sharedBy(props)
  return (
    <div className={styles.side}>
      <div className={styles.loads}>
        <Rail
          {...common}
          loads={ofDay}
          lateCounts={lateCounts}
          unsaved={desk.unsaved}
          selected={open?.loadId ?? null}
          refusal={assigning.refusal}
          onSelect={on.openLoad}
          onDrop={on.dropOnLoad}
          onDismissRefusal={on.dismiss}
        />
      </div>
      <PoolPane
        {...common}
        pool={desk.pool}
        named={props.environment}
        refusal={assigning.refusal}
        onAssign={desk.setAssigned}
        onDismissRefusal={on.dismiss}
      />
    </div>
  )
}

function OpenLoad(props: PartProps) {
  const { environment, mayChange, onEdit, desk } = props
  const words = useWords(planWords)
  const { planned, on } = desk
  const { refusal } = desk.assigning
  return (
    <section className={styles.stops} aria-label={words.stops}>
      {planned && (
        <LoadPanel
          {...sharedBy(props)}
          route={planned}
          shape={desk.shape}
          arrivals={desk.estimates}
          editable={mayChange && isOpen(planned.load.status)}
          exportsOnRelease={environment.export.automatic.includes('released')}
          refusal={refusal?.place.kind === 'stops' ? { ...refusal, at: refusal.place.at } : null}
          onInsert={on.insert}
          onTakeOut={on.takeOut}
          onAssign={on.assign}
          onOpen={on.open}
          onDismissRefusal={on.dismiss}
          onEdit={onEdit}
        />
      )}
    </section>
  )
}

/** The dialog that puts an order on another load. */
function Assigned({ zone, desk }: { zone: string; desk: DeskState }) {
  const { open, stops, assigned, setAssigned, assigning } = desk
  const isOnOpen = stops.some(({ consignmentId }) => consignmentId === assigned?.consignmentId)
  return (
    <AssignDialog
      order={assigned}
      current={open && isOnOpen ? open.loadId : null}
      zone={zone}
      assigning={assigning}
      onClose={() => {
        setAssigned(null)
        assigning.dismiss()
      }}
    />
  )
}
