// What became of the stops of loads: of all that was told of one, what counts.
import type { Reader } from '../database/database.ts'
import * as store from './store.ts'

/** A stop of a load. */
export const nameOf = ({ loadId, consignmentId }: { loadId: string; consignmentId: string }): string =>
  `${loadId} ${consignmentId}`

/** By the stops' names: of what was not corrected since, the latest. */
export const countingOutcomes = async (
  tx: Reader,
  environmentId: string,
  loadIds: readonly string[],
): Promise<Map<string, store.OutcomeRow>> =>
  new Map((await store.outcomesOf(tx, environmentId, loadIds)).map((row) => [nameOf(row), row]))
