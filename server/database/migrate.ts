// Brings the schema up to date: numbered files, each applied once, forwards only.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

const folder = new URL('../migrations/', import.meta.url)

interface Migration {
  version: number
  name: string
  text: string
  checksum: string
}

export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return {
        version: Number(name.slice(0, 4)),
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
}

/** Applies what is missing and answers the names of it. All in one transaction, so that a crash leaves the old schema whole. */
export function migrate(connection: DatabaseSync): string[] {
  connection.exec('begin immediate')
  try {
    connection.exec(
      'create table if not exists schema_migrations (version bigint primary key, name text not null, checksum text not null, applied text not null)',
    )
    const applied = connection
      .prepare('select version, name, checksum from schema_migrations order by version')
      .all() as unknown as Migration[]
    const known = migrations()
    for (const { version, name, checksum } of applied) {
      const ours = known.find((migration) => migration.version === version)
      if (!ours)
        throw new Error(
          `The database has migration ${name}, which this version of dray does not know: run a newer dray.`,
        )
      if (ours.checksum !== checksum) throw new Error(`Migration ${name} was changed after it had been applied.`)
    }
    const missing = known.filter(({ version }) => !applied.some((migration) => migration.version === version))
    const record = connection.prepare(
      'insert into schema_migrations (version, name, checksum, applied) values (?, ?, ?, ?)',
    )
    for (const { version, name, text, checksum } of missing) {
      connection.exec(text)
      record.run(version, name, checksum, new Date().toISOString())
    }
    connection.exec('commit')
    return missing.map(({ name }) => name)
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}
