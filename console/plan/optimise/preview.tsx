// Shows a proposal: figures, routes to accept or leave, a map that compares one route with its present course, and
// excluded orders with their reasons.

import { Alert, Button, Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Consignment } from '../../../contract/consignment.ts'
import { listConsignments } from '../../../contract/consignments.ts'
import type { Optimisation, ProposedLoad, ProposedStop } from '../../../contract/optimisation.ts'
import { buildQuery } from '../../api/query.ts'
import { RouteLetter } from '../../map/letter.tsx'
import { RouteMap } from '../../map/map.tsx'
import type { DepotLocation, RouteBadge, StopLocation } from '../../map/route-locations.ts'
import { createStore } from '../../platform/store.ts'
import { convertFromStored, formatMeasure } from '../../platform/units.ts'
import { DataTable } from '../../shell/data-table.tsx'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { reasonTexts } from '../../shell/words.ts'
import { useFormat } from '../../words/format.ts'
import { currentLanguage, useTexts } from '../../words/language.ts'
import { languageLocales } from '../../words/words.ts'
import { findDepotLocation, type PlanBasics } from '../times/data.ts'
import { useDuration } from '../times/duration.ts'
import { type PlanStop, planStop } from '../times/route.ts'
import { planTexts } from '../times/words.ts'
import { PlanFigures } from './figures.tsx'
import { LeftOutOrders } from './left-out.tsx'
import { type LetteredProposal, useLettered } from './lettered.ts'
import styles from './optimise.module.css'
import { describeNotes } from './reasons.ts'
import { optimiseTexts } from './words.ts'

interface PreviewProps extends PlanBasics {
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

export function ProposalPreview({ optimisation, environment, depots, isBusy, onAccept, onDiscard }: PreviewProps) {
  const texts = useTexts(optimiseTexts)
  const needs = useTexts(reasonTexts)
  const { optimisationId, before, after, leftOut, travel } = optimisation
  const notes = describeNotes(optimisation)
  const { loads, marks, keyOfLoad } = useLettered(optimisation)
  const ticks = ticked.use()
  const accepted = ticks?.optimisationId === optimisationId ? ticks.keys : loads.map(({ key }) => key)
  const setTaken = (keys: string[]) => ticked.set({ optimisationId, keys })
  const [chosen, setShown] = useState<string>()
  const visibleKey = chosen ?? loads[0]?.key
  const load = loads.find(({ key }) => key === visibleKey)
  const guessed = guessedIn(loads)
  const isAll = accepted.length === loads.length
  const isChange = loads.some(({ key, changed }) => changed && accepted.includes(key))
  const lacks =
    loads.length === 0 ? needs.noRoutes : accepted.length === 0 ? needs.chooseRoute : isChange ? null : needs.noChange
  return (
    <div className={styles.preview}>
      <div className={styles.side}>
        {notes && <Alert color="yellow">{notes}</Alert>}
        {after && <PlanFigures before={before} after={after} environment={environment} />}
        {guessed > 0 && <p className={styles.note}>{texts.guessedStops(guessed)}</p>}
        {loads.length === 0 && <p>{leftOut.length > 0 ? texts.noneFits : texts.nothing}</p>}
        <Routes
          loads={loads}
          badges={marks}
          acceptedKeys={accepted}
          visibleKey={visibleKey}
          environment={environment}
          onTake={setTaken}
          onShow={setShown}
        />
        {leftOut.length > 0 && <LeftOutOrders leftOut={leftOut} />}
      </div>
      {load && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may have nothing else to be focused.
        <section className={styles.shown} tabIndex={0} aria-label={load.key}>
          <RoutePreview
            key={load.key}
            load={load}
            environment={environment}
            depots={depots}
            keyOfLoad={keyOfLoad}
            badge={marks.get(load.key)}
          />
        </section>
      )}
      <Group justify="space-between" className={styles.foot}>
        <span className={styles.note}>{describeTravel(travel, texts)}</span>
        <Group>
          <Button onClick={onDiscard}>{texts.discard}</Button>
          <ReasonedButton loading={isBusy} reason={lacks} onClick={() => onAccept(isAll ? undefined : accepted)}>
            {isAll ? texts.accept : texts.acceptSome(accepted.length)}
          </ReasonedButton>
        </Group>
      </Group>
    </div>
  )
}

/** Returns the source of the times. The note of the service about its travel server is in English only. */
function describeTravel(travel: Optimisation['travel'], texts: ReturnType<typeof useTexts<typeof optimiseTexts>>) {
  if (travel?.source !== 'estimate') return texts.byRoads
  if (travel.note === null) return texts.estimated
  return currentLanguage.get() === 'en' ? travel.note : texts.estimatedWithoutServer
}

interface RoutesProps {
  loads: readonly ProposedLoad[]
  badges: LetteredProposal['marks']
  acceptedKeys: string[]
  visibleKey: string | undefined
  environment: PreviewProps['environment']
  onTake: (keys: string[]) => void
  onShow: (key: string) => void
}

