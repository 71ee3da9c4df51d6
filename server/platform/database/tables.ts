// Lists all tables with data. A copy inserts their rows in this sequence, and a removal of an environment deletes them
// in the reverse sequence.

export interface DataTable {
  name: string
  /** Key columns, which contain texts and numbers. Both engines sort texts by their bytes. */
  key: readonly string[]
  /** Whether `dray copy` copies the table. It omits data that an installation calculates or fetches again. */
  isCopied: boolean
  /** Whether its rows belong to one environment, by the column `environment_id`. */
  isOfEnvironment: boolean
}

const shared = (name: string, ...key: string[]): DataTable => ({ name, key, isCopied: true, isOfEnvironment: false })
const owned = (name: string, ...key: string[]): DataTable => ({
  ...shared(name, 'environment_id', ...key),
  isOfEnvironment: true,
})
const uncopied = (table: DataTable): DataTable => ({ ...table, isCopied: false })

/**
 * All tables in the order of their foreign keys: a table follows the tables that it refers to. The signing keys are
 * first, because they identify the installation. Migrations and the search index of SQLite are not data.
 */
export const dataTables: readonly DataTable[] = [
  shared('signing_keys', 'key_id'),
  owned('environments'),
  shared('people', 'person_id'),
  owned('memberships', 'person_id'),
  shared('sessions', 'token_hash'),
  shared('factors', 'factor_id'),
  shared('recovery_codes', 'person_id', 'code_hash'),
  shared('ceremonies', 'token_hash'),
  { ...shared('links', 'link_id'), isOfEnvironment: true },
  shared('attempts', 'subject'),
  shared('sign_ins', 'sign_in_id'),
  shared('devices', 'token_hash', 'person_id'),
  shared('revocations', 'subject_id'),
  owned('settings'),
  owned('depots', 'key'),
  owned('views', 'view_id'),
  owned('vehicles', 'key'),
  owned('drivers', 'key'),
  owned('loads', 'load_id'),
  owned('consignments', 'consignment_id'),
  owned('consignment_list', 'consignment_id'),
  owned('stops', 'consignment_id'),
  owned('export_list', 'consignment_id'),
  owned('imports', 'import_id'),
  owned('import_parts', 'import_id', 'first_row'),
  owned('idempotency', 'idempotency_key'),
  owned('changes', 'record', 'record_id', 'version'),
  owned('webhooks', 'webhook_id'),
  owned('webhook_deliveries', 'webhook_id', 'delivery_id'),
  owned('driver_devices', 'device_id'),
  owned('driver_links', 'secret_hash'),
  owned('pods', 'pod_id'),
  owned('files', 'file_id'),
  owned('pod_export_list', 'pod_id'),
  owned('notices', 'notice_id'),
  owned('notice_senders'),
  owned('tracking', 'consignment_id'),
  owned('load_positions', 'load_id'),
  owned('positions', 'load_id', 'time'),
  owned('erasures', 'consignment_id'),
  owned('tokens', 'token_id'),
  owned('clients', 'client_id'),
  uncopied(owned('optimisations', 'optimisation_id')),
  uncopied(owned('travel_times', 'server', 'from_place', 'to_place')),
  uncopied(owned('geocodes', 'server', 'address')),
  uncopied(shared('instances', 'instance_id')),
]
