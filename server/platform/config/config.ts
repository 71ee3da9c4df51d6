// Reads the settings from flags and environment variables, and checks them.

import { isNet } from '../outbound/addresses.ts'
import { isLoopback } from '../value/loopback.ts'
import type { SettingShape } from './setting.ts'
import { type SettingName, serviceSettings } from './settings.ts'

type ValueOf<S extends SettingShape> = S extends { kind: 'integer' }
  ? number
  : S extends { kind: 'boolean' }
    ? boolean
    : S extends { kind: 'list' }
      ? readonly string[]
      : S extends { kind: 'choice'; values: readonly (infer V)[] }
        ? V
        : string
type Source = 'flag' | 'environment' | 'default'
type Values = { [K in SettingName]: ValueOf<(typeof serviceSettings)[K]> }
export type ServiceConfig = Values & {
  /** Source of each value. */
  sources: Record<SettingName, Source>
}

type Flags = Record<string, string | boolean | undefined>

const names = Object.keys(serviceSettings) as SettingName[]
const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const formatFlag = (name: string): string => `--${toKebabCase(name)}`
export const formatVariable = (name: string): string => `DRAY_${toKebabCase(name).replaceAll('-', '_').toUpperCase()}`

/**
 * Reads the settings. Flags override environment variables, which override defaults. Reports all errors before the
 * service starts.
 */
export function loadConfig(flags: Flags, environment: Record<string, string | undefined> = process.env): ServiceConfig {
  const errors: string[] = []
  const values: Record<string, unknown> = {}
  const sources: Record<string, Source> = {}
  for (const name of names) {
    const shape: SettingShape = serviceSettings[name]
    // An empty variable counts as unset, because files leave variables blank.
    const input = flags[name] ?? (environment[formatVariable(name)] || undefined)
    sources[name] = flags[name] !== undefined ? 'flag' : input !== undefined ? 'environment' : 'default'
    const parsed = input === undefined ? shape.default : parse(shape, input)
    if (parsed !== undefined) values[name] = parsed
    else
      errors.push(
        `${sources[name] === 'flag' ? formatFlag(name) : formatVariable(name)} ${expectation(shape)}, not ` +
          `${quote(shape, input)}.`,
      )
  }
  const config = { ...values, sources } as unknown as ServiceConfig
  if (sources.rateLimit === 'default' && !isExposed(config)) config.rateLimit = 0
  errors.push(...findSettingConflicts(config))
  if (errors.length > 0) throw Object.assign(new Error(errors.join('\n')), { name: 'ConfigFault' })
  return config
}
export const isConfigError = (error: unknown): error is Error => error instanceof Error && error.name === 'ConfigFault'

function parse(shape: SettingShape, input: string | boolean): unknown {
  switch (shape.kind) {
    case 'boolean':
      if (typeof input === 'boolean') return input
      return { true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false }[
        input.toLowerCase()
      ]
    case 'integer': {
      const number = typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : Number.NaN
      return number >= shape.min! && number <= shape.max! ? number : undefined
    }
    case 'choice':
      return shape.values!.find((value) => value === input)
    case 'list': {
      const items = String(input)
        .split(',')
        .map((item) => item.trim())
      return items.every((item) => shape.values!.includes(item)) ? items : undefined
    }
    case 'text':
      return typeof input === 'string' && input !== '' ? input : undefined
  }
}

function expectation(shape: SettingShape): string {
  if (shape.kind === 'integer') return `must be a whole number from ${shape.min} to ${shape.max}`
  if (shape.kind === 'boolean') return 'must be true or false'
  if (shape.kind === 'choice') return `must be one of ${shape.values!.join(', ')}`
  if (shape.kind === 'list') return `must be one or more of ${shape.values!.join(', ')}, separated by commas`
  return 'needs a value'
}
const quote = (shape: SettingShape, input: unknown) => (shape.secret ? 'the given value' : JSON.stringify(input))

