import { type Static } from './schema.ts';
export declare const exportReasons: readonly ['created', 'changed', 'released', 'manual'];
export type ExportReason = (typeof exportReasons)[number];
export declare const ExportEntry: import("./schema.ts").TObject<{
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    version: import("./schema.ts").TSchema<number>;
    since: import("./schema.ts").TSchema<string>;
    reason: import("./schema.ts").TUnsafe<"changed" | "created" | "manual" | "released">;
}>;
export type ExportEntry = Static<typeof ExportEntry>;
export declare const listExport: {
    readonly id: "listExport";
    readonly method: "GET";
    readonly path: "/v1/export/consignments";
    readonly tag: "Export list";
    readonly summary: "List the consignments on the export list";
    readonly description: "Oldest first. Returns plain ids, or, with `detail=true`, everything you need to acknowledge safely.";
    readonly scope: "export:read";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        detail: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly data: import("./schema.ts").TUnsafe<string[] | {
        consignmentId: string;
        key: string;
        reason: "changed" | "created" | "manual" | "released";
        since: string;
        version: number;
    }[]>;
    readonly piecemeal: true;
    readonly problems: readonly [];
};
export declare const clearExport: {
    readonly id: "clearExport";
    readonly method: "DELETE";
    readonly path: "/v1/export/consignments";
    readonly tag: "Export list";
    readonly summary: "Remove all consignments from the export list";
    readonly description: "The consignments themselves remain. This also clears consignments that were added or changed since you read the list; to be safe, acknowledge instead.";
    readonly scope: "export:write";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly problems: readonly [];
};
export declare const removeExport: {
    readonly id: "removeExport";
    readonly method: "DELETE";
    readonly path: "/v1/export/consignment/{consignmentId}";
    readonly tag: "Export list";
    readonly summary: "Remove one consignment from the export list";
    readonly description: "Succeeds even if the consignment is not on the list.";
    readonly scope: "export:write";
    readonly params: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const addExport: {
    readonly id: "addExport";
    readonly method: "POST";
    readonly path: "/v1/export/consignments";
    readonly tag: "Export list";
    readonly summary: "Add consignments to the export list";
    readonly description: "Send exactly one of `ids`, `keys` and `loadId`. Consignments that are already on the list keep their place.";
    readonly scope: "export:write";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly body: import("./schema.ts").TObject<{
        ids: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        keys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        added: import("./schema.ts").TSchema<number>;
    }>;
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_LOAD"];
};
export declare const acknowledgeExport: {
    readonly id: "acknowledgeExport";
    readonly method: "POST";
    readonly path: "/v1/export/consignments/acknowledge";
    readonly tag: "Export list";
    readonly summary: "Acknowledge exported consignments";
    readonly description: "Removes only the consignments that still have the version you read, and returns the ids of those that stay on the list.";
    readonly scope: "export:write";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly body: import("./schema.ts").TObject<{
        consignments: import("./schema.ts").TSchema<{
            consignmentId: string;
            version: number;
        }[]>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        removed: import("./schema.ts").TSchema<number>;
        kept: import("./schema.ts").TSchema<string[]>;
    }>;
    readonly problems: readonly [];
};
