// What becomes of a request when the server has lost another one, as a Citus coordinator tells of its nodes; here a plain server says the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Database, isOutcomeUnknown, isUnavailable, sql } from '../../server/platform/database/database.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { migratePostgres } from '../../server/platform/database/postgres-maintenance.ts'
import { ask, createDatabase } from '../support/postgres-server.ts'

type T = { after(fn: () => unknown): void }

/** A row for each environment, and what is to be said about them. */
async function opened(t: T, environments: string[], saying: string): Promise<Database> {
  const place = await createDatabase(t)
  await migratePostgres(place)
  const database = openPostgres(place, { poolMax: 1, waitingMax: 100, prepare: true, serving: true })
  t.after(() => database.close())
  for (const id of environments)
    await database.write((tx) =>
      tx.run(
        sql`insert into settings (environment_id, version, updated, stop_duration, document) values (${id}, 0, '', 0, '{}')`,
      ),
    )
  await ask(place, saying)
  return database
}

describe('a node behind the server', () => {
  // The first is an internal error to Citus, the last no error at all.
  for (const [kind, said] of Object.entries({
    'an internal error':
      "raise exception 'could not commit transaction for shard 102008 on at least one active node' using errcode = 'XX000'",
    'a lost connection': "raise exception 'connection to the remote node failed' using errcode = '08006'",
    'a warning': "raise warning 'failed to commit transaction on 127.0.0.1:5432'",
  }))
    test(`a Citus node that is lost at the commit causes an unknown result, with ${kind}`, async (t) => {
      const database = await opened(
        t,
        ['a'],
        `create function lose() returns trigger language plpgsql as $$begin ${said}; return null; end$$;
        create constraint trigger loses after update on settings deferrable initially deferred for each row execute function lose()`,
      )
      let tries = 0
      const lost = database.write(async (tx) => {
        tries++
        await tx.run(sql`update settings set version = version + 1 where environment_id = ${'a'}`)
      })
      await assert.rejects(lost, isOutcomeUnknown)
      assert.equal(tries, 1)
    })

  test('a Citus node that is down makes only its environments unavailable, and closes no other connection', async (t) => {
    const database = await opened(
      t,
      ['a', 'away'],
      `create function settled(id text) returns bigint language plpgsql as $$begin
        if id = 'away' then raise exception 'connection to the remote node failed' using errcode = '08006'; end if; return pg_backend_pid(); end$$`,
    )
    const pid = (id: string) => sql`select settled(environment_id) as pid from settings where environment_id = ${id}`
    const read = (id: string) => database.read((tx) => tx.get<{ pid: number }>(pid(id)))
    const written = (id: string) => database.write((tx) => tx.get<{ pid: number }>(pid(id)))
    const together = async (...ids: string[]) => {
      const ended = await Promise.allSettled(ids.map(read))
      return ended.map((each) => (each.status === 'fulfilled' ? each.value!.pid : isUnavailable(each.reason)))
    }
    const [reader] = await together('a')
    const writer = (await written('a'))!.pid
    // All of them leave together, over one connection that serves every environment.
    assert.deepEqual(await together('a', 'away', 'a'), [reader, true, reader])
    await assert.rejects(written('away'), isUnavailable)
    assert.equal((await written('a'))!.pid, writer)
  })
})
