import { type Scope } from './endpoint.ts';
import { type Static } from './schema.ts';
export declare const personLimits: {
    readonly nameLength: 200;
    readonly emailLength: 254;
    readonly passwordLengthMin: 10;
    readonly passwordLengthMax: 1000;
    readonly environments: 1000;
    readonly people: 1000;
    readonly invitations: 1000;
    readonly sessions: 100;
};
export declare const roles: readonly ['owner', 'planner', 'viewer', 'user-admin'];
export type Role = (typeof roles)[number];
/** What each role may do in its environment, in the scopes of tokens. */
export declare const roleScopes: Record<Role, readonly (Scope | '*')[]>;
export declare const role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">;
export declare const emailOfPerson: import("./schema.ts").TSchema<string>;
export declare const nameOfPerson: import("./schema.ts").TSchema<string>;
export declare const password: (description: string) => import("./schema.ts").TSchema<string>;
export declare const newPassword: import("./schema.ts").TSchema<string>;
export declare const EnvironmentOfPerson: import("./schema.ts").TObject<{
    environmentId: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">;
    scopes: import("./schema.ts").TSchema<("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[]>;
}>;
export declare const Me: import("./schema.ts").TObject<{
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
export type Me = Static<typeof Me>;
export declare const getSignIn: {
    readonly id: "getSignIn";
    readonly method: "GET";
    readonly path: "/v1/sign-in";
    readonly tag: "People";
    readonly summary: "List the ways to sign in";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        singleSignOn: import("./schema.ts").TUnsafe<{
            name: string;
            path: string;
        } | null>;
        password: import("./schema.ts").TSchema<boolean>;
        mail: import("./schema.ts").TSchema<boolean>;
        passkeyOrigin: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly [];
};
export declare const signIn: {
    readonly id: "signIn";
    readonly method: "POST";
    readonly path: "/v1/session";
    readonly tag: "People";
    readonly summary: "Sign in with e-mail and password";
    readonly description: "Sets the cookie of a new session. After five failures for one account from one address, each further attempt has to wait, from 30 seconds up to 15 minutes, and is answered with 429 until then. Guesses from many addresses and for many accounts are limited too; a browser that the person has signed in with before is not affected by those of others. The second cookie is for that: it only tells that the browser is known. If the account has a second factor, the answer is `SECOND_FACTOR`, and the session begins with that.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        email: import("./schema.ts").TSchema<string>;
        password: import("./schema.ts").TSchema<string>;
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
    readonly problems: readonly ["UNAUTHORIZED", "SECOND_FACTOR"];
};
export declare const signOut: {
    readonly id: "signOut";
    readonly method: "DELETE";
    readonly path: "/v1/session";
    readonly tag: "People";
    readonly summary: "Sign out";
    readonly description: "Ends the session immediately, on every instance, and clears its cookie.";
    readonly access: "person";
    readonly unprotected: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly [];
};
export declare const getMe: {
    readonly id: "getMe";
    readonly method: "GET";
    readonly path: "/v1/me";
    readonly tag: "People";
    readonly summary: "Read your account and its environments";
    readonly access: "person";
    readonly unprotected: true;
    readonly query: import("./schema.ts").TObject<{}>;
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
    readonly problems: readonly [];
};
export declare const readLink: {
    readonly id: "readLink";
    readonly method: "POST";
    readonly path: "/v1/link";
    readonly tag: "People";
    readonly summary: "Check what a one-time link is for";
    readonly description: "Does not use up the link. The secret is sent in the body so that it does not appear in any log.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        kind: import("./schema.ts").TUnsafe<"invitation" | "owner" | "reset">;
        email: import("./schema.ts").TUnsafe<string | null>;
        environment: import("./schema.ts").TUnsafe<string | null>;
        role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer" | null>;
        account: import("./schema.ts").TUnsafe<"existing" | "new">;
        setsPassword: import("./schema.ts").TSchema<boolean>;
        expires: import("./schema.ts").TSchema<string>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const useLink: {
    readonly id: "useLink";
    readonly method: "POST";
    readonly path: "/v1/link/use";
    readonly tag: "People";
    readonly summary: "Use a one-time link";
    readonly description: "Creates the account, sets the new password or accepts the invitation, and signs the person in. The link works only once. Setting a password ends all other sessions; if the account has a second factor, that is due next (`SECOND_FACTOR`).";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
        email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
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
    readonly problems: readonly ["UNAUTHORIZED", "SECOND_FACTOR", "NOT_FOUND"];
};
export declare const updateMe: {
    readonly id: "updateMe";
    readonly method: "PATCH";
    readonly path: "/v1/me";
    readonly tag: "People";
    readonly summary: "Change your name";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly problems: readonly [];
};
export declare const changePassword: {
    readonly id: "changePassword";
    readonly method: "POST";
    readonly path: "/v1/me/password";
    readonly tag: "People";
    readonly summary: "Change your password";
    readonly description: "Ends all other sessions and continues this one with a new cookie. Wrong old passwords count as failed sign-ins: after five, each further attempt has to wait longer and is answered with 429 until then.";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        oldPassword: import("./schema.ts").TSchema<string>;
        newPassword: import("./schema.ts").TSchema<string>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly [];
};
export declare const deleteMe: {
    readonly id: "deleteMe";
    readonly method: "POST";
    readonly path: "/v1/me/delete";
    readonly tag: "People";
    readonly summary: "Delete your account";
    readonly description: "This is permanent: your name and e-mail address are erased, your sessions end immediately, and you leave every environment. What you did stays in the histories under your id, without a name; tokens you created stay too. Requires your password or, if you have none, a single sign-on within the last ten minutes. If you are the last owner of an environment, make another person an owner first.";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["LAST_OWNER", "SIGN_IN_AGAIN"];
};
export declare const forgotPassword: {
    readonly id: "forgotPassword";
    readonly method: "POST";
    readonly path: "/v1/password/forgotten";
    readonly tag: "People";
    readonly summary: "Request a link to set a new password";
    readonly description: "The link is sent by mail if mail is set up; otherwise, an operator creates one with `dray user reset`. An account that uses single sign-on has no password and gets no link. The response is the same whether or not the account exists.";
    readonly access: "anyone";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        email: import("./schema.ts").TSchema<string>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly [];
};
export declare const listSessions: {
    readonly id: "listSessions";
    readonly method: "GET";
    readonly path: "/v1/sessions";
    readonly tag: "People";
    readonly summary: "List your sessions";
    readonly description: "Most recently used first.";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        created: string;
        current: boolean;
        device: string;
        expires: string;
        lastUsed: string;
        sessionId: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const endSession: {
    readonly id: "endSession";
    readonly method: "DELETE";
    readonly path: "/v1/session/{sessionId}";
    readonly tag: "People";
    readonly summary: "End one of your sessions";
    readonly access: "person";
    readonly params: import("./schema.ts").TObject<{
        sessionId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const endOtherSessions: {
    readonly id: "endOtherSessions";
    readonly method: "DELETE";
    readonly path: "/v1/sessions";
    readonly tag: "People";
    readonly summary: "End all your other sessions";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly [];
};
export declare const createEnvironment: {
    readonly id: "createEnvironment";
    readonly method: "POST";
    readonly path: "/v1/environment";
    readonly tag: "People";
    readonly summary: "Create an environment";
    readonly description: "You must be the owner of another environment; you become the owner of the new one as well.";
    readonly access: "person";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        name: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        environmentId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly problems: readonly ["TOKEN_PERMISSIONS", "NAME_EXISTS"];
};
