import { type Static } from './schema.ts';
export declare const noticeKinds: readonly ['pod.success', 'pod.partial', 'pod.failed', 'tracking.registered', 'tracking.planned', 'tracking.released', 'tracking.inTransit'];
export type NoticeKind = (typeof noticeKinds)[number];
export declare const noticeStates: readonly ['waiting', 'sent', 'failed', 'suppressed'];
export type NoticeState = (typeof noticeStates)[number];
export declare const suppressions: readonly ['sandbox', 'no_mail_server', 'no_address', 'turned_off', 'erased', 'deleted'];
export type Suppression = (typeof suppressions)[number];
export declare const noticeRecipients: readonly ['consignee', 'fixed', 'named'];
export type NoticeRecipient = (typeof noticeRecipients)[number];
export declare const Notice: import("./schema.ts").TObject<{
    noticeId: import("./schema.ts").TSchema<string>;
    consignmentId: import("./schema.ts").TSchema<string>;
    podId: import("./schema.ts").TUnsafe<string | null>;
    kind: import("./schema.ts").TUnsafe<"pod.failed" | "pod.partial" | "pod.success" | "tracking.inTransit" | "tracking.planned" | "tracking.registered" | "tracking.released">;
    recipient: import("./schema.ts").TUnsafe<"consignee" | "fixed" | "named">;
    address: import("./schema.ts").TUnsafe<string | null>;
    state: import("./schema.ts").TUnsafe<"failed" | "sent" | "suppressed" | "waiting">;
    reason: import("./schema.ts").TUnsafe<string | null>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    due: import("./schema.ts").TUnsafe<string | null>;
    attempts: import("./schema.ts").TSchema<{
        message: string | null;
        result: "failed" | "refused" | "sent";
        time: string;
    }[]>;
}>;
export type Notice = Static<typeof Notice>;
export declare const listNotices: {
    readonly id: "listNotices";
    readonly method: "GET";
    readonly path: "/v1/notices";
    readonly tag: "Notices";
    readonly summary: "List the letters about orders";
    readonly description: "Newest first.";
    readonly scope: "consignments:read";
    readonly query: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"failed" | "sent" | "suppressed" | "waiting">>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        notices: import("./schema.ts").TSchema<{
            address: string | null;
            attempts: {
                message: string | null;
                result: "failed" | "refused" | "sent";
                time: string;
            }[];
            consignmentId: string;
            created: string;
            due: string | null;
            kind: "pod.failed" | "pod.partial" | "pod.success" | "tracking.inTransit" | "tracking.planned" | "tracking.registered" | "tracking.released";
            noticeId: string;
            podId: string | null;
            reason: string | null;
            recipient: "consignee" | "fixed" | "named";
            state: "failed" | "sent" | "suppressed" | "waiting";
            updated: string;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly [];
};
export declare const resendNotice: {
    readonly id: "resendNotice";
    readonly method: "POST";
    readonly path: "/v1/notice/{noticeId}/resend";
    readonly tag: "Notices";
    readonly summary: "Send a letter again";
    readonly description: "Makes a new notice with the same content, for the same address or another.";
    readonly scope: "consignments:write";
    readonly params: import("./schema.ts").TObject<{
        noticeId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        address: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        noticeId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly problems: readonly ["NOT_FOUND", "NOTICE_STOPPED"];
};
export declare const previewNotice: {
    readonly id: "previewNotice";
    readonly method: "POST";
    readonly path: "/v1/notices/preview";
    readonly tag: "Notices";
    readonly summary: "See how a letter would read";
    readonly description: "With the settings as they are, or with another template; for an order, or for an example.";
    readonly scope: "settings:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        template: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | "tracking">;
        subject: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        body: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        consignmentKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        subject: import("./schema.ts").TSchema<string>;
        text: import("./schema.ts").TSchema<string>;
        html: import("./schema.ts").TSchema<string>;
        template: import("./schema.ts").TObject<{
            subject: import("./schema.ts").TSchema<string>;
            body: import("./schema.ts").TSchema<string>;
        }>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["UNKNOWN_CONSIGNMENT"];
};
/** By hand: the letter of a proof to its recipient or to any address. */
export declare const sendPod: {
    readonly id: "sendPod";
    readonly method: "POST";
    readonly path: "/v1/pod/{podId}/send";
    readonly tag: "Notices";
    readonly summary: "Send a proof by e-mail";
    readonly scope: "pods:write";
    readonly params: import("./schema.ts").TObject<{
        podId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        address: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        noticeId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly problems: readonly ["NOT_FOUND", "NOTICE_STOPPED"];
};
