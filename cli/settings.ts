// Reads the settings that an import or export needs: time zone and custom fields.
import { ApiProblem, createClient } from '../client/client.ts'
import { type EnvironmentSettings, getEnvironment } from '../contract/environment.ts'
import { readConfig } from './command.ts'

interface Options {
  environment?: string
  url?: string
  token?: string
  data?: string
  databaseUrl?: string
}

/** Reads the settings. Returns undefined if the token may not read them. */
export async function readSettings(options: Options): Promise<EnvironmentSettings | undefined> {
  const { environment, url, token } = options
  if (url === undefined) {
    if (environment === undefined) return undefined
    const { getTableSettings } = await import('../server/admin/transfer.ts')
    return getTableSettings(readConfig(options), environment)
  }
  if (token === undefined) return undefined
  try {
    return (await createClient({ baseUrl: url, token }).call(getEnvironment)).data
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return undefined
  }
}
