// Describes a record by one list of fields. Its input, its patch, its read and its stored form follow from the list.
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts'
import { nullable, object, optional, patchOf, sentBack } from './shared.ts'

type Kind = 'required' | 'optional' | 'preset' | 'sparse' | 'unread' | 'issued' | 'derived'

/** One field of a record: its schema in an input and in a read, if it appears there. */
export interface Field<
  K extends Kind = Kind,
  I extends TSchema | undefined = TSchema | undefined,
  R extends TSchema | undefined = TSchema | undefined,
> {
  readonly kind: K
  readonly input: I
  readonly read: R
  /** Schema of a field in a patch that an input does not have. */
  readonly patch?: TSchema
  readonly preset?: unknown
}
export type Fields = Record<string, Field>

type Omissible<S extends TSchema> = TOptional<TUnsafe<Static<S> | null>>

/** A client must send the field. */
function required<I extends TSchema>(input: I): Field<'required', I, I>
function required<I extends TSchema, R extends TSchema>(input: I, read: R): Field<'required', I, R>
function required(input: TSchema, read = input): Field {
  return { kind: 'required', input, read }
}

/** A client may omit the field or send null. A read returns the value or null, unless `read` says otherwise. */
function omissible<I extends TSchema>(input: I): Field<'optional', Omissible<I>, TUnsafe<Static<I> | null>>
function omissible<I extends TSchema, R extends TSchema>(input: I, read: R): Field<'optional', Omissible<I>, R>
function omissible(input: TSchema, read: TSchema = nullable(input)): Field {
  return { kind: 'optional', input: optional(input), read }
}

/** A client may omit the field or send null. A read returns nothing instead of null. */
const sparse = <I extends TSchema, R extends TSchema>(
  input: I,
  read: R,
): Field<'sparse', Omissible<I>, TOptional<R>> => ({
  kind: 'sparse',
  input: optional(input),
  read: Type.Optional(read) as TOptional<R>,
})

export const field = {
  required,
  optional: omissible,
  /** A client may omit the field or send null. A read returns the value or the preset. */
  preset: <I extends TSchema>(input: I, preset: Static<I>): Field<'preset', Omissible<I>, I> => ({
    kind: 'preset',
    input: optional(input),
    read: input,
    preset,
  }),
  sparse,
  /** A client may omit the field or send null. A read shows its effect in another field. */
  unread: <I extends TSchema>(input: I): Field<'unread', Omissible<I>, undefined> => ({
    kind: 'unread',
    input: optional(input),
    read: undefined,
  }),
  /** The service sets the field. An input must not contain it; a patch may repeat it. */
  issued: <R extends TSchema>(read: R, patch: TSchema = sentBack(read)): Field<'issued', undefined, R> => ({
    kind: 'issued',
    input: undefined,
    read,
    patch,
  }),
  /** The value follows from other records. An input and a patch may repeat it, and the service ignores it. */
  derived: <R extends TSchema>(read: R, description: string): Field<'derived', TOptional<TUnsafe<Static<R>>>, R> => ({
    kind: 'derived',
    input: Type.Optional(sentBack(read, description)),
    read,
    patch: sentBack(read, description),
  }),
}

type Schemas<F extends Fields, Side extends 'input' | 'read'> = {
  [N in keyof F as F[N][Side] extends TSchema ? N : never]: Extract<F[N][Side], TSchema>
}
export type InputOf<F extends Fields> = Static<TObject<Schemas<F, 'input'>>>
export type ReadOf<F extends Fields> = Static<TObject<Schemas<F, 'read'>>>
/** Names of the fields that a client sets. */
export type SetName<F extends Fields> = {
  [N in keyof F]: F[N]['kind'] extends 'issued' | 'derived' ? never : N
}[keyof F] &
  string

const schemas = <F extends Fields, Side extends 'input' | 'read'>(fields: F, side: Side) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { [side]: schema }]) => (schema === undefined ? [] : [[name, schema]])),
  ) as Schemas<F, Side>

/** Returns the schemas of a record. The sequence of its fields is the sequence in which they are stored. */
export function record<F extends Fields>(name: string, fields: F) {
  const all = Object.entries<Field>(fields)
  const issued = all.flatMap(([each, { kind }]) => (kind === 'issued' ? [each] : []))
  const input = object(`${name}Input`, schemas(fields, 'input'), issued.length === 0 ? {} : { 'x-read-only': issued })
  const patches = Object.fromEntries(all.flatMap(([each, { patch }]) => (patch === undefined ? [] : [[each, patch]])))
  return {
    fields,
    setNames: all.flatMap(([each, { kind }]) =>
      kind === 'issued' || kind === 'derived' ? [] : [each],
    ) as SetName<F>[],
    Input: input,
    Read: object(name, schemas(fields, 'read')),
    Patch: patchOf(`${name}Patch`, input, patches),
  }
}

/** Functions that turn a sent value into its stored form. A field without one is stored as sent, or as null. */
export type Forms<Input, Stored, Context> = {
  readonly [N in keyof Stored & keyof Input]?: (value: Input[N], context: Context) => Stored[N]
}

/**
 * Returns a function that turns an input into its stored form: an object with these fields in this sequence. Every order that
 * is written passes through such a function, so it copies one object and makes no closure.
 */
export function normaliser<Stored extends object, Input extends object, Context = undefined>(
  fields: Fields,
  names: readonly (keyof Stored & string)[],
  forms: Forms<Input, Stored, Context>,
): (input: Input, context: Context) => Stored {
  type Loose = Record<string, unknown>
  const formOf = forms as Record<string, ((value: unknown, context: Context) => unknown) | undefined>
  const plain: string[] = names.filter((name) => !formOf[name])
  const formed = names.flatMap((name) => (formOf[name] ? [{ name, form: formOf[name] }] : []))
  // JSON.parse makes an object that the engine copies fast; one that was built field by field is a slow dictionary.
  const empty: Loose = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, fields[name]?.preset ?? null]))),
  )
  return (input, context) => {
    const stored = { ...empty }
    for (const name of plain) {
      const value = (input as Loose)[name]
      if (value !== undefined && value !== null) stored[name] = value
    }
    for (const { name, form } of formed) stored[name] = form((input as Loose)[name], context)
    return stored as Stored
  }
}
