// Settings: where they come from, what is refused, how they are shown.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isConfigError, loadConfig } from '../../server/platform/config/config.ts'
import {
  formatSettingsTables,
  describeSetting as helpOf,
  printConfig,
  settingTopics,
} from '../../server/platform/config/config-text.ts'
import { serviceSettings } from '../../server/platform/config/settings.ts'

const faultsOf = (flags: Record<string, string | boolean>, environment: Record<string, string> = {}): string[] => {
  try {
    loadConfig(flags, environment)
  } catch (error) {
    assert.ok(isConfigError(error))
    return error.message.split('\n')
  }
  return []
}
const outside = { tokenIssuer: 'https://a.example', tokenAudience: 'dray', tokenJwksUrl: 'https://a.example/keys' }

describe('settings', () => {
  test('settings have safe defaults', () => {
    const { data, host, port, rateLimit, bodyBytesMax, demo, tokenAlgorithms } = loadConfig({}, {})
    assert.deepEqual(
      { data, host, port, rateLimit, bodyBytesMax, demo, tokenAlgorithms },
      {
        data: './data',
        host: '127.0.0.1',
        port: 8080,
        rateLimit: 0,
        bodyBytesMax: 1_048_576,
        demo: true,
        tokenAlgorithms: ['RS256', 'ES256', 'EdDSA'],
      },
    )
  })
  test('settings are read from flags, then from environment variables, then from defaults', () => {
    const config = loadConfig({ port: '1' }, { DRAY_PORT: '2', DRAY_HOST: '::1', DRAY_LOG_LEVEL: '' })
    assert.deepEqual([config.port, config.host, config.logLevel], [1, '::1', 'info'])
    assert.deepEqual(
      [config.sources.port, config.sources.host, config.sources.logLevel],
      ['flag', 'environment', 'default'],
    )
  })
  test('the default settings limit the request rate unless the service is on loopback', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      assert.equal(loadConfig({ host }, {}).rateLimit, 0)
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com'])
      assert.equal(loadConfig({ host }, {}).rateLimit, 100)
    // A proxy on the same machine lets everybody in.
    assert.equal(loadConfig({ publicUrl: 'https://dray.example.com' }, {}).rateLimit, 100)
    assert.equal(loadConfig({ publicUrl: 'https://dray.example.com', rateLimit: '0' }, {}).rateLimit, 0)
    assert.equal(loadConfig({ rateLimit: '5' }, {}).rateLimit, 5)
    assert.equal(loadConfig({ rateLimit: '0', host: '0.0.0.0' }, {}).rateLimit, 0)
  })
  test('boolean settings accept words such as `on` and `off`', () => {
    for (const word of ['false', 'no', 'off', '0', 'FALSE'])
      assert.equal(loadConfig({}, { DRAY_DEMO: word }).demo, false)
    for (const word of ['true', 'yes', 'on', '1'])
      assert.equal(loadConfig({}, { DRAY_LOG_REQUESTS: word }).logRequests, true)
    assert.equal(loadConfig({ demo: false }, { DRAY_DEMO: 'true' }).demo, false)
  })
  test('one error reports all invalid settings', () => {
    const faults = faultsOf(
      { port: '70000', logLevel: 'loud' },
      { DRAY_DEMO: 'maybe', DRAY_BODY_BYTES_MAX: '1e6', DRAY_TOKEN_ALGORITHMS: 'RS256,HS256' },
    )
    assert.equal(faults.length, 5)
    for (const [index, pattern] of [
      /^--port .*0 to 65535, not "70000"/,
      /^--log-level .*one of trace/,
      /^DRAY_BODY_BYTES_MAX/,
      /^DRAY_TOKEN_ALGORITHMS .*RS256/,
      /^DRAY_DEMO .*true or false/,
    ].entries())
      assert.match(faults[index]!, pattern)
  })
  test('numeric settings reject fractions and numbers out of range', () => {
    for (const port of ['-1', '1.5', '0x10', ' 1', '1 ', '', 'NaN', '1e3', '99999999999999999999'])
      assert.equal(faultsOf({ port }).length, 1, port)
  })
  test('the settings of an external issuer must be set together', () => {
    assert.deepEqual(faultsOf(outside), [])
    assert.match(faultsOf({ tokenIssuer: 'https://a.example' })[0]!, /Missing: --token-audience, --token-jwks-url\.$/)
    assert.match(faultsOf({ ...outside, tokenIssuer: 'dray' })[0]!, /own tokens/)
    for (const tokenJwksUrl of [
      'http://a.example/keys',
      'https://user:secret@a.example/keys',
      'file:///etc/passwd',
      'keys',
    ])
      assert.match(faultsOf({ ...outside, tokenJwksUrl })[0]!, /^--token-jwks-url/)
    assert.deepEqual(faultsOf({ ...outside, tokenJwksUrl: 'http://127.0.0.1:9000/keys' }), [])
    assert.match(
      faultsOf({ mapStyleUrl: 'http://tiles.example/style.json' })[0]!,
      /^--map-style-url must be an https URL/,
    )
    assert.deepEqual(faultsOf({ mapStyleUrl: 'https://tiles.example/style.json' }), [])
    assert.match(
      faultsOf({ mapStyleUrl: 'https://tiles.example/style.json', mapFile: 'a.pmtiles' })[0]!,
      /^--map-style-url and --map-file cannot be used together/,
    )
  })

  test('the geocoder setting accepts a URL, and its query is printed as a secret', () => {
    for (const geocoderUrl of ['http://geo.internal:8080', 'https://geo.example/v2/?api_key=k'])
      assert.deepEqual(faultsOf({ geocoderUrl }), [])
    for (const geocoderUrl of [
      'geo.internal',
      'ftp://geo.example',
      'https://user:pw@geo.example',
      'http://geo.example/#a',
    ])
      assert.match(faultsOf({ geocoderUrl })[0]!, /^--geocoder-url must be a URL/)
    assert.ok(!printConfig(loadConfig({ geocoderUrl: 'https://geo.example/?api_key=canary' }, {})).includes('canary'))
  })
  test('the travel server setting accepts any address without credentials', () => {
    for (const travelUrl of ['http://10.0.0.5:5000', 'https://roads.example/osrm', 'http://localhost:8002/'])
      assert.deepEqual(faultsOf({ travelUrl }), [])
    for (const travelUrl of [
      'osrm:5000',
      'ftp://roads.example',
      'http://me:secret@roads.example',
      'http://a.example?key=1',
    ])
      assert.match(faultsOf({ travelUrl })[0]!, /^--travel-url must be a URL such as http:\/\/osrm\.internal:5000/)
    assert.match(faultsOf({ travelProfile: '../car' })[0]!, /^--travel-profile must be one word/)
    assert.match(
      faultsOf({ travelPairsMax: '10001' })[0]!,
      /^--travel-pairs-max must be a whole number from 4 to 10000/,
    )
    assert.match(faultsOf({ travelEngine: 'graphhopper' })[0]!, /^--travel-engine must be one of osrm, valhalla/)
  })
  test('settings that turn off passwords are rejected if no other sign-in method exists', () => {
    const signOn = { oidcIssuer: 'https://login.example.com', oidcClientId: 'x', oidcClientSecret: 'y' }
    assert.deepEqual(faultsOf({ ...signOn, oidcOnly: true }), [])
    assert.match(faultsOf({ oidcOnly: true })[0]!, /^--oidc-only needs --oidc-issuer/)
  })
  test('settings are printed with their sources and without secrets', () => {
    const config = loadConfig({ port: '9000' }, {})
    assert.match(printConfig(config), /^DRAY_PORT +9000 +flag$/m)
    const shapes = { password: { kind: 'text', default: '', description: 'x', secret: true } } as const
    const masked = printConfig({ ...config, password: 'hunter2' } as never, shapes)
    assert.match(masked, /^DRAY_PASSWORD +\*{8}/)
    assert.ok(!masked.includes('hunter2'))
  })
  test('every setting is in `--help` and in the table of docs/operate/configuration.md', () => {
    for (const name of Object.keys(serviceSettings) as (keyof typeof serviceSettings)[]) {
      const shape = serviceSettings[name]
      // What is on by default is shown as the flag that turns it off, with a text of its own.
      assert.ok(helpOf(name).includes('off' in shape && shape.off !== undefined ? shape.off : shape.description))
      assert.ok(formatSettingsTables().includes(shape.description))
    }
    assert.match(formatSettingsTables(), /`--rate-limit` \| `DRAY_RATE_LIMIT`/)
    assert.match(formatSettingsTables(), /`--no-demo` \| `DRAY_DEMO`/)
  })
  test('each setting is in the table of one topic, with its type and default', () => {
    assert.deepEqual(Object.values(settingTopics).flat().sort(), Object.keys(serviceSettings).sort())
    const rows = formatSettingsTables().split('\n')
    for (const row of [
      '| `--port` | `DRAY_PORT` | integer, 0 to 65535 | `8080` | Port to listen on; 0 uses any free port. |',
      '| `--log-requests` | `DRAY_LOG_REQUESTS` | boolean | `false` | Log every request.',
      '| `--second-factor` | `DRAY_SECOND_FACTOR` | `optional`, `required` | `optional` | ',
      '| `--storage-bytes-max` | `DRAY_STORAGE_BYTES_MAX` | integer, 0 or more | `0` | ',
    ])
      assert.ok(
        rows.some((line) => line.startsWith(row)),
        row,
      )
  })
})
