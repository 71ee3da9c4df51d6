export declare const listPeople: {
    readonly id: "listPeople";
    readonly method: "GET";
    readonly path: "/v1/people";
    readonly tag: "People";
    readonly summary: "List the people of the environment";
    readonly scope: "people:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        disabled: boolean;
        email: string;
        lastUsed: string | null;
        name: string;
        personId: string;
        role: "owner" | "planner" | "user-admin" | "viewer";
        secondFactor: boolean;
        since: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const updatePerson: {
    readonly id: "updatePerson";
    readonly method: "PATCH";
    readonly path: "/v1/person/{personId}";
    readonly tag: "People";
    readonly summary: "Change the role of a person";
    readonly description: "Takes effect immediately. Only owners can grant or remove the owner role, after a recent sign-in; the last owner keeps it.";
    readonly scope: "people:write";
    readonly params: import("./schema.ts").TObject<{
        personId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        role: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND", "LAST_OWNER", "SIGN_IN_AGAIN"];
};
export declare const removePerson: {
    readonly id: "removePerson";
    readonly method: "DELETE";
    readonly path: "/v1/person/{personId}";
    readonly tag: "People";
    readonly summary: "Remove a person from the environment";
    readonly description: "Takes effect immediately. The account and its other environments remain. The last owner cannot be removed.";
    readonly scope: "people:write";
    readonly params: import("./schema.ts").TObject<{
        personId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND", "LAST_OWNER", "SIGN_IN_AGAIN"];
};
export declare const listInvitations: {
    readonly id: "listInvitations";
    readonly method: "GET";
    readonly path: "/v1/invitations";
    readonly tag: "People";
    readonly summary: "List open invitations";
    readonly scope: "people:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        created: string;
        email: string;
        expires: string;
        invitationId: string;
        role: "owner" | "planner" | "user-admin" | "viewer";
    }[]>;
    readonly problems: readonly [];
};
export declare const invitePerson: {
    readonly id: "invitePerson";
    readonly method: "POST";
    readonly path: "/v1/invitation";
    readonly tag: "People";
    readonly summary: "Invite a person to the environment";
    readonly description: "Creates a one-time link that is valid for seven days and sends it by mail if mail is set up; otherwise, the response contains the link for you to pass on. Inviting the person again replaces the link. A person who already has an account accepts by signing in.";
    readonly scope: "people:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        email: import("./schema.ts").TSchema<string>;
        role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">;
    }>;
    readonly data: import("./schema.ts").TObject<{
        invitationId: import("./schema.ts").TSchema<string>;
        mailed: import("./schema.ts").TSchema<boolean>;
        link: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["ALREADY_MEMBER", "SIGN_IN_AGAIN"];
};
export declare const withdrawInvitation: {
    readonly id: "withdrawInvitation";
    readonly method: "DELETE";
    readonly path: "/v1/invitation/{invitationId}";
    readonly tag: "People";
    readonly summary: "Withdraw an invitation";
    readonly scope: "people:write";
    readonly params: import("./schema.ts").TObject<{
        invitationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
