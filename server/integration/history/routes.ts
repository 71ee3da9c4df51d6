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
import { createFollowOperation, createReadOperation } from '../../platform/operation/operation.ts'
import { getEvents, streamEvents } from './follow.ts'
import * as history from './history.ts'

export const historyRoutes = {
  listEvents: createFollowOperation(listEvents, getEvents, streamEvents),
  getConsignmentHistory: createReadOperation(getConsignmentHistory, history.getConsignmentHistory),
  getConsignmentHistoryById: createReadOperation(getConsignmentHistoryById, history.getConsignmentHistory),
  getDepotHistory: createReadOperation(getDepotHistory, history.getDepotHistory),
  getVehicleHistory: createReadOperation(getVehicleHistory, history.getVehicleHistory),
  getDriverHistory: createReadOperation(getDriverHistory, history.getDriverHistory),
  getLoadHistory: createReadOperation(getLoadHistory, history.getLoadHistory),
  getLoadHistoryById: createReadOperation(getLoadHistoryById, history.getLoadHistory),
  getEnvironmentHistory: createReadOperation(getEnvironmentHistory, history.getEnvironmentHistory),
}
