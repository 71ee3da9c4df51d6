// Shows the route plan: the loads of a day, and the stops of the open load in linked views: map, list and charts.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { getLoadById, type LoadSummary } from '../../../contract/load.ts'
import { buildQuery, isDeletedLoad } from '../../api/query.ts'
import { useMay } from '../../api/session.ts'
import { onChange } from '../../live/stream.ts'
import { LoadForm } from '../../load/form.tsx'
import { countDays, formatDay, getZonedDay } from '../../platform/day.ts'
import { useToday } from '../../platform/today.ts'
import { FailureMessage } from '../../shell/failure.tsx'
import { EmptyState, PageFrame } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { showDone } from '../../shell/toasts.ts'
import { LoadingLines } from '../../shell/waiting.tsx'
import { currentLanguage, currentTexts, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { pageTexts } from '../load/words.ts'
import { OptimiseDialog } from '../optimise/dialog.tsx'
import { PlanDayButton, useOptimiseKeys } from '../optimise/optimise-task.tsx'
import { UnfinishedSearch } from '../optimise/unfinished.tsx'
import { useDueCounts } from '../pool/use-pool.ts'
import { isReleasable } from '../release/check.ts'
import { ReleaseDialog } from '../release/release-dialog.tsx'
import { releaseTexts } from '../release/words.ts'
import { sheetTexts } from '../sheets/words.ts'
import { type LateStops, type PlanBasics, useBasics, useDayLoads, useLateStops, useNeighbours } from '../times/data.ts'
import { useMayBeLate } from '../times/may-be-late.ts'
import { isOverloaded } from '../times/overload.ts'
import { useWithPackages } from '../times/peak-packages.ts'
import { planTexts } from '../times/words.ts'
import { showStopCard } from '../views/jump.ts'
import { DayPicker } from './day-picker.tsx'
import { PlanDesk } from './desk.tsx'
import { FirstSteps } from './first-steps.tsx'
import { planCommands } from './plan-commands.ts'
import { DayProblems } from './problems.tsx'

const route = getRouteApi('/shell/plan')

export function PlanPage() {
  const texts = useTexts(planTexts)
  const { environment, depots, error } = useBasics()
  const { day, load } = route.useSearch()
  // A link to a load shows the day of the load.
  const isLinked = !!load && !day
  const linked = useQuery({ ...buildQuery(getLoadById, { params: { loadId: load ?? '' } }), enabled: isLinked })
  if (error) return <FailureMessage error={error} />
  // Only a linked load delays the page. The plan also reads loads, and stays on the page meanwhile.
  if (!environment || (isLinked && linked.isLoading))
    return (
      <PageFrame title={texts.routePlan}>
        <LoadingLines />
      </PageFrame>
    )
  const zone = environment.timezone
  const start = linked.data?.data.plannedStart
  return (
    <PlanOfDay
      environment={environment}
      depots={depots}
      day={day ?? (start ? getZonedDay(new Date(start), zone) : undefined)}
    />
  )
}

/** Draws the plan of a day; without one, of the day when the page was opened. Midnight does not change the day. */
function PlanOfDay({ day, ...basics }: PlanBasics & { day: string | undefined }) {
  const today = useToday(basics.environment.timezone)
  const [opened, setOpened] = useState(today)
  if (day !== undefined && opened !== today) setOpened(today)
  return <Plan {...basics} today={today} day={day ?? opened} />
}

const noLate: LateStops = { counts: new Map(), stops: [] }
const noLoads: readonly LoadSummary[] = []

/** Returns the loads of the day and the open load: the load in the URL, or else the first problematic load. */
function useOpenLoad(day: string) {
  const { load: wanted } = route.useSearch()
  const { loads, error } = useDayLoads(day)
  const late = useLateStops(day)
  const ofDay = loads ?? noLoads
  const { counts: lateCounts } = late.data ?? noLate
  const open =
    ofDay.find(({ loadId }) => loadId === wanted) ??
    // The open load must not change by itself, so none opens before the late stops are known.
    (late.isPending
      ? undefined
      : (ofDay.find(({ loadId }) => lateCounts.has(loadId)) ?? ofDay.find(isOverloaded) ?? ofDay[0]))
  return { ofDay, isLoaded: loads !== undefined, lateCounts, late: late.data ?? noLate, open, error }
}

function Plan({ environment, depots, day, today }: PlanBasics & { day: string; today: string }) {
  const texts = useTexts(planTexts)
  const navigate = useNavigate()
  const { error, late, ...loads } = useOpenLoad(day)
  const { open } = loads
  const ofDay = useWithPackages(loads.ofDay)
  const { batch } = route.useSearch()
  const show = (search: { day?: string; load?: string }) =>
    navigate({ to: '/plan', search: { ...search, ...(batch ? { batch } : {}) }, replace: true })
  const openLoad = (loadId: string) => show({ day, load: loadId })
  const jump = (loadId: string, stopId: string | null) => {
    openLoad(loadId)
    if (stopId !== null) showStopCard(stopId)
  }
  const mayChange = useMay('loads:write')
  const [releasing, setReleasing] = useState<readonly LoadSummary[]>(noLoads)
  const [editing, setEditing] = useState<LoadSummary | 'new' | null>(null)
  useLoadKeys({ ofDay, open, openLoad, onNew: mayChange ? () => setEditing('new') : undefined })
  useOptimiseKeys(mayChange)
  useDeletionMessage(open)
  const unplaced = useDueCounts(day, environment.timezone)
  const mayBeLate = useMayBeLate(ofDay, { environment, depots })
  if (error) return <FailureMessage error={error} />
  return (
    <PageFrame
      title={texts.routePlan}
      zone={environment.timezone}
      titleExtra={
        <>
          <DayPicker day={day} today={today} onChange={(next) => show({ day: next })} />
          <DayProblems
            loads={ofDay}
            late={late}
            mayBeLate={mayBeLate}
            unplaced={unplaced}
            onJump={jump}
            onPool={focusPool}
          />
        </>
      }
      actions={
        <PlanActions
          day={day}
          ofDay={ofDay}
          mayChange={mayChange}
          onRelease={setReleasing}
          onNew={() => setEditing('new')}
        />
      }
    >
      <FirstSteps environment={environment} />
      {mayChange && <UnfinishedSearch day={day} />}
      <PlanDesk
        environment={environment}
        depots={depots}
        day={day}
        mayChange={mayChange}
        {...loads}
        ofDay={ofDay}
        mayBeLate={mayBeLate.counts}
        onOpenLoad={openLoad}
        onEdit={setEditing}
        onRelease={(load) => setReleasing([load])}
        nothing={<NoLoads day={day} zone={environment.timezone} onShow={(nearest) => show({ day: nearest })} />}
      />
      <OptimiseDialog environment={environment} depots={depots} day={day} onAccepted={openLoad} />
      <ReleaseDialog
        environment={environment}
        depots={depots}
        loads={releasing}
        onJump={jump}
        onClose={() => setReleasing(noLoads)}
      />
      <LoadForm
        opened={editing !== null}
        load={editing === 'new' ? null : editing}
        day={day}
        onClose={() => setEditing(null)}
        onSaved={openLoad}
      />
    </PageFrame>
  )
}

/** Shows a message when another user deletes the open load. */
function useDeletionMessage(open: LoadSummary | undefined): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const unsubscribe = onChange(({ type, record }) => {
      const { loadId, key } = latest.current ?? {}
      if (type === 'load.deleted' && key !== undefined && record.id === loadId && !isDeletedLoad(loadId))
        showDone(currentTexts(pageTexts).deletedByOthers(key))
    })
    return unsubscribe
  }, [])
}

