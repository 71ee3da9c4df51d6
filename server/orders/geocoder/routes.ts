// Endpoint that proposes locations for addresses.
import { geocode } from '../../../contract/geocode.ts'
import { createFlowOperation, respondData } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const geocoderRoutes = {
  geocode: createFlowOperation(geocode, respondData(rules.proposeLocations)),
}
