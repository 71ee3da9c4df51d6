export declare const getConsignmentLabels: {
    readonly method: 'GET';
    readonly download: readonly ['application/pdf'];
    readonly scope: 'consignments:read';
    readonly problems: readonly ['NOT_FOUND'];
    readonly query: import("./schema.ts").TObject<{
        format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
        language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
    }>;
    readonly id: "getConsignmentLabels";
    readonly path: "/v1/consignment/{consignmentId}/labels";
    readonly tag: "Consignments";
    readonly summary: "Print the labels of a consignment";
    readonly description: "One label for each package. Its code is the barcode of the package, or its `packageId` if it has none: Code 128 where it fits, else QR. An order without packages gets `plannedPackages` labels, or one, with its key as the code.";
    readonly params: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TSchema<string>;
    }>;
};
export declare const getLoadLabels: {
    readonly method: 'GET';
    readonly download: readonly ['application/pdf'];
    readonly scope: 'consignments:read';
    readonly problems: readonly ['NOT_FOUND'];
    readonly query: import("./schema.ts").TObject<{
        format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
        language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
    }>;
    readonly id: "getLoadLabels";
    readonly path: "/v1/load/{loadId}/labels";
    readonly tag: "Loads";
    readonly summary: "Print the labels of all consignments of a load";
    readonly description: "In the sequence of the stops, at most 2,000 of them.";
    readonly params: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
};
export declare const getLabels: {
    readonly method: 'GET';
    readonly download: readonly ['application/pdf'];
    readonly scope: 'consignments:read';
    readonly problems: readonly ['NOT_FOUND'];
    readonly query: import("./schema.ts").TObject<{
        format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
        language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
        keys: import("./schema.ts").TSchema<string>;
    }>;
    readonly id: "getLabels";
    readonly path: "/v1/consignments/labels";
    readonly tag: "Consignments";
    readonly summary: "Print the labels of several consignments";
    readonly description: "In one file, at most 2,000 labels.";
};
