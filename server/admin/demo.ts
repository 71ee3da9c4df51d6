// The demo data in a database, seeded or put back, whether a server runs on it or not.
import { demoName } from '../../contract/environment.ts'
import { createEnvironment, findEnvironment } from '../access/environment/rules.ts'
import type { Config } from '../platform/config/config.ts'
import { backgroundCall } from '../platform/operation/operation.ts'
import { inProcess } from '../runtime/executor.ts'
import { performAs, performingAlone } from '../runtime/perform.ts'
import { openDatabase } from '../runtime/storage.ts'
import { seedDemo } from '../upkeep/sandbox/demo.ts'
import { clearSandbox, resetSandbox } from '../upkeep/sandbox/sandbox.ts'

/** Creates the environment `demo`, or its missing parts. */
export async function seedDatabase(config: Config, now: number): Promise<void> {
  const database = await openDatabase(config)
  try {
    const environmentId = await database.write(
      async (tx) =>
        (await findEnvironment(tx, demoName))?.environmentId ?? (await createEnvironment(tx, demoName, now, true)),
    )
    await seedDemo(performAs(performingAlone(inProcess(database)), environmentId), now)
  } finally {
    await database.close()
  }
}

/** Puts a sandbox back to the demo data. */
export async function resetEnvironment(config: Config, environmentId: string, now: number): Promise<void> {
  const database = await openDatabase(config)
  try {
    const executor = inProcess(database)
    const clear = () => executor.run(clearSandbox, backgroundCall(environmentId, undefined))
    await resetSandbox(clear, performAs(performingAlone(executor), environmentId), now)
  } finally {
    await database.close()
  }
}
