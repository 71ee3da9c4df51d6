// Refreshes the responses that a change of a load or its stops outdates.
import { getConsignmentById } from '../../contract/consignment.ts'
import { listConsignments } from '../../contract/consignments.ts'
import { checkLoad, getLoadById, listLoads } from '../../contract/load.ts'
import { refreshEndpoints } from '../api/query.ts'

export const refreshLoads = (): Promise<unknown> =>
  refreshEndpoints(listLoads, getLoadById, checkLoad, listConsignments, getConsignmentById)
