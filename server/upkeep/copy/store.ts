// All tables as a copy sees them: read in the order of their keys, a page at a time, and written as they were read.
import {
  copyMarkVersion,
  type Query,
  type Reader,
  type Row,
  sql,
  template,
  type Value,
  type Writer,
} from '../../platform/database/database.ts'

export interface Table {
  name: string
  columns: readonly string[]
  /** Texts and numbers; every engine of ours orders texts by their bytes. */
  key: readonly string[]
}

const table = (name: string, columns: string, keyLength: number): Table => {
  const list = columns.split(' ')
  return { name, columns: list, key: list.slice(0, keyLength) }
}

/** What foreign keys refer to comes first, and before all of it the keys, which tell one installation from another. */
export const tables: readonly Table[] = [
  table('signing_keys', 'key_id public_key private_key created retired', 1),
  table('environments', 'environment_id name created sandbox', 1),
  table('people', 'person_id email name password subject created disabled', 1),
  table('memberships', 'environment_id person_id role created', 2),
  table('sessions', 'token_hash session_id person_id created last_used expires device factor proved', 1),
  table(
    'factors',
    'factor_id person_id kind name created last_used secret last_step credential_id public_key counter transports backed_up',
    1,
  ),
  table('recovery_codes', 'person_id code_hash', 2),
  table('ceremonies', 'token_hash kind person_id challenge secret expires', 1),
  table('links', 'link_id token_hash kind created expires email person_id environment_id role', 1),
  table('attempts', 'subject failures ends', 1),
  table('sign_ins', 'sign_in_id person_id at kind way address device', 1),
  table('devices', 'token_hash person_id last_used', 2),
  table('revocations', 'subject_id revoked expires', 1),
  table('settings', 'environment_id version updated stop_duration document relist_after', 1),
  table('depots', 'environment_id key version created updated deleted document', 2),
  table('views', 'environment_id view_id name search created', 2),
  table('vehicles', 'environment_id key version created updated deleted document', 2),
  table('drivers', 'environment_id key version created updated deleted vehicle_key document', 2),
  table(
    'loads',
    'environment_id load_id key status version created updated start_depot_key end_depot_key planned_start weight_capacity volume_capacity vehicle_key driver_key package_capacity actual_start actual_end',
    2,
  ),
  table(
    'consignments',
    'environment_id consignment_id key type version created updated depot_key time_at_stop joined_time_at_stop weight volume document own_references priority skills max_late_minutes outcome outcome_time tags custom_fields listed reached closes checksum',
    2,
  ),
  table(
    'consignment_list',
    'environment_id consignment_id type depot_key channel_key area_key required_from required_to planned late located assigned words summary consignee_code tags fields sort_a sort_b sort_c sort_d postal_code',
    2,
  ),
  table('stops', 'environment_id consignment_id load_id position', 2),
  table('export_list', 'environment_id consignment_id version since reason', 2),
  table(
    'imports',
    'environment_id import_id state name type options actor request_id columns all_rows read_rows created_rows updated_rows unchanged_rows failed_rows repeated taken_back undone kept message lease_owner lease_until created updated ended take_overs',
    2,
  ),
  table('import_parts', 'environment_id import_id first_row stored failed', 3),
  table('idempotency', 'environment_id idempotency_key fingerprint created status etag body', 2),
  table(
    'changes',
    'environment_id record record_id version change_id position at type record_key actor request_id differences',
    4,
  ),
  table(
    'webhooks',
    'environment_id webhook_id url events description state paused_reason paused_since failing_since secret previous_secret previous_until position replay_position replay_until lease_owner lease_until version created updated include format',
    2,
  ),
  table(
    'webhook_deliveries',
    'environment_id webhook_id delivery_id event_id position record_id type state created due tries attempts',
    3,
  ),
  table('driver_devices', 'environment_id device_id token_hash driver_key device created last_used expires', 2),
  table('driver_links', 'environment_id secret_hash driver_key kind created expires actor', 2),
  table(
    'pods',
    'environment_id pod_id consignment_id consignment_key load_id stop_position outcome time received fingerprint version created updated pending driver_key replaces replaced_by document reached',
    2,
  ),
  table('files', 'environment_id file_id pod_id kind type bytes sha256 width height state created updated', 2),
  table('pod_export_list', 'environment_id pod_id version since reason', 2),
  table(
    'notices',
    'environment_id notice_id consignment_id pod_id kind dedupe recipient address state reason created updated due tries attempts device_id',
    2,
  ),
  table('notice_senders', 'environment_id lease_owner lease_until', 1),
  table('tracking', 'environment_id consignment_id token created expires stopped', 2),
  table('load_positions', 'environment_id load_id lat lng accuracy time', 2),
  table('positions', 'environment_id load_id time lat lng accuracy', 3),
  table('erasures', 'environment_id consignment_id erased actor request_id', 2),
  table('tokens', 'environment_id token_id name scopes created active_from active_to revoked last_used', 2),
  table('clients', 'environment_id client_id name scopes secret_hash created revoked last_used', 2),
]

