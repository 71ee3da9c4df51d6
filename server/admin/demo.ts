// Seeds or resets the demo data in a database, also while a server runs on it.
import { demoName } from '../../contract/environment.ts'
import { createEnvironment, findEnvironment } from '../access/environment/rules.ts'
import type { ServiceConfig } from '../platform/config/config.ts'
import { createBackgroundCall } from '../platform/operation/operation.ts'
import { createInProcessExecutor } from '../runtime/executor.ts'
import { createEndpointPerformer, createServiceContext } from '../runtime/perform.ts'
import { openDatabase } from '../runtime/storage.ts'
import { seedDemo } from '../upkeep/sandbox/demo.ts'
import { clearSandbox, resetSandbox } from '../upkeep/sandbox/sandbox.ts'

/** Creates the environment `demo`, or its missing parts. */
export async function seedDatabase(config: ServiceConfig, now: number): Promise<void> {
  const database = await openDatabase(config)
  try {
    const environmentId = await database.write(
      async (tx) =>
        (await findEnvironment(tx, demoName))?.environmentId ?? (await createEnvironment(tx, demoName, now, true)),
    )
    await seedDemo(createEndpointPerformer(createServiceContext(createInProcessExecutor(database)), environmentId), now)
  } finally {
    await database.close()
  }
}

/** Resets a sandbox to the demo data. */
export async function resetEnvironment(config: ServiceConfig, environmentId: string, now: number): Promise<void> {
  const database = await openDatabase(config)
  try {
    const executor = createInProcessExecutor(database)
    const clear = () => executor.run(clearSandbox, createBackgroundCall(environmentId, undefined))
    await resetSandbox(clear, createEndpointPerformer(createServiceContext(executor), environmentId), now)
  } finally {
    await database.close()
  }
}