function Routes({ loads, badges, acceptedKeys, visibleKey, environment, onTake, onShow }: RoutesProps) {
  const texts = useTexts(optimiseTexts)
  const plan = useTexts(planTexts)
  const locale = languageLocales[currentLanguage.use()]
  const duration = useDuration()
  const { distanceUnit } = environment.displayPreferences
  return (
    <Checkbox.Group label={texts.routes} value={acceptedKeys} onChange={onTake} hidden={loads.length === 0}>
      <ul className={styles.routes}>
        {loads.map(({ key, loadId, after, changed, stops }) => {
          const badge = badges.get(key)
          const moved = stops.filter(({ was }) => was !== null && was.loadId !== loadId).length
          return (
            <li key={key} data-shown={key === visibleKey || undefined}>
              <Checkbox value={key} aria-label={texts.take(key)} />
              <button type="button" aria-pressed={key === visibleKey} onClick={() => onShow(key)}>
                {badge && <RouteLetter badge={badge} />}
                <strong>{key}</strong>
                <span>{plan.stopCount(after.stops)}</span>
                <span>{formatMeasure(convertFromStored(after.distance, distanceUnit), distanceUnit, locale)}</span>
                <span>{duration(Math.round(after.duration))}</span>
                {after.lateStops > 0 && (
                  <span className={styles.late}>{texts.lateBy(Math.ceil(after.lateMinutes))}</span>
                )}
                {loadId === null && <span className={styles.badge}>{texts.newLoad}</span>}
                {!changed && <span className={styles.badge}>{texts.unchanged}</span>}
                {moved > 0 && <span className={styles.badge}>{texts.moved(moved)}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </Checkbox.Group>
  )
}

const ids = (stops: readonly ProposedStop[]) => stops.map(({ consignmentId }) => consignmentId).join(',')

interface ShownProps extends PlanBasics {
  load: ProposedLoad
  badge: RouteBadge | undefined
  keyOfLoad: LetteredProposal['keyOfLoad']
}

function RoutePreview({ load, badge = unmarked, environment, depots, keyOfLoad }: ShownProps) {
  const texts = useTexts(optimiseTexts)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const query = { ids: ids(load.stops), limit: '500' }
  const { data } = useQuery({ ...buildQuery(listConsignments, { query }), enabled: load.stops.length > 0 })
  const stopMap = useMemo(() => stopsById((data?.data.consignments ?? []) as Consignment[]), [data])
  const locations = useMemo(() => placesOf(load, stopMap), [load, stopMap])
  const start = useMemo(() => findDepotLocation(depots, load.startDepotKey), [depots, load])
  const end = useMemo(() => findDepotLocation(depots, load.endDepotKey), [depots, load])
  const ghost = useMemo(() => {
    const stops = ghostOf(load, locations)
    return stops.length === 0 ? stops : [...depotPositions(start), ...stops, ...depotPositions(end)]
  }, [load, locations, start, end])
  return (
    <>
      <div className={styles.map}>
        <RouteMap
          label={texts.show(load.key)}
          focus={`${load.key} ${locations.length}`}
          stops={locations}
          areas={noAreas}
          distanceUnit={environment.displayPreferences.distanceUnit}
          selected={noneSelected}
          onSelect={() => undefined}
          onHighlight={setHighlighted}
          line={null}
          others={noAreas}
          onLasso={() => undefined}
          badge={badge}
          start={start}
          end={end}
          highlighted={highlighted}
          ghost={ghost}
        />
      </div>
      {ghost.length > 0 && <p className={styles.note}>{texts.ghost}</p>}
      <Stops load={load} stopMap={stopMap} keyOfLoad={keyOfLoad} zone={environment.timezone} />
    </>
  )
}

const depotPositions = (depot: DepotLocation | null) => (depot ? [depot.position] : [])
const noAreas: readonly never[] = []
const noneSelected: ReadonlySet<string> = new Set()

/** Badge of a route until the loads of the day are read. */
const unmarked: RouteBadge = { letter: '', color: 0 }

type StopsById = ReadonlyMap<string, PlanStop>
const stopsById = (orders: readonly Consignment[]): StopsById =>
  new Map(orders.map((order) => [order.consignmentId, planStop(order)]))

function placesOf(load: ProposedLoad, stopMap: StopsById): StopLocation[] {
  return load.stops.flatMap(({ consignmentId }, index) => {
    const stop = stopMap.get(consignmentId)
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
function ghostOf(load: ProposedLoad, locations: readonly StopLocation[]) {
  if (load.loadId === null || !load.changed) return []
  const positionsById = new Map(locations.map(({ id, position }) => [id, position]))
  return load.stops
    .filter(({ was }) => was?.loadId === load.loadId)
    .toSorted((a, b) => a.was!.position - b.was!.position)
    .flatMap(({ consignmentId }) => positionsById.get(consignmentId) ?? [])
}

interface StopsProps {
  load: ProposedLoad
  zone: string
  stopMap: StopsById
  keyOfLoad: LetteredProposal['keyOfLoad']
}

function Stops({ load, zone, stopMap, keyOfLoad }: StopsProps) {
  const texts = useTexts(optimiseTexts)
  const format = useFormat(zone)
  return (
    <DataTable
      inset={{ className: styles.stops! }}
      label={texts.stopsOf(load.key)}
      rows={load.stops}
      idOf={({ consignmentId }) => consignmentId}
      columns={[
        { head: '#', show: (_, index) => index + 1 },
        {
          head: texts.order,
          show: ({ consignmentId, key, placedByPostcode }) => (
            <>
              {stopMap.get(consignmentId)?.name ?? key}
              {placedByPostcode && <span className={styles.badge}>{texts.byPostcode}</span>}
            </>
          ),
        },
        {
          head: texts.arrives,
          show: ({ arrives, lateMinutes }) => (
            <>
              {arrives === null ? '' : format.time(arrives)}
              {lateMinutes > 0 && <span className={styles.late}>{texts.lateBy(lateMinutes)}</span>}
            </>
          ),
        },
        {
          head: texts.was,
          show: ({ was }) =>
            was === null ? texts.wasUnplanned : was.loadId === load.loadId ? was.position : keyOfLoad(was.loadId),
        },
      ]}
    />
  )
}
