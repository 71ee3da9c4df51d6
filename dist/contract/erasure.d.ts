/** What one request erases at the most. */
export declare const erasuresMax = 100;
export declare const eraseConsignees: {
    readonly id: "eraseConsignees";
    readonly method: "POST";
    readonly path: "/v1/erasures";
    readonly tag: "Consignments";
    readonly summary: "Erase the consignee data of consignments";
    readonly description: "Send exactly one of `ids`, `consigneeCode`, `phone` and `email`. Removes the consignee's contact, address (except the country), code and both instructions from the consignments, and all their values from the history. From their proofs it removes contact, remarks, e-mail address, location, photos and signature. Deleted consignments can only be named by their ids. The consignments remain, and a `consignment.erased` event says where something was erased, but not what.";
    readonly scope: "consignments:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        ids: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        consigneeCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        phone: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        erased: import("./schema.ts").TSchema<number>;
        more: import("./schema.ts").TSchema<boolean>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
