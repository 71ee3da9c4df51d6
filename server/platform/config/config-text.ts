// Describes the settings: one line each for `--help`, tables for the documentation, and `--print-config`.
import { formatFlag, formatVariable, type ServiceConfig } from './config.ts'
import type { SettingShape } from './setting.ts'
import { type SettingName, serviceSettings } from './settings.ts'

const defaultOf = (shape: SettingShape) =>
  shape.defaultText ?? (Array.isArray(shape.default) ? shape.default.join(',') : String(shape.default))

/** Describes a setting in one line for `--help`. */
export const describeSetting = (name: SettingName): string => {
  const shape: SettingShape = serviceSettings[name]
  if (shape.off !== undefined) return `${shape.off} (${formatVariable(name)}=false)`
  const value = defaultOf(shape)
  return `${shape.description} (${value === '' ? '' : `default: ${value}, `}${formatVariable(name)})`
}

/** The settings by topic, in the order of the documentation. */
export const settingTopics: Record<string, readonly SettingName[]> = {
  'Data and database': [
    'data',
    'storageBytesMax',
    'databaseUrl',
    'databasePoolMax',
    'databasePrepare',
    'secretsKeyFile',
    'demo',
  ],
  'Photos and other files': ['files', 'filesRegion', 'filesKeyId', 'filesSecret', 'uploadsBytesMax'],
  'Addresses and proxies': ['host', 'port', 'publicUrl', 'proxies', 'corsOrigins'],
  Limits: [
    'rateLimit',
    'environmentRateLimit',
    'bodyBytesMax',
    'headersBytesMax',
    'headersTimeoutMs',
    'requestTimeoutMs',
    'keepAliveTimeoutMs',
    'replyTimeoutMs',
    'drainTimeoutMs',
    'connectionsMax',
    'followersMax',
    'writesWaitingMax',
    'longWaitingMax',
  ],
  'Log and metrics': ['logLevel', 'logRequests', 'metricsToken'],
  'Sign-in': ['sessionIdleHours', 'sessionMaxHours', 'secondFactor'],
  'Single sign-on': [
    'oidcIssuer',
    'oidcClientId',
    'oidcClientSecret',
    'oidcName',
    'oidcDomains',
    'oidcTrustPrompt',
    'oidcOnly',
  ],
  'Access tokens': [
    'issuer',
    'tokenIssuer',
    'tokenAudience',
    'tokenJwksUrl',
    'tokenEnvironmentClaim',
    'tokenScopeClaim',
    'tokenAlgorithms',
  ],
  'E-mail': ['mailUrl', 'mailFrom', 'mailAllowPlain', 'noticeRetries', 'noticeConcurrency', 'noticeLeaseMs'],
  Webhooks: [
    'webhookAllowHttp',
    'webhookAllowNets',
    'webhookDenyNets',
    'webhookTimeoutMs',
    'webhookRetries',
    'webhookConcurrency',
    'webhookRequestsMax',
    'webhookLeaseMs',
    'webhookLogDays',
  ],
  Optimiser: ['optimiserThreads', 'optimiserMemoryMb', 'optimiserLeaseMs', 'optimiserUrl'],
  'Travel server': [
    'travelUrl',
    'travelEngine',
    'travelProfile',
    'travelTimeoutMs',
    'travelTotalTimeoutMs',
    'travelPairsMax',
    'travelCacheDays',
  ],
  Geocoder: ['geocoderUrl', 'geocoderKind', 'geocoderPerSecond', 'geocoderTimeoutMs', 'geocoderCacheDays'],
  'Maps and PDFs': ['mapFile', 'mapStyleUrl', 'pdfFonts'],
}

/** Describes the values that a setting takes, in Markdown. */
function typeOf({ kind, min, max, values }: SettingShape): string {
  const choices = values?.map((value) => `\`${value}\``).join(', ')
  if (kind === 'integer')
    return max === Number.MAX_SAFE_INTEGER ? `integer, ${min} or more` : `integer, ${min} to ${max}`
  if (kind === 'choice') return choices!
  return kind === 'list' ? `list of ${choices}` : kind
}

/** Returns the settings for the documentation, in Markdown: a table for each topic. */
export function formatSettingsTables(): string {
  const rowOf = (name: SettingName) => {
    const shape: SettingShape = serviceSettings[name]
    const flag =
      shape.kind === 'boolean' && shape.default === true ? `--no-${formatFlag(name).slice(2)}` : formatFlag(name)
    const value = shape.defaultText ?? (defaultOf(shape) === '' ? '' : `\`${defaultOf(shape)}\``)
    return `| ${[`\`${flag}\``, `\`${formatVariable(name)}\``, typeOf(shape), value, shape.description].join(' | ')} |`
  }
  const head = ['| flag | variable | type | default | meaning |', '|---|---|---|---|---|']
  return Object.entries(settingTopics)
    .map(([topic, members]) => [`### ${topic}`, '', ...head, ...members.map(rowOf)].join('\n'))
    .join('\n\n')
}

/** Prints one line per setting with its value and its source. Secrets are masked. */
export function printConfig(config: ServiceConfig, shapes: Record<string, SettingShape> = serviceSettings): string {
  const values: Record<string, unknown> = config
  const lines = Object.entries(shapes).map(([name, shape]) => {
    const value = shape.secret && values[name] ? '********' : String(values[name])
    return [formatVariable(name), value, config.sources[name as SettingName] ?? 'default'] as const
  })
  const width = (column: 0 | 1) => Math.max(...lines.map((line) => line[column].length))
  return lines
    .map(([name, value, source]) => `${name.padEnd(width(0))}  ${value.padEnd(width(1))}  ${source}`)
    .join('\n')
}
