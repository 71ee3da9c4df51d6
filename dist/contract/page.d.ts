export declare const pageLimits: {
    /** Rows of a page, and without `limit`. */
    readonly rows: 500;
    readonly rowsUnlessSaid: 50;
    /** Values that one filter takes. */
    readonly values: 20;
    /** Ids or keys that one request names. */
    readonly names: 500;
    /** How far a list can be skipped, and how far the rows of one without filters are counted. */
    readonly offset: 250000;
    /** Rows that are looked at for one page; a page that is not full by then says where to go on. */
    readonly looks: 10000;
    /** Rows that are looked at to count those of a list with filters. */
    readonly countedLooks: 20000;
};
export declare const pageQuery: {
    limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    offset: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    total: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
};
/** The member of every list that is read in pages. */
export declare const next: import("./schema.ts").TUnsafe<string | null>;
export declare const Total: import("./schema.ts").TObject<{
    count: import("./schema.ts").TSchema<number>;
    exact: import("./schema.ts").TSchema<boolean>;
}>;
/** Several values of a filter. */
export declare const several: (description: string) => import("./schema.ts").TSchema<string>;
