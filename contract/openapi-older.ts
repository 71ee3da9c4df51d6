// Builds the OpenAPI document in version 3.0, for generators without support of 3.1.
import { openapi } from './openapi.ts'
import type { Json, Schema } from './openapi-parts.ts'

export function openapi30(version: string): Json {
  const { webhooks: _unknown, info, components, paths, ...rest } = openapi(version)
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
    paths: reworded(paths) as Json,
    components: reworded({ ...components, securitySchemes }) as Record<string, Json> & { schemas: Json },
  }
  const { schemas } = older.components
  for (const [name, schema] of Object.entries(schemas)) schemas[`${name}OrNull`] = orNull(schema as Schema)
  older.components.schemas = reached(schemas, [older.paths, { ...older.components, schemas: {} }])
  return older
}

/** Names of values without schemas: an example may have fields with any names. */
const values = ['example', 'value', 'enum', 'required', 'scopes']

function reworded(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((each) => reworded(each))
  if (typeof node !== 'object' || node === null) return node
  const same: Json = Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [
      name,
      !areNames && values.includes(name) ? inner : reworded(inner, name === 'properties' && !areNames),
    ]),
  )
  return !areNames && isSchema(same) ? older(same) : same
}

const isSchema = (node: Json): boolean =>
  Array.isArray(node.anyOf) || '$ref' in node || typeof node.type === 'string' || Array.isArray(node.type)

function older(schema: Schema): Schema {
  const { examples, $ref, exclusiveMinimum, ...rest } = schema
  const same: Schema = rest
  if (Array.isArray(examples)) same.example = examples[0]
  if (typeof exclusiveMinimum === 'number') Object.assign(same, { minimum: exclusiveMinimum, exclusiveMinimum: true })
  if ($ref !== undefined) return Object.keys(same).length === 0 ? { $ref } : { ...same, allOf: [{ $ref }] }
  if (Array.isArray(same.type)) return { ...same, type: same.type.find((each) => each !== 'null')!, nullable: true }
  return same.anyOf?.some(isNull) ? withoutNull(same) : same
}

const isNull = ({ type }: Schema) => type === 'null'

/**
 * Replaces `null` types. Only a schema with a type can be `nullable`, so a named schema gets a second, nullable
 * version.
 */
function withoutNull({ anyOf = [], ...same }: Schema): Schema {
  const options = anyOf.filter((each) => !isNull(each)).map(orNull)
  if (options.length > 1) return { ...same, anyOf: options }
  const [only] = options as [Schema]
  if (only.$ref === undefined) return { ...only, ...same }
  return Object.keys(same).length === 0 ? only : { ...same, allOf: [only] }
}
const orNull = (schema: Schema): Schema =>
  schema.$ref === undefined ? { ...schema, nullable: true } : { $ref: `${schema.$ref}OrNull` }

/** Returns the schemas reached from the paths: without webhooks, schemas of their messages are unused. */
function reached(schemas: Json, from: unknown[]): Json {
  const names = new Set<string>()
  const follow = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      follow(schemas[name!])
    }
  }
  follow(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}
