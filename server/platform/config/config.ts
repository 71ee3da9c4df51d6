// Lists all settings of the service. The Config type, its checks and its descriptions (config-text.ts) are derived from
// this list.

import { isNet } from '../outbound/addresses.ts'
import { leaseMsMax } from '../process/leases.ts'
import { isLoopback } from '../value/loopback.ts'
import { dayMs } from '../value/times.ts'
import { boolean, choice, integer, list, type SettingShape, text } from './setting.ts'

/** None of them shares a secret: a public key must never be usable as one. */
const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export const settings = {
  data: text('./data', 'Folder that contains the database.'),
  files: {
    ...text(
      '',
      'Folder for photos and other files, or the URL of a bucket of S3-compatible storage, such as ' +
        'https://s3.example.com/bucket.',
    ),
    defaultText: 'files in the data folder',
  },
  filesRegion: text('us-east-1', 'Region of the bucket.'),
  filesKeyId: text('', 'Access key id for the bucket.'),
  filesSecret: text('', 'Secret access key for the bucket.', { secret: true }),
  databaseUrl: text('', 'URL of a PostgreSQL database to use instead of the folder. It may list several hosts.', {
    secret: true,
  }),
  secretsKeyFile: text(
    '',
    'File with the keys that encrypt secrets in the database: one per line, 32 bytes in Base64. Dray encrypts with ' +
      'the first key and decrypts with all.',
  ),
  databasePoolMax: integer(8, 1, 1_000, 'Maximum number of PostgreSQL connections for transactions.'),
  databasePrepare: boolean(
    true,
    'Whether to use prepared statements in PostgreSQL. They do not work behind a pooler in transaction mode.',
    'Use no prepared statements in PostgreSQL, for a pooler in transaction mode.',
  ),
  host: text('127.0.0.1', 'Address to listen on; 0.0.0.0 listens on all IPv4 addresses.'),
  publicUrl: text(
    '',
    'URL of the service for users and programs, if it differs from the host and port. With https, cookies are secure.',
  ),
  corsOrigins: text('', 'Origins whose pages may use the API with a token, separated by commas. Never with a cookie.'),
  proxies: integer(0, 0, 10, 'Number of proxies in front of the service whose `X-Forwarded-For` is trusted.'),
  sessionIdleHours: integer(72, 1, 8_760, 'Hours after which an unused session ends.'),
  sessionMaxHours: integer(720, 1, 8_760, 'Hours after which every session ends.'),
  secondFactor: choice(
    'optional',
    ['optional', 'required'],
    'Whether each user needs a second factor to sign in. For single sign-on, the issuer decides.',
  ),
  port: integer(8080, 0, 65_535, 'Port to listen on; 0 uses any free port.'),
  rateLimit: {
    ...integer(
      100,
      0,
      1_000_000,
      'Requests per second for each token, and for each address without a token, with bursts of twice that; 0 ' +
        'means no limit. Large pages, searches and imports count as several requests.',
    ),
    defaultText: '100, off if the host is loopback and there is no public URL',
  },
  environmentRateLimit: integer(
    500,
    0,
    1_000_000,
    'Requests per second for each environment, over all its tokens and users, with bursts of twice that; 0 means ' +
      'no limit. It is off if `--rate-limit` is off.',
  ),
  metricsToken: text(
    '',
    'Token that `/metrics` requires, of at least 16 visible characters. Without one, `/metrics` is open only if ' +
      'the host is loopback and there is no public URL.',
    { secret: true },
  ),
  logLevel: choice(
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Lowest level that is logged.',
  ),
  logRequests: boolean(false, 'Log every request. Failed and slow requests are always logged.'),
  bodyBytesMax: integer(1_048_576, 1_024, 67_108_864, 'Maximum size of a request body, in bytes.'),
  uploadsBytesMax: integer(
    67_108_864,
    8_388_608,
    4_294_967_296,
    'Maximum size of all simultaneous uploads, in bytes; one environment may use a quarter of it. Further uploads ' +
      'get 503.',
  ),
  headersBytesMax: integer(
    32_768,
    4_096,
    1_048_576,
    'Maximum size of the request line and headers together, in bytes. 500 ids in a query take about 20,000.',
  ),
  headersTimeoutMs: integer(
    5_000,
    100,
    dayMs,
    'Time within which the headers of a request must arrive, in milliseconds.',
  ),
  requestTimeoutMs: integer(15_000, 100, dayMs, 'Time within which a whole request must arrive, in milliseconds.'),
  keepAliveTimeoutMs: integer(65_000, 0, dayMs, 'Time after which an idle connection is closed, in milliseconds.'),
  replyTimeoutMs: integer(
    30_000,
    100,
    dayMs,
    'Time after which a connection is closed if its client reads nothing of a response, in milliseconds.',
  ),
  connectionsMax: integer(
    10_000,
    1,
    1_000_000,
    'Maximum number of open connections; without proxies, one address may have a fifth of them. Beyond the ' +
      'maximum, the connection that has been idle for longest is closed.',
  ),
  followersMax: integer(
    1_000,
    1,
    100_000,
    'Maximum number of clients that wait for events at the same time; one environment may have a fifth of them.',
  ),
  writesWaitingMax: integer(
    2_000,
    1,
    1_000_000,
    'Maximum number of writes that wait for the database; further writes get 503.',
  ),
  longWaitingMax: integer(
    20,
    1,
    1_000_000,
    'Maximum number of lists and imports of one environment that wait; further requests get 503.',
  ),
  drainTimeoutMs: integer(
    10_000,
    0,
    dayMs,
    'Time for running requests to finish after a stop signal, in milliseconds.',
  ),
  storageBytesMax: integer(
    0,
    0,
    Number.MAX_SAFE_INTEGER,
    'Maximum size of the database in the folder, in bytes; 0 means no limit.',
  ),
  issuer: text('dray', 'Issuer (`iss`) of the tokens that this service creates.'),
  tokenIssuer: text('', 'Issuer (`iss`) of external tokens. Also needs the audience and the JWKS URL.'),
  tokenAudience: text('', 'Audience (`aud`) that external tokens must name.'),
  tokenJwksUrl: text('', 'https URL of the public keys that verify external tokens.'),
  tokenEnvironmentClaim: text(
    'environment',
    'Claim of external tokens that contains the name or id of the environment.',
  ),
  tokenScopeClaim: text('scope', 'Claim of external tokens that contains the scopes.'),
  tokenAlgorithms: list(
    ['RS256', 'ES256', 'EdDSA'],
    asymmetricAlgorithms,
    'Algorithms that external tokens may be signed with.',
  ),
  webhookAllowHttp: boolean(false, 'Allow plain http URLs for webhooks, for receivers on this machine or network.'),
  webhookAllowNets: text(
    '',
    'Networks that webhooks may be sent to even though they are not public, such as 10.1.0.0/16, separated by commas.',
  ),
  webhookDenyNets: text('', 'Networks that webhooks are never sent to, separated by commas.'),
  webhookTimeoutMs: integer(
    10_000,
    100,
    60_000,
    'Time within which a webhook receiver must send its whole response, in milliseconds.',
  ),
  webhookRetries: text(
    '5,60,300,1800,7200,18000,36000,43200,50400,57600,72000',
    'Seconds between delivery attempts, separated by commas; up to a fifth is added to each at random. A webhook ' +
      'that fails for their sum is paused.',
  ),
  webhookConcurrency: integer(8, 1, 64, 'Maximum number of simultaneous requests to one webhook.'),
  webhookRequestsMax: integer(256, 2, 10_000, 'Maximum number of simultaneous requests to all webhooks.'),
  webhookLeaseMs: integer(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance takes over the webhooks of a dead instance, in milliseconds.',
  ),
  webhookLogDays: integer(30, 1, 3_650, 'Days for which the delivery log of webhooks is kept.'),
  optimiserUrl: text(
    '',
    'URL of a VROOM server that searches for routes instead of Dray. If VROOM lacks a feature or does not respond, ' +
      'Dray searches.',
  ),
  optimiserThreads: integer(
    1,
    1,
    64,
    'Threads that search for routes at the same time. Each environment has one search at a time, which uses all ' +
      'free threads.',
  ),
  optimiserMemoryMb: integer(512, 64, 65_536, 'Memory that each of these threads may use, in megabytes.'),
  optimiserLeaseMs: integer(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance takes over the optimisations of a dead instance, in milliseconds.',
  ),
  pdfFonts: text(
    '',
    'Folder with fonts (.ttf, .otf) for PDFs, for scripts other than Latin, Greek, Cyrillic and Arabic.',
  ),
  oidcIssuer: text('', 'URL of the OpenID Connect issuer for single sign-on. Also needs the client id and secret.'),
  oidcClientId: text('', 'Client id of this service at that issuer.'),
  oidcClientSecret: text('', 'Client secret of this service at that issuer.', { secret: true }),
  oidcName: text('Single sign-on', 'Name of the single sign-on that users see.'),
  oidcDomains: text('', 'E-mail domains that may use single sign-on, separated by commas; empty allows all.'),
  oidcTrustPrompt: boolean(
    false,
    'For an issuer that cannot report the time of a sign-in (`auth_time`): trust that it asked the user again ' +
      'after `prompt=login`.',
  ),
  oidcOnly: boolean(false, 'Allow single sign-on only; passwords do not work.'),
  mailUrl: text('', 'URL of the SMTP server that sends e-mails, such as smtps://user:password@mail.example.com.', {
    secret: true,
  }),
  mailFrom: text('', 'Sender address of e-mails.'),
  mailAllowPlain: boolean(
    false,
    'Send the password of the SMTP server unencrypted if the server offers no TLS. Only for your own network.',
  ),
  noticeRetries: text(
    '60,300,900,3600,14400,14400,14400,14400,14400,14400,14400,14400,14400,14400,14400',
    'Seconds between the attempts to send an e-mail about an order, separated by commas; up to a fifth is added to ' +
      'each at random.',
  ),
  noticeConcurrency: integer(4, 1, 64, 'Maximum number of e-mails about orders that are sent at the same time.'),
  noticeLeaseMs: integer(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance sends the e-mails of a dead instance, in milliseconds.',
  ),
  travelUrl: text(
    '',
    'URL of an OSRM or Valhalla server for distances and driving times by road. Without it, they are estimated.',
  ),
  travelEngine: choice('osrm', ['osrm', 'valhalla'], 'Which program the travel server runs.'),
  travelProfile: {
    ...text('', 'Profile of OSRM, or costing model of Valhalla, that driving times are for.'),
    defaultText: 'driving for OSRM, auto for Valhalla',
  },
  travelTimeoutMs: integer(
    5_000,
    100,
    60_000,
    'Time within which the travel server must respond to one request, in milliseconds.',
  ),
  travelTotalTimeoutMs: integer(
    60_000,
    100,
    600_000,
    'Time within which it must respond to all requests for one route or optimisation, in milliseconds. Otherwise ' +
      'Dray estimates the whole route or plan.',
  ),
  travelPairsMax: integer(
    2_500,
    4,
    10_000,
    'Maximum number of pairs of stops in one request to the travel server. OSRM allows 10,000 by default, Valhalla ' +
      '2,500.',
  ),
  travelCacheDays: integer(
    30,
    0,
    365,
    'Days for which results of the travel server are cached in the database; 0 turns the cache off and deletes it.',
  ),
  geocoderUrl: text(
    '',
    'URL of a Nominatim, Photon or Pelias server that looks up the locations of addresses, with a query such as a ' +
      'key. Without it, no address leaves the service.',
    { secret: true },
  ),
  geocoderKind: choice('nominatim', ['nominatim', 'photon', 'pelias'], 'Which program the geocoder runs.'),
  geocoderPerSecond: integer(
    1,
    1,
    1_000,
    'Maximum number of requests per second that each instance sends to the geocoder. Public servers ask for 1.',
  ),
  geocoderTimeoutMs: integer(
    5_000,
    100,
    60_000,
    'Time within which the geocoder must respond to one request, in milliseconds.',
  ),
  geocoderCacheDays: integer(
    30,
    0,
    365,
    'Days for which results of the geocoder are cached in the database; 0 turns the cache off and deletes it.',
  ),
  mapFile: text(
    '',
    "PMTiles file with a Protomaps basemap that adds streets to the console's maps, without internet access. " +
      'Without it, the maps show outlines.',
  ),
  mapStyleUrl: text(
    '',
    "URL of a MapLibre style that adds streets to the console's maps instead of a file; the console may then " +
      'load data from its origin.',
  ),
  demo: boolean(
    true,
    'Whether to create an environment `demo` with sample data on the first start.',
    'Start without the environment `demo` and its sample data.',
  ),
} as const satisfies Record<string, SettingShape>

