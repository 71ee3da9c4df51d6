// The wake of an optimisation: it finds the stored row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestClient } from '../../server/platform/operation/operation.ts'
import { createBackgroundCall } from '../../server/platform/operation/operation.ts'
import type { ProcessServices, WakeName } from '../../server/platform/operation/services.ts'
import { openWakes } from '../../server/platform/process/wakes.ts'
import { createInProcessExecutor } from '../../server/runtime/executor.ts'
import { performRequest } from '../../server/runtime/perform.ts'
import { everyEngine } from '../support/harness.ts'

everyEngine('the wake of an optimisation', (open) => {
  test('the wake of an optimisation is sent after the commit, with the environment', async () => {
    const service = await open()
    const { environmentId } = await service.environment()
    await service.database(async (database) => {
      const wakes = openWakes<WakeName>()
      const events: string[] = []
      wakes.on('optimisation', (woken) => events.push(`wake of ${woken}`))
      const executor = createInProcessExecutor(database)
      const write: typeof executor.write = async (...given) => {
        const reply = await executor.write(...given)
        events.push('commit')
        return reply
      }
      const call = {
        ...createBackgroundCall(environmentId, { mode: 'day', day: '2026-07-01', seconds: 1 }),
        params: {},
      }
      const asker = () => ({ services: { wakes } }) as unknown as RequestClient & { services: ProcessServices }
      const performing = { executor: { ...executor, write }, changed: () => undefined }
      await performRequest(performing, { id: 'createOptimisation', call, asker })
      assert.deepEqual(events, ['commit', `wake of ${environmentId}`])
    })
  })
})
