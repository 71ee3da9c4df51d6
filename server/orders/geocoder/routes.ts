// Endpoint that proposes locations for addresses.
import { geocode } from '../../../contract/geocode.ts'
import { buildDataResponse, createFlowOperation } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const geocoderRoutes = {
  geocode: createFlowOperation(geocode, async (call, context) =>
    buildDataResponse(JSON.stringify(await rules.proposeLocations(call, context))),
  ),
}
