// Defines the options that commands share: the database, and values read from flags.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { tokenScopes } from '../contract/endpoint.ts'
import { loadConfig, type ServiceConfig } from '../server/platform/config/config.ts'
import { describeSetting } from '../server/platform/config/config-text.ts'
import { formatInstant, parseDateTime } from '../server/platform/value/times.ts'

/** Adds the flags of the database to a command other than `serve`. Other settings are environment variables. */
export const addDatabaseOptions = (command: Command): Command =>
  command
    .option('--data <folder>', describeSetting('data'))
    .option('--database-url <url>', describeSetting('databaseUrl'))
export const readConfig = ({ data, databaseUrl }: { data?: string; databaseUrl?: string }): ServiceConfig =>
  loadConfig({ data, databaseUrl })

export const createEnvironmentOption = () =>
  new Option('-e, --environment <name>', 'name or id of the environment').makeOptionMandatory()
export const createScopeOption = () =>
  new Option('-s, --scope <scopes...>', 'what it may do (write includes read)').choices(tokenScopes).default(['*'])

/** Returns the option for a token. `DRAY_TOKEN` is safer, because other users of the machine can see flags. */
export const createTokenOption = () =>
  new Option('--token <token>', 'token to use with --url; better set in the environment').env('DRAY_TOKEN')
export function requireToken(token: string | undefined): string {
  if (token) return token
  throw new Error('--url requires a token: set DRAY_TOKEN, or use --token.')
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Parses a duration such as `90d`. */
export function parseDuration(text: string): number {
  const match = /^([1-9]\d{0,6})([smhdw])$/.exec(text)
  if (!match) throw new InvalidArgumentError('Give a number with a unit, such as 12h, 90d or 4w.')
  return Number(match[1]) * unitsMs[match[2]!]!
}

/** Parses a day or a date-time, in UTC or with an offset. */
export function parseInstant(text: string): number {
  const parsed = parseDateTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text)
  if (!parsed) throw new InvalidArgumentError('Give a date-time such as 2026-07-01T09:00:00Z.')
  return Temporal.Instant.from(formatInstant(parsed, 'UTC')).epochMilliseconds
}

/** Returns an option that may be repeated, each time as `name=value`. */
export const createPairsOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(pairs).default({}, 'none')

function pairs(text: string, previous: Record<string, string>): Record<string, string> {
  const equals = text.indexOf('=')
  if (equals < 1) throw new InvalidArgumentError('Use the form name=value.')
  return { ...previous, [text.slice(0, equals)]: text.slice(equals + 1) }
}
