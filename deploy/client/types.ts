// Writes JSON Schemas as short TypeScript: a repeated type gets a name, and a similar type is written as its
// difference.
import { fieldErrorCodes, problemDefinitions } from '../../contract/problem.ts'

export interface Schema {
  type?: string | string[]
  title?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
  'x-type'?: Schema
  'x-growing'?: true
  'x-integer'?: object
}

/** Named types: objects by their titles, and lists of values. */
export interface Names {
  objects: Map<string, Schema>
  choices: Map<string, string>
}

/** Fields with their types. The name of an optional field ends with a question mark. */
type Members = ReadonlyMap<string, string>

const literals = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')
const problemCodes = Object.keys(problemDefinitions)
const requestErrorCodes = fieldErrorCodes.filter((code) => !problemCodes.includes(code.toUpperCase()))
const codes = new Map([
  [literals(problemCodes), 'ProblemCode'],
  [literals(fieldErrorCodes), 'FieldErrorCode'],
])

/**
 * Types that precede all others. `Other` marks lists to which the service may add values, so that a client expects
 * unknown values.
 */
export const preamble = `type KnownProblem = ${literals(problemCodes)}
type ProblemCode = KnownProblem | Other
type FieldErrorCode = ${literals(requestErrorCodes)} | Lowercase<KnownProblem> | Other
type Other = string & {}
type Flag = boolean | 'true' | 'false'
type Changes<T> = { [K in keyof T]?: T[K] | null }
type Whole<T> = { [K in keyof T]-?: T[K] }
`

export const typeOf = (schema: Schema, names: Names, place: string): string => {
  if (schema['x-type']) return typeOf(schema['x-type'], names, place)
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, names, place)).join(' | ')
  if (schema.enum) return choice(schema, names, place)
  const types = [schema.type ?? 'unknown'].flat().map((type) => typeNamed(type, schema, names, place))
  return [...new Set(types)].join(' | ')
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
function choice(schema: Schema, names: Names, place: string): string {
  const values = (schema.enum ?? []).filter((value) => value !== null)
  const more = (schema['x-growing'] ? ' | Other' : '') + (schema.enum?.includes(null) ? ' | null' : '')
  const text = literals(values)
  const code = codes.get(text)
  if (code) return code
  if (values.length === 1) return text + more
  const name = names.choices.get(text) ?? capital(place)
  names.choices.set(text, name)
  return name + more
}

/** Declares a named type for a list of values if that makes the text shorter. Inserts all other lists in place. */
export function withChoices(text: string, names: Names): string {
  let whole = text
  for (const [values, name] of names.choices) {
    const named = new RegExp(`\\b${name}\\b(\\[\\])?`, 'g')
    const uses = [...whole.matchAll(named)].length
    const declared = `type ${name} = ${values}\n`
    if (declared.length + uses * name.length < uses * values.length) whole = declared + whole
    else whole = whole.replace(named, (_, list?: string) => (list ? `(${values})[]` : values))
  }
  return whole
}

function typeNamed(type: string, schema: Schema, names: Names, place: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    const items = typeOf(schema.items ?? {}, names, place)
    return /[ |&]/.test(items) ? `(${items})[]` : `${items}[]`
  }
  if (type !== 'object') return type
  // `contractTypes` declares this type together with the errors that contain it.
  if (schema.title === 'ErrorValues') return schema.title
  if (!schema.properties) {
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return `Record<string, ${typeOf(values, names, place)}>`
  }
  if (schema.title === undefined) return braces(membersOf(schema, names, place))
  if (!names.objects.has(schema.title)) {
    names.objects.set(schema.title, schema)
    membersOf(schema, names, schema.title)
  }
  return schema.title
}

const quoted = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))
export const braces = (members: Members): string =>
  members.size === 0 ? '{}' : `{ ${[...members].map(([name, type]) => `${name}: ${type}`).join('; ')} }`

export function membersOf(schema: Schema, names: Names, place: string): Map<string, string> {
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [
      `${quoted(name)}${schema.required?.includes(name) ? '' : '?'}`,
      typeOf(member, names, place + capital(name)),
    ]),
  )
}

/** Returns the type of a query. Numbers and booleans become text in the URL. */
export function queryOf(schema: Schema, names: Names, place: string): string {
  const members = membersOf(schema, names, place)
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    for (const key of [name, `${name}?`].filter((each) => members.has(each)))
      if (member['x-integer']) members.set(key, 'string | number')
      else if (member.enum?.join() === 'true,false') members.set(key, 'Flag')
  return braces(members)
}

const optional = (name: string) => (name.endsWith('?') ? name : `${name}?`)
const given = (name: string) => name.replace('?', '')
const orNull = (type: string) => (type.endsWith(' | null') ? type : `${type} | null`)

/** Ways to derive a type from another one, and the effect on its fields. */
const ways: { wrap(from: string): string; member(name: string, type: string): [name: string, type: string] }[] = [
  { wrap: (from) => from, member: (name, type) => [name, type] },
  { wrap: (from) => `Changes<${from}>`, member: (name, type) => [optional(name), orNull(type)] },
  { wrap: (from) => `Whole<${from}>`, member: (name, type) => [given(name), type] },
]

/**
 * Compares a type with a base type. Returns the common fields, the other fields of the base, and the own fields that
 * remain.
 */
function compare(members: Members, theirs: Members, member: (typeof ways)[number]['member']) {
  const own = new Map(members)
  const same: string[] = []
  const others: string[] = []
  for (const [name, type] of theirs) {
    const [wanted, becomes] = member(name, type)
    const isSame = own.get(wanted) === becomes
    if (isSame) own.delete(wanted)
    const list = isSame ? same : others
    list.push(`'${given(name)}'`)
  }
  return { own, same, others }
}

/** Returns the shortest declaration of a type: all its fields, or its difference from an earlier type. */
function declaration(title: string, members: Members, before: ReadonlyMap<string, Members>): string {
  const open = new Map([...members].filter(([name, type]) => name.endsWith('?') && type.endsWith(' | null')))
  const rest = new Map([...members].filter(([name]) => !open.has(name)))
  const inner = new Map([...open].map(([name, type]) => [given(name), type.replace(/ \| null$/, '')]))
  let shortest = `interface ${title} ${braces(members)}`
  const consider = (text: string) => {
    if (text.length + worthwhile < shortest.length) shortest = text
  }
  consider(`interface ${title} extends Changes<${braces(inner)}> ${braces(rest)}`)
  for (const [base, theirs] of before)
    for (const { wrap, member } of ways) {
      const { own, same, others } = compare(members, theirs, member)
      const omitted = others.length === 0 ? base : `Omit<${base}, ${others.join(' | ')}>`
      for (const from of [omitted, `Pick<${base}, ${same.join(' | ')}>`])
        consider(`interface ${title} extends ${wrap(from)} ${braces(own)}`)
    }
  return shortest
}
const worthwhile = 8

export function declarations(names: Names): string[] {
  const before = new Map<string, Members>()
  return [...names.objects].map(([title, schema]) => {
    const members = membersOf(schema, names, title)
    const text = declaration(title, members, before)
    before.set(title, members)
    return text
  })
}