interface LoadKeys {
  ofDay: readonly LoadSummary[]
  open: LoadSummary | undefined
  openLoad: (loadId: string) => unknown
  onNew: (() => void) | undefined
}

/** Registers the keys of the next, the previous and a new load. */
function useLoadKeys({ ofDay, open, openLoad, onNew }: LoadKeys): void {
  const { routePlan: group } = useTexts(planTexts)
  const page = useTexts(pageTexts)
  const step = (offset: number) => {
    const next = ofDay[ofDay.findIndex(({ loadId }) => loadId === open?.loadId) + offset]
    if (next) openLoad(next.loadId)
  }
  useShortcuts([
    { keys: 'j', label: page.nextLoad, group, run: () => step(1) },
    { keys: 'k', label: page.previousLoad, group, run: () => step(-1) },
    ...(onNew ? [{ command: planCommands.add, group, run: onNew }] : []),
  ])
}

interface PlanActionsProps {
  day: string
  ofDay: readonly LoadSummary[]
  mayChange: boolean
  onRelease: (loads: readonly LoadSummary[]) => void
  onNew: () => void
}

function PlanActions({ day, ofDay, mayChange, onRelease, onNew }: PlanActionsProps) {
  const page = useTexts(pageTexts)
  const sheet = useTexts(sheetTexts)
  const release = useTexts(releaseTexts)
  const releasable = ofDay.filter(isReleasable)
  const navigate = useNavigate()
  const { routePlan: group } = useTexts(planTexts)
  useShortcuts([
    ...(ofDay.length > 0
      ? [{ command: planCommands.sheets, group, run: () => void navigate({ to: '/plan/sheets', search: { day } }) }]
      : []),
    ...(mayChange && releasable.length > 0
      ? [{ command: planCommands.release, group, run: () => onRelease(releasable) }]
      : []),
  ])
  return (
    <>
      {ofDay.length > 0 && (
        <Button component={Link} to="/plan/sheets" search={{ day } as never}>
          {sheet.title}
        </Button>
      )}
      {mayChange && releasable.length > 0 && (
        <Button onClick={() => onRelease(releasable)}>{release.releaseMany}</Button>
      )}
      {mayChange && <Button onClick={onNew}>{page.newLoad}</Button>}
      {mayChange && <PlanDayButton />}
    </>
  )
}

/** Focuses the first card of the pool. */
const focusPool = () => document.querySelector<HTMLElement>('[data-pane=pool] [data-card]')?.focus()

/** Draws a day without loads, with the nearest day that has some. */
function NoLoads({ day, zone, onShow }: { day: string; zone: string; onShow: (day: string) => void }) {
  const page = useTexts(pageTexts)
  const locale = languageLocales[currentLanguage.use()]
  const [nearest] = useNeighbours(day)
    .map((start) => getZonedDay(new Date(start), zone))
    .sort((a, b) => Math.abs(countDays(day, a)) - Math.abs(countDays(day, b)))
  return (
    <EmptyState
      title={page.noLoads}
      action={
        nearest && nearest !== day ? (
          <Button onClick={() => onShow(nearest)}>{page.nearestDay(formatDay(nearest, locale))}</Button>
        ) : null
      }
    >
      {page.noLoadsHelp}
    </EmptyState>
  )
}
