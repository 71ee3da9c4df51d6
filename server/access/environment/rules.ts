// Defines the rules for environments and their settings.
import {
  defaultSettings,
  type Environment,
  type EnvironmentPatch,
  EnvironmentSettings,
} from '../../../contract/environment.ts'
import { personLimits } from '../../../contract/person.ts'
import { findUnknownTokens, templateTokens } from '../../../contract/road.ts'
import type { Awaitable, ReadTransaction, WriteTransaction } from '../../platform/database/database.ts'
import { ApiProblem, createProblem, type RequestError } from '../../platform/error/problems.ts'
import * as changes from '../../platform/event/rules.ts'
import { expectFresh } from '../../platform/operation/fresh.ts'
import { mergePatch, removeReadOnly } from '../../platform/operation/merge.ts'
import type { OperationCall, PreparationContext } from '../../platform/operation/operation.ts'
import { compileSchema } from '../../platform/operation/validate.ts'
import { expectVersion } from '../../platform/operation/version.ts'
import { isLongerThan } from '../../platform/value/characters.ts'
import { findDifferences } from '../../platform/value/difference.ts'
import { createId } from '../../platform/value/ids.ts'
import { isOneLine } from '../../platform/value/line.ts'
import { createHintBudget, findNearest, formatChoices, type HintBudget } from '../../platform/value/nearest.ts'
import { formatIso, normaliseZone } from '../../platform/value/times.ts'
import { findCustomFieldErrors, isRelistingRequired, normaliseFields } from './fields.ts'
import { findLogoErrors, findProofSettingErrors } from './road.ts'
import * as store from './store.ts'

const nameMax = personLimits.environmentNameLength

export async function createEnvironment(
  tx: WriteTransaction,
  name: string,
  now: number,
  sandbox = false,
): Promise<string> {
  if (name.trim() !== name || name.length === 0 || isLongerThan(name, nameMax) || !isOneLine(name))
    throw new Error(
      `The name must have 1 to ${nameMax} characters in one line and must not start or end with white space.`,
    )
  if (isIdLike(name)) throw new Error('The name must not look like an id.')
  const environmentId = await createMissingEnvironment(tx, name, now, sandbox)
  if (environmentId === undefined) throw new Error(`An environment \`${name}\` already exists.`)
  return environmentId
}

/**
 * Returns whether a name has the form of an id. Commands and issuers name an environment by id or name, so such a name
 * would be ambiguous.
 */
export const isIdLike = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)

/**
 * Creates an environment. Waits for a concurrent transaction that creates one with the same name. Returns undefined if
 * the name is taken.
 */
export async function createMissingEnvironment(
  tx: WriteTransaction,
  name: string,
  now: number,
  sandbox = false,
): Promise<string | undefined> {
  const environmentId = createId(now)
  const inserted = await store.insertEnvironment(tx, { environmentId, name, created: formatIso(now), sandbox })
  if (!inserted) return undefined
  await store.insertSettings(tx, environmentId, defaultSettings, formatIso(now))
  return environmentId
}

export const firstName = store.firstName
export const listEnvironments = store.listEnvironments
export const findEnvironment = store.findEnvironment
export const removeEnvironment = store.removeEnvironment

// Parsed settings by environment, each with its stored text. Most requests need the settings, and they change rarely.
const parsed = new Map<string, { text: string; settings: EnvironmentSettings }>()
const parsedMax = 1_000
/** Parses the stored settings of an environment. */
export function parseSettings(environmentId: string, text: string): EnvironmentSettings {
  const cached = parsed.get(environmentId)
  if (cached?.text === text) return cached.settings
  // Stored settings may lack a setting that a later release has added. It gets its default.
  const settings = withDefaults(JSON.parse(text)) as unknown as EnvironmentSettings
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(environmentId, { text, settings })
  return settings
}

/** Settings that each transaction has read. A transaction uses the same settings until it ends, even if they change. */
const remembered = new WeakMap<ReadTransaction, Map<string, EnvironmentSettings>>()

/** Returns the settings of an environment, which stay the same during the transaction. */
export function getSettings(tx: ReadTransaction, environmentId: string): Awaitable<EnvironmentSettings> {
  const cached = remembered.get(tx)?.get(environmentId)
  return cached ?? readSettings(tx, environmentId)
}

async function readSettings(tx: ReadTransaction, environmentId: string): Promise<EnvironmentSettings> {
  const row = await store.findSettings(tx, environmentId)
  // Deleting an environment ends its tokens. A request that is already accepted gets the same error as later requests.
  if (!row) throw new ApiProblem('UNAUTHORIZED')
  const settings = parseSettings(environmentId, row.document)
  const settingsById = remembered.get(tx) ?? new Map()
  remembered.set(tx, settingsById.set(environmentId, settings))
  return settings
}

export async function getEnvironment(tx: ReadTransaction, { environmentId }: OperationCall): Promise<Environment> {
  const environment = await store.findById(tx, environmentId)
  const settings = await store.findSettings(tx, environmentId)
  if (!environment || !settings) throw new ApiProblem('UNAUTHORIZED')
  return toEnvironment(environment, settings)
}

const toEnvironment = (
  { environmentId, name, created, sandbox }: store.EnvironmentRow,
  row: store.SettingsRow,
): Environment => ({
  environmentId,
  name,
  sandbox,
  version: row.version,
  created,
  updated: row.updated,
  ...parseSettings(environmentId, row.document),
})

const checkSettings = compileSchema(EnvironmentSettings)

/** A patch of the environment, and the errors of its new logo. */
interface CheckedPatch {
  patch: EnvironmentPatch
  ofLogo: RequestError[]
}

