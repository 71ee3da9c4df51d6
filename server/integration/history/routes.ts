// Endpoints of events and histories.
import * as contract from '../../../contract/change.ts'
import { createFollowOperation, createReadOperation } from '../../platform/operation/operation.ts'
import { getEvents, streamEvents } from './follow.ts'
import * as history from './history.ts'

export const historyRoutes = {
  listEvents: createFollowOperation(contract.listEvents, getEvents, streamEvents),
  getConsignmentHistory: createReadOperation(contract.getConsignmentHistory, history.getConsignmentHistory),
  getConsignmentHistoryById: createReadOperation(contract.getConsignmentHistoryById, history.getConsignmentHistory),
  getDepotHistory: createReadOperation(contract.getDepotHistory, history.getDepotHistory),
  getVehicleHistory: createReadOperation(contract.getVehicleHistory, history.getVehicleHistory),
  getDriverHistory: createReadOperation(contract.getDriverHistory, history.getDriverHistory),
  getLoadHistory: createReadOperation(contract.getLoadHistory, history.getLoadHistory),
  getLoadHistoryById: createReadOperation(contract.getLoadHistoryById, history.getLoadHistory),
  getEnvironmentHistory: createReadOperation(contract.getEnvironmentHistory, history.getEnvironmentHistory),
}
