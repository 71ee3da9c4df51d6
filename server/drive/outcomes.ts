// What became of the stops of loads: of all that was told of one, what counts.
import type { Pod } from '../../contract/pod.ts'
import type { Reader } from '../database/database.ts'
import * as store from './store.ts'

/** A stop of a load. */
export const nameOf = ({ loadId, consignmentId }: { loadId: string; consignmentId: string }): string =>
  `${loadId} ${consignmentId}`

/** By the stops' names: of what was not corrected since, the latest. */
export async function countingOutcomes(
  tx: Reader,
  environmentId: string,
  loadIds: readonly string[],
): Promise<Map<string, store.OutcomeRow>> {
  const rows = await store.outcomesOf(tx, environmentId, loadIds)
  const replaced = new Set(rows.map(({ document }) => (JSON.parse(document) as Pod).replaces))
  return new Map(rows.filter(({ podId }) => !replaced.has(podId)).map((row) => [nameOf(row), row]))
}
