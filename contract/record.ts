// Describes a record by one list of fields. Its input, its patch, its read and its stored form follow from the list.
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts'
import {
  dateTimeSchema,
  echoedSchema,
  idSchema,
  nullableSchema,
  objectSchema,
  optionalSchema,
  patchOf,
} from './shared.ts'

type FieldMode = 'required' | 'optional' | 'preset' | 'sparse' | 'unread' | 'issued' | 'derived' | 'added'

/** One field of a record: its schema in an input and in a read, if it appears there. */
export interface RecordField<
  K extends FieldMode = FieldMode,
  I extends TSchema | undefined = TSchema | undefined,
  R extends TSchema | undefined = TSchema | undefined,
> {
  readonly kind: K
  readonly input: I
  readonly read: R
  /** Schema in a patch of a field that an input must not contain, or that the service ignores. */
  readonly patch?: TSchema
  readonly preset?: unknown
}
export type RecordFields = Record<string, RecordField>

type Omissible<S extends TSchema> = TOptional<TUnsafe<Static<S> | null>>

/** A client must send the field. */
function required<I extends TSchema>(input: I): RecordField<'required', I, I>
function required<I extends TSchema, R extends TSchema>(input: I, read: R): RecordField<'required', I, R>
function required(input: TSchema, read = input): RecordField {
  return { kind: 'required', input, read }
}

/**
 * Defines a field that a client may omit or send as null. A read returns the value or null, unless `read` has another
 * type.
 */
function omissible<I extends TSchema>(input: I): RecordField<'optional', Omissible<I>, TUnsafe<Static<I> | null>>
function omissible<I extends TSchema, R extends TSchema>(input: I, read: R): RecordField<'optional', Omissible<I>, R>
function omissible(input: TSchema, read: TSchema = nullableSchema(input)): RecordField {
  return { kind: 'optional', input: optionalSchema(input), read }
}

/** A client may omit the field or send null. A read returns nothing instead of null. */
const sparse = <I extends TSchema, R extends TSchema>(
  input: I,
  read: R,
): RecordField<'sparse', Omissible<I>, TOptional<R>> => ({
  kind: 'sparse',
  input: optionalSchema(input),
  read: Type.Optional(read) as TOptional<R>,
})

export const recordField = {
  required,
  optional: omissible,
  /** A client may omit the field or send null. A read returns the value or the preset. */
  preset: <I extends TSchema>(input: I, preset: Static<I>): RecordField<'preset', Omissible<I>, I> => ({
    kind: 'preset',
    input: optionalSchema(input),
    read: input,
    preset,
  }),
  sparse,
  /** A client may omit the field or send null. A read shows its effect in another field. */
  unread: <I extends TSchema>(input: I): RecordField<'unread', Omissible<I>, undefined> => ({
    kind: 'unread',
    input: optionalSchema(input),
    read: undefined,
  }),
  /** The service sets the field. An input must not contain it; a patch may repeat it. */
  issued: <R extends TSchema>(read: R, patch: TSchema = echoedSchema(read)): RecordField<'issued', undefined, R> => ({
    kind: 'issued',
    input: undefined,
    read,
    patch,
  }),
  /** The service adds the field to a read of a record that has no patch. An input must not contain it. */
  added: <R extends TSchema>(read: R): RecordField<'added', undefined, R> => ({
    kind: 'added',
    input: undefined,
    read,
  }),
  /** The value follows from other records. An input and a patch may repeat it, and the service ignores it. */
  derived: <R extends TSchema>(
    read: R,
    description: string,
  ): RecordField<'derived', TOptional<TUnsafe<Static<R>>>, R> => ({
    kind: 'derived',
    input: Type.Optional(echoedSchema(read, description)),
    read,
    patch: echoedSchema(read, description),
  }),
}

/** Fields that the service sets with every change of a record. */
export const stampFields = {
  environmentId: recordField.issued(idSchema('Id of the environment that owns the record.')),
  version: recordField.issued(
    Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
    Type.Unsafe({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version you read. If the record has changed since, the request fails with `VERSION_MISMATCH`.',
    }),
  ),
  created: recordField.issued(dateTimeSchema('Time of creation.')),
  updated: recordField.issued(dateTimeSchema('Time of the last change.')),
}

type Schemas<F extends RecordFields, Side extends 'input' | 'read'> = {
  [N in keyof F as F[N][Side] extends TSchema ? N : never]: Extract<F[N][Side], TSchema>
}
export type InputOf<F extends RecordFields> = Static<TObject<Schemas<F, 'input'>>>
export type ReadOf<F extends RecordFields> = Static<TObject<Schemas<F, 'read'>>>
/** Names of the fields that a client sets. */
export type SetName<F extends RecordFields> = {
  [N in keyof F]: F[N]['kind'] extends 'issued' | 'derived' | 'added' ? never : N
}[keyof F] &
  string

/** Returns the schemas of fields in an input or in a read, by name. */
export const getFieldSchemas = <F extends RecordFields, Side extends 'input' | 'read'>(fields: F, side: Side) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { [side]: schema }]) => (schema === undefined ? [] : [[name, schema]])),
  ) as Schemas<F, Side>

export interface RecordSchemas<F extends RecordFields> {
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
export function createRecordSchemas<F extends RecordFields>(
  name: string,
  fields: F,
  keywords: object = {},
): RecordSchemas<F> {
  const entries = Object.entries<RecordField>(fields)
  const issued = entries.flatMap(([name, { kind }]) => (kind === 'issued' ? [name] : []))
  const input = objectSchema(`${name}Input`, getFieldSchemas(fields, 'input'), {
    ...(issued.length > 0 && { 'x-read-only': issued }),
    ...keywords,
  })
  const patches = Object.fromEntries(
    entries.flatMap(([name, { patch }]) => (patch === undefined ? [] : [[name, patch]])),
  )
  return {
    fields,
    setNames: entries.flatMap(([name, { kind, input: sent }]) =>
      sent === undefined || kind === 'derived' ? [] : [name],
    ) as SetName<F>[],
    Input: input,
    Read: objectSchema(name, getFieldSchemas(fields, 'read')),
    Patch: patchOf(`${name}Patch`, input, patches),
  }
}
