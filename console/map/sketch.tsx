// Draws the map of a route as SVG, for browsers without WebGL.
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GeoPosition } from '../../contract/travel.ts'
import { useTexts } from '../words/language.ts'
import { buildGraticule, createProjection, type MapBounds } from './geometry.ts'
import { LassoSelection } from './lasso.tsx'
import { RouteLegend } from './legend.tsx'
import { createRouteStyle, routeVariable } from './letter.tsx'
import { type CountryOutline, requestOutlines } from './outlines.ts'
import {
  buildLegs,
  calculateVisibleBounds,
  listDepotLocations,
  listSelectableStops,
  type RouteBadge,
  type StopLocation,
  type UnselectedRoute,
} from './route-locations.ts'
import type { RouteMapProps } from './route-map-props.ts'
import styles from './sketch.module.css'
import { mapTexts } from './words.ts'

const everywhere: MapBounds = [-10, 36, 30, 60]

type Projection = ReturnType<typeof createProjection>

const pathIn = (project: Projection) => (points: readonly GeoPosition[]) =>
  points
    .map((point) => project(point))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')

const asPoints = (corners: number[][]) => corners.map(([lng, lat]) => ({ lng: lng!, lat: lat! }))

function LandLayer({ land, bounds, project }: { land: CountryOutline[]; bounds: MapBounds; project: Projection }) {
  const path = pathIn(project)
  const near = land.filter(
    ({ bounds: [w, s, e, n] }) => w <= bounds[2] + 5 && e >= bounds[0] - 5 && s <= bounds[3] + 5 && n >= bounds[1] - 5,
  )
  return (
    <>
      {near.flatMap(({ name, polygons }) =>
        polygons.map((rings, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a country have no other name
          <polygon key={`${name} ${index}`} className={styles.land} points={path(asPoints(rings[0]!))} />
        )),
      )}
      {buildGraticule(bounds).lines.map((line) => (
        <polyline key={line.join()} className={styles.grid} points={path(asPoints(line))} />
      ))}
    </>
  )
}

export function RouteSketch(props: RouteMapProps) {
  const { label, stops, areas, highlighted } = props
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const visibleRoutes = props.others.filter(({ id }) => !hidden.has(id))
  const texts = useTexts(mapTexts)
  const { ref, width, height } = useElementSize()
  const frame = useRef<HTMLDivElement>(null)
  const merged = useMergedRef(ref, frame)
  const [land, setLand] = useState<CountryOutline[]>([])
  useEffect(() => {
    void requestOutlines('middle').then((found) => found && setLand(found))
  }, [])
  const bounds = calculateVisibleBounds(props) ?? everywhere
  const project = createProjection(bounds, width || 600, height || 400, 32)
  const path = pathIn(project)
  const extent = bounds.join()
  // The land has thousands of corners, which are not drawn again when a stop is highlighted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the projection depends on these values only
  const landLayer = useMemo(
    () => <LandLayer land={land} bounds={bounds} project={project} />,
    [land, extent, width, height],
  )
  const depots = listDepotLocations(props)
  return (
    <div ref={merged} className={styles.frame} style={createRouteStyle(props.badge)}>
      <svg className={styles.drawing} role="group" aria-label={label}>
        {landLayer}
        {areas.map(({ key, polygon }) => (
          <polygon key={key} className={styles.area} points={path(polygon)} />
        ))}
        {props.ghost && <polyline className={styles.ghost} points={path(props.ghost)} />}
        <UnselectedLegs routes={visibleRoutes} path={path} />
        {buildLegs(props).map(({ to, line }) => (
          <polyline
            key={to ?? 'home'}
            className={styles.leg}
            data-highlighted={(to !== null && to === highlighted) || undefined}
            points={path(line)}
          />
        ))}
        {depots.map(({ key, position }) => {
          const { x, y } = project(position)
          return <rect key={key} className={styles.depot} x={x - 8} y={y - 8} width={16} height={16} rx={3} />
        })}
        {visibleRoutes.flatMap(({ name, mark, stops: theirs }) =>
          theirs.map((stop) => (
            <Stop key={stop.id} {...props} stop={stop} point={project(stop.position)} load={{ name, mark }} />
          )),
        )}
        {stops.map((stop) => (
          <Stop key={stop.id} {...props} stop={stop} point={project(stop.position)} />
        ))}
        {props.vehicle && <Vehicle {...props.vehicle} point={project(props.vehicle.position)} />}
      </svg>
      <LassoSelection
        frame={frame}
        isOn={false}
        points={() =>
          listSelectableStops({ stops, others: visibleRoutes }).map(({ id, position }) => ({
            id,
            ...project(position),
          }))
        }
        onChoose={props.onLasso}
      />
      <RouteLegend
        routes={props.others}
        hidden={hidden}
        onToggle={(ids) => setHidden(hidden.symmetricDifference(new Set(ids)))}
      />
      <p className={styles.note}>
        {texts.noWebGl} {!props.line && `${texts.straightLines}.`}
      </p>
    </div>
  )
}

function UnselectedLegs({ routes, path }: { routes: readonly UnselectedRoute[]; path: ReturnType<typeof pathIn> }) {
  return routes.flatMap((route) =>
    buildLegs({ ...route, line: null }).map(({ to, line }) => (
      <polyline
        key={`${route.id} ${to ?? 'home'}`}
        className={styles.leg}
        style={{ stroke: routeVariable(route.mark) }}
        points={path(line)}
      />
    )),
  )
}

interface VehicleProps {
  point: { x: number; y: number }
  label: string
  time: string
}

const Vehicle = ({ point: { x, y }, label, time }: VehicleProps) => (
  <g className={styles.vehicle}>
    <title>{label}</title>
    <rect x={x - 21} y={y - 10} width={42} height={20} rx={10} />
    <text x={x} y={y} dy="0.35em" aria-hidden>
      {time}
    </text>
  </g>
)

type StopProps = RouteMapProps & {
  stop: StopLocation
  point: { x: number; y: number }
  load?: { name: string; mark: RouteBadge }
}

function Stop({ stop, point, load, highlighted, selected, onHighlight, onSelect }: StopProps) {
  const texts = useTexts(mapTexts)
  const { id, number, name, fault } = stop
  const title =
    number === null ? texts.unplaced(name) : load ? texts.ofLoad(load.name, number, name) : texts.stop(number, name)
  return (
    <g
      className={styles.stop}
      role="button"
      tabIndex={0}
      aria-label={fault ? `${title}: ${fault.text}` : title}
      aria-pressed={selected.has(id)}
      data-highlighted={highlighted === id || undefined}
      data-done={stop.isDone || undefined}
      data-fault={fault !== null || undefined}
      onClick={(event) => onSelect(event, id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onSelect(event, id)
      }}
      onPointerEnter={() => onHighlight(id)}
      onPointerLeave={() => onHighlight(null)}
      onFocus={() => onHighlight(id)}
      onBlur={() => onHighlight(null)}
    >
      <circle cx={point.x} cy={point.y} r={11} style={load && { fill: routeVariable(load.mark) }} />
      <text x={point.x} y={point.y} dy="0.35em">
        {load ? load.mark.letter : number === null ? '+' : fault ? `${number}!` : number}
      </text>
    </g>
  )
}
