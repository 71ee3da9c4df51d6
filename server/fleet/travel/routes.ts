// The endpoint of ways between places.
import { travelRoute } from '../../../contract/travel-route.ts'
import { buildDataResponse, createFlowOperation } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const travelRoutes = {
  travelRoute: createFlowOperation(travelRoute, async (call, context) =>
    buildDataResponse(JSON.stringify(await rules.calculateRoute(call, context))),
  ),
}
