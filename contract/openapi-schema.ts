// Turns the schemas of the contract into OpenAPI schemas: named components, one type each, without Dray's own
// keywords.
import { createReference, type JsonObject, type JsonSchema } from './openapi-parts.ts'

/** Named components of the document, collected from its schemas. */
export interface DocumentComponents {
  schemas: Record<string, JsonSchema>
  responses: Record<string, JsonObject>
  /** Titles of the objects in responses. Responses may get further fields, so these objects allow unknown fields. */
  answered: ReadonlySet<string>
}

// All other formats exist only in our own validation. Other tools would only warn about them.
const publicFormats: Record<string, string> = { email: 'email', 'email-shape': 'email', 'date-time': 'date-time' }

/** Keywords that apply to one type only. If a value may have several types, each type gets its own keywords. */
const keywordsOf: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}
const typedKeywords = [...new Set(Object.values(keywordsOf).flat())]

/** Replaces titled objects by references to components, so that generated clients get one named type for each. */
export function extractComponents(components: DocumentComponents, schema: JsonSchema): JsonSchema {
  const { 'x-type': told, description } = schema
  if (told)
    return {
      ...extractComponents(components, told as JsonSchema),
      ...(description === undefined ? {} : { description }),
    }
  const plain = removeExtensions(schema)
  if (plain.items) plain.items = extractComponents(components, plain.items)
  if (plain.anyOf) plain.anyOf = plain.anyOf.map((option) => extractComponents(components, option))
  if (typeof plain.additionalProperties === 'object')
    plain.additionalProperties = extractComponents(components, plain.additionalProperties as JsonSchema)
  if (!plain.properties) return spread(plain, schema['x-growing'] === true)
  plain.properties = Object.fromEntries(
    Object.entries(plain.properties).map(([name, s]) => [name, extractComponents(components, s)]),
  )
  const { title } = schema
  if (!title) return plain
  if (components.answered.has(title)) delete plain.additionalProperties
  const component = { ...plain, type: 'object' }
  const existing = components.schemas[title]
  if (existing && JSON.stringify(existing) !== JSON.stringify(component)) throw new Error(`two schemas titled ${title}`)
  components.schemas[title] = component
  const ref: JsonSchema = createReference('schemas', title)
  return Array.isArray(plain.type) ? { anyOf: [ref, { type: 'null' }] } : ref
}

/** Returns the schema of a query parameter: a text with a pattern becomes a number or a boolean. */
export function buildParameterSchema(components: DocumentComponents, schema: JsonSchema): JsonSchema {
  const { 'x-integer': range, pattern: _pattern, ...rest } = schema
  if (range) return extractComponents(components, { ...rest, type: 'integer', ...(range as JsonObject) })
  const { enum: values, ...others } = schema
  const isBoolean = Array.isArray(values) && values.join() === 'true,false'
  return extractComponents(components, isBoolean ? { ...others, type: 'boolean' } : schema)
}

function removeExtensions(schema: JsonSchema): JsonSchema {
  const { title: _title, format, ...rest } = schema
  const plain: JsonSchema = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('x-')))
  const publicFormat = format && publicFormats[format]
  if (publicFormat) plain.format = publicFormat
  return plain
}

/** Returns a schema with one alternative for each type, so that each keyword belongs to one type. */
function spread(schema: JsonSchema, isGrowing: boolean): JsonSchema {
  const { type, enum: values, ...rest } = schema
  const types = [type ?? []].flat()
  const named = types.filter((typeName) => typeName !== 'null')
  if (!(values ? types.length > 1 || isGrowing : named.length > 1)) return schema
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !typedKeywords.includes(name)))
  const alternatives = named.map((typeName) => ({
    type: typeName,
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => keywordsOf[typeName]?.includes(name))),
    ...(values ? { enum: (values as unknown[]).filter((value) => value !== null) } : {}),
  }))
  return {
    ...shared,
    anyOf: [
      ...alternatives,
      // Clients have to accept values that are added later.
      ...(isGrowing ? [{ type: named[0]! }] : []),
      ...(types.includes('null') ? [{ type: 'null' }] : []),
    ],
  }
}

/** Returns the titles of all objects in a schema. */
export function collectTitles(schema: JsonSchema, found: Set<string> = new Set()): Set<string> {
  if (schema.title && schema.properties) found.add(schema.title)
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]
  if (schema.items) inner.push(schema.items)
  for (const child of inner) collectTitles(child, found)
  return found
}
