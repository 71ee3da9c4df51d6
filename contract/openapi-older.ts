// Builds the OpenAPI document in version 3.0, for generators without support of 3.1.
import { buildOpenapi } from './openapi.ts'
import type { JsonObject, JsonSchema } from './openapi-parts.ts'

export function buildOpenapi30(version: string): JsonObject {
  const { webhooks: _unknown, info, components, paths, ...rest } = buildOpenapi(version)
  const { summary, license, ...about } = info
  const { webhookSignature: _received, ...securitySchemes } = components.securitySchemes
  const older = {
    ...rest,
    openapi: '3.0.3',
    info: {
      ...about,
      description: `${summary}\n\n${about.description}`,
      license: { name: license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    paths: reworded(paths) as JsonObject,
    components: reworded({ ...components, securitySchemes }) as Record<string, JsonObject> & { schemas: JsonObject },
  }
  const { schemas } = older.components
  for (const [name, schema] of Object.entries(schemas)) schemas[`${name}OrNull`] = orNull(schema as JsonSchema)
  older.components.schemas = reached(schemas, [older.paths, { ...older.components, schemas: {} }])
  return older
}

/** Names of values without schemas: an example may have fields with any names. */
const values = ['example', 'value', 'enum', 'required', 'scopes']

function reworded(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((item) => reworded(item))
  if (typeof node !== 'object' || node === null) return node
  const rewritten: JsonObject = Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [
      name,
      !areNames && values.includes(name) ? inner : reworded(inner, name === 'properties' && !areNames),
    ]),
  )
  return !areNames && isSchema(rewritten) ? older(rewritten) : rewritten
}

const isSchema = (node: JsonObject): boolean =>
  Array.isArray(node.anyOf) || '$ref' in node || typeof node.type === 'string' || Array.isArray(node.type)

function older(schema: JsonSchema): JsonSchema {
  const { examples, $ref, exclusiveMinimum, ...rest } = schema
  const copy: JsonSchema = rest
  if (Array.isArray(examples)) copy.example = examples[0]
  if (typeof exclusiveMinimum === 'number') Object.assign(copy, { minimum: exclusiveMinimum, exclusiveMinimum: true })
  if ($ref !== undefined) return Object.keys(copy).length === 0 ? { $ref } : { ...copy, allOf: [{ $ref }] }
  if (Array.isArray(copy.type)) return { ...copy, type: copy.type.find((type) => type !== 'null')!, nullable: true }
  return copy.anyOf?.some(isNull) ? withoutNull(copy) : copy
}

const isNull = ({ type }: JsonSchema) => type === 'null'

/**
 * Replaces `null` types. Only a schema with a type can be `nullable`, so a named schema gets a second, nullable
 * version.
 */
function withoutNull({ anyOf = [], ...same }: JsonSchema): JsonSchema {
  const options = anyOf.filter((option) => !isNull(option)).map(orNull)
  if (options.length > 1) return { ...same, anyOf: options }
  const [only] = options as [JsonSchema]
  if (only.$ref === undefined) return { ...only, ...same }
  return Object.keys(same).length === 0 ? only : { ...same, allOf: [only] }
}
const orNull = (schema: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? { ...schema, nullable: true } : { $ref: `${schema.$ref}OrNull` }

/** Returns the schemas that the paths use. Without webhooks, the schemas of their messages are unused. */
function reached(schemas: JsonObject, roots: unknown[]): JsonObject {
  const names = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      follow(schemas[name!])
    }
  }
  follow(roots)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}
