import { type Static } from './schema.ts';
export declare const webhookStates: readonly ['enabled', 'paused'];
export declare const pauseReasons: readonly ['manual', 'failing', 'gone'];
export type PauseReason = (typeof pauseReasons)[number];
export declare const deliveryStates: readonly ['pending', 'delivered', 'failed'];
export type DeliveryState = (typeof deliveryStates)[number];
/** Everything that a filter may name: each type of event, and all of one kind. */
export declare const eventFilters: readonly string[];
export declare const webhookFormats: readonly ['standard', 'cloudevents'];
export declare const WebhookInput: import("./schema.ts").TObject<{
    url: import("./schema.ts").TSchema<string>;
    events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
    format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
    state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused" | null>>;
}>;
export declare const WebhookPatch: import("./schema.ts").TObject<{
    url: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
    format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
    state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused">>;
    version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
}>;
export declare const Webhook: import("./schema.ts").TObject<{
    webhookId: import("./schema.ts").TSchema<string>;
    url: import("./schema.ts").TSchema<string>;
    events: import("./schema.ts").TSchema<string[]>;
    description: import("./schema.ts").TUnsafe<string | null>;
    include: import("./schema.ts").TUnsafe<"record" | null>;
    format: import("./schema.ts").TUnsafe<"cloudevents" | "standard">;
    state: import("./schema.ts").TUnsafe<"enabled" | "paused">;
    pausedReason: import("./schema.ts").TUnsafe<"failing" | "gone" | "manual" | null>;
    pausedSince: import("./schema.ts").TUnsafe<string | null>;
    failingSince: import("./schema.ts").TUnsafe<string | null>;
    previousSecretUntil: import("./schema.ts").TUnsafe<string | null>;
    version: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
}>;
export type WebhookInput = Static<typeof WebhookInput>;
export type WebhookPatch = Static<typeof WebhookPatch>;
export type Webhook = Static<typeof Webhook>;
export declare const DeliveryAttempt: import("./schema.ts").TObject<{
    at: import("./schema.ts").TSchema<string>;
    status: import("./schema.ts").TUnsafe<number | null>;
    failure: import("./schema.ts").TUnsafe<"connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null>;
    message: import("./schema.ts").TUnsafe<string | null>;
    durationMs: import("./schema.ts").TSchema<number>;
    response: import("./schema.ts").TUnsafe<string | null>;
}>;
export declare const Delivery: import("./schema.ts").TObject<{
    deliveryId: import("./schema.ts").TSchema<string>;
    eventId: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TSchema<string>;
    state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
    created: import("./schema.ts").TSchema<string>;
    nextAttempt: import("./schema.ts").TUnsafe<string | null>;
    attempts: import("./schema.ts").TSchema<{
        at: string;
        durationMs: number;
        failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
        message: string | null;
        response: string | null;
        status: number | null;
    }[]>;
}>;
export declare const DeliveryDetail: import("./schema.ts").TObject<{
    deliveryId: import("./schema.ts").TSchema<string>;
    eventId: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TSchema<string>;
    state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
    created: import("./schema.ts").TSchema<string>;
    nextAttempt: import("./schema.ts").TUnsafe<string | null>;
    attempts: import("./schema.ts").TSchema<{
        at: string;
        durationMs: number;
        failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
        message: string | null;
        response: string | null;
        status: number | null;
    }[]>;
    contentType: import("./schema.ts").TSchema<string>;
    body: import("./schema.ts").TUnsafe<string | null>;
}>;
export type DeliveryDetail = Static<typeof DeliveryDetail>;
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;
export type Delivery = Static<typeof Delivery>;
/** What a receiver is sent. */
export declare const WebhookMessage: import("./schema.ts").TObject<{
    type: import("./schema.ts").TUnsafe<"client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "ping" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated">;
    timestamp: import("./schema.ts").TSchema<string>;
    data: import("./schema.ts").TObject<{
        environmentId: import("./schema.ts").TSchema<string>;
        record: import("./schema.ts").TObject<{
            type: import("./schema.ts").TSchema<string>;
            id: import("./schema.ts").TSchema<string>;
            key: import("./schema.ts").TSchema<string>;
        }>;
        version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
        changed: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string[]>>;
        actorId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        requestId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        current: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<object | null>>;
    }>;
}>;
/** The same in the form of CloudEvents. */
export declare const WebhookCloudEvent: import("./schema.ts").TObject<{
    specversion: import("./schema.ts").TUnsafe<"1.0">;
    id: import("./schema.ts").TSchema<string>;
    source: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TSchema<string>;
    subject: import("./schema.ts").TSchema<string>;
    time: import("./schema.ts").TSchema<string>;
    datacontenttype: import("./schema.ts").TUnsafe<"application/json">;
    data: import("./schema.ts").TObject<{
        environmentId: import("./schema.ts").TSchema<string>;
        record: import("./schema.ts").TObject<{
            type: import("./schema.ts").TSchema<string>;
            id: import("./schema.ts").TSchema<string>;
            key: import("./schema.ts").TSchema<string>;
        }>;
        version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
        changed: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string[]>>;
        actorId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        requestId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        current: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<object | null>>;
    }>;
}>;
export declare const messageHeaders: {
    readonly 'webhook-id': 'Id of the event; the same for every attempt.';
    readonly 'webhook-timestamp': 'When this request was sent, in seconds since 1970.';
    readonly 'webhook-signature': 'Signatures as in the Standard Webhooks specification, separated by spaces; one match is enough.';
};
export declare const createWebhook: {
    readonly id: "createWebhook";
    readonly method: "POST";
    readonly path: "/v1/webhook";
    readonly tag: "Webhooks";
    readonly summary: "Create a webhook";
    readonly description: "The webhook is sent every event from now on. The signing secret is returned only in this response. An environment can have at most 50 webhooks.";
    readonly scope: "webhooks:write";
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        url: import("./schema.ts").TSchema<string>;
        events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
        format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
        state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused" | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
        secret: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly location: "/v1/webhook/{webhookId}";
    readonly etag: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["WEBHOOK_LIMIT"];
};
export declare const listWebhooks: {
    readonly id: "listWebhooks";
    readonly method: "GET";
    readonly path: "/v1/webhooks";
    readonly tag: "Webhooks";
    readonly summary: "List all webhooks";
    readonly scope: "webhooks:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        created: string;
        description: string | null;
        events: string[];
        failingSince: string | null;
        format: "cloudevents" | "standard";
        include: "record" | null;
        pausedReason: "failing" | "gone" | "manual" | null;
        pausedSince: string | null;
        previousSecretUntil: string | null;
        state: "enabled" | "paused";
        updated: string;
        url: string;
        version: number;
        webhookId: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const getWebhook: {
    readonly id: "getWebhook";
    readonly method: "GET";
    readonly path: "/v1/webhook/{webhookId}";
    readonly tag: "Webhooks";
    readonly summary: "Read a webhook";
    readonly description: "The secret is never included.";
    readonly scope: "webhooks:read";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
        url: import("./schema.ts").TSchema<string>;
        events: import("./schema.ts").TSchema<string[]>;
        description: import("./schema.ts").TUnsafe<string | null>;
        include: import("./schema.ts").TUnsafe<"record" | null>;
        format: import("./schema.ts").TUnsafe<"cloudevents" | "standard">;
        state: import("./schema.ts").TUnsafe<"enabled" | "paused">;
        pausedReason: import("./schema.ts").TUnsafe<"failing" | "gone" | "manual" | null>;
        pausedSince: import("./schema.ts").TUnsafe<string | null>;
        failingSince: import("./schema.ts").TUnsafe<string | null>;
        previousSecretUntil: import("./schema.ts").TUnsafe<string | null>;
        version: import("./schema.ts").TSchema<number>;
        created: import("./schema.ts").TSchema<string>;
        updated: import("./schema.ts").TSchema<string>;
    }>;
    readonly etag: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const updateWebhook: {
    readonly id: "updateWebhook";
    readonly method: "PATCH";
    readonly path: "/v1/webhook/{webhookId}";
    readonly tag: "Webhooks";
    readonly summary: "Change, pause or resume a webhook";
    readonly description: "A JSON Merge Patch (RFC 7396). A paused webhook keeps its position: `{\"state\":\"enabled\"}` sends everything that has happened since, as far as events are still kept, and immediately retries the deliveries that were given up when it was paused.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        url: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
        format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
        state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused">>;
        version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
    }>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const deleteWebhook: {
    readonly id: "deleteWebhook";
    readonly method: "DELETE";
    readonly path: "/v1/webhook/{webhookId}";
    readonly tag: "Webhooks";
    readonly summary: "Delete a webhook";
    readonly description: "Also deletes its secret and its delivery log. Nothing more is sent.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const rotateWebhookSecret: {
    readonly id: "rotateWebhookSecret";
    readonly method: "POST";
    readonly path: "/v1/webhook/{webhookId}/rotate";
    readonly tag: "Webhooks";
    readonly summary: "Rotate the secret of a webhook";
    readonly description: "The old and the new secret both sign for a while, so that the receiver can switch over. Any older secret stops signing immediately.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly fresh: true;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        overlapHours: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        secret: import("./schema.ts").TSchema<string>;
        previousSecretUntil: import("./schema.ts").TSchema<string>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const pingWebhook: {
    readonly id: "pingWebhook";
    readonly method: "POST";
    readonly path: "/v1/webhook/{webhookId}/ping";
    readonly tag: "Webhooks";
    readonly summary: "Send a ping";
    readonly description: "Makes one attempt immediately, even for a paused webhook, and returns the result.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        deliveryId: import("./schema.ts").TSchema<string>;
        eventId: import("./schema.ts").TSchema<string>;
        type: import("./schema.ts").TSchema<string>;
        state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
        created: import("./schema.ts").TSchema<string>;
        nextAttempt: import("./schema.ts").TUnsafe<string | null>;
        attempts: import("./schema.ts").TSchema<{
            at: string;
            durationMs: number;
            failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
            message: string | null;
            response: string | null;
            status: number | null;
        }[]>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const listDeliveries: {
    readonly id: "listDeliveries";
    readonly method: "GET";
    readonly path: "/v1/webhook/{webhookId}/deliveries";
    readonly tag: "Webhooks";
    readonly summary: "Read the delivery log of a webhook";
    readonly description: "Newest first. The operator decides how long the log is kept (30 days by default).";
    readonly scope: "webhooks:read";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        deliveries: import("./schema.ts").TSchema<{
            attempts: {
                at: string;
                durationMs: number;
                failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
                message: string | null;
                response: string | null;
                status: number | null;
            }[];
            created: string;
            deliveryId: string;
            eventId: string;
            nextAttempt: string | null;
            state: "delivered" | "failed" | "pending";
            type: string;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const getDelivery: {
    readonly id: "getDelivery";
    readonly method: "GET";
    readonly path: "/v1/webhook/{webhookId}/deliveries/{deliveryId}";
    readonly tag: "Webhooks";
    readonly summary: "Read a delivery with its message";
    readonly description: "The message is not kept: it is made again of the event, and of the record as it is now. So what was erased does not stay in a log.";
    readonly scope: "webhooks:read";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
        deliveryId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        deliveryId: import("./schema.ts").TSchema<string>;
        eventId: import("./schema.ts").TSchema<string>;
        type: import("./schema.ts").TSchema<string>;
        state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
        created: import("./schema.ts").TSchema<string>;
        nextAttempt: import("./schema.ts").TUnsafe<string | null>;
        attempts: import("./schema.ts").TSchema<{
            at: string;
            durationMs: number;
            failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
            message: string | null;
            response: string | null;
            status: number | null;
        }[]>;
        contentType: import("./schema.ts").TSchema<string>;
        body: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const resendDelivery: {
    readonly id: "resendDelivery";
    readonly method: "POST";
    readonly path: "/v1/webhook/{webhookId}/deliveries/{deliveryId}/resend";
    readonly tag: "Webhooks";
    readonly summary: "Send a delivery again";
    readonly description: "Sends it immediately, with all its retries and the same `webhook-id`. For a paused webhook, it is sent when the webhook is resumed.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
        deliveryId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const replayWebhook: {
    readonly id: "replayWebhook";
    readonly method: "POST";
    readonly path: "/v1/webhook/{webhookId}/replay";
    readonly tag: "Webhooks";
    readonly summary: "Send a range of events again";
    readonly description: "Sends all events that match the filter of the webhook and are still kept, alongside new events. Send exactly one of `from` and `after`. A second replay replaces one that has not finished.";
    readonly scope: "webhooks:write";
    readonly params: import("./schema.ts").TObject<{
        webhookId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        from: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        to: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        after: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
