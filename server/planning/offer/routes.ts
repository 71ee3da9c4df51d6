// The endpoint that prices orders on loads.
import { offerLoads } from '../../../contract/offer.ts'
import { createFlowOperation, respondData } from '../../platform/operation/operation.ts'
import { calculateOffers } from './rules.ts'

export const offerRoutes = {
  offerLoads: createFlowOperation(offerLoads, respondData(calculateOffers)),
}