interface Statements {
  count: TemplateStringsArray
  first: TemplateStringsArray
  next: TemplateStringsArray
  insert: TemplateStringsArray
}

/** Parts that leave room for so many values, with commas between them. */
const listed = (before: string, values: number, after: string): string[] => [
  before,
  ...Array<string>(values - 1).fill(', '),
  after,
]

/** Names come from the list above alone; every value is a parameter. */
function statementsOf({ name, columns, key }: Table): Statements {
  const select = `select ${columns.join(', ')} from ${name}`
  const keys = key.join(', ')
  const page = `order by ${keys} limit `
  return {
    count: template(`select count(*) as total from ${name}`),
    first: template(`${select} ${page}`, ''),
    next: template(...listed(`${select} where (${keys}) > (`, key.length, `) ${page}`), ''),
    insert: template(
      ...listed(
        `insert into ${name} (${columns.join(', ')}) values (`,
        columns.length,
        `) on conflict (${keys}) do nothing`,
      ),
    ),
  }
}
const statements = new Map(tables.map((each) => [each, statementsOf(each)]))

export const valuesOf = ({ columns }: Table, row: Row): Value[] => columns.map((column) => row[column]!)
export const keyOf = ({ key }: Table, row: Row): Value[] => key.map((column) => row[column]!)

export async function count(tx: Reader, of: Table): Promise<number> {
  const row = await tx.get<{ total: number }>({ strings: statements.get(of)!.count, values: [] })
  return row!.total
}

/** The rows behind this key, or from the first one on. */
export function page(tx: Reader, of: Table, after: Value[] | undefined, limit: number) {
  const { first, next } = statements.get(of)!
  const query: Query = after ? { strings: next, values: [...after, limit] } : { strings: first, values: [limit] }
  return tx.all<Row>(query)
}

/** Leaves alone what is there. */
export async function insert(tx: Writer, into: Table, rows: Row[]): Promise<void> {
  const { insert: strings } = statements.get(into)!
  const write = (row: Row) => tx.run({ strings, values: valuesOf(into, row) })
  const [first, ...others] = rows
  if (!first) return
  // The first one waits for the transaction to begin; the others are sent without waiting for one another's answers.
  await write(first)
  await Promise.all(others.map(write))
  if (into.name !== 'consignment_list') return
  for (const row of rows) await tx.index(String(row.environment_id), String(row.consignment_id), String(row.words))
}

/** From here on nobody takes what is there to be everything. */
export const markCopy = (tx: Writer) =>
  tx.run(
    sql`insert into schema_migrations (version, name, checksum, applied) values (${copyMarkVersion}, 'unfinished copy', '', ${new Date().toISOString()}) on conflict (version) do nothing`,
  )
export const unmarkCopy = (tx: Writer) => tx.run(sql`delete from schema_migrations where version = ${copyMarkVersion}`)
