import { type Static } from './schema.ts';
export declare const trackingSteps: readonly ['registered', 'planned', 'released', 'inTransit', 'done'];
export type TrackingStep = (typeof trackingSteps)[number];
export declare const TrackingLink: import("./schema.ts").TObject<{
    url: import("./schema.ts").TUnsafe<string | null>;
    created: import("./schema.ts").TSchema<string>;
    expires: import("./schema.ts").TUnsafe<string | null>;
}>;
export type TrackingLink = Static<typeof TrackingLink>;
export declare const getTracking: {
    readonly id: "getTracking";
    readonly method: "GET";
    readonly path: "/v1/consignment/{consignmentId}/tracking";
    readonly tag: "Tracking";
    readonly summary: "Read the address of an order's tracking page";
    readonly description: "It is made with the order’s first tracking letter or when it is asked for first.";
    readonly scope: "consignments:read";
    readonly params: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        url: import("./schema.ts").TUnsafe<string | null>;
        created: import("./schema.ts").TSchema<string>;
        expires: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const renewTracking: {
    readonly id: "renewTracking";
    readonly method: "POST";
    readonly path: "/v1/consignment/{consignmentId}/tracking/renew";
    readonly tag: "Tracking";
    readonly summary: "Replace the address of an order's tracking page";
    readonly description: "The earlier address ends at once.";
    readonly scope: "consignments:write";
    readonly params: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        url: import("./schema.ts").TUnsafe<string | null>;
        created: import("./schema.ts").TSchema<string>;
        expires: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly created: true;
    readonly unrepeatable: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const TrackingView: import("./schema.ts").TObject<{
    companyName: import("./schema.ts").TSchema<string>;
    colour: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
    town: import("./schema.ts").TUnsafe<string | null>;
    step: import("./schema.ts").TUnsafe<"done" | "inTransit" | "planned" | "registered" | "released">;
    windowFrom: import("./schema.ts").TUnsafe<string | null>;
    windowTo: import("./schema.ts").TUnsafe<string | null>;
    estimateFrom: import("./schema.ts").TUnsafe<string | null>;
    estimateTo: import("./schema.ts").TUnsafe<string | null>;
    stopsAhead: import("./schema.ts").TUnsafe<number | null>;
    position: import("./schema.ts").TUnsafe<{
        lat: number;
        lng: number;
        time: string;
    } | null>;
    outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
    reason: import("./schema.ts").TUnsafe<string | null>;
    outcomeTime: import("./schema.ts").TUnsafe<string | null>;
    photos: import("./schema.ts").TSchema<string[]>;
    timezone: import("./schema.ts").TSchema<string>;
    final: import("./schema.ts").TSchema<boolean>;
}>;
export type TrackingView = Static<typeof TrackingView>;
export declare const readTracking: {
    readonly id: "readTracking";
    readonly method: "GET";
    readonly path: "/v1/tracking/{token}";
    readonly tag: "Tracking";
    readonly summary: "Read what a tracking page shows";
    readonly description: "For whoever has the address. A wrong, ended or turned-off address answers 404, always the same. `If-None-Match` answers 304 while nothing has changed.";
    readonly access: "anyone";
    readonly params: import("./schema.ts").TObject<{
        token: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        companyName: import("./schema.ts").TSchema<string>;
        colour: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
        type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
        town: import("./schema.ts").TUnsafe<string | null>;
        step: import("./schema.ts").TUnsafe<"done" | "inTransit" | "planned" | "registered" | "released">;
        windowFrom: import("./schema.ts").TUnsafe<string | null>;
        windowTo: import("./schema.ts").TUnsafe<string | null>;
        estimateFrom: import("./schema.ts").TUnsafe<string | null>;
        estimateTo: import("./schema.ts").TUnsafe<string | null>;
        stopsAhead: import("./schema.ts").TUnsafe<number | null>;
        position: import("./schema.ts").TUnsafe<{
            lat: number;
            lng: number;
            time: string;
        } | null>;
        outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
        reason: import("./schema.ts").TUnsafe<string | null>;
        outcomeTime: import("./schema.ts").TUnsafe<string | null>;
        photos: import("./schema.ts").TSchema<string[]>;
        timezone: import("./schema.ts").TSchema<string>;
        final: import("./schema.ts").TSchema<boolean>;
    }>;
    readonly etag: true;
    readonly conditional: true;
    readonly problems: readonly ["NOT_FOUND"];
};
