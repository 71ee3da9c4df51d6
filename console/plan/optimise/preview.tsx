// Shows a proposal: figures, routes to accept or leave, a map that compares one route with its present course, and
// excluded orders with their reasons.

import { Alert, Button, Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import type { LeftOut, Optimisation, ProposedLoad, ProposedStop } from '../../../contract/optimisation.ts'
import { plainly } from '../../api/problems.ts'
import { read } from '../../api/query.ts'
import { RouteLetter } from '../../map/letter.tsx'
import { RouteMap } from '../../map/map.tsx'
import type { DepotPlace, RouteMark, StopPlace } from '../../map/places.ts'
import { createStore } from '../../platform/store.ts'
import { fromStored, measure } from '../../platform/units.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { reasonWords } from '../../shell/words.ts'
import { useFormat } from '../../words/format.ts'
import { language, useWords } from '../../words/language.ts'
import { locales } from '../../words/words.ts'
import { type Basics, depotPlace } from '../times/data.ts'
import { type PlanStop, planStop } from '../times/route.ts'
import { planWords } from '../times/words.ts'
import { useDuration } from '../views/marks.tsx'
import { Figures } from './figures.tsx'
import { type Lettered, useLettered } from './lettered.ts'
import styles from './optimise.module.css'
import { optimiseWords } from './words.ts'

interface PreviewProps extends Basics {
  optimisation: Optimisation
  isBusy: boolean
  /** Accepts some routes by their keys, or all. */
  onAccept: (keys?: string[]) => void
  onDiscard: () => void
}

/** Selected routes of a proposal. They survive closing the preview. */
const ticked = createStore<{ optimisationId: string; keys: string[] } | null>(null)

const guessedIn = (loads: readonly ProposedLoad[]) =>
  loads.flatMap(({ stops }) => stops).filter(({ placedByPostcode }) => placedByPostcode).length

export function Preview({ optimisation, environment, depots, isBusy, onAccept, onDiscard }: PreviewProps) {
  const words = useWords(optimiseWords)
  const needs = useWords(reasonWords)
  const { optimisationId, before, after, leftOut, travel, message } = optimisation
  const { loads, marks, keyOfLoad } = useLettered(optimisation)
  const ticks = ticked.use()
  const taken = ticks?.optimisationId === optimisationId ? ticks.keys : loads.map(({ key }) => key)
  const setTaken = (keys: string[]) => ticked.set({ optimisationId, keys })
  const [chosen, setShown] = useState<string>()
  const shown = chosen ?? loads[0]?.key
  const load = loads.find(({ key }) => key === shown)
  const guessed = guessedIn(loads)
  const isAll = taken.length === loads.length
  const isChange = loads.some(({ key, changed }) => changed && taken.includes(key))
  const lacks =
    loads.length === 0 ? needs.noRoutes : taken.length === 0 ? needs.chooseRoute : isChange ? null : needs.noChange
  return (
    <div className={styles.preview}>
      <div className={styles.side}>
        {message && <Alert color="yellow">{plainly(message)}</Alert>}
        {after && <Figures before={before} after={after} environment={environment} />}
        {guessed > 0 && <p className={styles.note}>{words.guessedStops(guessed)}</p>}
        {loads.length === 0 && <p>{leftOut.length > 0 ? words.noneFits : words.nothing}</p>}
        <Routes
          loads={loads}
          marks={marks}
          taken={taken}
          shown={shown}
          environment={environment}
          onTake={setTaken}
          onShow={setShown}
        />
        {leftOut.length > 0 && <Left leftOut={leftOut} />}
      </div>
      {load && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may have nothing else to be focused.
        <section className={styles.shown} tabIndex={0} aria-label={load.key}>
          <Shown
            key={load.key}
            load={load}
            environment={environment}
            depots={depots}
            keyOfLoad={keyOfLoad}
            mark={marks.get(load.key)}
          />
        </section>
      )}
      <Group justify="space-between" className={styles.foot}>
        <span className={styles.note}>
          {travel?.source === 'estimate' ? words.estimated : words.byRoads} {travel?.note}
        </span>
        <Group>
          <Button variant="default" onClick={onDiscard}>
            {words.discard}
          </Button>
          <ReasonedButton loading={isBusy} reason={lacks} onClick={() => onAccept(isAll ? undefined : taken)}>
            {isAll ? words.accept : words.acceptSome(taken.length)}
          </ReasonedButton>
        </Group>
      </Group>
    </div>
  )
}

interface RoutesProps {
  loads: readonly ProposedLoad[]
  marks: Lettered['marks']
  taken: string[]
  shown: string | undefined
  environment: PreviewProps['environment']
  onTake: (keys: string[]) => void
  onShow: (key: string) => void
}