export type SettingName = keyof typeof settings
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
type Values = { [K in SettingName]: ValueOf<(typeof settings)[K]> }
export type Config = Values & {
  /** Where each value came from. */
  sources: Record<SettingName, Source>
}

type Flags = Record<string, string | boolean | undefined>

export const names = Object.keys(settings) as SettingName[]
const words = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const flagOf = (name: string): string => `--${words(name)}`
export const variableOf = (name: string): string => `DRAY_${words(name).replaceAll('-', '_').toUpperCase()}`

/** Flags win over environment variables, these over defaults. Every fault is found before anything is started. */
export function loadConfig(flags: Flags, environment: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  const sources: Record<string, Source> = {}
  for (const name of names) {
    const shape: SettingShape = settings[name]
    // An empty variable is one that somebody left blank in a file, not a value.
    const given = flags[name] ?? (environment[variableOf(name)] || undefined)
    sources[name] = flags[name] !== undefined ? 'flag' : given !== undefined ? 'environment' : 'default'
    const parsed = given === undefined ? shape.default : parse(shape, given)
    if (parsed !== undefined) values[name] = parsed
    else
      faults.push(
        `${sources[name] === 'flag' ? flagOf(name) : variableOf(name)} ${expectation(shape)}, not ` +
          `${quote(shape, given)}.`,
      )
  }
  const config = { ...values, sources } as unknown as Config
  if (sources.rateLimit === 'default' && !isExposed(config)) config.rateLimit = 0
  faults.push(...faultsBetween(config))
  if (faults.length > 0) throw Object.assign(new Error(faults.join('\n')), { name: 'ConfigFault' })
  return config
}
export const isConfigFault = (error: unknown): error is Error => error instanceof Error && error.name === 'ConfigFault'

