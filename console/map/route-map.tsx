// The map of a route: depots, numbered stops, dashed legs, straight or along the roads, the orders that wait, and the areas.
import { IconAlertTriangleFilled, IconBuildingWarehouse } from '@tabler/icons-react'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { useWords } from '../words/language.ts'
import { MapCanvas, useMap } from './canvas.tsx'
import { toRing } from './geometry.ts'
import { MapMarker } from './marker.tsx'
import { boundsToShow, type DepotPlace, depotsOf, legsOf, type RouteMapProps, type StopPlace } from './places.ts'
import styles from './route-map.module.css'
import { labelImage } from './style.ts'
import { mapWords } from './words.ts'

export default function RouteMap(props: RouteMapProps) {
  const { label, focus, stops, distanceUnit } = props
  const words = useWords(mapWords)
  return (
    <MapCanvas
      label={label}
      bounds={boundsToShow(props)}
      focus={focus}
      distanceUnit={distanceUnit}
      note={!props.line && legsOf(props).length > 0 ? words.straightLines : undefined}
    >
      <Lines {...props} />
      {depotsOf(props).map((depot) => (
        <DepotMarker key={depot.key} depot={depot} />
      ))}
      {stops.map((stop) => (
        <StopMarker key={stop.id} stop={stop} route={props} />
      ))}
    </MapCanvas>
  )
}

const noLine: readonly never[] = []

function Lines({ start, end, stops, line, ghost = noLine, areas, highlighted, selected }: RouteMapProps) {
  const map = useMap()
  useEffect(() => {
    map.getSource<GeoJSONSource>('areas')?.setData({
      type: 'FeatureCollection',
      features: areas.map(({ key, polygon }) => ({
        type: 'Feature',
        properties: { key },
        geometry: { type: 'Polygon', coordinates: [toRing(polygon)] },
      })),
    })
  }, [map, areas])
  useEffect(() => {
    const coordinates = ghost.map(({ lat, lng }) => [lng, lat])
    map.getSource<GeoJSONSource>('ghost')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates },
    })
  }, [map, ghost])
  useEffect(() => {
    map.getSource<GeoJSONSource>('legs')?.setData({
      type: 'FeatureCollection',
      features: legsOf({ start, end, stops, line }).map((leg) => ({
        type: 'Feature',
        properties: { highlighted: leg.to !== null && (leg.to === highlighted || selected.has(leg.to)) },
        geometry: { type: 'LineString', coordinates: leg.line.map(({ lat, lng }) => [lng, lat]) },
      })),
    })
  }, [map, start, end, stops, line, highlighted, selected])
  useEffect(() => {
    map.getSource<GeoJSONSource>('places')?.setData({
      type: 'FeatureCollection',
      features: stops.map(({ place, position }) => ({
        type: 'Feature',
        properties: { image: labelImage(place) },
        geometry: { type: 'Point', coordinates: [position.lng, position.lat] },
      })),
    })
  }, [map, stops])
  return null
}

function DepotMarker({ depot }: { depot: DepotPlace }) {
  const words = useWords(mapWords)
  return (
    <MapMarker position={depot.position} label={words.depot(depot.name)} className={styles.depot}>
      <IconBuildingWarehouse size={16} stroke={1.75} />
    </MapMarker>
  )
}

function StopMarker({ stop, route }: { stop: StopPlace; route: RouteMapProps }) {
  const words = useWords(mapWords)
  const name = stop.number === null ? words.unplaced(stop.name) : words.stop(stop.number, stop.name)
  const { highlighted, selected, onHighlight, onSelect } = route
  return (
    <MapMarker
      position={stop.position}
      label={stop.fault ? `${name}: ${stop.fault.text}` : name}
      className={styles.stop}
      state={{ highlighted: highlighted === stop.id, type: stop.type, unplaced: stop.number === null }}
      pressed={selected.has(stop.id)}
      onPress={(keys) => onSelect(keys, stop.id)}
      onPoint={(pointed) => onHighlight(pointed ? stop.id : null)}
    >
      {stop.number ?? '+'}
      {stop.fault && (
        <IconAlertTriangleFilled size={12} className={styles.fault} data-severe={stop.fault.isSevere || undefined} />
      )}
    </MapMarker>
  )
}
