// Seeds the demo environment into a database, whether a server runs on it or not.
import { openDatabase } from './admin.ts'
import type { Config } from './config.ts'
import { demoName, seedDemo } from './demo.ts'
import { createEnvironment, findEnvironment } from './environment/rules.ts'
import { inProcess } from './executor.ts'
import { performAs } from './main.ts'

export async function seedFolder(config: Config, now: number): Promise<void> {
  const database = await openDatabase(config)
  try {
    const environmentId = await database.write(
      async (tx) =>
        (await findEnvironment(tx, demoName))?.environmentId ?? (await createEnvironment(tx, demoName, now)),
    )
    await seedDemo(performAs(inProcess(database), environmentId), now)
  } finally {
    await database.close()
  }
}
