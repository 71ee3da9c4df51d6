// Who works on which import: environments take turns, one that is cancelled makes room at once, and one that ends the service is given up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createImport,
  deleteImport,
  getImport,
  type ImportDetail,
  importTypes,
  undoImport,
} from '../../contract/import.ts'
import * as store from '../../server/integration/import/store.ts'
import { buildFileName } from '../../server/platform/bytes/name.ts'
import { openFiles } from '../../server/platform/bytes/open.ts'
import type { WriteTransaction } from '../../server/platform/database/database.ts'
import { everyEngine, type Tenant } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'
import { aFile } from '../support/requests.ts'
import { tenants } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { slowWorkbook } from '../support/workbook.ts'

const place = '1 High Street,Leeds,LS1 1AA,GB'

everyEngine('turns of imports', (open) => {
  const fresh = tenants(open)
  const send = async ({ call }: Tenant, body: Blob) => (await call(createImport, { query: {}, body })).data.importId
  const find = async ({ call }: Tenant, importId: string): Promise<ImportDetail> =>
    (await call(getImport, { params: { importId } })).data
  const ended = (tenant: Tenant, importId: string) =>
    until('the import has ended', async () => {
      const found = await find(tenant, importId)
      return found.expires !== null && found
    })

  test('a cancelled import frees its place during the read of its file', async () => {
    const tenants = [await fresh(), await fresh()]
    const slow = new Blob([new Uint8Array(slowWorkbook())], { type: importTypes[1] })
    const held = await Promise.all(tenants.map((tenant) => send(tenant, slow)))
    for (const [at, tenant] of tenants.entries())
      await until('it is read', async () => (await find(tenant, held[at]!)).state === 'running')
    const other = await fresh()
    const waiting = await send(other, aFile([`A-1,${place}`]))
    for (const [at, tenant] of tenants.entries()) await tenant.call(deleteImport, { params: { importId: held[at]! } })
    const cancelled = Date.now()
    assert.equal((await ended(other, waiting)).state, 'done')
    assert.ok(Date.now() - cancelled < 30_000, 'it has not waited until the file had had its time')
    for (const [at, tenant] of tenants.entries()) assert.equal((await find(tenant, held[at]!)).state, 'cancelled')
  })

  test('imports of another environment run before all imports of a busy environment are done', async () => {
    const many = [await fresh(), await fresh()]
    const rowsOf = (file: number) => Array.from({ length: 300 }, (_, at) => `B-${file}-${at},${place}`)
    const sent = await Promise.all(
      many.map(async (tenant) => {
        const ids: string[] = []
        for (let left = 5; left > 0; left--) ids.push(await send(tenant, aFile(rowsOf(left))))
        return ids
      }),
    )
    const other = await fresh()
    await ended(other, await send(other, aFile([`B-1,${place}`])))
    const states = await Promise.all(
      many.flatMap((tenant, at) => sent[at]!.map(async (id) => (await find(tenant, id)).state)),
    )
    // They came first, and all of them would have been begun before.
    assert.ok(states.includes('queued'), states.join(' '))
  })

  /** An import that other processes had, and have left without a word, one after the other. */
  async function left(
    owners: string[],
    between?: (tx: WriteTransaction, environmentId: string, importId: string) => unknown,
  ) {
    const service = await open()
    const tenant = await fresh()
    const { environmentId } = tenant
    const importId = aKey('import')
    const rows = Array.from({ length: 30 }, (_, at) => `C-${at},${place}`)
    await openFiles(service.config).put(buildFileName(environmentId, importId), await aFile(rows).bytes())
    await service.database(({ write }) =>
      write(async (tx) => {
        const options = JSON.stringify({ mode: 'upsert', dryRun: false, map: {}, set: {} })
        const asked = { actor: 'test', requestId: 'test', options, name: null, created: '2026-07-01T00:00:00Z' }
        await store.insertImport(tx, environmentId, { importId, ...asked, type: 'csv' })
        for (const owner of owners) {
          await store.leaseImport(tx, environmentId, importId, {
            owner,
            now: Date.now(),
            until: Date.now() - 1,
          })
          await between?.(tx, environmentId, importId)
        }
      }),
    )
    return { tenant, importId }
  }

  test('an import whose process ended continues in another process', async () => {
    const { tenant, importId } = await left(['one'])
    const { state, summary } = await ended(tenant, importId)
    assert.deepEqual([state, summary.created], ['done', 30])
  })

  test('an import whose process ended twice without progress fails, and names this reason', async () => {
    const { tenant, importId } = await left(['one', 'two'])
    const { state, message, summary } = await ended(tenant, importId)
    assert.deepEqual([state, summary.rows], ['failed', 0])
    assert.match(message!, /The service stopped twice during this import/)
    await tenant.call(undoImport, { params: { importId } })
    assert.equal((await ended(tenant, importId)).state, 'undone')
  })

  test('an import with progress after each restart does not fail', async () => {
    const counts = { readRows: 1, createdRows: 1, updatedRows: 0, unchangedRows: 0, failedRows: 0, repeated: 0 }
    const moved = { counts, takeOvers: 0, now: '2026-07-01T00:00:00Z', leaseUntil: Date.now() - 1 }
    const { tenant, importId } = await left(['one', 'two', 'three'], (...place) => store.saveCounts(...place, moved))
    const { state, summary } = await ended(tenant, importId)
    assert.deepEqual([state, summary.rows], ['done', 30])
  })
})