/** Checks rules between settings. It skips a setting with an invalid value, which has its own error. */
function findSettingConflicts(config: ServiceConfig): string[] {
  const errors: string[] = []
  const outside = ['tokenIssuer', 'tokenAudience', 'tokenJwksUrl'] as const
  const missing = outside.filter((name) => config[name] === '')
  if (missing.length > 0 && missing.length < outside.length)
    errors.push(
      `An external issuer needs ${outside.map(formatFlag).join(', ')} together. Missing: ` +
        `${missing.map(formatFlag).join(', ')}.`,
    )
  if (config.tokenIssuer !== undefined && config.tokenIssuer === config.issuer)
    errors.push(
      `${formatFlag('tokenIssuer')} must not be the issuer of this service's own tokens; change it or ` +
        `${formatFlag('issuer')}.`,
    )
  if (config.tokenJwksUrl && !isSafeUrl(config.tokenJwksUrl))
    errors.push(
      `${formatFlag('tokenJwksUrl')} must be an https URL without user or password (http only on loopback), not ` +
        `${JSON.stringify(config.tokenJwksUrl)}.`,
    )
  if (config.publicUrl && !isOrigin(config.publicUrl))
    errors.push(`${formatFlag('publicUrl')} must be a URL such as https://dray.example.com, without a path.`)
  if (!splitItems(config.corsOrigins).every(isOrigin))
    errors.push(`${formatFlag('corsOrigins')} must be origins such as https://shop.example.com, separated by commas.`)
  if (config.metricsToken && !/^[\x21-\x7e]{16,}$/.test(config.metricsToken))
    errors.push(`${formatFlag('metricsToken')} must be at least 16 visible ASCII characters, without spaces.`)
  const oidcSettings = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const
  const lacking = oidcSettings.filter((name) => config[name] === '')
  if (lacking.length > 0 && lacking.length < oidcSettings.length)
    errors.push(
      `Single sign-on needs ${oidcSettings.map(formatFlag).join(', ')} together. Missing: ` +
        `${lacking.map(formatFlag).join(', ')}.`,
    )
  if (config.oidcOnly && config.oidcIssuer === '')
    errors.push(`${formatFlag('oidcOnly')} needs ${formatFlag('oidcIssuer')}: without it, no user can sign in.`)
  if (config.oidcIssuer && !isSafeUrl(config.oidcIssuer))
    errors.push(`${formatFlag('oidcIssuer')} must be an https URL without user or password (http only on loopback).`)
  const isBucket = config.files?.includes('://')
  if (isBucket && !isPlainUrl(config.files))
    errors.push(
      `${formatFlag('files')} must be a folder or a URL such as https://s3.example.com/bucket, without user, ` +
        'password, query or fragment.',
    )
  if (isBucket && (config.filesKeyId === '' || config.filesSecret === ''))
    errors.push(`A bucket for files needs ${formatFlag('filesKeyId')} and ${formatFlag('filesSecret')}.`)
  if ((config.mailUrl === '') !== (config.mailFrom === ''))
    errors.push(`Mail needs ${formatFlag('mailUrl')} and ${formatFlag('mailFrom')} together.`)
  if (config.mailUrl && !/^smtps?:\/\/[^/?#]+\/?$/.test(config.mailUrl))
    errors.push(`${formatFlag('mailUrl')} must be a URL such as smtps://user:password@mail.example.com:465.`)
  if (config.mapStyleUrl && !isSafeUrl(config.mapStyleUrl))
    errors.push(
      `${formatFlag('mapStyleUrl')} must be an https URL without user or password (http only on loopback), not ` +
        `${JSON.stringify(config.mapStyleUrl)}.`,
    )
  if (config.mapStyleUrl && config.mapFile)
    errors.push(`${formatFlag('mapStyleUrl')} and ${formatFlag('mapFile')} cannot be used together: choose one.`)
  if (config.geocoderUrl && !isGeocoderUrl(config.geocoderUrl))
    errors.push(
      `${formatFlag('geocoderUrl')} must be a URL such as http://nominatim.internal:8080, without user, password or ` +
        'fragment.',
    )
  if (config.travelUrl && !isPlainUrl(config.travelUrl))
    errors.push(
      `${formatFlag('travelUrl')} must be a URL such as http://osrm.internal:5000, without user, password, query or ` +
        'fragment.',
    )
  if (config.travelProfile && !/^[\w-]{1,64}$/.test(config.travelProfile))
    errors.push(`${formatFlag('travelProfile')} must be one word, such as driving or truck.`)
  if (config.databaseUrl && !/^postgres(ql)?:\/\/./.test(config.databaseUrl))
    errors.push(`${formatFlag('databaseUrl')} must be a URL such as postgres://user:password@host:5432/name.`)
  for (const name of ['webhookAllowNets', 'webhookDenyNets'] as const)
    for (const net of splitItems(config[name] ?? ''))
      if (!isNet(net))
        errors.push(
          `${formatFlag(name)} must list networks such as 10.1.0.0/16 or fd00::/8, not ${JSON.stringify(net)}.`,
        )
  for (const name of ['webhookRetries', 'noticeRetries'] as const)
    if (!splitItems(config[name] ?? '').every(isDelay))
      errors.push(`${formatFlag(name)} must be a list of seconds, each up to a week, separated by commas.`)
  return errors
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`)
}
/**
 * Returns whether a text is an http or https URL without user, password, query and fragment. The server may be in any
 * network.
 */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
}
/** Returns whether `isPlainUrl` accepts a text without its query, which may contain the key of an account. */
const isGeocoderUrl = (text: string): boolean => !text.includes('#') && isPlainUrl(text.split('?', 1)[0]!)
/** Splits a setting into its items, which commas separate. */
export const splitItems = (text: string): string[] => (text === '' ? [] : text.split(',').map((item) => item.trim()))
const isDelay = (text: string) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) <= 604_800

/**
 * Returns whether a URL uses https, or http on this machine. An attacker who can change the keys in transit can sign
 * any token.
 */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Returns the address at which this machine reaches the server. */
export const buildLocalUrl = ({ host }: ServiceConfig, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

/** Returns the public URL of the server, or the local URL, without a slash at its end. */
export const buildPublicUrl = (config: ServiceConfig, port = config.port): string =>
  config.publicUrl.replace(/\/$/, '') || buildLocalUrl(config, port)

/** Returns whether the server is reachable from other machines, by its address or through a proxy on this machine. */
export const isExposed = ({ host, publicUrl }: Pick<ServiceConfig, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || publicUrl !== ''
