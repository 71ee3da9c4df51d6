// The route plan: the loads of a day, one of them open, and its stops on the map, in a list, along the day and in weight, all linked.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getLoadById, type LoadSummary } from '../../contract/load.ts'
import { read } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { dayOf, daysBetween, printedDay, wholeDay } from '../day.ts'
import { LoadForm } from '../load/form.tsx'
import { Failure } from '../shell/failure.tsx'
import { Empty, Page } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { language, useWords } from '../words/language.ts'
import { locales } from '../words/words.ts'
import { type Basics, isOverloaded, useBasics, useDayLoads, useLateCounts, useNeighbours } from './data.ts'
import { DayPicker } from './day-picker.tsx'
import { Desk } from './desk.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OptimiseDialog } from './optimise/dialog.tsx'
import { PlanDayButton, useOptimiseKeys } from './optimise/wish.tsx'
import { pageWords } from './page-words.ts'
import { useDueCount } from './pool/use-pool.ts'
import { DayProblems } from './problems.tsx'
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

const noCounts: ReadonlyMap<string, number> = new Map()
const noLoads: readonly LoadSummary[] = []

/** The loads of the day and the open one: the one of the address, else the first that needs somebody. */
function useOpenLoad(day: string) {
  const { load: wanted } = route.useSearch()
  const { loads, error } = useDayLoads(day)
  const { from, to } = wholeDay(day)
  const late = useLateCounts(from, to)
  const ofDay = loads ?? noLoads
  const lateCounts = late.data ?? noCounts
  const open =
    ofDay.find(({ loadId }) => loadId === wanted) ??
    // Not before it is known which one needs somebody: a load that opens by itself must not give way to another.
    (late.isPending
      ? undefined
      : (ofDay.find(({ loadId }) => lateCounts.has(loadId)) ?? ofDay.find(isOverloaded) ?? ofDay[0]))
  return { ofDay, isLoaded: loads !== undefined, lateCounts, open, error }
}

function Plan({ environment, depots, day, today }: Basics & { day: string; today: string }) {
  const words = useWords(planWords)
  const page = useWords(pageWords)
  const navigate = useNavigate()
  const { error, ...loads } = useOpenLoad(day)
  const { ofDay, open, lateCounts } = loads
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
  useOptimiseKeys(mayChange, open)
  const unplaced = useDueCount(day, environment.timezone)
  if (error) return <Failure error={error} />
  return (
    <Page
      title={words.routePlan}
      zone={environment.timezone}
      beside={
        <>
          <DayPicker day={day} today={today} onChange={(next) => show({ day: next })} />
          <DayProblems loads={ofDay} lateCounts={lateCounts} unplaced={unplaced} />
        </>
      }
      actions={
        mayChange ? (
          <>
            <PlanDayButton />
            <Button variant="default" onClick={() => setEditing('new')}>
              {page.newLoad}
            </Button>
          </>
        ) : null
      }
    >
      <FirstSteps />
      <Desk
        {...{ environment, depots, day, mayChange, ...loads }}
        onOpenLoad={openLoad}
        onEdit={() => setEditing('open')}
        nothing={<NoLoads day={day} zone={environment.timezone} onShow={(nearest) => show({ day: nearest })} />}
      />
      <OptimiseDialog {...{ environment, depots, day }} onAccepted={openLoad} />
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

/** What a day without loads says: where the nearest ones are. */
function NoLoads({ day, zone, onShow }: { day: string; zone: string; onShow: (day: string) => void }) {
  const page = useWords(pageWords)
  const locale = locales[language.use()]
  const [nearest] = useNeighbours(day)
    .map((start) => dayOf(new Date(start), zone))
    .sort((a, b) => Math.abs(daysBetween(day, a)) - Math.abs(daysBetween(day, b)))
  return (
    <Empty
      title={page.noLoads}
      action={
        nearest && nearest !== day ? (
          <Button variant="default" onClick={() => onShow(nearest)}>
            {page.nearestDay(printedDay(nearest, locale))}
          </Button>
        ) : null
      }
    >
      {page.noLoadsHelp}
    </Empty>
  )
}
