// The route plan: the loads of a day, one of them open, and its stops on the map, in a list, along the day and in weight, all linked.
import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { getConsignmentById } from '../../contract/consignment.ts'
import type { Environment } from '../../contract/environment.ts'
import { getLoadById, type LoadSummary } from '../../contract/load.ts'
import { queryClient, read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { dayOf, daysBetween, printedDay, wholeDay } from '../day.ts'
import { LoadForm } from '../load/form.tsx'
import { isOpen } from '../load/status.tsx'
import { RouteMap } from '../map/map.tsx'
import type { StopPlace } from '../map/places.ts'
import { Failure } from '../shell/failure.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { showProblem } from '../shell/toasts.ts'
import { useStableHandlers } from '../stable-handlers.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { type Assigning, type Named, useAssigning } from './assigning.ts'
import {
  depotPlace,
  isOverloaded,
  planStop,
  useBasics,
  useDayLoads,
  useLateCounts,
  useNeighbours,
  useUnplaced,
} from './data.ts'
import { DayPicker } from './day-picker.tsx'
import type { Dragged } from './dragging.ts'
import { FirstSteps } from './first-steps.tsx'
import { highlighted } from './highlight.tsx'
import { LoadCurve } from './load-curve.tsx'
import { LoadPanel } from './load-panel.tsx'
import { useFaultText } from './marks.tsx'
import styles from './page.module.css'
import { pageWords } from './page-words.ts'
import { DayProblems } from './problems.tsx'
import { Rail } from './rail.tsx'
import { arrivals, instant, type PlanRoute, type PlanStop, stopFaults } from './route.ts'
import { TimeLine } from './time-line.tsx'
import { Unplaced } from './unplaced.tsx'
import { useUnsavedSequences } from './unsaved-sequences.ts'
import { useRoute } from './use-route.ts'
import { planWords } from './words.ts'

const route = getRouteApi('/shell/plan')

export function PlanPage() {
  const words = useWords(planWords)
  const { environment, depots, error } = useBasics()
  const { day, load } = route.useSearch()
  // A link to a load shows the day that the load is on.
  const linked = useQuery({ ...read(getLoadById, { params: { loadId: load ?? '' } }), enabled: !!load && !day })
  if (error) return <Failure error={error} />
  if (!environment || linked.isLoading) return <Page title={words.routePlan}>{null}</Page>
  const zone = environment.timezone
  const today = dayOf(new Date(), zone)
  const start = linked.data?.data.plannedStart
  return <Plan {...{ environment, depots, today }} day={day ?? (start ? dayOf(new Date(start), zone) : today)} />
}

type Loaded = { environment: Environment; depots: ReturnType<typeof useBasics>['depots'] }

function Plan({ environment, depots, day, today }: Loaded & { day: string; today: string }) {
  const words = useWords(planWords)
  const page = useWords(pageWords)
  const { load: wantedLoad } = route.useSearch()
  const navigate = useNavigate()
  const zone = environment.timezone
  const { loads, error } = useDayLoads(day)
  const ofDay = loads ?? noLoads
  const neighbours = useNeighbours(day, loads?.length === 0).map((start) => dayOf(new Date(start), zone))
  const { from, to } = wholeDay(day)
  const late = useLateCounts(from, to)
  const lateCounts = late.data ?? noCounts
  const open =
    ofDay.find(({ loadId }) => loadId === wantedLoad) ??
    // Not before it is known which one needs somebody: a load that opens by itself must not give way to another.
    (late.isPending
      ? undefined
      : (ofDay.find(({ loadId }) => lateCounts.has(loadId)) ?? ofDay.find(isOverloaded) ?? ofDay[0]))
  const show = (search: { day?: string; load?: string }) => navigate({ to: '/plan', search, replace: true })
  const openLoad = (loadId: string) => show({ day, load: loadId })
  const step = (by: number) => {
    const next = ofDay[ofDay.findIndex(({ loadId }) => loadId === open?.loadId) + by]
    if (next) openLoad(next.loadId)
  }
  const mayChange = useMay('loads:write')
  const [editing, setEditing] = useState<'new' | 'open' | null>(null)
  useShortcuts([
    { keys: 'j', label: page.nextLoad, group: words.routePlan, run: () => step(1) },
    { keys: 'k', label: page.previousLoad, group: words.routePlan, run: () => step(-1) },
    ...(mayChange ? [{ keys: 'n', label: page.newLoad, group: words.routePlan, run: () => setEditing('new') }] : []),
  ])
  const unplaced = useUnplaced('').data
  const nearest = neighbours.sort((a, b) => Math.abs(daysBetween(day, a)) - Math.abs(daysBetween(day, b)))[0]
  const locale = locales[language.use()]
  if (error) return <Failure error={error} />
  return (
    <Page
      title={words.routePlan}
      zone={zone}
      beside={
        <>
          <DayPicker day={day} today={today} onChange={(next) => show({ day: next })} />
          <DayProblems loads={ofDay} lateCounts={lateCounts} unplaced={unplaced?.total} />
        </>
      }
      actions={mayChange ? <Button onClick={() => setEditing('new')}>{page.newLoad}</Button> : null}
    >
      <FirstSteps />
      <Desk
        {...{ environment, depots, ofDay, open, lateCounts, mayChange }}
        isLoaded={loads !== undefined}
        onOpenLoad={openLoad}
        onEdit={() => setEditing('open')}
        nothing={
          <Empty
            title={page.noLoads}
            action={
              nearest && nearest !== day ? (
                <Button variant="default" onClick={() => show({ day: nearest })}>
                  {page.nearestDay(printedDay(nearest, locale))}
                </Button>
              ) : null
            }
          >
            {page.noLoadsHelp}
          </Empty>
        }
      />
      <LoadForm
        opened={editing !== null}
        load={editing === 'open' ? (open ?? null) : null}
        day={day}
        onClose={() => setEditing(null)}
        onSaved={openLoad}
      />
    </Page>
  )
}

const noCounts: ReadonlyMap<string, number> = new Map()
const noLoads: readonly LoadSummary[] = []

type DeskProps = Loaded & {
  ofDay: readonly LoadSummary[]
  isLoaded: boolean
  open: LoadSummary | undefined
  lateCounts: ReadonlyMap<string, number>
  mayChange: boolean
  nothing: React.ReactNode
  onOpenLoad: (loadId: string) => void
  onEdit: () => void
}

/** Everything that works on the open load, side by side; on a small screen one at a time. */
function Desk(props: DeskProps) {
  const { environment, depots, ofDay, isLoaded, lateCounts, mayChange, nothing, onOpenLoad, onEdit } = props
  // The list of loads answers a key at once; what is drawn of the load itself follows.
  const open = useDeferredValue(props.open)
  const words = useWords(planWords)
  const page = useWords(pageWords)
  const navigate = useNavigate()
  const assigning = useAssigning()
  const planned = useRoute(open, assigning)
  const sequences = useUnsavedSequences()
  const [selected, setSelected] = useState<string | null>(null)
  const [assignedNow, setAssignedNow] = useState<Named | null>(null)
  const [view, setView] = useState<'loads' | 'stops' | 'map' | 'charts'>('stops')
  const isSmall = useMediaQuery('(max-width: 61.99em)')
  const { weightUnit, volumeUnit, distanceUnit } = environment.displayPreferences
  const zone = environment.timezone
  const common = { zone, weightUnit, volumeUnit, distanceUnit, mayChange }
  useShortcuts([
    {
      keys: 'mod+s',
      label: page.saveOrder,
      group: words.routePlan,
      whileTyping: true,
      run: () => void planned?.save(),
    },
  ])
  const nameOf = (id: string) => planned?.nameOf(id) ?? id
  const onStop = (id: string): Named => ({ consignmentId: id, name: nameOf(id) })
  const insert = async (id: string, at: number) => {
    const { data } = await queryClient.fetchQuery(read(getConsignmentById, { params: { consignmentId: id } }))
    const stop = planStop(data)
    // Asked before it stands there: what the load would refuse is said where it was dropped, not when it is saved.
    const refused = planned && (await assigning.whyNot(id, planned.load.loadId))
    if (refused && refused.length > 0) await assigning.refuse(stop, refused, { kind: 'stops', at })
    else planned?.insert(stop, at)
  }
  const taken = useMemo(
    () =>
      new Set(
        [...sequences.values()].flatMap(({ guests, mine }) =>
          guests.map((guest) => guest.consignmentId).filter((id) => mine.includes(id)),
        ),
      ),
    [sequences],
  )
  const load = planned?.load
  const stops = planned?.stops ?? noStops
  const { shape, estimates } = useMemo(() => {
    const route: PlanRoute = {
      start: depotPlace(depots, load?.startDepotKey ?? null)?.position ?? null,
      end: depotPlace(depots, load?.endDepotKey ?? null)?.position ?? null,
      startsAt: instant(load?.plannedStart ?? null),
      weightCapacity: load?.weightCapacity ?? null,
      volumeCapacity: load?.volumeCapacity ?? null,
    }
    return { shape: route, estimates: arrivals(route, stops) }
  }, [depots, load, stops])
  const refusal = assigning.refusal
  const unsaved = useMemo(() => new Set(sequences.keys()), [sequences])
  const on = useStableHandlers({
    select: (id: string) => setSelected(selected === id ? null : id),
    open: (id: string) => void navigate({ to: '/consignments/$consignmentId', params: { consignmentId: id } }),
    assign: (id: string) => setAssignedNow(onStop(id)),
    takeOut(id: string) {
      const at = stops.findIndex(({ consignmentId }) => consignmentId === id)
      void assigning.takeOut(onStop(id), { kind: 'stops', at })
    },
    insert: (id: string, at: number) => void insert(id, at).catch(showProblem),
    dismiss: assigning.dismiss,
    openLoad(loadId: string) {
      onOpenLoad(loadId)
      if (isSmall) setView('stops')
    },
    dropOnLoad: ({ id }: Dragged, target: LoadSummary) => void dropOnLoad(assigning, id, target).catch(showProblem),
  })
  const isShown = (name: typeof view) => !isSmall || view === name
  return (
    <>
      {isSmall && (
        <SegmentedControl
          className={styles.views}
          aria-label={page.view}
          value={view}
          onChange={(value) => setView(value as typeof view)}
          data={[
            { value: 'loads', label: words.loads },
            { value: 'stops', label: words.stops },
            { value: 'map', label: words.map },
            { value: 'charts', label: page.charts },
          ]}
        />
      )}
      <div className={styles.desk}>
        {isShown('loads') && (
          <div className={styles.side}>
            <div className={styles.loads}>
              <Rail
                {...common}
                loads={ofDay}
                lateCounts={lateCounts}
                unsaved={unsaved}
                selected={props.open?.loadId ?? null}
                refusal={refusal}
                onSelect={on.openLoad}
                onDrop={on.dropOnLoad}
                onDismissRefusal={on.dismiss}
              />
            </div>
            <Unplaced
              {...common}
              taken={taken}
              refusal={refusal}
              onAssign={setAssignedNow}
              onDismissRefusal={on.dismiss}
            />
          </div>
        )}
        {isLoaded && ofDay.length === 0 && isShown('stops') && <div className={styles.nothing}>{nothing}</div>}
        {open && isShown('stops') && (
          <section className={styles.stops} aria-label={words.stops}>
            {planned && (
              <LoadPanel
                {...common}
                route={planned}
                shape={shape}
                arrivals={estimates}
                editable={mayChange && isOpen(planned.load.status)}
                exportsOnRelease={environment.export.automatic.includes('released')}
                selected={selected}
                onSelect={on.select}
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
        )}
        {open && isShown('map') && (
          <div className={styles.map}>
            <PlanMap
              environment={environment}
              depots={depots}
              load={load}
              stops={stops}
              estimates={estimates}
              selected={selected}
              onSelect={on.select}
            />
          </div>
        )}
        {open && isShown('charts') && (
          <div className={styles.charts}>
            <TimeLine zone={zone} distanceUnit={distanceUnit} stops={stops} arrivals={estimates} />
            <LoadCurve weightUnit={weightUnit} volumeUnit={volumeUnit} stops={stops} route={shape} />
          </div>
        )}
      </div>
      <AssignDialog
        order={assignedNow}
        current={
          open && stops.some(({ consignmentId }) => consignmentId === assignedNow?.consignmentId) ? open.loadId : null
        }
        zone={zone}
        assigning={assigning}
        onClose={() => {
          setAssignedNow(null)
          assigning.dismiss()
        }}
      />
    </>
  )
}

const noStops: readonly PlanStop[] = []

async function dropOnLoad(assigning: Assigning, id: string, load: LoadSummary): Promise<void> {
  const { data } = await queryClient.fetchQuery(read(getConsignmentById, { params: { consignmentId: id } }))
  await assigning.assign(planStop(data), load, { kind: 'load', loadId: load.loadId })
}

interface PlanMapProps extends Loaded {
  load: LoadSummary | undefined
  stops: readonly PlanStop[]
  estimates: ReturnType<typeof arrivals>
  selected: string | null
  onSelect: (id: string) => void
}

const PlanMap = memo(function PlanMap({ environment, depots, load, stops, estimates, ...linked }: PlanMapProps) {
  const page = useWords(pageWords)
  const faultText = useFaultText()
  const unplaced = useUnplaced('').data?.orders
  // The map is told of its places anew only when there are others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page
  const places = useMemo(() => {
    const onRoute = stops.flatMap((stop, index) => {
      const fault = stopFaults(stop, estimates[index])[0]
      return placeOf(stop, index + 1, fault ? { text: faultText(fault), isSevere: fault.kind === 'late' } : null)
    })
    const mine = new Set(stops.map(({ consignmentId }) => consignmentId))
    const waiting = (unplaced ?? [])
      .filter(({ consignmentId }) => !mine.has(consignmentId))
      .flatMap((order) => placeOf(planStop(order), null, null))
    return [...onRoute, ...waiting]
  }, [stops, estimates, unplaced])
  const ends = useMemo(
    () => ({
      start: depotPlace(depots, load?.startDepotKey ?? null),
      end: depotPlace(depots, load?.endDepotKey ?? null),
    }),
    [depots, load],
  )
  const areas = useMemo(
    () => environment.areas.flatMap(({ key, name, polygon }) => (polygon ? [{ key, name, polygon }] : [])),
    [environment.areas],
  )
  return (
    <RouteMap
      {...linked}
      {...ends}
      highlighted={highlighted.use()}
      onHighlight={highlighted.set}
      label={page.mapOf(load?.key ?? '')}
      focus={load?.loadId ?? ''}
      stops={places}
      areas={areas}
      distanceUnit={environment.displayPreferences.distanceUnit}
    />
  )
})

const placeOf = (stop: PlanStop, number: number | null, fault: StopPlace['fault']): StopPlace[] =>
  stop.position === null
    ? []
    : [
        {
          id: stop.consignmentId,
          number,
          name: stop.name,
          place: stop.town,
          position: stop.position,
          type: stop.type,
          fault,
        },
      ]
