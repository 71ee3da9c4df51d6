// Defines the rules for environments and their settings.
import { defaultSettings, type Environment, type EnvironmentPatch, Settings } from '../../../contract/environment.ts'
import { personLimits } from '../../../contract/person.ts'
import { templateTokens, unknownTokens } from '../../../contract/road.ts'
import type { Awaitable, Reader, Writer } from '../../platform/database/database.ts'
import { type Finding, Problem, problemOf } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import { mergePatch, withoutReadOnly } from '../../platform/operation/merge.ts'
import type { Call, Preparing } from '../../platform/operation/operation.ts'
import { compile } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { isLongerThan } from '../../platform/value/characters.ts'
import { differences } from '../../platform/value/difference.ts'
import { newId } from '../../platform/value/ids.ts'
import { isOneLine } from '../../platform/value/line.ts'
import { type Hints, listed, nearest, newHints } from '../../platform/value/nearest.ts'
import { canonicalZone, toIso } from '../../platform/value/times.ts'
import { canonicalFields, fieldFindings, listsDiffer } from './fields.ts'
import { logoFindings, roadFindings } from './road.ts'
import * as store from './store.ts'

const nameMax = personLimits.environmentNameLength

export async function createEnvironment(tx: Writer, name: string, now: number, sandbox = false): Promise<string> {
  if (name.trim() !== name || name.length === 0 || isLongerThan(name, nameMax) || !isOneLine(name))
    throw new Error(
      `The name must have 1 to ${nameMax} characters in one line and must not start or end with white space.`,
    )
  if (isIdLike(name)) throw new Error('The name must not look like an id.')
  const environmentId = await createUnlessThere(tx, name, now, sandbox)
  if (environmentId === undefined) throw new Error(`An environment \`${name}\` already exists.`)
  return environmentId
}

/** Commands and issuers name an environment by either; a name that looks like an id would be ambiguous. */
export const isIdLike = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)

/**
 * Creates an environment. Returns undefined if the name is taken, also by a concurrent transaction, for which it waits.
 */
export async function createUnlessThere(
  tx: Writer,
  name: string,
  now: number,
  sandbox = false,
): Promise<string | undefined> {
  const environmentId = newId(now)
  const inserted = await store.insert(tx, { environmentId, name, created: toIso(now), sandbox })
  if (!inserted) return undefined
  await store.insertSettings(tx, environmentId, defaultSettings, toIso(now))
  return environmentId
}

export const firstName = store.firstName
export const listEnvironments = store.list
export const findEnvironment = store.find
export const removeEnvironment = store.remove

// Parsed settings by environment, each with its stored text. Every write needs the settings, and they change rarely.
const parsed = new Map<string, { text: string; settings: Settings }>()
const parsedMax = 1_000
/** Parses the stored settings of an environment. */
export function settingsFrom(environmentId: string, text: string): Settings {
  const known = parsed.get(environmentId)
  if (known?.text === text) return known.settings
  // Stored settings without a newer setting get its default.
  const settings = withDefaults(JSON.parse(text)) as unknown as Settings
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(environmentId, { text, settings })
  return settings
}

/** Settings that a transaction has read. It uses them until it ends, even if another transaction changes them. */
const remembered = new WeakMap<Reader, Map<string, Settings>>()

/** The settings that a request of this environment works by. */
export function settingsOf(tx: Reader, environmentId: string): Awaitable<Settings> {
  const known = remembered.get(tx)?.get(environmentId)
  return known ?? readSettings(tx, environmentId)
}

async function readSettings(tx: Reader, environmentId: string): Promise<Settings> {
  const row = await store.findSettings(tx, environmentId)
  // Its tokens end with an environment; one that is still on its way is refused like any other of them.
  if (!row) throw new Problem('UNAUTHORIZED')
  const settings = settingsFrom(environmentId, row.document)
  const known = remembered.get(tx) ?? new Map()
  remembered.set(tx, known.set(environmentId, settings))
  return settings
}

export async function get(tx: Reader, { environmentId }: Call): Promise<Environment> {
  const environment = await store.findById(tx, environmentId)
  const settings = await store.findSettings(tx, environmentId)
  if (!environment || !settings) throw new Problem('UNAUTHORIZED')
  return whole(environment, settings)
}

const whole = (
  { environmentId, name, created, sandbox }: store.EnvironmentRow,
  row: store.SettingsRow,
): Environment => ({
  environmentId,
  name,
  sandbox,
  version: row.version,
  created,
  updated: row.updated,
  ...settingsFrom(environmentId, row.document),
})

const checkSettings = compile(Settings)

/** A patch of the environment, and the errors of its logo. */
interface CheckedPatch {
  patch: EnvironmentPatch
  ofLogo: Finding[]
}

/** A stored logo was checked when it was uploaded. */
export async function prepareUpdate(
  { environmentId, body: patch }: Call<unknown, unknown, EnvironmentPatch>,
  { findings, read }: Preparing,
): Promise<CheckedPatch> {
  const logo = findings.length === 0 ? patch.branding?.logo : undefined
  if (!logo) return { patch, ofLogo: [] }
  const { branding } = await read((tx) => settingsOf(tx, environmentId))
  return { patch, ofLogo: logo === branding.logo ? [] : await logoFindings(logo) }
}

