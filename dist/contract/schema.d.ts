/** A JSON Schema of values of type T. The type exists for the compiler only. */
export interface TSchema<T = unknown> {
    readonly '~type'?: T;
    readonly [keyword: string]: unknown;
}
export type Static<S> = S extends TSchema<infer T> ? T : never;
declare const optionalMark: unique symbol;
export interface TOptional<S extends TSchema> {
    readonly '~type'?: Static<S>;
    readonly [optionalMark]: true;
    readonly [keyword: string]: unknown;
}
type Properties = Record<string, TSchema>;
type OptionalNames<P> = {
    [K in keyof P]: P[K] extends {
        readonly [optionalMark]: true;
    } ? K : never;
}[keyof P];
type Members<P> = {
    [K in Exclude<keyof P, OptionalNames<P>>]: Static<P[K]>;
} & {
    [K in OptionalNames<P>]?: Static<P[K]>;
};
/** Shown to the reader as one object type. */
type Flat<T> = {
    [K in keyof T]: T[K];
};
export interface TObject<P extends Properties = Properties> extends TSchema<Flat<Members<P>>> {
    readonly properties: P;
}
export type TUnsafe<T> = TSchema<T>;
type Keywords = Record<string, unknown>;
declare const Type: {
    String: (keywords?: Keywords) => TSchema<string>;
    Number: (keywords?: Keywords) => TSchema<number>;
    Integer: (keywords?: Keywords) => TSchema<number>;
    Boolean: (keywords?: Keywords) => TSchema<boolean>;
    Array: <S extends TSchema>(items: S, keywords?: Keywords) => TSchema<Static<S>[]>;
    Object: <P extends Properties>(properties: P, keywords?: Keywords) => TObject<P>;
    Optional: <S extends TSchema>(schema: S) => TOptional<S>;
    /** A schema whose type the compiler cannot see from it. */
    Unsafe: <T>(schema: Keywords) => TUnsafe<T>;
};
export default Type;
