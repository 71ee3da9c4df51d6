// Draws the map of a route: depots, numbered stops, legs, other routes of the day, unplanned orders, and areas.
import { useComputedColorScheme } from '@mantine/core'
import { IconLasso } from '@tabler/icons-react'
import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { colourPalettes } from '../platform/palette.ts'
import { ToolButton } from '../shell/tool-button.tsx'
import { useTexts } from '../words/language.ts'
import { MapCanvas, useMap } from './canvas.tsx'
import { closePolygon } from './geometry.ts'
import { LassoSelection } from './lasso.tsx'
import { RouteLegend } from './legend.tsx'
import { createRouteStyle } from './letter.tsx'
import { HoverCard, RoutePins } from './pins.tsx'
import { buildLegs, calculateVisibleBounds, listSelectableStops } from './route-locations.ts'
import styles from './route-map.module.css'
import type { RouteMapProps } from './route-map-props.ts'
import { labelImage } from './style.ts'
import { mapTexts } from './words.ts'

export default function RouteMap(props: RouteMapProps) {
  const { label, focus, distanceUnit } = props
  const texts = useTexts(mapTexts)
  const frame = useRef<HTMLDivElement>(null)
  const [isLasso, setLasso] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const visibleRoutes = props.others.filter(({ id }) => !hidden.has(id))
  const visibleProps = { ...props, others: visibleRoutes }
  return (
    <div ref={frame} className={styles.frame} style={createRouteStyle(props.badge)}>
      <MapCanvas
        label={label}
        bounds={calculateVisibleBounds(visibleProps)}
        focus={focus}
        distanceUnit={distanceUnit}
        note={!props.line && buildLegs(props).length > 0 ? texts.straightLines : undefined}
        controls={
          <ToolButton
            label={texts.lasso}
            icon={<IconLasso size={16} stroke={1.75} />}
            variant={isLasso ? 'filled' : 'default'}
            color={isLasso ? 'accent' : 'gray'}
            size="md"
            aria-pressed={isLasso}
            run={() => setLasso(!isLasso)}
          />
        }
      >
        <Lines {...visibleProps} />
        <RoutePins {...visibleProps} />
        <HoverCard {...visibleProps} />
        <MapLasso {...visibleProps} frame={frame} isOn={isLasso} onDone={() => setLasso(false)} />
      </MapCanvas>
      <RouteLegend
        routes={props.others}
        hidden={hidden}
        onToggle={(ids) => setHidden(hidden.symmetricDifference(new Set(ids)))}
      />
    </div>
  )
}

interface MapLassoProps extends RouteMapProps {
  frame: { current: HTMLDivElement | null }
  isOn: boolean
  onDone: () => void
}

function MapLasso({ frame, isOn, onDone, ...route }: MapLassoProps) {
  const map = useMap()
  const points = () =>
    listSelectableStops(route).map(({ id, position: { lat, lng } }) => {
      const { x, y } = map.project([lng, lat])
      return { id, x, y }
    })
  return (
    <LassoSelection
      frame={frame}
      isOn={isOn}
      points={points}
      onChoose={(ids, keys) => {
        onDone()
        route.onLasso(ids, keys)
      }}
    />
  )
}

const noLine: readonly never[] = []

function Lines(props: RouteMapProps) {
  const { badge, start, end, stops, line, ghost = noLine, others, areas, highlighted, selected } = props
  const map = useMap()
  const { routes } = colourPalettes[useComputedColorScheme('light')]
  useEffect(() => {
    map.getSource<GeoJSONSource>('areas')?.setData({
      type: 'FeatureCollection',
      features: areas.map(({ key, polygon }) => ({
        type: 'Feature',
        properties: { key },
        geometry: { type: 'Polygon', coordinates: [closePolygon(polygon)] },
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
    const drawn = [
      ...others.flatMap((route) =>
        buildLegs({ ...route, line: null }).map((leg) => ({ ...leg, color: route.mark.color })),
      ),
      ...buildLegs({ start, end, stops, line }).map((leg) => ({ ...leg, color: badge?.color ?? 0 })),
    ]
    map.getSource<GeoJSONSource>('legs')?.setData({
      type: 'FeatureCollection',
      features: drawn.map(({ to, line: way, color }) => ({
        type: 'Feature',
        properties: { highlighted: to !== null && (to === highlighted || selected.has(to)), color: routes[color]! },
        geometry: { type: 'LineString', coordinates: way.map(({ lat, lng }) => [lng, lat]) },
      })),
    })
  }, [map, routes, badge, start, end, stops, line, others, highlighted, selected])
  useEffect(() => {
    map.getSource<GeoJSONSource>('places')?.setData({
      type: 'FeatureCollection',
      // Only stops of routes have labels: labels of hundreds of unplanned orders would cover the map.
      features: stops
        .filter(({ number }) => number !== null)
        .map(({ place, position }) => ({
          type: 'Feature',
          properties: { image: labelImage(place) },
          geometry: { type: 'Point', coordinates: [position.lng, position.lat] },
        })),
    })
  }, [map, stops])
  return null
}