/** Checks the logo of a patch before the transaction. A stored logo was checked when it was uploaded. */
export async function prepareUpdate(
  { environmentId, body: patch }: OperationCall<unknown, unknown, EnvironmentPatch>,
  { findings, read }: PreparationContext,
): Promise<CheckedPatch> {
  const logo = findings.length === 0 ? patch.branding?.logo : undefined
  if (!logo) return { patch, ofLogo: [] }
  const { branding } = await read((tx) => getSettings(tx, environmentId))
  return { patch, ofLogo: logo === branding.logo ? [] : await findLogoErrors(logo) }
}

/** Changes an environment and its settings. Returns the new version. */
export async function updateEnvironment(
  tx: WriteTransaction,
  call: OperationCall<unknown, unknown, CheckedPatch>,
): Promise<number> {
  const { environmentId } = call
  const row = await store.lockSettings(tx, environmentId)
  const environment = await store.findById(tx, environmentId)
  if (!environment || !row) throw new ApiProblem('UNAUTHORIZED')
  const { version: expected, ...patch } = call.body.patch
  expectVersion(row.version, call.ifMatch, expected)
  const { name, created, sandbox } = environment
  const { changes: rest, errors } = removeReadOnly(patch, {
    environmentId,
    name,
    sandbox,
    created,
    updated: row.updated,
  })
  const stored = parseSettings(environmentId, row.document)
  const merged = withDefaults(mergePatch(stored, rest)) as unknown as EnvironmentSettings
  errors.push(...checkSettings(merged))
  if (errors.length === 0)
    errors.push(
      ...duplicates(merged),
      ...findCustomFieldErrors(merged.customFields),
      ...strangeTokens(merged),
      ...findProofSettingErrors(merged),
      ...call.body.ofLogo,
    )
  if (errors.length > 0) throw createProblem(errors)
  const settings = canonical(merged)
  const different = findDifferences(stored, settings)
  if (different.length === 0) return row.version
  if (settings.signIn.secondFactor !== stored.signIn.secondFactor) expectMayChangeSignIn(call)
  remembered.delete(tx)
  const version = row.version + 1
  const author = changes.withLaterTime(call, row.updated)
  await store.updateSettings(tx, environmentId, { version, settings, updated: formatIso(author.now) })
  if (isRelistingRequired(stored.customFields, settings.customFields)) await store.setRelisted(tx, environmentId, '')
  await changes.recordChange(tx, author, {
    type: 'environment.updated',
    recordId: environmentId,
    recordKey: name,
    version,
    differences: different,
  })
  return version
}

/** Throws if the caller may not change the settings of sign-in. They protect accounts, so they need a further scope. */
function expectMayChangeSignIn(call: OperationCall): void {
  if (!call.hasPartScope)
    throw new ApiProblem('TOKEN_PERMISSIONS', {
      message: 'Changing `signIn` also needs the scope `people:write`.',
      headers: { 'WWW-Authenticate': 'Bearer realm="dray", error="insufficient_scope", scope="people:write"' },
    })
  expectFresh(call)
}

/** Returns errors for unknown placeholders in the templates. */
function strangeTokens({ notifications: { templates } }: EnvironmentSettings): RequestError[] {
  const hints = createHintBudget()
  return Object.entries(templates).flatMap(([name, template]) =>
    findPlaceholderErrors(`/notifications/templates/${name}`, template ?? {}, hints),
  )
}

/** Finds words in braces that are not placeholders of the environment, in the texts of a template. */
export const findPlaceholderErrors = (
  path: string,
  template: Record<string, string>,
  hints: HintBudget,
): RequestError[] =>
  Object.entries(template).flatMap(([field, text]) =>
    findUnknownTokens(text).map((token) => unknownToken(`${path}/${field}`, token, hints)),
  )

function unknownToken(path: string, token: string, hints: HintBudget): RequestError {
  const [meant] = findNearest(token, templateTokens, hints)
  const advice = meant
    ? `Did you mean \`{${meant}}\`?`
    : `The placeholders are ${formatChoices(templateTokens)}, each in braces.`
  const values = { name: token, ...(meant ? { nearest: [meant] } : { available: templateTokens }) }
  return { path, code: 'unknown_token', message: `The placeholder \`{${token}}\` does not exist. ${advice}`, values }
}

/** Replaces a cleared setting by its default, also inside a group. */
function withDefaults(merged: unknown, defaults: object = defaultSettings): Record<string, unknown> {
  const values = merged as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => {
      const value = values[name]
      const group = typeof fallback === 'object' && !Array.isArray(fallback)
      return [
        name,
        group && typeof value === 'object' ? { ...value, ...withDefaults(value, fallback) } : (value ?? fallback),
      ]
    }),
  )
}

const canonical = (settings: EnvironmentSettings): EnvironmentSettings => ({
  ...settings,
  timezone: normaliseZone(settings.timezone)!,
  channels: settings.channels.map(({ key, name }) => ({ key, name })),
  areas: settings.areas.map(({ key, name, polygon }) => ({
    key,
    name,
    ...(polygon ? { polygon: polygon.map(({ lat, lng }) => ({ lat, lng })) } : {}),
  })),
  customFields: normaliseFields(settings.customFields),
  displayPreferences: { ...settings.displayPreferences, country: settings.displayPreferences.country.toUpperCase() },
})

function duplicates(settings: EnvironmentSettings): RequestError[] {
  return (['channels', 'areas'] as const).flatMap((list) => {
    const usedKeys = new Set<string>()
    return settings[list].flatMap(({ key }, index) => {
      const isDuplicate = usedKeys.has(key)
      usedKeys.add(key)
      return isDuplicate
        ? [
            {
              path: `/${list}/${index}/key`,
              code: 'duplicate',
              message: `\`${key}\` appears in \`${list}\` more than once.`,
              values: { key, list },
            },
          ]
        : []
    })
  })
}
