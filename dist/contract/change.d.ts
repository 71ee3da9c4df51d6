import { type Static } from './schema.ts';
/** What lets somebody in: told to those only who may read it by name, and never to webhooks. */
export declare const accessTypes: readonly ['token', 'client', 'person', 'invitation', 'device'];
export declare const recordTypes: readonly ["consignment", "depot", "load", "vehicle", "driver", "pod", "environment", "webhook", "notice", "token", "client", "person", "invitation", "device"];
export type RecordType = (typeof recordTypes)[number];
export declare const changeTypes: readonly ['consignment.created', 'consignment.updated', 'consignment.deleted', 'consignment.erased', 'depot.created', 'depot.updated', 'depot.deleted', 'load.created', 'load.updated', 'load.deleted', 'vehicle.created', 'vehicle.updated', 'vehicle.deleted', 'driver.created', 'driver.updated', 'driver.deleted', 'pod.created', 'pod.completed', 'pod.replaced', 'pod.erased', 'pod.deleted', 'environment.updated', 'webhook.created', 'webhook.updated', 'webhook.paused', 'webhook.deleted', 'notice.created', 'token.created', 'token.revoked', 'client.created', 'client.revoked', 'person.joined', 'person.updated', 'person.removed', 'invitation.created', 'invitation.withdrawn', 'device.created', 'device.ended'];
export type ChangeType = (typeof changeTypes)[number];
export declare const recordOf: (type: ChangeType) => RecordType;
export declare const isOfAccess: (type: ChangeType) => boolean;
/** Who may read a record may know of its changes. */
export declare const scopeToFollow: {
    readonly consignment: 'consignments:read';
    readonly depot: 'depots:read';
    readonly load: 'loads:read';
    readonly vehicle: 'fleet:read';
    readonly driver: 'fleet:read';
    readonly pod: 'pods:read';
    readonly environment: 'settings:read';
    readonly webhook: 'webhooks:read';
    readonly notice: 'consignments:read';
    readonly token: 'tokens:read';
    readonly client: 'tokens:read';
    readonly person: 'people:read';
    readonly invitation: 'people:read';
    readonly device: 'drivers:read';
};
export declare const actorKinds: readonly ['token', 'client', 'person', 'driver', 'system'];
export declare const Actor: import("./schema.ts").TObject<{
    kind: import("./schema.ts").TUnsafe<"client" | "driver" | "person" | "system" | "token">;
    id: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TUnsafe<string | null>;
}>;
export type Actor = Static<typeof Actor>;
export declare const Difference: import("./schema.ts").TObject<{
    path: import("./schema.ts").TSchema<string>;
    old: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<unknown>>;
    new: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<unknown>>;
}>;
export declare const Change: import("./schema.ts").TObject<{
    id: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated">;
    time: import("./schema.ts").TSchema<string>;
    record: import("./schema.ts").TObject<{
        type: import("./schema.ts").TUnsafe<"client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook">;
        id: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
    }>;
    version: import("./schema.ts").TSchema<number>;
    actor: import("./schema.ts").TObject<{
        kind: import("./schema.ts").TUnsafe<"client" | "driver" | "person" | "system" | "token">;
        id: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TUnsafe<string | null>;
    }>;
    requestId: import("./schema.ts").TSchema<string>;
    changes: import("./schema.ts").TSchema<{
        new?: unknown;
        old?: unknown;
        path: string;
    }[]>;
}>;
export declare const Event: import("./schema.ts").TObject<{
    id: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated">;
    time: import("./schema.ts").TSchema<string>;
    record: import("./schema.ts").TObject<{
        type: import("./schema.ts").TUnsafe<"client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook">;
        id: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
    }>;
    version: import("./schema.ts").TSchema<number>;
    actor: import("./schema.ts").TObject<{
        kind: import("./schema.ts").TUnsafe<"client" | "driver" | "person" | "system" | "token">;
        id: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TUnsafe<string | null>;
    }>;
    requestId: import("./schema.ts").TSchema<string>;
    changes: import("./schema.ts").TSchema<{
        new?: unknown;
        old?: unknown;
        path: string;
    }[]>;
    cursor: import("./schema.ts").TSchema<string>;
}>;
export type Event = Static<typeof Event>;
export declare const eventLimits: {
    readonly limit: 1000;
    readonly limitDefault: 100;
    readonly waitSeconds: 60;
};
export declare const listEvents: {
    readonly id: "listEvents";
    readonly method: "GET";
    readonly path: "/v1/events";
    readonly tag: "Events";
    readonly summary: "Follow all changes";
    readonly description: "Returns changes in the order in which they took effect, so the versions of one record are in order too. Only changes of records that the token may read are included. Call again with `next` as `after`: no change is skipped or repeated. With `Accept: text/event-stream`, the same events arrive as server-sent events for as long as the connection lasts.";
    readonly scope: "consignments:read";
    readonly orScopes: readonly ["depots:read", "loads:read", "fleet:read", "pods:read", "settings:read", "webhooks:read", "tokens:read", "people:read", "drivers:read"];
    readonly query: import("./schema.ts").TObject<{
        after: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        before: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        types: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        wait: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        events: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            cursor: string;
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TSchema<string>;
    }>;
    readonly stream: true;
    readonly problems: readonly ["CURSOR_EXPIRED"];
};
export declare const getConsignmentHistory: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Consignments';
    readonly scope: "consignments:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getConsignmentHistory";
    readonly path: "/v1/consignment/history";
    readonly summary: "Read the history of a consignment";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const getConsignmentHistoryById: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Consignments';
    readonly scope: "consignments:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getConsignmentHistoryById";
    readonly path: "/v1/consignment/{consignmentId}/history";
    readonly summary: "Read the history of a consignment by its id";
    readonly params: import("./schema.ts").TObject<{
        consignmentId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const getDepotHistory: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly id: "getDepotHistory";
    readonly path: "/v1/depot/history";
    readonly tag: "Depots";
    readonly summary: "Read the history of a depot";
    readonly scope: "depots:read";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const getVehicleHistory: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Fleet';
    readonly scope: "fleet:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getVehicleHistory";
    readonly path: "/v1/vehicle/history";
    readonly summary: "Read the history of a vehicle";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TSchema<string>;
    }>;
};
export declare const getDriverHistory: {
    readonly method: 'GET';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Fleet';
    readonly scope: "fleet:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getDriverHistory";
    readonly path: "/v1/driver/history";
    readonly summary: "Read the history of a driver";
    readonly description: "Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories. Names and phone numbers are erased from it when the driver is deleted.";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TSchema<string>;
    }>;
};
export declare const getLoadHistory: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Loads';
    readonly scope: "loads:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getLoadHistory";
    readonly path: "/v1/load/history";
    readonly summary: "Read the history of a load";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const getLoadHistoryById: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly tag: 'Loads';
    readonly scope: "loads:read";
    readonly problems: readonly ["NOT_FOUND"];
    readonly id: "getLoadHistoryById";
    readonly path: "/v1/load/{loadId}/history";
    readonly summary: "Read the history of a load by its id";
    readonly params: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const getEnvironmentHistory: {
    readonly method: 'GET';
    readonly description: 'Newest first: who changed what, when, and with which request. The history remains available after the record is deleted, for as long as the environment keeps histories.';
    readonly data: import("./schema.ts").TObject<{
        changes: import("./schema.ts").TSchema<{
            actor: {
                id: string;
                kind: "client" | "driver" | "person" | "system" | "token";
                name: string | null;
            };
            changes: {
                new?: unknown;
                old?: unknown;
                path: string;
            }[];
            id: string;
            record: {
                id: string;
                key: string;
                type: "client" | "consignment" | "depot" | "device" | "driver" | "environment" | "invitation" | "load" | "notice" | "person" | "pod" | "token" | "vehicle" | "webhook";
            };
            requestId: string;
            time: string;
            type: "client.created" | "client.revoked" | "consignment.created" | "consignment.deleted" | "consignment.erased" | "consignment.updated" | "depot.created" | "depot.deleted" | "depot.updated" | "device.created" | "device.ended" | "driver.created" | "driver.deleted" | "driver.updated" | "environment.updated" | "invitation.created" | "invitation.withdrawn" | "load.created" | "load.deleted" | "load.updated" | "notice.created" | "person.joined" | "person.removed" | "person.updated" | "pod.completed" | "pod.created" | "pod.deleted" | "pod.erased" | "pod.replaced" | "token.created" | "token.revoked" | "vehicle.created" | "vehicle.deleted" | "vehicle.updated" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.updated";
            version: number;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly id: "getEnvironmentHistory";
    readonly path: "/v1/environment/history";
    readonly tag: "Environment";
    readonly summary: "Read the history of the settings";
    readonly scope: "settings:read";
    readonly query: import("./schema.ts").TObject<{
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly problems: readonly [];
};
