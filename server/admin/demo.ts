// The demo data in a database, seeded or put back, whether a server runs on it or not.
import { demoName } from '../../contract/environment.ts'
import type { Config } from '../config.ts'
import { backgroundCall } from '../core/operation.ts'
import { seedDemo } from '../environment/demo.ts'
import { createEnvironment, findEnvironment } from '../environment/rules.ts'
import { clearSandbox, resetSandbox } from '../environment/sandbox.ts'
import { inProcess } from '../executor.ts'
import { performAs, performingAlone } from '../perform.ts'
import { openDatabase } from '../storage.ts'

/** Creates the environment `demo`, or what is missing of it. */
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