/** Changes an environment and its settings. Returns the new version. */
export async function update(tx: Writer, call: Call<unknown, unknown, CheckedPatch>): Promise<number> {
  const { environmentId } = call
  const row = await store.lockSettings(tx, environmentId)
  const environment = await store.findById(tx, environmentId)
  if (!environment || !row) throw new Problem('UNAUTHORIZED')
  const { version: expected, ...patch } = call.body.patch
  expectVersion(row.version, call.ifMatch, expected)
  const { name, created, sandbox } = environment
  const { rest, findings } = withoutReadOnly(patch, { environmentId, name, sandbox, created, updated: row.updated })
  const stored = settingsFrom(environmentId, row.document)
  const merged = withDefaults(mergePatch(stored, rest)) as unknown as Settings
  findings.push(...checkSettings(merged))
  if (findings.length === 0)
    findings.push(
      ...duplicates(merged),
      ...fieldFindings(merged.customFields),
      ...strangeTokens(merged),
      ...roadFindings(merged),
      ...call.body.ofLogo,
    )
  if (findings.length > 0) throw problemOf(findings)
  const settings = canonical(merged)
  const different = differences(stored, settings)
  if (different.length === 0) return row.version
  if (settings.signIn.secondFactor !== stored.signIn.secondFactor) expectMayChangeSignIn(call)
  remembered.delete(tx)
  const version = row.version + 1
  const author = changes.after(call, row.updated)
  await store.updateSettings(tx, environmentId, { version, settings, updated: toIso(author.now) })
  if (listsDiffer(stored.customFields, settings.customFields)) await store.setRelisted(tx, environmentId, '')
  await changes.record(tx, author, {
    type: 'environment.updated',
    recordId: environmentId,
    recordKey: name,
    version,
    differences: different,
  })
  return version
}

/** Throws if the caller may not change the settings of sign-in, which protect accounts: other scopes are not enough. */
function expectMayChangeSignIn(call: Call): void {
  if (!call.hasPartScope)
    throw new Problem('TOKEN_PERMISSIONS', {
      message: 'Changing `signIn` also needs the scope `people:write`.',
      headers: { 'WWW-Authenticate': 'Bearer realm="dray", error="insufficient_scope", scope="people:write"' },
    })
  expectFresh(call)
}

/** Templates that name what there is not. */
function strangeTokens({ notifications: { templates } }: Settings): Finding[] {
  const hints = newHints()
  return Object.entries(templates).flatMap(([name, template]) =>
    tokenFindings(`/notifications/templates/${name}`, template ?? {}, hints),
  )
}

/** Finds words in braces in the texts of a template that the environment has no placeholder for. */
export const tokenFindings = (path: string, template: Record<string, string>, hints: Hints): Finding[] =>
  Object.entries(template).flatMap(([part, text]) =>
    unknownTokens(text).map((token) => unknownToken(`${path}/${part}`, token, hints)),
  )

function unknownToken(path: string, token: string, hints: Hints): Finding {
  const [meant] = nearest(token, templateTokens, hints)
  const advice = meant ? `Did you mean \`{${meant}}\`?` : `There are ${listed(templateTokens)}, each in braces.`
  return { path, code: 'unknown_token', message: `There is no \`{${token}}\`. ${advice}` }
}

/** Replaces a cleared setting by its default, also inside a group. */
function withDefaults(merged: unknown, defaults: object = defaultSettings): Record<string, unknown> {
  const given = merged as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => {
      const value = given[name]
      const group = typeof fallback === 'object' && !Array.isArray(fallback)
      return [
        name,
        group && typeof value === 'object' ? { ...value, ...withDefaults(value, fallback) } : (value ?? fallback),
      ]
    }),
  )
}

const canonical = (settings: Settings): Settings => ({
  ...settings,
  timezone: canonicalZone(settings.timezone)!,
  channels: settings.channels.map(({ key, name }) => ({ key, name })),
  areas: settings.areas.map(({ key, name, polygon }) => ({
    key,
    name,
    ...(polygon ? { polygon: polygon.map(({ lat, lng }) => ({ lat, lng })) } : {}),
  })),
  customFields: canonicalFields(settings.customFields),
  displayPreferences: { ...settings.displayPreferences, country: settings.displayPreferences.country.toUpperCase() },
})

function duplicates(settings: Settings): Finding[] {
  return (['channels', 'areas'] as const).flatMap((list) => {
    const seen = new Set<string>()
    return settings[list].flatMap(({ key }, index) => {
      const twice = seen.has(key)
      seen.add(key)
      return twice
        ? [
            {
              path: `/${list}/${index}/key`,
              code: 'duplicate',
              message: `\`${key}\` appears in \`${list}\` more than once.`,
            },
          ]
        : []
    })
  })
}
