// Describes a record by one list of fields. Its input, its patch, its read and its stored form follow from the list.
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts'
import { dateTime, id, nullable, object, optional, patchOf, sentBack } from './shared.ts'

type Kind = 'required' | 'optional' | 'preset' | 'sparse' | 'unread' | 'issued' | 'derived' | 'added'

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

/**
 * Defines a field that a client may omit or send as null. A read returns the value or null, unless `read` has another
 * type.
 */
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
  /** The service adds the field to a read of a record that has no patch. An input must not contain it. */
  added: <R extends TSchema>(read: R): Field<'added', undefined, R> => ({ kind: 'added', input: undefined, read }),
  /** The value follows from other records. An input and a patch may repeat it, and the service ignores it. */
  derived: <R extends TSchema>(read: R, description: string): Field<'derived', TOptional<TUnsafe<Static<R>>>, R> => ({
    kind: 'derived',
    input: Type.Optional(sentBack(read, description)),
    read,
    patch: sentBack(read, description),
  }),
}

/** Fields that the service sets with every change of a record. */
export const stamps = {
  environmentId: field.issued(id('Id of the environment that owns it.')),
  version: field.issued(
    Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
    Type.Unsafe({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version you read. If the record has changed since, the request fails with `VERSION_MISMATCH`.',
    }),
  ),
  created: field.issued(dateTime('Time of creation.')),
  updated: field.issued(dateTime('Time of the last change.')),
}

type Schemas<F extends Fields, Side extends 'input' | 'read'> = {
  [N in keyof F as F[N][Side] extends TSchema ? N : never]: Extract<F[N][Side], TSchema>
}
export type InputOf<F extends Fields> = Static<TObject<Schemas<F, 'input'>>>
export type ReadOf<F extends Fields> = Static<TObject<Schemas<F, 'read'>>>
/** Names of the fields that a client sets. */
export type SetName<F extends Fields> = {
  [N in keyof F]: F[N]['kind'] extends 'issued' | 'derived' | 'added' ? never : N
}[keyof F] &
  string

/** Returns the schemas of fields in an input or in a read, by name. */
export const schemas = <F extends Fields, Side extends 'input' | 'read'>(fields: F, side: Side) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { [side]: schema }]) => (schema === undefined ? [] : [[name, schema]])),
  ) as Schemas<F, Side>

export interface RecordSchemas<F extends Fields> {
  readonly fields: F
  readonly setNames: readonly SetName<F>[]
  readonly Input: TObject<Schemas<F, 'input'>>
  readonly Read: TObject<Schemas<F, 'read'>>
  readonly Patch: ReturnType<typeof patchOf<TObject<Schemas<F, 'input'>>>>
}

/**
 * Returns the schemas of a record. Its fields are stored in their sequence here. `keywords` are added to the input
 * schema.
 */
export function record<F extends Fields>(name: string, fields: F, keywords: object = {}): RecordSchemas<F> {
  const all = Object.entries<Field>(fields)
  const issued = all.flatMap(([each, { kind }]) => (kind === 'issued' ? [each] : []))
  const input = object(`${name}Input`, schemas(fields, 'input'), {
    ...(issued.length > 0 && { 'x-read-only': issued }),
    ...keywords,
  })
  const patches = Object.fromEntries(all.flatMap(([each, { patch }]) => (patch === undefined ? [] : [[each, patch]])))
  return {
    fields,
    setNames: all.flatMap(([each, { kind, input: sent }]) =>
      sent === undefined || kind === 'derived' ? [] : [each],
    ) as SetName<F>[],
    Input: input,
    Read: object(name, schemas(fields, 'read')),
    Patch: patchOf(`${name}Patch`, input, patches),
  }
}
