// The endpoint of ways between places.
import { travelRoute } from '../../../contract/travel-route.ts'
import { createFlowOperation, respondData } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const travelRoutes = {
  travelRoute: createFlowOperation(travelRoute, respondData(rules.calculateRoute)),
}
