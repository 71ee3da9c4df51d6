import { type Static } from './schema.ts';
export declare const fieldTypes: readonly ['text', 'number', 'boolean', 'date', 'choice'];
export type FieldType = (typeof fieldTypes)[number];
export declare const fieldLimits: {
    readonly fields: 50;
    /** Fields that lists can be sorted by. */
    readonly sorted: 4;
    readonly choices: 100;
    readonly choiceLength: 100;
    readonly textLength: 500;
    readonly tags: 20;
    readonly tagLength: 50;
};
/** A key stands in names of columns and in queries, so it is plain. */
export declare const fieldKeyPattern = "[A-Za-z][A-Za-z0-9_]{0,39}";
export declare const CustomField: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"boolean" | "choice" | "date" | "number" | "text">;
    choices: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    required: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
    listed: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
    forDriver: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
    searched: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
    filtered: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
    sorted: import("./schema.ts").TOptional<import("./schema.ts").TSchema<boolean>>;
}>;
export type CustomField = Static<typeof CustomField>;
export type FieldValue = string | number | boolean;
export type FieldValues = Record<string, FieldValue>;
/** As they are sent: null is the same as none. */
export declare const customFieldsInput: import("./schema.ts").TUnsafe<Record<string, FieldValue | null>>;
export declare const customFields: import("./schema.ts").TUnsafe<FieldValues>;
export declare const tagsInput: import("./schema.ts").TSchema<string[]>;
export declare const tags: import("./schema.ts").TSchema<string[]>;
/** As tags are stored, and looked for. */
export declare const normalTag: (tag: string) => string;
