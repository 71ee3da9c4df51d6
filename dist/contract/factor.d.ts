export declare const factorLimits: {
    readonly factors: 10;
    readonly nameLength: 100;
    readonly recoveryCodes: 10;
};
export declare const enterCode: {
    readonly id: "enterCode";
    readonly method: "POST";
    readonly path: "/v1/session/code";
    readonly tag: "People";
    readonly summary: "Sign in: enter the second factor";
    readonly description: "Follows a sign-in that was answered with `SECOND_FACTOR`, within ten minutes. Sets the cookie of a new session. After five failures within 15 minutes, further attempts are answered with 429.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        code: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        personId: import("./schema.ts").TSchema<string>;
        email: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        hasPassword: import("./schema.ts").TSchema<boolean>;
        secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
        environments: import("./schema.ts").TSchema<{
            environmentId: string;
            name: string;
            role: "owner" | "planner" | "user-admin" | "viewer";
            scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
        }[]>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["UNAUTHORIZED"];
};
export declare const beginPasskey: {
    readonly id: "beginPasskey";
    readonly method: "POST";
    readonly path: "/v1/session/passkey/begin";
    readonly tag: "People";
    readonly summary: "Ask for a passkey";
    readonly description: "Returns a challenge for a passkey: to sign in without a password, as a second factor (with the `token` of `SECOND_FACTOR`), or to confirm who you are. A challenge can be answered once.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        options: import("./schema.ts").TUnsafe<Record<string, unknown>>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["UNAUTHORIZED", "NOT_FOUND"];
};
export declare const signInWithPasskey: {
    readonly id: "signInWithPasskey";
    readonly method: "POST";
    readonly path: "/v1/session/passkey";
    readonly tag: "People";
    readonly summary: "Sign in with a passkey";
    readonly description: "Needs no password: a passkey is two factors by itself. Sets the cookie of a new session.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        passkey: import("./schema.ts").TObject<{
            id: import("./schema.ts").TSchema<string>;
            response: import("./schema.ts").TObject<{
                authenticatorData: import("./schema.ts").TSchema<string>;
                clientDataJSON: import("./schema.ts").TSchema<string>;
                signature: import("./schema.ts").TSchema<string>;
                userHandle: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            }>;
        }>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        personId: import("./schema.ts").TSchema<string>;
        email: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        hasPassword: import("./schema.ts").TSchema<boolean>;
        secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
        environments: import("./schema.ts").TSchema<{
            environmentId: string;
            name: string;
            role: "owner" | "planner" | "user-admin" | "viewer";
            scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
        }[]>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["UNAUTHORIZED", "NOT_FOUND"];
};
export declare const confirmSession: {
    readonly id: "confirmSession";
    readonly method: "POST";
    readonly path: "/v1/session/confirm";
    readonly tag: "People";
    readonly summary: "Confirm who you are";
    readonly description: "After `SIGN_IN_AGAIN`: give your password, a code or a passkey, then repeat the request within ten minutes. If you use single sign-on, sign in again instead.";
    readonly access: "person";
    readonly unprotected: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        code: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        passkey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            passkey: {
                id: string;
                response: {
                    authenticatorData: string;
                    clientDataJSON: string;
                    signature: string;
                    userHandle?: string | null;
                };
            };
            token: string;
        } | null>>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const listFactors: {
    readonly id: "listFactors";
    readonly method: "GET";
    readonly path: "/v1/me/factors";
    readonly tag: "People";
    readonly summary: "List your second factors";
    readonly description: "Oldest first.";
    readonly access: "person";
    readonly unprotected: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        factors: import("./schema.ts").TSchema<{
            created: string;
            factorId: string;
            kind: "passkey" | "totp";
            lastUsed: string | null;
            name: string;
            synced: boolean | null;
        }[]>;
        recoveryCodes: import("./schema.ts").TSchema<number>;
        required: import("./schema.ts").TSchema<boolean>;
    }>;
    readonly problems: readonly [];
};
export declare const beginTotp: {
    readonly tag: "People";
    readonly access: 'person';
    readonly unprotected: true;
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly id: "beginTotp";
    readonly method: "POST";
    readonly path: "/v1/me/totp/begin";
    readonly summary: "Get the secret for an authenticator app";
    readonly description: "Nothing changes until a code of the app has been entered.";
    readonly data: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        secret: import("./schema.ts").TSchema<string>;
        uri: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly [];
};
export declare const addTotp: {
    readonly tag: "People";
    readonly access: 'person';
    readonly unprotected: true;
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly id: "addTotp";
    readonly method: "POST";
    readonly path: "/v1/me/totp";
    readonly summary: "Add an authenticator app";
    readonly description: "The code proves that the app has the secret. Your first factor also creates recovery codes and ends all your other sessions.";
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        code: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        factorId: import("./schema.ts").TSchema<string>;
        recoveryCodes: import("./schema.ts").TUnsafe<string[] | null>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const beginPasskeyCreation: {
    readonly tag: "People";
    readonly access: 'person';
    readonly unprotected: true;
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly id: "beginPasskeyCreation";
    readonly method: "POST";
    readonly path: "/v1/me/passkey/begin";
    readonly summary: "Get a challenge for a new passkey";
    readonly data: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        options: import("./schema.ts").TUnsafe<Record<string, unknown>>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const addPasskey: {
    readonly tag: "People";
    readonly access: 'person';
    readonly unprotected: true;
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly id: "addPasskey";
    readonly method: "POST";
    readonly path: "/v1/me/passkey";
    readonly summary: "Add a passkey";
    readonly description: "A passkey works as a second factor and instead of a password. Your first factor also creates recovery codes and ends all your other sessions.";
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        passkey: import("./schema.ts").TObject<{
            id: import("./schema.ts").TSchema<string>;
            response: import("./schema.ts").TObject<{
                attestationObject: import("./schema.ts").TSchema<string>;
                clientDataJSON: import("./schema.ts").TSchema<string>;
                transports: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            }>;
        }>;
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        factorId: import("./schema.ts").TSchema<string>;
        recoveryCodes: import("./schema.ts").TUnsafe<string[] | null>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const renameFactor: {
    readonly id: "renameFactor";
    readonly method: "PATCH";
    readonly path: "/v1/me/factor/{factorId}";
    readonly tag: "People";
    readonly summary: "Rename a second factor";
    readonly access: "person";
    readonly params: import("./schema.ts").TObject<{
        factorId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const removeFactor: {
    readonly id: "removeFactor";
    readonly method: "DELETE";
    readonly path: "/v1/me/factor/{factorId}";
    readonly tag: "People";
    readonly summary: "Remove a second factor";
    readonly description: "The recovery codes go with the last one. Where a second factor is required, the last one stays.";
    readonly access: "person";
    readonly fresh: true;
    readonly params: import("./schema.ts").TObject<{
        factorId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND", "LAST_FACTOR"];
};
export declare const renewRecoveryCodes: {
    readonly id: "renewRecoveryCodes";
    readonly method: "POST";
    readonly path: "/v1/me/recovery-codes";
    readonly tag: "People";
    readonly summary: "Get new recovery codes";
    readonly description: "The old ones no longer work. You must have a second factor.";
    readonly access: "person";
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        recoveryCodes: import("./schema.ts").TSchema<string[]>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
