// Arranges the views of the open load side by side, or one at a time on a small screen.
import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Load, LoadSummary } from '../../../contract/load.ts'
import { isOpen } from '../../load/status.tsx'
import { createRouteStyle } from '../../map/letter.tsx'
import type { RouteBadge } from '../../map/route-locations.ts'
import { type ChangeResult, type BulkChange as PlannedAgain, reportChange } from '../../order/changing.ts'
import { PlanAgain } from '../../order/plan-again-dialog.tsx'
import { ResultsDialog } from '../../order/results.tsx'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { LoadingLines } from '../../shell/waiting.tsx'
import { WidgetBoundary } from '../../shell/widget-boundary.tsx'
import { useFormat } from '../../words/format.ts'
import { useTexts } from '../../words/language.ts'
import { AssignDialog } from '../load/assign-dialog.tsx'
import { chooseNothing, chosenOrders } from '../load/selection.ts'
import { pageTexts } from '../load/words.ts'
import { estimatePoolHeight, PoolPane } from '../pool/pool-pane.tsx'
import type { PlanBasics } from '../times/data.ts'
import { changeLoad } from '../times/following.ts'
import { parseInstant } from '../times/route.ts'
import { assignRouteBadges } from '../times/route-badges.ts'
import { planTexts, timesTexts } from '../times/words.ts'
import { useDropping } from '../views/dragging.ts'
import { LoadCurve } from '../views/load-curve.tsx'
import { LoadRail } from '../views/rail.tsx'
import { PaneSplitter, usePaneSizes } from '../views/splitter.tsx'
import { TimeLine } from '../views/time-line.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { useLoadCommands } from './commands.ts'
import { LoadPanel } from './load-panel.tsx'
import styles from './page.module.css'
import { usePaneKeys } from './panes.ts'
import { PlanMap } from './plan-map.tsx'
import { type PlanDeskState as DeskState, type DeskView, useDesk } from './use-desk.ts'

interface DeskProps extends PlanBasics {
  day: string
  ofDay: readonly LoadSummary[]
  isLoaded: boolean
  open: LoadSummary | undefined
  lateCounts: ReadonlyMap<string, number>
  mayBeLate: ReadonlyMap<string, number>
  mayChange: boolean
  /** Content of a day without loads. */
  nothing: ReactNode
  onOpenLoad: (loadId: string) => void
  onEdit: (load: Load) => void
  onRelease: (load: Load) => void
}

export function PlanDesk(props: DeskProps) {
  const { environment, depots, ofDay, isLoaded, nothing } = props
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const desk = useDesk(props)
  const selected = chosenOrders.use()
  usePaneKeys()
  const { open, stops, shape, estimates, isShown } = desk
  const badges = useMemo(() => assignRouteBadges(ofDay), [ofDay])
  const badge = open && badges.get(open.loadId)
  return (
    <>
      {desk.isSmall && <ViewChoice view={desk.view} onChange={desk.setView} />}
      <div className={styles.desk} style={{ ...usePaneSizes(), ...createRouteStyle(badge) }}>
        {isShown('loads') && <Side {...props} desk={desk} badges={badges} />}
        {!open && !(isLoaded && ofDay.length === 0) && isShown('stops') && (
          <div className={styles.stops}>
            <LoadingLines />
          </div>
        )}
        {isLoaded && ofDay.length === 0 && isShown('stops') && <div className={styles.nothing}>{nothing}</div>}
        {open && isShown('stops') && <OpenLoad {...props} desk={desk} badge={badge} />}
        {isLoaded && isShown('map') && (
          <ShowingPane name="map" className={styles.map} mayDrop={props.mayChange}>
            <PlanMap
              environment={environment}
              depots={depots}
              day={props.day}
              line={shape.roads.line}
              ofDay={ofDay}
              load={desk.planned?.load}
              mayChange={props.mayChange}
              stops={stops}
              estimates={estimates}
              road={desk.road}
              waiting={desk.pool.inSight}
              selected={selected}
              onSelect={desk.on.selectPin}
              onLasso={desk.on.lasso}
            />
          </ShowingPane>
        )}
        {open && isShown('charts') && (
          <ShowingPane name="charts" className={styles.charts} mayDrop={props.mayChange}>
            <WidgetBoundary data={`times ${open.loadId}`}>
              <Times {...props} desk={desk} badge={badge} />
            </WidgetBoundary>
            <WidgetBoundary data={`curve ${open.loadId}`}>
              <LoadCurve weightUnit={weightUnit} volumeUnit={volumeUnit} stops={stops} route={shape} />
            </WidgetBoundary>
          </ShowingPane>
        )}
        {!desk.isSmall && (
          <>
            <PaneSplitter pane="side" />
            <PaneSplitter pane="stops" />
            {open && <PaneSplitter pane="charts" />}
          </>
        )}
      </div>
      <ChosenBar desk={desk} mayChange={props.mayChange} />
      <Assigned zone={environment.timezone} desk={desk} />
      <PlanAgainDialog desk={desk} />
    </>
  )
}

function ViewChoice({ view, onChange }: { view: DeskView; onChange: (view: DeskView) => void }) {
  const texts = useTexts(planTexts)
  const page = useTexts(pageTexts)
  return (
    <SegmentedControl
      className={styles.views}
      aria-label={page.view}
      value={view}
      onChange={onChange}
      data={[
        { value: 'loads', label: texts.loads },
        { value: 'stops', label: texts.stops },
        { value: 'map', label: texts.map },
        { value: 'charts', label: page.charts },
      ]}
    />
  )
}

