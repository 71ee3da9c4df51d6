// What became of the stops of loads, as their orders have it: mostly on this load, but what was handed over anywhere is handed over.
import type { Reader } from '../../platform/database/database.ts'
import * as store from './store.ts'

/** A stop of a load. */
export const nameOf = ({ loadId, consignmentId }: { loadId: string; consignmentId: string }): string =>
  `${loadId} ${consignmentId}`

/** Whether a stop need not be served because its order was handed over from elsewhere. */
export const isElsewhere = (told: store.OutcomeRow | undefined): boolean =>
  told !== undefined && told.toldOf !== told.loadId

/** By the stops' names. */
export const countingOutcomes = async (
  tx: Reader,
  environmentId: string,
  loadIds: readonly string[],
): Promise<Map<string, store.OutcomeRow>> =>
  new Map((await store.outcomesOf(tx, environmentId, loadIds)).map((row) => [nameOf(row), row]))
