// Environments for the tests of a suite, made ahead: a running service learns of new ones twice a second, and tests need hundreds.
import { sql } from '../../server/platform/database/database.ts'
import type { Service, Tenant } from './harness.ts'

const batch = 20

/** Answers a function that gives a new environment with each call. */
export function tenants(open: () => Promise<Service>): () => Promise<Tenant> {
  const ready: Tenant[] = []
  return async () => {
    const service = await open()
    if (ready.length === 0) ready.push(...(await service.environments(batch)))
    return ready.pop()!
  }
}

/** So many tokens or clients, made behind the back of the service; `revoked` at this time, or good. */
export const fillAccess = (
  service: Service,
  environmentId: string,
  kind: 'tokens' | 'clients',
  count: number,
  revoked: string | null = null,
): Promise<unknown> =>
  service.database(({ write }) =>
    write((tx) =>
      tx.run(
        kind === 'tokens'
          ? sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
            insert into tokens (environment_id, token_id, scopes, created, active_to, revoked)
            select ${environmentId}, 'filled ' || n, '*', '2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z', ${revoked} from numbers`
          : sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
            insert into clients (environment_id, client_id, scopes, secret_hash, created, revoked)
            select ${environmentId}, ${environmentId} || '.filled ' || n, '*', '-', '2026-01-01T00:00:00Z', ${revoked} from numbers`,
      ),
    ),
  )
