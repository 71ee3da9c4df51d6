// Finds the outcomes of the stops of loads. An order that was delivered on another load counts as delivered here too.
import type { Reader } from '../../platform/database/database.ts'
import * as store from './store.ts'

/** Returns a name of a stop, for maps. */
export const nameOf = ({ loadId, consignmentId }: { loadId: string; consignmentId: string }): string =>
  `${loadId} ${consignmentId}`

/** Returns whether the outcome was recorded on another load, so that this stop need not be served. */
export const isElsewhere = (told: store.OutcomeRow | undefined): boolean =>
  told !== undefined && told.toldOf !== told.loadId

/** Reads the outcomes of all stops of these loads, by the names of the stops. */
export const countingOutcomes = async (
  tx: Reader,
  environmentId: string,
  loadIds: readonly string[],
): Promise<Map<string, store.OutcomeRow>> =>
  new Map((await store.outcomesOf(tx, environmentId, loadIds)).map((row) => [nameOf(row), row]))
