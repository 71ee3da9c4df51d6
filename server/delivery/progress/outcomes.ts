// Finds the outcomes of the stops of loads. An order that was delivered on another load counts as delivered on this
// load too.
import type { ReadTransaction } from '../../platform/database/database.ts'
import * as store from './store.ts'

/** Returns a name of a stop, which is the key of maps. */
export const nameOf = ({ loadId, consignmentId }: { loadId: string; consignmentId: string }): string =>
  `${loadId} ${consignmentId}`

/** Returns whether the outcome was recorded on another load. The driver then does not serve this stop. */
export const isElsewhere = (outcome: store.OutcomeRow | undefined): boolean =>
  outcome !== undefined && outcome.toldOf !== outcome.loadId

/** Reads the outcomes of all stops of these loads, by the names of the stops. */
export const readOutcomes = async (
  tx: ReadTransaction,
  environmentId: string,
  loadIds: readonly string[],
): Promise<Map<string, store.OutcomeRow>> =>
  new Map((await store.listOutcomes(tx, environmentId, loadIds)).map((row) => [nameOf(row), row]))
