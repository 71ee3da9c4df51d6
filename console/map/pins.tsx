// Draws the pins: depots, stops of all routes, unplanned orders, and clusters.
import { IconAlertTriangleFilled, IconBuildingWarehouse, IconTruck } from '@tabler/icons-react'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { useTexts } from '../words/language.ts'
import { useMap } from './canvas.tsx'
import { groupPoints, type PinCluster } from './clusters.ts'
import { calculateBounds } from './geometry.ts'
import { routeVariable } from './letter.tsx'
import { MapMarker } from './marker.tsx'
import {
  type DepotLocation,
  listDepotLocations,
  listSelectableStops,
  type ModifierKeys,
  type RouteBadge,
  type StopLocation,
} from './route-locations.ts'
import styles from './route-map.module.css'
import type { RouteMapProps } from './route-map-props.ts'
import { mapTexts } from './words.ts'

export function RoutePins(props: RouteMapProps) {
  const { stops, others, highlighted, selected, onHighlight, onSelect, attach } = props
  const waiting = useMemo(() => stops.filter(({ number }) => number === null), [stops])
  const { clusters, single } = useClusters(waiting)
  const linked = { onHighlight, onSelect, attach }
  const pin = (stop: StopLocation, route?: { name: string; mark: RouteBadge }) => (
    <StopMarker
      key={stop.id}
      {...linked}
      stop={stop}
      load={route?.name}
      badge={route?.mark}
      isHighlighted={highlighted === stop.id}
      isSelected={selected.has(stop.id)}
    />
  )
  return (
    <>
      {listDepotLocations(props).map((depot) => (
        <DepotMarker key={depot.key} depot={depot} />
      ))}
      {clusters.map((cluster) => (
        <ClusterMarker key={cluster.id} cluster={cluster} stops={waiting} selected={selected} onLasso={props.onLasso} />
      ))}
      {waiting.filter(({ id }) => single.has(id)).map((stop) => pin(stop))}
      {others.flatMap((route) => route.stops.map((stop) => pin(stop, route)))}
      {stops.filter(({ number }) => number !== null).map((stop) => pin(stop))}
      {props.vehicle && (
        <MapMarker position={props.vehicle.position} label={props.vehicle.label} className={styles.vehicle} layer={2}>
          <IconTruck size={15} stroke={1.75} />
          {props.vehicle.time}
        </MapMarker>
      )}
    </>
  )
}

/** Largest number of unplanned orders that are drawn without clusters. */
const singlesMax = 40
/** Side of a cluster square in pixels. */
const cell = 52

/** Returns the clusters, and updates them with the zoom level. */
function useClusters(waiting: readonly StopLocation[]): { clusters: PinCluster[]; single: ReadonlySet<string> } {
  const map = useMap()
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const follow = () => setZoom(Math.round(map.getZoom() * 4) / 4)
    map.on('zoomend', follow)
    return () => void map.off('zoomend', follow)
  }, [map])
  return useMemo(() => {
    if (waiting.length <= singlesMax) return { clusters: [], single: new Set(waiting.map(({ id }) => id)) }
    // The squares start at the corner of the world, not of the window, so that they stay when the map moves.
    const world = 512 * 2 ** zoom
    const points = waiting.map(({ id, position: { lat, lng } }) => ({
      id,
      x: ((lng + 180) / 360) * world,
      y: (-lat / 360) * world * (1 / Math.cos((lat * Math.PI) / 180)),
    }))
    return groupPoints(points, cell)
  }, [waiting, zoom])
}

interface ClusterMarkerProps {
  cluster: PinCluster
  stops: readonly StopLocation[]
  selected: ReadonlySet<string>
  onLasso: RouteMapProps['onLasso']
}

/** Shows a cluster. A click zooms in; with Ctrl, it selects all its orders. */
function ClusterMarker({ cluster, stops, selected, onLasso }: ClusterMarkerProps) {
  const texts = useTexts(mapTexts)
  const map = useMap()
  const members = stops.filter(({ id }) => cluster.members.includes(id))
  const bounds = calculateBounds(members.map(({ position }) => position))
  const press = (keys: ModifierKeys) => {
    if (keys.ctrlKey || keys.metaKey) onLasso(cluster.members, keys)
    else if (bounds) map.fitBounds([...bounds] as [number, number, number, number], { padding: 80, maxZoom: 15 })
  }
  if (!bounds) return null
  return (
    <MapMarker
      position={{ lat: (bounds[1] + bounds[3]) / 2, lng: (bounds[0] + bounds[2]) / 2 }}
      label={texts.cluster(members.length)}
      className={styles.cluster}
      pressed={members.some(({ id }) => selected.has(id))}
      onPress={press}
    >
      {members.length}
    </MapMarker>
  )
}

function DepotMarker({ depot }: { depot: DepotLocation }) {
  const texts = useTexts(mapTexts)
  return (
    <MapMarker position={depot.position} label={texts.depot(depot.name)} className={styles.depot}>
      <IconBuildingWarehouse size={16} stroke={1.75} />
    </MapMarker>
  )
}

interface StopMarkerProps extends Pick<RouteMapProps, 'onHighlight' | 'onSelect' | 'attach'> {
  stop: StopLocation
  /** Id of the load, unless it is the open load. */
  load: string | undefined
  badge: RouteBadge | undefined
  isHighlighted: boolean
  isSelected: boolean
}

const StopMarker = memo(function StopMarker(props: StopMarkerProps) {
  const { stop, load, badge, isHighlighted, isSelected, onHighlight, onSelect, attach } = props
  const texts = useTexts(mapTexts)
  const { id, number, name, type, fault } = stop
  const title =
    number === null ? texts.unplaced(name) : load ? texts.ofLoad(load, number, name) : texts.stop(number, name)
  const attachPin = useCallback((pin: HTMLElement) => attach?.(pin, id) ?? (() => undefined), [attach, id])
  return (
    <MapMarker
      position={stop.position}
      label={fault ? `${title}: ${fault.text}` : title}
      className={styles.stop}
      state={{
        highlighted: isHighlighted,
        type,
        unplaced: number === null,
        other: load !== undefined,
        done: stop.isDone,
      }}
      layer={number === null ? 0 : load ? 1 : 2}
      color={badge && routeVariable(badge)}
      pressed={isSelected}
      isBackground={load !== undefined}
      onPress={(keys) => onSelect(keys, id)}
      onPoint={(pointed) => onHighlight(pointed ? id : null)}
      attach={attach ? attachPin : undefined}
    >
      {badge ? badge.letter : (number ?? '+')}
      {fault && (
        <IconAlertTriangleFilled size={12} className={styles.fault} data-severe={fault.isSevere || undefined} />
      )}
    </MapMarker>
  )
})

/** Shows details of the place under the pointer. Screen readers read the same details at the pin. */
export function HoverCard(props: RouteMapProps) {
  const map = useMap()
  const stop = listSelectableStops(props).find(({ id }) => id === props.highlighted)
  if (!stop) return null
  const { x, y } = map.project([stop.position.lng, stop.position.lat])
  const { clientWidth, clientHeight } = map.getContainer()
  if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return null
  return (
    <div
      className={styles.card}
      aria-hidden="true"
      data-below={y < 120 || undefined}
      style={{ left: Math.min(Math.max(x, 110), clientWidth - 110), top: y }}
    >
      <strong dir="auto">{stop.name}</strong>
      {[...(stop.fault ? [stop.fault.text] : []), ...stop.details].map((line) => (
        <span key={line} dir="auto">
          {line}
        </span>
      ))}
    </div>
  )
}
