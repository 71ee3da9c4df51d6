// Endpoints of events and histories.
import {
  getConsignmentHistory,
  getConsignmentHistoryById,
  getDepotHistory,
  getDriverHistory,
  getEnvironmentHistory,
  getLoadHistory,
  getLoadHistoryById,
  getVehicleHistory,
  listEvents,
} from '../../../contract/change.ts'
import { follows, reads } from '../../platform/operation/operation.ts'
import { answer, stream } from './follow.ts'
import * as history from './history.ts'

export const routes = {
  listEvents: follows(listEvents, answer, stream),
  getConsignmentHistory: reads(getConsignmentHistory, history.ofConsignment),
  getConsignmentHistoryById: reads(getConsignmentHistoryById, history.ofConsignment),
  getDepotHistory: reads(getDepotHistory, history.ofDepot),
  getVehicleHistory: reads(getVehicleHistory, history.ofVehicle),
  getDriverHistory: reads(getDriverHistory, history.ofDriver),
  getLoadHistory: reads(getLoadHistory, history.ofLoad),
  getLoadHistoryById: reads(getLoadHistoryById, history.ofLoad),
  getEnvironmentHistory: reads(getEnvironmentHistory, history.ofEnvironment),
}
