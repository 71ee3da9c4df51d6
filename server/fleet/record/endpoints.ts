// Handles the endpoints of a kind of fleet record.
import type { Reader, Writer } from '../../platform/database/database.ts'
import { type Call, created, ok, okData, type Reply } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const endpointsOf = (kind: rules.Kind) => ({
  prepareCreate: rules.prepareCreate(kind),
  async create(tx: Writer, call: Call<unknown, unknown, object>): Promise<Reply> {
    await rules.create(tx, call, kind)
    return created()
  },
  list: async (tx: Reader, call: Call): Promise<Reply> => okData(await rules.list(tx, call, kind)),
  async get(tx: Reader, call: Call<rules.Selector>): Promise<Reply> {
    const { document, version } = await rules.get(tx, call, kind)
    return okData(document, version)
  },
  update: async (tx: Writer, call: Call<rules.Selector, unknown, object>): Promise<Reply> =>
    ok((await rules.update(tx, call, kind)).version),
  async remove(tx: Writer, call: Call<rules.Selector>): Promise<Reply> {
    await rules.remove(tx, call, kind)
    return ok()
  },
})
