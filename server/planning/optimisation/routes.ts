// Endpoints of optimisations.
import {
  applyOptimisation,
  cancelOptimisation,
  createOptimisation,
  getOptimisation,
  listOptimisations,
  stopOptimisation,
  undoOptimisation,
} from '../../../contract/optimisation.ts'
import {
  andThen,
  created,
  lasting,
  long,
  ok,
  okData,
  preparedWrites,
  reads,
  writes,
} from '../../platform/operation/operation.ts'
import { apply, undo } from './apply.ts'
import * as rules from './rules.ts'

export const routes = {
  createOptimisation: andThen(
    preparedWrites(createOptimisation, rules.prepareCreate, async (tx, call) =>
      created(JSON.stringify({ optimisationId: await rules.create(tx, call) })),
    ),
    ({ environmentId }, { wakes }) => wakes.call('optimisation', environmentId),
  ),
  listOptimisations: reads(listOptimisations, async (tx, call) => okData(JSON.stringify(await rules.list(tx, call)))),
  getOptimisation: long(reads(getOptimisation, async (tx, call) => okData(JSON.stringify(await rules.get(tx, call))))),
  // Slow: each stop is an order that changes too.
  applyOptimisation: lasting(
    writes(applyOptimisation, async (tx, call) => okData(JSON.stringify(await apply(tx, call)))),
  ),
  undoOptimisation: lasting(
    writes(undoOptimisation, async (tx, call) => {
      await undo(tx, call)
      return ok()
    }),
  ),
  stopOptimisation: writes(stopOptimisation, async (tx, call) => {
    await rules.stop(tx, call)
    return ok()
  }),
  cancelOptimisation: writes(cancelOptimisation, async (tx, call) => {
    await rules.cancel(tx, call)
    return ok()
  }),
}
