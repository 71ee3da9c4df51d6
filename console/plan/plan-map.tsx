// The open load on the map: its stops in their order with what is wrong at them, the orders that wait, the depots and the areas.
import { memo, useMemo } from 'react'
import type { LoadSummary } from '../../contract/load.ts'
import type { GeoPosition } from '../../contract/travel.ts'
import { RouteMap } from '../map/map.tsx'
import type { ModifierKeys, StopPlace } from '../map/places.ts'
import { useWords } from '../words/language.ts'
import { type Basics, depotPlace } from './data.ts'
import { highlighted } from './highlight.tsx'
import { useFaultText } from './marks.tsx'
import { pageWords } from './page-words.ts'
import { type Arrival, type PlanStop, stopFaults } from './route.ts'

interface PlanMapProps extends Basics {
  /** Along the roads, where it is known. */
  line: readonly GeoPosition[] | null
  load: LoadSummary | undefined
  stops: readonly PlanStop[]
  estimates: readonly Arrival[]
  /** Orders without a load, as far as the list shows them. */
  waiting: readonly PlanStop[]
  selected: ReadonlySet<string>
  onSelect: (keys: ModifierKeys, id: string) => void
}

export const PlanMap = memo(function PlanMap({
  environment,
  depots,
  load,
  stops,
  estimates,
  waiting,
  ...linked
}: PlanMapProps) {
  const page = useWords(pageWords)
  const faultText = useFaultText()
  // The map is told of its places anew only when there are others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the page
  const places = useMemo(() => {
    const onRoute = stops.flatMap((stop, index) => {
      const fault = stopFaults(stop, estimates[index])[0]
      return placeOf(stop, index + 1, fault ? { text: faultText(fault), isSevere: fault.kind === 'late' } : null)
    })
    const mine = new Set(stops.map(({ consignmentId }) => consignmentId))
    const beside = waiting
      .filter(({ consignmentId }) => !mine.has(consignmentId))
      .flatMap((order) => placeOf(order, null, null))
    return [...beside, ...onRoute]
  }, [stops, estimates, waiting])
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
      label={load ? page.mapOf(load.key) : page.mapOfPool}
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
