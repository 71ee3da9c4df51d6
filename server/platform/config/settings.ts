// The table of all settings of the service: default, range and description.

import { leaseMsMax } from '../process/leases.ts'
import { dayMs } from '../value/times.ts'
import {
  createBooleanSetting,
  createChoiceSetting,
  createIntegerSetting,
  createListSetting,
  createTextSetting,
  type SettingShape,
} from './setting.ts'

/**
 * Accepted algorithms, all with a public and a private key. With a shared-secret algorithm, the public key could sign
 * tokens.
 */
const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export const serviceSettings = {
  data: createTextSetting('./data', 'Folder that contains the database.'),
  files: {
    ...createTextSetting(
      '',
      'Folder for photos and other files, or the URL of a bucket of S3-compatible storage, such as ' +
        'https://s3.example.com/bucket.',
    ),
    defaultText: 'files in the data folder',
  },
  filesRegion: createTextSetting('us-east-1', 'Region of the bucket.'),
  filesKeyId: createTextSetting('', 'Access key id for the bucket.'),
  filesSecret: createTextSetting('', 'Secret access key for the bucket.', { secret: true }),
  databaseUrl: createTextSetting(
    '',
    'URL of a PostgreSQL database to use instead of the folder. It may list several hosts.',
    {
      secret: true,
    },
  ),
  secretsKeyFile: createTextSetting(
    '',
    'File with the keys that encrypt secrets in the database: one per line, 32 bytes in Base64. Dray encrypts with ' +
      'the first key and decrypts with all.',
  ),
  databasePoolMax: createIntegerSetting(8, 1, 1_000, 'Maximum number of PostgreSQL connections for transactions.'),
  databasePrepare: createBooleanSetting(
    true,
    'Whether to use prepared statements in PostgreSQL. They do not work behind a pooler in transaction mode.',
    'Use no prepared statements in PostgreSQL, for a pooler in transaction mode.',
  ),
  host: createTextSetting('127.0.0.1', 'Address to listen on; 0.0.0.0 listens on all IPv4 addresses.'),
  publicUrl: createTextSetting(
    '',
    'URL of the service for users and programs, if it differs from the host and port. With https, cookies are secure.',
  ),
  corsOrigins: createTextSetting(
    '',
    'Origins whose pages may use the API with a token, separated by commas. Never with a cookie.',
  ),
  proxies: createIntegerSetting(
    0,
    0,
    10,
    'Number of proxies in front of the service whose `X-Forwarded-For` is trusted.',
  ),
  sessionIdleHours: createIntegerSetting(72, 1, 8_760, 'Hours after which an unused session ends.'),
  sessionMaxHours: createIntegerSetting(720, 1, 8_760, 'Hours after which every session ends.'),
  secondFactor: createChoiceSetting(
    'optional',
    ['optional', 'required'],
    'Whether each user needs a second factor to sign in. For single sign-on, the issuer decides.',
  ),
  port: createIntegerSetting(8080, 0, 65_535, 'Port to listen on; 0 uses any free port.'),
  rateLimit: {
    ...createIntegerSetting(
      100,
      0,
      1_000_000,
      'Requests per second for each token, and for each address without a token, with bursts of twice that; 0 ' +
        'means no limit. Large pages, searches and imports count as several requests.',
    ),
    defaultText: '100, off if the host is loopback and there is no public URL',
  },
  environmentRateLimit: createIntegerSetting(
    500,
    0,
    1_000_000,
    'Requests per second for each environment, over all its tokens and users, with bursts of twice that; 0 means ' +
      'no limit. It is off if `--rate-limit` is off.',
  ),
  metricsToken: createTextSetting(
    '',
    'Token that `/metrics` requires, of at least 16 visible characters. Without one, `/metrics` is open only if ' +
      'the host is loopback and there is no public URL.',
    { secret: true },
  ),
  logLevel: createChoiceSetting(
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Lowest level that is logged.',
  ),
  logRequests: createBooleanSetting(false, 'Log every request. Failed and slow requests are always logged.'),
  bodyBytesMax: createIntegerSetting(1_048_576, 1_024, 67_108_864, 'Maximum size of a request body, in bytes.'),
  uploadsBytesMax: createIntegerSetting(
    67_108_864,
    8_388_608,
    4_294_967_296,
    'Maximum size of all simultaneous uploads, in bytes; one environment may use a quarter of it. Further uploads ' +
      'get 503.',
  ),
  headersBytesMax: createIntegerSetting(
    32_768,
    4_096,
    1_048_576,
    'Maximum size of the request line and headers together, in bytes. 500 ids in a query take about 20,000.',
  ),
  headersTimeoutMs: createIntegerSetting(
    5_000,
    100,
    dayMs,
    'Time within which the headers of a request must arrive, in milliseconds.',
  ),
  requestTimeoutMs: createIntegerSetting(
    15_000,
    100,
    dayMs,
    'Time within which a whole request must arrive, in milliseconds.',
  ),
  keepAliveTimeoutMs: createIntegerSetting(
    65_000,
    0,
    dayMs,
    'Time after which an idle connection is closed, in milliseconds.',
  ),
  replyTimeoutMs: createIntegerSetting(
    30_000,
    100,
    dayMs,
    'Time after which a connection is closed if its client reads nothing of a response, in milliseconds.',
  ),
  connectionsMax: createIntegerSetting(
    10_000,
    1,
    1_000_000,
    'Maximum number of open connections; without proxies, one address may have a fifth of them. Beyond the ' +
      'maximum, the connection that has been idle for longest is closed.',
  ),
  followersMax: createIntegerSetting(
    1_000,
    1,
    100_000,
    'Maximum number of clients that wait for events at the same time; one environment may have a fifth of them.',
  ),
  writesWaitingMax: createIntegerSetting(
    2_000,
    1,
    1_000_000,
    'Maximum number of writes that wait for the database; further writes get 503.',
  ),
  longWaitingMax: createIntegerSetting(
    20,
    1,
    1_000_000,
    'Maximum number of lists and imports of one environment that wait; further requests get 503.',
  ),
  drainTimeoutMs: createIntegerSetting(
    10_000,
    0,
    dayMs,
    'Time for running requests to finish after a stop signal, in milliseconds.',
  ),
  storageBytesMax: createIntegerSetting(
    0,
    0,
    Number.MAX_SAFE_INTEGER,
    'Maximum size of the database in the folder, in bytes; 0 means no limit.',
  ),
  issuer: createTextSetting('dray', 'Issuer (`iss`) of the tokens that this service creates.'),
  tokenIssuer: createTextSetting('', 'Issuer (`iss`) of external tokens. Also needs the audience and the JWKS URL.'),
  tokenAudience: createTextSetting('', 'Audience (`aud`) that external tokens must name.'),
  tokenJwksUrl: createTextSetting('', 'https URL of the public keys that verify external tokens.'),
  tokenEnvironmentClaim: createTextSetting(
    'environment',
    'Claim of external tokens that contains the name or id of the environment.',
  ),
  tokenScopeClaim: createTextSetting('scope', 'Claim of external tokens that contains the scopes.'),
  tokenAlgorithms: createListSetting(
    ['RS256', 'ES256', 'EdDSA'],
    asymmetricAlgorithms,
    'Algorithms that external tokens may be signed with.',
  ),
  webhookAllowHttp: createBooleanSetting(
    false,
    'Allow plain http URLs for webhooks, for receivers on this machine or network.',
  ),
  webhookAllowNets: createTextSetting(
    '',
    'Networks that webhooks may be sent to even though they are not public, such as 10.1.0.0/16, separated by commas.',
  ),
  webhookDenyNets: createTextSetting('', 'Networks that webhooks are never sent to, separated by commas.'),
  webhookTimeoutMs: createIntegerSetting(
    10_000,
    100,
    60_000,
    'Time within which a webhook receiver must send its whole response, in milliseconds.',
  ),
  webhookRetries: createTextSetting(
    '5,60,300,1800,7200,18000,36000,43200,50400,57600,72000',
    'Seconds between delivery attempts, separated by commas; up to a fifth is added to each at random. A webhook ' +
      'that fails for their sum is paused.',
  ),
  webhookConcurrency: createIntegerSetting(8, 1, 64, 'Maximum number of simultaneous requests to one webhook.'),
  webhookRequestsMax: createIntegerSetting(256, 2, 10_000, 'Maximum number of simultaneous requests to all webhooks.'),
  webhookLeaseMs: createIntegerSetting(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance takes over the webhooks of a dead instance, in milliseconds.',
  ),
  webhookLogDays: createIntegerSetting(30, 1, 3_650, 'Days for which the delivery log of webhooks is kept.'),
  optimiserUrl: createTextSetting(
    '',
    'URL of a VROOM server that searches for routes instead of Dray. If VROOM lacks a feature or does not respond, ' +
      'Dray searches.',
  ),
  optimiserThreads: createIntegerSetting(
    1,
    1,
    64,
    'Threads that search for routes at the same time. Each environment has one search at a time, which uses all ' +
      'free threads.',
  ),
  optimiserMemoryMb: createIntegerSetting(512, 64, 65_536, 'Memory that each of these threads may use, in megabytes.'),
  optimiserLeaseMs: createIntegerSetting(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance takes over the optimisations of a dead instance, in milliseconds.',
  ),
  pdfFonts: createTextSetting(
    '',
    'Folder with fonts (.ttf, .otf) for PDFs, for scripts other than Latin, Greek, Cyrillic and Arabic.',
  ),
  oidcIssuer: createTextSetting(
    '',
    'URL of the OpenID Connect issuer for single sign-on. Also needs the client id and secret.',
  ),
  oidcClientId: createTextSetting('', 'Client id of this service at that issuer.'),
  oidcClientSecret: createTextSetting('', 'Client secret of this service at that issuer.', { secret: true }),
  oidcName: createTextSetting('Single sign-on', 'Name of the single sign-on that users see.'),
  oidcDomains: createTextSetting(
    '',
    'E-mail domains that may use single sign-on, separated by commas; empty allows all.',
  ),
  oidcTrustPrompt: createBooleanSetting(
    false,
    'For an issuer that cannot report the time of a sign-in (`auth_time`): trust that it asked the user again ' +
      'after `prompt=login`.',
  ),
  oidcOnly: createBooleanSetting(false, 'Allow single sign-on only; passwords do not work.'),
  mailUrl: createTextSetting(
    '',
    'URL of the SMTP server that sends e-mails, such as smtps://user:password@mail.example.com.',
    {
      secret: true,
    },
  ),
  mailFrom: createTextSetting('', 'Sender address of e-mails.'),
  mailAllowPlain: createBooleanSetting(
    false,
    'Send the password of the SMTP server unencrypted if the server offers no TLS. Only for your own network.',
  ),
  noticeRetries: createTextSetting(
    '60,300,900,3600,14400,14400,14400,14400,14400,14400,14400,14400,14400,14400,14400',
    'Seconds between the attempts to send an e-mail about an order, separated by commas; up to a fifth is added to ' +
      'each at random.',
  ),
  noticeConcurrency: createIntegerSetting(
    4,
    1,
    64,
    'Maximum number of e-mails about orders that are sent at the same time.',
  ),
  noticeLeaseMs: createIntegerSetting(
    15_000,
    1_000,
    leaseMsMax,
    'Time after which another instance sends the e-mails of a dead instance, in milliseconds.',
  ),
  travelUrl: createTextSetting(
    '',
    'URL of an OSRM or Valhalla server for distances and driving times by road. Without it, they are estimated.',
  ),
  travelEngine: createChoiceSetting('osrm', ['osrm', 'valhalla'], 'Which program the travel server runs.'),
  travelProfile: {
    ...createTextSetting('', 'Profile of OSRM, or costing model of Valhalla, that driving times are for.'),
    defaultText: 'driving for OSRM, auto for Valhalla',
  },
  travelTimeoutMs: createIntegerSetting(
    5_000,
    100,
    60_000,
    'Time within which the travel server must respond to one request, in milliseconds.',
  ),
  travelTotalTimeoutMs: createIntegerSetting(
    60_000,
    100,
    600_000,
    'Time within which it must respond to all requests for one route or optimisation, in milliseconds. Otherwise ' +
      'Dray estimates the whole route or plan.',
  ),
  travelPairsMax: createIntegerSetting(
    2_500,
    4,
    10_000,
    'Maximum number of pairs of stops in one request to the travel server. OSRM allows 10,000 by default, Valhalla ' +
      '2,500.',
  ),
  travelCacheDays: createIntegerSetting(
    30,
    0,
    365,
    'Days for which results of the travel server are cached in the database; 0 turns the cache off and deletes it.',
  ),
  geocoderUrl: createTextSetting(
    '',
    'URL of a Nominatim, Photon or Pelias server that looks up the locations of addresses, with a query such as a ' +
      'key. Without it, no address leaves the service.',
    { secret: true },
  ),
  geocoderKind: createChoiceSetting('nominatim', ['nominatim', 'photon', 'pelias'], 'Which program the geocoder runs.'),
  geocoderPerSecond: createIntegerSetting(
    1,
    1,
    1_000,
    'Maximum number of requests per second that each instance sends to the geocoder. Public servers ask for 1.',
  ),
  geocoderTimeoutMs: createIntegerSetting(
    5_000,
    100,
    60_000,
    'Time within which the geocoder must respond to one request, in milliseconds.',
  ),
  geocoderCacheDays: createIntegerSetting(
    30,
    0,
    365,
    'Days for which results of the geocoder are cached in the database; 0 turns the cache off and deletes it.',
  ),
  mapFile: createTextSetting(
    '',
    "PMTiles file with a Protomaps basemap that adds streets to the console's maps, without internet access. " +
      'Without it, the maps show outlines.',
  ),
  mapStyleUrl: createTextSetting(
    '',
    "URL of a MapLibre style that adds streets to the console's maps instead of a file; the console may then " +
      'load data from its origin.',
  ),
  demo: createBooleanSetting(
    true,
    'Whether to create an environment `demo` with sample data on the first start.',
    'Start without the environment `demo` and its sample data.',
  ),
} as const satisfies Record<string, SettingShape>

export type SettingName = keyof typeof serviceSettings