type PartProps = DeskProps & { desk: DeskState }
type OpenProps = PartProps & { badge: RouteBadge | undefined }

const sharedBy = ({ environment, day, mayChange }: DeskProps) => ({
  day,
  zone: environment.timezone,
  weightUnit: environment.displayPreferences.weightUnit,
  volumeUnit: environment.displayPreferences.volumeUnit,
  distanceUnit: environment.displayPreferences.distanceUnit,
  mayChange,
})

/** Draws the loads of the day and the orders without a load. */
function Side(props: PartProps & { badges: ReadonlyMap<string, RouteBadge> }) {
  const { ofDay, lateCounts, mayBeLate, open, desk, badges } = props
  const { assigning, on } = desk
  const common = sharedBy(props)
  return (
    <div className={styles.side} style={{ '--pool-height': `${estimatePoolHeight(desk.pool)}px` } as object}>
      <div className={styles.loads} data-pane="loads">
        <LoadRail
          {...common}
          loads={ofDay}
          lateCounts={lateCounts}
          mayBeLate={mayBeLate}
          unsaved={desk.unsaved}
          badges={badges}
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
        onAssign={on.assign}
        onDismissRefusal={on.dismiss}
      />
    </div>
  )
}

/** Draws the timeline of the open load, with a handle at its start. */
function Times({ environment, day, mayChange, desk, badge }: OpenProps) {
  const texts = useTexts(timesTexts)
  const format = useFormat(environment.timezone)
  const { planned, stops, estimates, shape, preview } = desk
  const { load } = planned ?? {}
  const commit = async (startMs: number) => {
    const plannedStart = new Date(startMs).toISOString()
    try {
      if (load)
        await changeLoad(load.loadId, {
          body: { plannedStart },
          partOf: (former) => ({ plannedStart: former.plannedStart }),
          message: texts.startsAt(load.key, format.time(plannedStart)),
        })
    } catch (error) {
      showProblem(error)
    }
    preview(null)
  }
  const start = load &&
    shape.startsAt !== null && {
      at: parseInstant(load.plannedStart) ?? shape.startsAt,
      shown: shape.startsAt,
      editable: mayChange && isOpen(load.status),
      onPreview: preview,
      onCommit: (startMs: number) => void commit(startMs),
    }
  return (
    <TimeLine
      zone={environment.timezone}
      day={day}
      letter={badge?.letter ?? ''}
      stops={stops}
      arrivals={estimates}
      roads={shape.roads}
      start={start || null}
    />
  )
}

interface ShowingPaneProps {
  name: 'map' | 'charts'
  className: string | undefined
  mayDrop: boolean
  children: ReactNode
}

/** Draws a pane that accepts no drops. After a drop, a message lists the panes that accept drops. */
function ShowingPane({ name, className, mayDrop, children }: ShowingPaneProps) {
  const { dropElsewhere } = useTexts(planTexts)
  const pane = useRef<HTMLDivElement>(null)
  useDropping(pane, mayDrop, () => showDone(dropElsewhere))
  return (
    <div ref={pane} className={className} data-pane={name}>
      {children}
    </div>
  )
}

function OpenLoad(props: OpenProps) {
  const { environment, mayChange, onEdit, onRelease, desk } = props
  const texts = useTexts(planTexts)
  const { planned, on } = desk
  const commands = useLoadCommands(desk, mayChange)
  const { refusal } = desk.assigning
  const { target } = refusal ?? {}
  const isHere = target?.kind === 'stops' && target.loadId === planned?.load.loadId
  return (
    <section className={styles.stops} aria-label={texts.stops} data-pane="stops">
      {planned && (
        <LoadPanel
          {...sharedBy(props)}
          route={planned}
          badge={props.badge}
          commands={commands}
          shape={desk.shape}
          ends={desk.ends}
          arrivals={desk.estimates}
          onRoad={desk.road.onRoad}
          editable={mayChange && isOpen(planned.load.status)}
          mayDrop={mayChange}
          exportsOnRelease={environment.export.automatic.includes('released')}
          refusal={refusal && isHere ? { ...refusal, at: target.at } : null}
          onPlace={on.place}
          onTakeOut={on.takeOut}
          onAssign={on.assign}
          onOpen={on.open}
          onAgain={on.again}
          mayGoAgain={desk.goingAgain.may}
          onSend={on.send}
          onDismissRefusal={on.dismiss}
          onEdit={onEdit}
          onRelease={onRelease}
        />
      )}
    </section>
  )
}

/** Draws the dialog that plans undelivered orders again. */
function PlanAgainDialog({ desk }: { desk: DeskState }) {
  const { ids, untold, close } = desk.goingAgain
  const [outcomes, setOutcomes] = useState<ChangeResult[]>()
  const onDone = (assigned: PlannedAgain, formatMessage: (count: number) => string) => {
    close()
    chooseNothing()
    reportChange(assigned, { say: formatMessage, onFailed: setOutcomes })
  }
  return (
    <>
      {ids.length > 0 && <PlanAgain ids={ids} untold={untold} onClose={close} onDone={onDone} />}
      <ResultsDialog outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
    </>
  )
}

/** Draws the dialog that assigns orders to another load. */
function Assigned({ zone, desk }: { zone: string; desk: DeskState }) {
  const { open, stops, assigned, askForLoad, assigning } = desk
  const isOnOpen = assigned.some((order) => stops.some(({ consignmentId }) => consignmentId === order.consignmentId))
  return (
    <AssignDialog
      orders={assigned}
      current={open && isOnOpen ? open.loadId : null}
      day={desk.day}
      zone={zone}
      assigning={assigning}
      onClose={() => askForLoad([])}
    />
  )
}
