// Builds JSON Schemas with their TypeScript types, so that validation and compiler use one definition.

/** A JSON Schema of values of type T. The type exists for the compiler only. */
export interface TSchema<T = unknown> {
  readonly '~type'?: T
  readonly [keyword: string]: unknown
}
export type Static<S> = S extends TSchema<infer T> ? T : never

const optionalSymbol: unique symbol = Symbol('optional')
export interface TOptional<S extends TSchema> {
  readonly '~type'?: Static<S>
  readonly [optionalSymbol]: true
  readonly [keyword: string]: unknown
}

type Properties = Record<string, TSchema>
type OptionalNames<P> = { [K in keyof P]: P[K] extends { readonly [optionalSymbol]: true } ? K : never }[keyof P]
type Members<P> = { [K in Exclude<keyof P, OptionalNames<P>>]: Static<P[K]> } & {
  [K in OptionalNames<P>]?: Static<P[K]>
}
/** Merges an intersection into one object type, so that editors show its fields. */
type Flat<T> = { [K in keyof T]: T[K] }

export interface TObject<P extends Properties = Properties> extends TSchema<Flat<Members<P>>> {
  readonly properties: P
}
export type TUnsafe<T> = TSchema<T>
type Keywords = Record<string, unknown>

const Type = {
  String: (keywords: Keywords = {}): TSchema<string> => ({ type: 'string', ...keywords }),
  Number: (keywords: Keywords = {}): TSchema<number> => ({ type: 'number', ...keywords }),
  Integer: (keywords: Keywords = {}): TSchema<number> => ({ type: 'integer', ...keywords }),
  Boolean: (keywords: Keywords = {}): TSchema<boolean> => ({ type: 'boolean', ...keywords }),
  Array: <S extends TSchema>(items: S, keywords: Keywords = {}): TSchema<Static<S>[]> => ({
    type: 'array',
    items,
    ...keywords,
  }),
  Object: <P extends Properties>(properties: P, keywords: Keywords = {}): TObject<P> => {
    const required = Object.keys(properties).filter((name) => !(optionalSymbol in properties[name]!))
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...keywords }
  },
  Optional: <S extends TSchema>(schema: S): TOptional<S> => ({ ...schema, [optionalSymbol]: true }) as TOptional<S>,
  /** Returns a schema with a type that the compiler cannot infer. */
  Unsafe: <T>(schema: Keywords): TUnsafe<T> => schema as TUnsafe<T>,
}
export default Type