function parse(shape: SettingShape, given: string | boolean): unknown {
  switch (shape.kind) {
    case 'boolean':
      if (typeof given === 'boolean') return given
      return { true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false }[
        given.toLowerCase()
      ]
    case 'integer': {
      const number = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
      return number >= shape.min! && number <= shape.max! ? number : undefined
    }
    case 'choice':
      return shape.values!.find((value) => value === given)
    case 'list': {
      const items = String(given)
        .split(',')
        .map((item) => item.trim())
      return items.every((item) => shape.values!.includes(item)) ? items : undefined
    }
    case 'text':
      return typeof given === 'string' && given !== '' ? given : undefined
  }
}

function expectation(shape: SettingShape): string {
  if (shape.kind === 'integer') return `must be a whole number from ${shape.min} to ${shape.max}`
  if (shape.kind === 'boolean') return 'must be true or false'
  if (shape.kind === 'choice') return `must be one of ${shape.values!.join(', ')}`
  if (shape.kind === 'list') return `must be one or more of ${shape.values!.join(', ')}, separated by commas`
  return 'needs a value'
}
const quote = (shape: SettingShape, given: unknown) => (shape.secret ? 'the given value' : JSON.stringify(given))

/** Returns the errors between settings. It ignores a setting with an error of its own, which is already reported. */
function faultsBetween(config: Config): string[] {
  const faults: string[] = []
  const outside = ['tokenIssuer', 'tokenAudience', 'tokenJwksUrl'] as const
  const missing = outside.filter((name) => config[name] === '')
  if (missing.length > 0 && missing.length < outside.length)
    faults.push(
      `An external issuer needs ${outside.map(flagOf).join(', ')} together. Missing: ` +
        `${missing.map(flagOf).join(', ')}.`,
    )
  if (config.tokenIssuer !== undefined && config.tokenIssuer === config.issuer)
    faults.push(
      `${flagOf('tokenIssuer')} must not be the issuer of this service's own tokens; change it or ${flagOf('issuer')}.`,
    )
  if (config.tokenJwksUrl && !isSafeUrl(config.tokenJwksUrl))
    faults.push(
      `${flagOf('tokenJwksUrl')} must be an https URL without user or password (http only on loopback), not ` +
        `${JSON.stringify(config.tokenJwksUrl)}.`,
    )
  if (config.publicUrl && !isOrigin(config.publicUrl))
    expect('publicUrl', 'a URL such as https://dray.example.com, without a path')
  if (!items(config.corsOrigins).every(isOrigin))
    expect('corsOrigins', 'origins such as https://shop.example.com, separated by commas')
  if (config.metricsToken && !/^[\x21-\x7e]{16,}$/.test(config.metricsToken))
    faults.push(`${flagOf('metricsToken')} must be at least 16 visible ASCII characters, without spaces.`)
  const outsideSignOn = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const
  const lacking = outsideSignOn.filter((name) => config[name] === '')
  if (lacking.length > 0 && lacking.length < outsideSignOn.length)
    faults.push(
      `Single sign-on needs ${outsideSignOn.map(flagOf).join(', ')} together. Missing: ` +
        `${lacking.map(flagOf).join(', ')}.`,
    )
  if (config.oidcOnly && config.oidcIssuer === '')
    faults.push(`${flagOf('oidcOnly')} needs ${flagOf('oidcIssuer')}: nobody could sign in.`)
  if (config.oidcIssuer && !isSafeUrl(config.oidcIssuer)) expect('oidcIssuer', secureUrl)
  const isBucket = config.files?.includes('://')
  if (isBucket && !isPlainUrl(config.files))
    faults.push(
      `${flagOf('files')} must be a folder or a URL such as https://s3.example.com/bucket, without user, ` +
        'password, query or fragment.',
    )
  if (isBucket && (config.filesKeyId === '' || config.filesSecret === ''))
    faults.push(`A bucket for files needs ${flagOf('filesKeyId')} and ${flagOf('filesSecret')}.`)
  if ((config.mailUrl === '') !== (config.mailFrom === ''))
    faults.push(`Mail needs ${flagOf('mailUrl')} and ${flagOf('mailFrom')} together.`)
  if (config.mailUrl && !/^smtps?:\/\/[^/?#]+\/?$/.test(config.mailUrl))
    expect('mailUrl', 'a URL such as smtps://user:password@mail.example.com:465')
  if (config.mapStyleUrl && !isSafeUrl(config.mapStyleUrl))
    faults.push(
      `${flagOf('mapStyleUrl')} must be an https URL without user or password (http only on loopback), not ` +
        `${JSON.stringify(config.mapStyleUrl)}.`,
    )
  if (config.mapStyleUrl && config.mapFile)
    faults.push(`${flagOf('mapStyleUrl')} and ${flagOf('mapFile')} cannot be used together: choose one.`)
  if (config.geocoderUrl && !isGeocoderUrl(config.geocoderUrl))
    faults.push(
      `${flagOf('geocoderUrl')} must be a URL such as http://nominatim.internal:8080, without user, password or ` +
        'fragment.',
    )
  if (config.travelUrl && !isPlainUrl(config.travelUrl))
    faults.push(
      `${flagOf('travelUrl')} must be a URL such as http://osrm.internal:5000, without user, password, query or ` +
        'fragment.',
    )
  if (config.travelProfile && !/^[\w-]{1,64}$/.test(config.travelProfile))
    expect('travelProfile', 'one word, such as driving or truck')
  if (config.databaseUrl && !/^postgres(ql)?:\/\/./.test(config.databaseUrl))
    expect('databaseUrl', 'a URL such as postgres://user:password@host:5432/name')
  for (const name of ['webhookAllowNets', 'webhookDenyNets'] as const)
    for (const net of items(config[name] ?? ''))
      if (!isNet(net))
        faults.push(`${flagOf(name)} must list networks such as 10.1.0.0/16 or fd00::/8, not ${JSON.stringify(net)}.`)
  for (const name of ['webhookRetries', 'noticeRetries'] as const)
    if (!items(config[name] ?? '').every(isDelay))
      expect(name, 'a list of seconds, each up to a week, separated by commas')
  return faults
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`)
}
/** Of a server that the operator runs, on whichever network. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
}
/** The same with a query, which may hold the key of an account. */
const isGeocoderUrl = (text: string): boolean => !text.includes('#') && isPlainUrl(text.split('?', 1)[0]!)
/** The items of a setting that is a list of anything. */
export const items = (text: string): string[] => (text === '' ? [] : text.split(',').map((item) => item.trim()))
const isDelay = (text: string) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) <= 604_800

/** Whoever can change the keys on their way can sign any token: plain http never leaves the machine. */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Where this machine reaches the server. */
export const localUrl = ({ host }: Config, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

/** Where people reach the server, without a slash at its end, as far as it can be known. */
export const publicUrlOf = (config: Config, port = config.port): string =>
  config.publicUrl.replace(/\/$/, '') || localUrl(config, port)

/** Whether others than this machine are served, by its address or by a proxy on this machine. */
export const isExposed = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || publicUrl !== ''
