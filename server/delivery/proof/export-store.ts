// The export list of proofs in the database.
import { exportList } from '../../orders/export-list/store.ts'

export const proofExportList = exportList({
  table: 'pod_export_list',
  id: 'pod_id',
  records: 'pods',
  key: 'consignment_key',
  changeReplacesReason: true,
  additionReplacesReason: false,
})
