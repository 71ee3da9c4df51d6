export declare const listTokens: {
    readonly id: "listTokens";
    readonly method: "GET";
    readonly path: "/v1/tokens";
    readonly tag: "API access";
    readonly summary: "List the tokens of the environment";
    readonly description: "Oldest first, without the tokens themselves. Tokens that expired or were revoked more than 30 days ago are left out.";
    readonly scope: "tokens:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        activeFrom: string | null;
        activeTo: string;
        created: string;
        lastUsed: string | null;
        name: string | null;
        revoked: string | null;
        scopes: ("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
        tokenId: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const createToken: {
    readonly id: "createToken";
    readonly method: "POST";
    readonly path: "/v1/token";
    readonly tag: "API access";
    readonly summary: "Create a token";
    readonly description: "The token is returned only in this response. It never allows more than its creator may do. An environment can have at most 1000 tokens that are neither expired nor revoked.";
    readonly scope: "tokens:write";
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        scopes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[] | null>>;
        activeFrom: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        activeTo: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        tokenId: import("./schema.ts").TSchema<string>;
        token: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["TOKEN_LIMIT"];
};
export declare const revokeToken: {
    readonly id: "revokeToken";
    readonly method: "DELETE";
    readonly path: "/v1/token/{tokenId}";
    readonly tag: "API access";
    readonly summary: "Revoke a token";
    readonly description: "The token is refused within a second, on every instance.";
    readonly scope: "tokens:write";
    readonly params: import("./schema.ts").TObject<{
        tokenId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const listClients: {
    readonly id: "listClients";
    readonly method: "GET";
    readonly path: "/v1/clients";
    readonly tag: "API access";
    readonly summary: "List the OAuth 2 clients of the environment";
    readonly description: "Oldest first, without their secrets. Clients that were revoked more than 30 days ago are left out.";
    readonly scope: "tokens:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        clientId: string;
        created: string;
        lastUsed: string | null;
        name: string | null;
        revoked: string | null;
        scopes: ("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
    }[]>;
    readonly problems: readonly [];
};
export declare const createClient: {
    readonly id: "createClient";
    readonly method: "POST";
    readonly path: "/v1/client";
    readonly tag: "API access";
    readonly summary: "Create an OAuth 2 client";
    readonly description: "A client is a program that fetches its own short-lived tokens from `/oauth/token`. An environment can have at most 1000 clients that are not revoked.";
    readonly scope: "tokens:write";
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        scopes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[] | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        clientId: import("./schema.ts").TSchema<string>;
        secret: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["TOKEN_LIMIT"];
};
export declare const revokeClient: {
    readonly id: "revokeClient";
    readonly method: "DELETE";
    readonly path: "/v1/client/{clientId}";
    readonly tag: "API access";
    readonly summary: "Revoke an OAuth 2 client and all its tokens";
    readonly scope: "tokens:write";
    readonly params: import("./schema.ts").TObject<{
        clientId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
