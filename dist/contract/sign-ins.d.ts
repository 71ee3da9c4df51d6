export declare const signInKinds: readonly ['signed-in', 'failed', 'locked-out', 'reset-requested', 'password-set'];
export type SignInKind = (typeof signInKinds)[number];
export declare const signInWays: readonly ['password', 'second-factor', 'passkey', 'link', 'single-sign-on'];
export type SignInWay = (typeof signInWays)[number];
export declare const listSignIns: {
    readonly id: "listSignIns";
    readonly method: "GET";
    readonly path: "/v1/people/sign-ins";
    readonly tag: "People";
    readonly summary: "List the sign-ins of the environment's people";
    readonly description: "Newest first: sign-ins, failures, lock-outs and new passwords, with the address they came from. Of each person, the newest 100 of each kind are kept, for 90 days. They concern the account, so the owners of all its environments see them.";
    readonly scope: "people:write";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        signIns: import("./schema.ts").TSchema<{
            address: string | null;
            device: string;
            kind: "failed" | "locked-out" | "password-set" | "reset-requested" | "signed-in";
            name: string;
            personId: string;
            signInId: string;
            time: string;
            way: "link" | "passkey" | "password" | "second-factor" | "single-sign-on";
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly [];
};
