// The way along places, as the endpoint answers it.
import type { BodyOf, DataOf } from '../../contract/endpoint.ts'
import type { travelRoute } from '../../contract/travel-route.ts'
import type { Call, FlowContext } from '../core/operation.ts'
import { settingsOf } from '../environment/rules.ts'

/** Exact to the second. */
const minutesOf = (seconds: number) => Number((seconds / 60).toFixed(4))

export async function route(
  { environmentId, body }: Call<unknown, unknown, BodyOf<typeof travelRoute>>,
  { read, services }: FlowContext,
): Promise<DataOf<typeof travelRoute>> {
  const { travel } = await read((tx) => settingsOf(tx, environmentId))
  const { legs, line, source, note } = await services.travel.route(environmentId, body.places, travel)
  return {
    legs: legs.map(({ metres, seconds }) => ({ distance: metres / 1_000, duration: minutesOf(seconds) })),
    line: line?.map(({ lat, lng }) => [lat, lng]) ?? null,
    source,
    note,
  }
}
