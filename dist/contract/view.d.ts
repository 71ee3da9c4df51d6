import { type Static } from './schema.ts';
export declare const viewLimits: {
    readonly views: 50;
    readonly nameLength: 40;
    readonly searchLength: 4000;
};
export declare const View: import("./schema.ts").TObject<{
    viewId: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    search: import("./schema.ts").TSchema<string>;
    created: import("./schema.ts").TSchema<string>;
}>;
export type View = Static<typeof View>;
export declare const listViews: {
    readonly id: "listViews";
    readonly method: "GET";
    readonly path: "/v1/views";
    readonly tag: "Consignments";
    readonly summary: "List the shared views of the list";
    readonly description: "Views that everybody of the environment has in the console, in the order of their names.";
    readonly scope: "consignments:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        created: string;
        name: string;
        search: string;
        viewId: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const createView: {
    readonly id: "createView";
    readonly method: "POST";
    readonly path: "/v1/view";
    readonly tag: "Consignments";
    readonly summary: "Share a view of the list";
    readonly description: "An environment can have at most 50 views.";
    readonly scope: "consignments:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TSchema<string>;
        search: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        viewId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly problems: readonly [];
};
export declare const deleteView: {
    readonly id: "deleteView";
    readonly method: "DELETE";
    readonly path: "/v1/view/{viewId}";
    readonly tag: "Consignments";
    readonly summary: "Delete a shared view";
    readonly description: "The consignments stay as they are.";
    readonly scope: "consignments:write";
    readonly params: import("./schema.ts").TObject<{
        viewId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
