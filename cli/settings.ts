// The settings of the environment that a file is read or written for: its time zone, its custom fields.
import { ApiProblem, createClient } from '../client/client.ts'
import { getEnvironment, type Settings } from '../contract/environment.ts'
import { configOf } from './command.ts'

interface Options {
  environment?: string
  url?: string
  token?: string
  data?: string
  databaseUrl?: string
}

/** Undefined where they cannot be read: a token that may import need not be one that may read settings. */
export async function settingsOf(options: Options): Promise<Settings | undefined> {
  const { environment, url, token } = options
  if (url === undefined) {
    if (environment === undefined) return undefined
    const { settingsFor } = await import('../server/admin/transfer.ts')
    return settingsFor(configOf(options), environment)
  }
  if (token === undefined) return undefined
  try {
    return (await createClient({ baseUrl: url, token }).call(getEnvironment)).data
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return undefined
  }
}
