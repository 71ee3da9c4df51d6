// The way along places: how far and how long each leg is, and the line on the map, by a server of roads or by the estimate.

import type { Static } from './schema.ts'
import { oneOf } from './shared.ts'

export const TravelSource = oneOf(
  ['estimate', 'osrm', 'valhalla'],
  'Who says so: the estimate of the environment (`travel` of its route settings), or the server of roads that the operator has set up.',
)
export type TravelSource = Static<typeof TravelSource>
