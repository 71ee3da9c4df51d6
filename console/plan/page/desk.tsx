// Arranges the views of the open load side by side, or one at a time on a small screen.
import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Load, LoadSummary } from '../../../contract/load.ts'
import { isOpen } from '../../load/status.tsx'
import { inRouteColor } from '../../map/letter.tsx'
import type { RouteMark } from '../../map/places.ts'
import { type Outcome, type Assigned as PlannedAgain, tell } from '../../order/changing.ts'
import { PlanAgain } from '../../order/plan-again-dialog.tsx'
import { Results } from '../../order/results.tsx'
import { showDone, showProblem } from '../../shell/toasts.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { WidgetBoundary } from '../../shell/widget-boundary.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { AssignDialog } from '../load/assign-dialog.tsx'
import { chooseNothing, chosen } from '../load/selection.ts'
import { pageWords } from '../load/words.ts'
import { PoolPane, poolHeight } from '../pool/pool-pane.tsx'
import type { Basics } from '../times/data.ts'
import { changeLoad } from '../times/following.ts'
import { marksOf } from '../times/load-mark.ts'
import { instant } from '../times/route.ts'
import { planWords, timesWords } from '../times/words.ts'
import { useDropping } from '../views/dragging.ts'
import { LoadCurve } from '../views/load-curve.tsx'
import { Rail } from '../views/rail.tsx'
import { Splitter, usePaneSizes } from '../views/splitter.tsx'
import { TimeLine } from '../views/time-line.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { useLoadCommands } from './commands.ts'
import { LoadPanel } from './load-panel.tsx'
import styles from './page.module.css'
import { usePaneKeys } from './panes.ts'
import { PlanMap } from './plan-map.tsx'
import { type Desk as DeskState, useDesk, type View } from './use-desk.ts'

interface DeskProps extends Basics {
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

export function Desk(props: DeskProps) {
  const { environment, depots, ofDay, isLoaded, nothing } = props
  const { weightUnit, volumeUnit } = environment.displayPreferences
  const desk = useDesk(props)
  const selected = chosen.use()
  usePaneKeys()
  const { open, stops, shape, estimates, isShown } = desk
  const marks = useMemo(() => marksOf(ofDay), [ofDay])
  const mark = open && marks.get(open.loadId)
  return (
    <>
      {desk.isSmall && <ViewChoice view={desk.view} onChange={desk.setView} />}
      <div className={styles.desk} style={{ ...usePaneSizes(), ...inRouteColor(mark) }}>
        {isShown('loads') && <Side {...props} desk={desk} marks={marks} />}
        {!open && !(isLoaded && ofDay.length === 0) && isShown('stops') && (
          <div className={styles.stops}>
            <Waiting />
          </div>
        )}
        {isLoaded && ofDay.length === 0 && isShown('stops') && <div className={styles.nothing}>{nothing}</div>}
        {open && isShown('stops') && <OpenLoad {...props} desk={desk} mark={mark} />}
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
              <Times {...props} desk={desk} mark={mark} />
            </WidgetBoundary>
            <WidgetBoundary data={`curve ${open.loadId}`}>
              <LoadCurve weightUnit={weightUnit} volumeUnit={volumeUnit} stops={stops} route={shape} />
            </WidgetBoundary>
          </ShowingPane>
        )}
        {!desk.isSmall && (
          <>
            <Splitter pane="side" />
            <Splitter pane="stops" />
            {open && <Splitter pane="charts" />}
          </>
        )}
      </div>
      <ChosenBar desk={desk} mayChange={props.mayChange} />
      <Assigned zone={environment.timezone} desk={desk} />
      <GoingAgain desk={desk} />
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
type OpenProps = PartProps & { mark: RouteMark | undefined }

const sharedBy = ({ environment, day, mayChange }: DeskProps) => ({
  day,
  zone: environment.timezone,
  weightUnit: environment.displayPreferences.weightUnit,
  volumeUnit: environment.displayPreferences.volumeUnit,
  distanceUnit: environment.displayPreferences.distanceUnit,
  mayChange,
})

/** Draws the loads of the day and the orders without a load. */
function Side(props: PartProps & { marks: ReadonlyMap<string, RouteMark> }) {
  const { ofDay, lateCounts, mayBeLate, open, desk, marks } = props
  const { assigning, on } = desk
  const common = sharedBy(props)
  return (
    <div className={styles.side} style={{ '--pool-height': `${poolHeight(desk.pool)}px` } as object}>
      <div className={styles.loads} data-pane="loads">
        <Rail
          {...common}
          loads={ofDay}
          lateCounts={lateCounts}
          mayBeLate={mayBeLate}
          unsaved={desk.unsaved}
          marks={marks}
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
function Times({ environment, day, mayChange, desk, mark }: OpenProps) {
  const words = useWords(timesWords)
  const format = useFormat(environment.timezone)
  const { planned, stops, estimates, shape, preview } = desk
  const { load } = planned ?? {}
  const commit = async (at: number) => {
    const plannedStart = new Date(at).toISOString()
    try {
      if (load)
        await changeLoad(load.loadId, {
          body: { plannedStart },
          partOf: (before) => ({ plannedStart: before.plannedStart }),
          said: words.startsAt(load.key, format.time(plannedStart)),
        })
    } catch (error) {
      showProblem(error)
    }
    preview(null)
  }
  const start = load &&
    shape.startsAt !== null && {
      at: instant(load.plannedStart) ?? shape.startsAt,
      shown: shape.startsAt,
      editable: mayChange && isOpen(load.status),
      onPreview: preview,
      onCommit: (at: number) => void commit(at),
    }
  return (
    <TimeLine
      zone={environment.timezone}
      day={day}
      letter={mark?.letter ?? ''}
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

/** Draws a pane that takes no drops. After a drop, a message names the panes that do. */
function ShowingPane({ name, className, mayDrop, children }: ShowingPaneProps) {
  const { dropElsewhere } = useWords(planWords)
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
  const words = useWords(planWords)
  const { planned, on } = desk
  const commands = useLoadCommands(desk, mayChange)
  const { refusal } = desk.assigning
  const { place } = refusal ?? {}
  const isHere = place?.kind === 'stops' && place.loadId === planned?.load.loadId
  return (
    <section className={styles.stops} aria-label={words.stops} data-pane="stops">
      {planned && (
        <LoadPanel
          {...sharedBy(props)}
          route={planned}
          mark={props.mark}
          commands={commands}
          shape={desk.shape}
          ends={desk.ends}
          arrivals={desk.estimates}
          onRoad={desk.road.onRoad}
          editable={mayChange && isOpen(planned.load.status)}
          mayDrop={mayChange}
          exportsOnRelease={environment.export.automatic.includes('released')}
          refusal={refusal && isHere ? { ...refusal, at: place.at } : null}
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
function GoingAgain({ desk }: { desk: DeskState }) {
  const { ids, untold, close } = desk.goingAgain
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const onDone = (assigned: PlannedAgain, say: (count: number) => string) => {
    close()
    chooseNothing()
    tell(assigned, { say, onFailed: setOutcomes })
  }
  return (
    <>
      {ids.length > 0 && <PlanAgain ids={ids} untold={untold} onClose={close} onDone={onDone} />}
      <Results outcomes={outcomes} onClose={() => setOutcomes(undefined)} />
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