function Routes({ loads, marks, taken, shown, environment, onTake, onShow }: RoutesProps) {
  const words = useWords(optimiseWords)
  const plan = useWords(planWords)
  const locale = locales[language.use()]
  const duration = useDuration()
  const { distanceUnit } = environment.displayPreferences
  return (
    <Checkbox.Group label={words.routes} value={taken} onChange={onTake} hidden={loads.length === 0}>
      <ul className={styles.routes}>
        {loads.map(({ key, loadId, after, changed, stops }) => {
          const mark = marks.get(key)
          const moved = stops.filter(({ was }) => was !== null && was.loadId !== loadId).length
          return (
            <li key={key} data-shown={key === shown || undefined}>
              <Checkbox value={key} aria-label={words.take(key)} />
              <button type="button" aria-pressed={key === shown} onClick={() => onShow(key)}>
                {mark && <RouteLetter mark={mark} />}
                <strong>{key}</strong>
                <span>{plan.stopCount(after.stops)}</span>
                <span>{measure(fromStored(after.distance, distanceUnit), distanceUnit, locale)}</span>
                <span>{duration(Math.round(after.duration))}</span>
                {after.lateStops > 0 && (
                  <span className={styles.late}>{words.lateBy(Math.ceil(after.lateMinutes))}</span>
                )}
                {loadId === null && <span className={styles.badge}>{words.newLoad}</span>}
                {!changed && <span className={styles.badge}>{words.unchanged}</span>}
                {moved > 0 && <span className={styles.badge}>{words.moved(moved)}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </Checkbox.Group>
  )
}

function Left({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const words = useWords(optimiseWords)
  return (
    <section className={styles.left}>
      <h3>{words.leftOut(leftOut.length)}</h3>
      <ul>
        {leftOut.map(({ consignmentId, key, reasons }) => (
          <li key={consignmentId}>
            {/* The link opens a new tab, because leaving the page would discard the proposal. */}
            <Link to="/consignments/$consignmentId" params={{ consignmentId }} target="_blank">
              {key}
            </Link>{' '}
            {reasons.map(({ message }) => plainly(message)).join(' ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

const ids = (stops: readonly ProposedStop[]) => stops.map(({ consignmentId }) => consignmentId).join(',')

interface ShownProps extends Basics {
  load: ProposedLoad
  mark: RouteMark | undefined
  keyOfLoad: Lettered['keyOfLoad']
}

function Shown({ load, mark = unmarked, environment, depots, keyOfLoad }: ShownProps) {
  const words = useWords(optimiseWords)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const query = { ids: ids(load.stops), limit: '500' }
  const { data } = useQuery({ ...read(listConsignments, { query }), enabled: load.stops.length > 0 })
  const known = useMemo(() => stopsById((data?.data.consignments ?? []) as Consignment[]), [data])
  const places = useMemo(() => placesOf(load, known), [load, known])
  const start = useMemo(() => depotPlace(depots, load.startDepotKey), [depots, load])
  const end = useMemo(() => depotPlace(depots, load.endDepotKey), [depots, load])
  const ghost = useMemo(() => {
    const stops = ghostOf(load, places)
    return stops.length === 0 ? stops : [...at(start), ...stops, ...at(end)]
  }, [load, places, start, end])
  return (
    <>
      <div className={styles.map}>
        <RouteMap
          label={words.show(load.key)}
          focus={`${load.key} ${places.length}`}
          stops={places}
          areas={noAreas}
          distanceUnit={environment.displayPreferences.distanceUnit}
          selected={noneSelected}
          onSelect={() => undefined}
          onHighlight={setHighlighted}
          line={null}
          others={noAreas}
          onLasso={() => undefined}
          mark={mark}
          start={start}
          end={end}
          highlighted={highlighted}
          ghost={ghost}
        />
      </div>
      {ghost.length > 0 && <p className={styles.note}>{words.ghost}</p>}
      <Stops load={load} known={known} keyOfLoad={keyOfLoad} zone={environment.timezone} />
    </>
  )
}

const at = (depot: DepotPlace | null) => (depot ? [depot.position] : [])
const noAreas: readonly never[] = []
const noneSelected: ReadonlySet<string> = new Set()

/** The mark of a route until the loads of the day are read. */
const unmarked: RouteMark = { letter: '', color: 0 }

type StopsById = ReadonlyMap<string, PlanStop>
const stopsById = (orders: readonly Consignment[]): StopsById =>
  new Map(orders.map((order) => [order.consignmentId, planStop(order)]))

function placesOf(load: ProposedLoad, known: StopsById): StopPlace[] {
  return load.stops.flatMap(({ consignmentId }, index) => {
    const stop = known.get(consignmentId)
    if (!stop?.position) return []
    const { name, mark, position, type } = stop
    return [
      {
        id: consignmentId,
        number: index + 1,
        name,
        place: mark,
        position,
        type,
        fault: null,
        details: [stop.place, stop.key],
      },
    ]
  })
}

/** Returns the stops that remain on the load, in their present sequence. */
function ghostOf(load: ProposedLoad, places: readonly StopPlace[]) {
  if (load.loadId === null || !load.changed) return []
  const at = new Map(places.map(({ id, position }) => [id, position]))
  return load.stops
    .filter(({ was }) => was?.loadId === load.loadId)
    .toSorted((a, b) => a.was!.position - b.was!.position)
    .flatMap(({ consignmentId }) => at.get(consignmentId) ?? [])
}

interface StopsProps {
  load: ProposedLoad
  zone: string
  known: StopsById
  keyOfLoad: Lettered['keyOfLoad']
}

function Stops({ load, zone, known, keyOfLoad }: StopsProps) {
  const words = useWords(optimiseWords)
  const format = useFormat(zone)
  return (
    <DataTable
      inset={{ className: styles.stops! }}
      label={words.stopsOf(load.key)}
      rows={load.stops}
      idOf={({ consignmentId }) => consignmentId}
      columns={[
        { head: '#', show: (_, index) => index + 1 },
        {
          head: words.order,
          show: ({ consignmentId, key, placedByPostcode }) => (
            <>
              {known.get(consignmentId)?.name ?? key}
              {placedByPostcode && <span className={styles.badge}>{words.byPostcode}</span>}
            </>
          ),
        },
        {
          head: words.arrives,
          show: ({ arrives, lateMinutes }) => (
            <>
              {arrives === null ? '' : format.time(arrives)}
              {lateMinutes > 0 && <span className={styles.late}>{words.lateBy(lateMinutes)}</span>}
            </>
          ),
        },
        {
          head: words.was,
          show: ({ was }) =>
            was === null ? words.wasUnplanned : was.loadId === load.loadId ? was.position : keyOfLoad(was.loadId),
        },
      ]}
    />
  )
}
