// Statements as PostgreSQL gets them: what is locked, and what several inserts become together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piece, sql } from '../../server/platform/database/database.ts'
import { createStatementCache } from '../../server/platform/database/postgres-statements.ts'

const statements = createStatementCache(true)
const words = (text: string) => text.replace(/\s+/g, ' ').trim()
const lockOf = (query: ReturnType<typeof sql>) => words(statements.of(query, 'no key update').text)

test('a lock statement omits joined tables, and a second statement reads them after the lock', () => {
  const query = sql`select c.key, s.load_id from consignments c left join stops s on s.id = c.id where c.environment_id = ${'e'} and c.id = ${'i'}`
  assert.equal(
    lockOf(query),
    'select 1 from consignments c where c.environment_id = $1 and c.id = $2 for no key update',
  )
  assert.equal(statements.of(query, 'no key update').unlocked, statements.of(query))
  assert.equal(lockOf(sql`select a from b where c = ${'d'}`), 'select a from b where c = $1 for no key update')
  assert.equal(statements.of(sql`select a from b where c = ${'d'}`, 'share').unlocked, undefined)
})

test('a statement that selects its row through other tables locks the row without being divided', () => {
  for (const query of [
    sql`select c.key from consignments c join stops s on s.id = c.id where s.load_id = ${'l'}`,
    sql`select c.key from consignments c join stops s on s.id = c.id and s.load_id = ${'l'} where c.id = ${'i'}`,
    sql`select c.key from consignments c join stops s on s.id = c.id where c.id in (select id from stops where load_id = ${'l'})`,
  ])
    assert.match(lockOf(query), /^select c\.key from consignments c join stops s .* for no key update of c$/)
})

test('several inserts of one row merge into one statement that returns the inserted rows', () => {
  const plain = statements.of(sql`insert into t (environment_id, id, n) values (${'e'}, ${'i'}, 1)`)
  assert.equal(plain.inserts!.many(2).text, 'insert into t (environment_id, id, n) values ($1, $2, 1), ($3, $4, 1)')
  assert.equal(plain.inserts!.many(2), plain.inserts!.many(2))
  const unlessThere = sql`insert into t (environment_id, id) values (${'e'}, ${'i'}) on conflict (environment_id, id) do nothing`
  assert.equal(
    words(statements.of(unlessThere).inserts!.many(2).text),
    'insert into t (environment_id, id) values ($1, $2), ($3, $4) on conflict (environment_id, id) do nothing returning id as inserted',
  )
  for (const other of [
    sql`insert into t (environment_id, id) values (${'e'}, ${'i'}) on conflict (environment_id, id) do update set n = 1`,
    sql`insert into t (environment_id, id) values (${'e'}, ${'i'}) returning id`,
    sql`insert into t (environment_id, id) values (${'e'}, lower(${'i'}))`,
    sql`insert into t (id) values (${'i'})`,
    sql`update t set n = ${1} where environment_id = ${'e'}`,
    piece`select 1`,
  ])
    assert.equal(statements.of(other).inserts, undefined)
})
