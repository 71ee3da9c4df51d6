// Handles the endpoints of a kind of fleet record.
import type { ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import {
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  type OperationCall,
  type OperationResponse,
} from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const createFleetEndpoints = (recordType: rules.FleetRecordType) => ({
  prepareCreate: rules.prepareCreate(recordType),
  async create(tx: WriteTransaction, call: OperationCall<unknown, unknown, object>): Promise<OperationResponse> {
    await rules.createRecord(tx, call, recordType)
    return buildCreatedResponse()
  },
  list: async (tx: ReadTransaction, call: OperationCall): Promise<OperationResponse> =>
    buildDataResponse(await rules.listRecords(tx, call, recordType)),
  async get(tx: ReadTransaction, call: OperationCall<rules.RecordSelector>): Promise<OperationResponse> {
    const { document, version } = await rules.getRecord(tx, call, recordType)
    return buildDataResponse(document, version)
  },
  update: async (tx: WriteTransaction, call: OperationCall<rules.RecordSelector, unknown, object>) =>
    buildOkResponse((await rules.updateRecord(tx, call, recordType)).version),
  async remove(tx: WriteTransaction, call: OperationCall<rules.RecordSelector>): Promise<OperationResponse> {
    await rules.deleteRecord(tx, call, recordType)
    return buildOkResponse()
  },
})
