import { type Static } from './schema.ts';
export declare const loadStatuses: readonly ['planning', 'planned', 'released', 'started', 'completed'];
export type LoadStatus = (typeof loadStatuses)[number];
export declare const Stop: import("./schema.ts").TObject<{
    position: import("./schema.ts").TSchema<number>;
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
    timeAtStop: import("./schema.ts").TSchema<number>;
    weight: import("./schema.ts").TUnsafe<number | null>;
    volume: import("./schema.ts").TUnsafe<number | null>;
}>;
export declare const LoadInput: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    status: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started" | null>>;
    startDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    endDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    vehicleKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    driverKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    plannedStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    weightCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    volumeCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    packageCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    stops: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
        consignmentId: string;
        key?: string;
        position?: number;
        timeAtStop?: number;
        type?: "collection" | "delivery";
        volume?: number | null;
        weight?: number | null;
    }[] | null>>;
}>;
export declare const LoadSummary: import("./schema.ts").TObject<{
    loadId: import("./schema.ts").TSchema<string>;
    environmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
    version: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    startDepotKey: import("./schema.ts").TUnsafe<string | null>;
    endDepotKey: import("./schema.ts").TUnsafe<string | null>;
    vehicleKey: import("./schema.ts").TUnsafe<string | null>;
    driverKey: import("./schema.ts").TUnsafe<string | null>;
    plannedStart: import("./schema.ts").TUnsafe<string | null>;
    actualStart: import("./schema.ts").TUnsafe<string | null>;
    actualEnd: import("./schema.ts").TUnsafe<string | null>;
    weightCapacity: import("./schema.ts").TUnsafe<number | null>;
    volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
    packageCapacity: import("./schema.ts").TUnsafe<number | null>;
    peakWeight: import("./schema.ts").TSchema<number>;
    peakVolume: import("./schema.ts").TSchema<number>;
    stopCount: import("./schema.ts").TSchema<number>;
    peakPackages: import("./schema.ts").TUnsafe<number | null>;
    plannedEnd: import("./schema.ts").TUnsafe<string | null>;
    distance: import("./schema.ts").TUnsafe<number | null>;
    duration: import("./schema.ts").TUnsafe<number | null>;
    cost: import("./schema.ts").TUnsafe<number | null>;
    co2: import("./schema.ts").TUnsafe<number | null>;
}>;
export declare const Load: import("./schema.ts").TObject<{
    loadId: import("./schema.ts").TSchema<string>;
    environmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
    version: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    startDepotKey: import("./schema.ts").TUnsafe<string | null>;
    endDepotKey: import("./schema.ts").TUnsafe<string | null>;
    vehicleKey: import("./schema.ts").TUnsafe<string | null>;
    driverKey: import("./schema.ts").TUnsafe<string | null>;
    plannedStart: import("./schema.ts").TUnsafe<string | null>;
    actualStart: import("./schema.ts").TUnsafe<string | null>;
    actualEnd: import("./schema.ts").TUnsafe<string | null>;
    weightCapacity: import("./schema.ts").TUnsafe<number | null>;
    volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
    packageCapacity: import("./schema.ts").TUnsafe<number | null>;
    peakWeight: import("./schema.ts").TSchema<number>;
    peakVolume: import("./schema.ts").TSchema<number>;
    stopCount: import("./schema.ts").TSchema<number>;
    peakPackages: import("./schema.ts").TUnsafe<number | null>;
    plannedEnd: import("./schema.ts").TUnsafe<string | null>;
    distance: import("./schema.ts").TUnsafe<number | null>;
    duration: import("./schema.ts").TUnsafe<number | null>;
    cost: import("./schema.ts").TUnsafe<number | null>;
    co2: import("./schema.ts").TUnsafe<number | null>;
    stops: import("./schema.ts").TSchema<{
        consignmentId: string;
        key: string;
        position: number;
        timeAtStop: number;
        type: "collection" | "delivery";
        volume: number | null;
        weight: number | null;
    }[]>;
}>;
export declare const LoadPatch: import("./schema.ts").TUnsafe<{
    driverKey?: string | null;
    endDepotKey?: string | null;
    key?: string | null;
    packageCapacity?: number | null;
    plannedStart?: string | null;
    startDepotKey?: string | null;
    status?: NonNullable<"completed" | "planned" | "planning" | "released" | "started" | null | undefined> | null;
    stops?: {
        consignmentId: string;
        key?: string;
        position?: number;
        timeAtStop?: number;
        type?: "collection" | "delivery";
        volume?: number | null;
        weight?: number | null;
    }[] | null;
    vehicleKey?: string | null;
    volumeCapacity?: number | null;
    weightCapacity?: number | null;
} & Record<string, unknown>>;
export type LoadInput = Static<typeof LoadInput>;
export type LoadPatch = Static<typeof LoadPatch>;
export type LoadSummary = Static<typeof LoadSummary>;
export type Load = Static<typeof Load>;
export type Stop = Static<typeof Stop>;
export declare const createLoad: {
    readonly id: "createLoad";
    readonly method: "POST";
    readonly path: "/v1/load";
    readonly tag: "Loads";
    readonly summary: "Create a load";
    readonly scope: "loads:write";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly body: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        status: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started" | null>>;
        startDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        endDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        vehicleKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        driverKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        plannedStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        weightCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        volumeCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        packageCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        stops: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            consignmentId: string;
            key?: string;
            position?: number;
            timeAtStop?: number;
            type?: "collection" | "delivery";
            volume?: number | null;
            weight?: number | null;
        }[] | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly location: "/v1/load/{loadId}";
    readonly etag: true;
    readonly problems: readonly ["UNKNOWN_DEPOT", "UNKNOWN_VEHICLE", "UNKNOWN_DRIVER", "UNKNOWN_CONSIGNMENT", "DEPOT_RULE", "KEY_EXISTS", "LOAD_STATE"];
};
export declare const loadSorts: readonly ['created', 'key', 'plannedStart'];
export declare const LoadPage: import("./schema.ts").TObject<{
    loads: import("./schema.ts").TSchema<{
        actualEnd: string | null;
        actualStart: string | null;
        co2: number | null;
        cost: number | null;
        created: string;
        distance: number | null;
        driverKey: string | null;
        duration: number | null;
        endDepotKey: string | null;
        environmentId: string;
        key: string;
        loadId: string;
        packageCapacity: number | null;
        peakPackages: number | null;
        peakVolume: number;
        peakWeight: number;
        plannedEnd: string | null;
        plannedStart: string | null;
        startDepotKey: string | null;
        status: "completed" | "planned" | "planning" | "released" | "started";
        stopCount: number;
        updated: string;
        vehicleKey: string | null;
        version: number;
        volumeCapacity: number | null;
        weightCapacity: number | null;
    }[]>;
    next: import("./schema.ts").TUnsafe<string | null>;
    total: import("./schema.ts").TOptional<import("./schema.ts").TObject<{
        count: import("./schema.ts").TSchema<number>;
        exact: import("./schema.ts").TSchema<boolean>;
    }>>;
}>;
export type LoadPage = Static<typeof LoadPage>;
export declare const listLoads: {
    readonly id: "listLoads";
    readonly method: "GET";
    readonly path: "/v1/loads";
    readonly tag: "Loads";
    readonly summary: "List loads";
    readonly description: "Returns the loads that match all given filters, without their stops, newest first unless `sort` says otherwise. Without `limit` and `cursor`, the result is one array; with either, it comes in pages. A page may contain fewer loads than `limit`, or none, even if more follow: the list ends only when `next` is `null`.";
    readonly scope: "loads:read";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
        search: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        status: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        startDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        endDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        driverKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        plannedFrom: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        plannedTo: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        fits: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        figures: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        sort: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"-created" | "-key" | "-plannedStart" | "created" | "key" | "plannedStart">>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        total: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
    }>;
    readonly data: import("./schema.ts").TUnsafe<{
        actualEnd: string | null;
        actualStart: string | null;
        co2: number | null;
        cost: number | null;
        created: string;
        distance: number | null;
        driverKey: string | null;
        duration: number | null;
        endDepotKey: string | null;
        environmentId: string;
        key: string;
        loadId: string;
        packageCapacity: number | null;
        peakPackages: number | null;
        peakVolume: number;
        peakWeight: number;
        plannedEnd: string | null;
        plannedStart: string | null;
        startDepotKey: string | null;
        status: "completed" | "planned" | "planning" | "released" | "started";
        stopCount: number;
        updated: string;
        vehicleKey: string | null;
        version: number;
        volumeCapacity: number | null;
        weightCapacity: number | null;
    }[]>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const skipReasons: readonly ['unknown_load', 'other_day', 'vehicle_gone', 'vehicle_inactive', 'vehicle_busy', 'depot_gone', 'key_exists'];
export declare const copyLoads: {
    readonly id: "copyLoads";
    readonly method: "POST";
    readonly path: "/v1/loads/copy";
    readonly tag: "Loads";
    readonly summary: "Plan a day like another one";
    readonly description: "Makes a new load in planning for each load of `fromDay`, with the same vehicle, driver, depots and capacities, without stops, planned to start at the same time of day on `toDay`. Days are those of the environment's time zone. The key of a new load is that of its template with the new day: a day in it is replaced, otherwise the day is added, as in `VAN-1 2026-07-08`. Left out, with the reason, are loads whose vehicle is inactive or deleted or already has a load that starts on `toDay`, loads whose depot is deleted, and loads whose new key is taken. So the same request again creates nothing. A driver who is inactive or deleted is left out of the new load.";
    readonly scope: "loads:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        fromDay: import("./schema.ts").TSchema<string>;
        toDay: import("./schema.ts").TSchema<string>;
        loadIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        created: import("./schema.ts").TSchema<{
            fromKey: string;
            fromLoadId: string;
            key: string;
            loadId: string;
            vehicleKey: string | null;
        }[]>;
        skipped: import("./schema.ts").TSchema<{
            code: "depot_gone" | "key_exists" | "other_day" | "unknown_load" | "vehicle_busy" | "vehicle_gone" | "vehicle_inactive";
            key: string | null;
            loadId: string;
            message: string;
        }[]>;
    }>;
    readonly problems: readonly [];
};
declare const Reason: import("./schema.ts").TObject<{
    code: import("./schema.ts").TUnsafe<"depot_rule" | "load_state" | "packages" | "skills" | "unknown_consignment" | "volume" | "weight" | "window">;
    message: import("./schema.ts").TSchema<string>;
}>;
export type FitReason = Static<typeof Reason>;
export declare const OrderFit: import("./schema.ts").TObject<{
    consignmentId: import("./schema.ts").TUnsafe<string | null>;
    key: import("./schema.ts").TUnsafe<string | null>;
    fits: import("./schema.ts").TSchema<boolean>;
    loadId: import("./schema.ts").TUnsafe<string | null>;
    reasons: import("./schema.ts").TSchema<{
        code: "depot_rule" | "load_state" | "packages" | "skills" | "unknown_consignment" | "volume" | "weight" | "window";
        message: string;
    }[]>;
}>;
export type OrderFit = Static<typeof OrderFit>;
export declare const checkLoad: {
    readonly id: "checkLoad";
    readonly method: "POST";
    readonly path: "/v1/load/check";
    readonly tag: "Loads";
    readonly summary: "Check whether consignments fit a load";
    readonly description: "Checks whether each consignment, and all of them together, could join the load, and gives the reasons if not: the depot rule, skills that the vehicle of the load lacks, the peak weight, volume or number of packages of the route, a window that ends before the load starts, or a status that no longer allows changes. Nothing is changed. Driving times are not considered, so a window that could only be missed on the way is not a reason.";
    readonly scope: "loads:read";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
    readonly body: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        loadKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        consignmentIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        keys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
        fits: import("./schema.ts").TSchema<boolean>;
        reasons: import("./schema.ts").TSchema<{
            code: "depot_rule" | "load_state" | "packages" | "skills" | "unknown_consignment" | "volume" | "weight" | "window";
            message: string;
        }[]>;
        peakWeight: import("./schema.ts").TSchema<number>;
        peakVolume: import("./schema.ts").TSchema<number>;
        consignments: import("./schema.ts").TSchema<{
            consignmentId: string | null;
            fits: boolean;
            key: string | null;
            loadId: string | null;
            reasons: {
                code: "depot_rule" | "load_state" | "packages" | "skills" | "unknown_consignment" | "volume" | "weight" | "window";
                message: string;
            }[];
        }[]>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const getLoad: {
    readonly method: 'GET';
    readonly tag: "Loads";
    readonly scope: 'loads:read';
    readonly data: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
        environmentId: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
        status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
        version: import("./schema.ts").TSchema<number>;
        created: import("./schema.ts").TSchema<string>;
        updated: import("./schema.ts").TSchema<string>;
        startDepotKey: import("./schema.ts").TUnsafe<string | null>;
        endDepotKey: import("./schema.ts").TUnsafe<string | null>;
        vehicleKey: import("./schema.ts").TUnsafe<string | null>;
        driverKey: import("./schema.ts").TUnsafe<string | null>;
        plannedStart: import("./schema.ts").TUnsafe<string | null>;
        actualStart: import("./schema.ts").TUnsafe<string | null>;
        actualEnd: import("./schema.ts").TUnsafe<string | null>;
        weightCapacity: import("./schema.ts").TUnsafe<number | null>;
        volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
        packageCapacity: import("./schema.ts").TUnsafe<number | null>;
        peakWeight: import("./schema.ts").TSchema<number>;
        peakVolume: import("./schema.ts").TSchema<number>;
        stopCount: import("./schema.ts").TSchema<number>;
        peakPackages: import("./schema.ts").TUnsafe<number | null>;
        plannedEnd: import("./schema.ts").TUnsafe<string | null>;
        distance: import("./schema.ts").TUnsafe<number | null>;
        duration: import("./schema.ts").TUnsafe<number | null>;
        cost: import("./schema.ts").TUnsafe<number | null>;
        co2: import("./schema.ts").TUnsafe<number | null>;
        stops: import("./schema.ts").TSchema<{
            consignmentId: string;
            key: string;
            position: number;
            timeAtStop: number;
            type: "collection" | "delivery";
            volume: number | null;
            weight: number | null;
        }[]>;
    }>;
    readonly etag: true;
    readonly problems: readonly ['NOT_FOUND'];
    readonly id: "getLoad";
    readonly path: "/v1/load";
    readonly summary: "Read a load with its stops";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
        id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const getLoadById: {
    readonly method: 'GET';
    readonly tag: "Loads";
    readonly scope: 'loads:read';
    readonly data: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
        environmentId: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
        status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
        version: import("./schema.ts").TSchema<number>;
        created: import("./schema.ts").TSchema<string>;
        updated: import("./schema.ts").TSchema<string>;
        startDepotKey: import("./schema.ts").TUnsafe<string | null>;
        endDepotKey: import("./schema.ts").TUnsafe<string | null>;
        vehicleKey: import("./schema.ts").TUnsafe<string | null>;
        driverKey: import("./schema.ts").TUnsafe<string | null>;
        plannedStart: import("./schema.ts").TUnsafe<string | null>;
        actualStart: import("./schema.ts").TUnsafe<string | null>;
        actualEnd: import("./schema.ts").TUnsafe<string | null>;
        weightCapacity: import("./schema.ts").TUnsafe<number | null>;
        volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
        packageCapacity: import("./schema.ts").TUnsafe<number | null>;
        peakWeight: import("./schema.ts").TSchema<number>;
        peakVolume: import("./schema.ts").TSchema<number>;
        stopCount: import("./schema.ts").TSchema<number>;
        peakPackages: import("./schema.ts").TUnsafe<number | null>;
        plannedEnd: import("./schema.ts").TUnsafe<string | null>;
        distance: import("./schema.ts").TUnsafe<number | null>;
        duration: import("./schema.ts").TUnsafe<number | null>;
        cost: import("./schema.ts").TUnsafe<number | null>;
        co2: import("./schema.ts").TUnsafe<number | null>;
        stops: import("./schema.ts").TSchema<{
            consignmentId: string;
            key: string;
            position: number;
            timeAtStop: number;
            type: "collection" | "delivery";
            volume: number | null;
            weight: number | null;
        }[]>;
    }>;
    readonly etag: true;
    readonly problems: readonly ['NOT_FOUND'];
    readonly id: "getLoadById";
    readonly path: "/v1/load/{loadId}";
    readonly summary: "Read a load by its id";
    readonly params: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
    }>;
};
export declare const updateLoad: {
    readonly method: 'PATCH';
    readonly tag: "Loads";
    readonly description: 'A JSON Merge Patch (RFC 7396). `stops` sets the consignments and their sequence in one step.';
    readonly scope: 'loads:write';
    readonly body: import("./schema.ts").TUnsafe<{
        driverKey?: string | null;
        endDepotKey?: string | null;
        key?: string | null;
        packageCapacity?: number | null;
        plannedStart?: string | null;
        startDepotKey?: string | null;
        status?: NonNullable<"completed" | "planned" | "planning" | "released" | "started" | null | undefined> | null;
        stops?: {
            consignmentId: string;
            key?: string;
            position?: number;
            timeAtStop?: number;
            type?: "collection" | "delivery";
            volume?: number | null;
            weight?: number | null;
        }[] | null;
        vehicleKey?: string | null;
        volumeCapacity?: number | null;
        weightCapacity?: number | null;
    } & Record<string, unknown>>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_DEPOT", "UNKNOWN_VEHICLE", "UNKNOWN_DRIVER", "UNKNOWN_CONSIGNMENT", "DEPOT_RULE", "KEY_EXISTS", "LOAD_STATE"];
    readonly id: "updateLoad";
    readonly path: "/v1/load";
    readonly summary: "Change a load, its stops or its status";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const updateLoadById: {
    readonly method: 'PATCH';
    readonly tag: "Loads";
    readonly description: 'A JSON Merge Patch (RFC 7396). `stops` sets the consignments and their sequence in one step.';
    readonly scope: 'loads:write';
    readonly body: import("./schema.ts").TUnsafe<{
        driverKey?: string | null;
        endDepotKey?: string | null;
        key?: string | null;
        packageCapacity?: number | null;
        plannedStart?: string | null;
        startDepotKey?: string | null;
        status?: NonNullable<"completed" | "planned" | "planning" | "released" | "started" | null | undefined> | null;
        stops?: {
            consignmentId: string;
            key?: string;
            position?: number;
            timeAtStop?: number;
            type?: "collection" | "delivery";
            volume?: number | null;
            weight?: number | null;
        }[] | null;
        vehicleKey?: string | null;
        volumeCapacity?: number | null;
        weightCapacity?: number | null;
    } & Record<string, unknown>>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_DEPOT", "UNKNOWN_VEHICLE", "UNKNOWN_DRIVER", "UNKNOWN_CONSIGNMENT", "DEPOT_RULE", "KEY_EXISTS", "LOAD_STATE"];
    readonly id: "updateLoadById";
    readonly path: "/v1/load/{loadId}";
    readonly summary: "Change a load by its id";
    readonly params: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const deleteLoad: {
    readonly method: 'DELETE';
    readonly tag: "Loads";
    readonly description: 'Its consignments remain, without a load.';
    readonly scope: 'loads:write';
    readonly precondition: true;
    readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
    readonly id: "deleteLoad";
    readonly path: "/v1/load";
    readonly summary: "Delete a load";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export declare const deleteLoadById: {
    readonly method: 'DELETE';
    readonly tag: "Loads";
    readonly description: 'Its consignments remain, without a load.';
    readonly scope: 'loads:write';
    readonly precondition: true;
    readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
    readonly id: "deleteLoadById";
    readonly path: "/v1/load/{loadId}";
    readonly summary: "Delete a load by its id";
    readonly params: import("./schema.ts").TObject<{
        loadId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    }>;
};
export {};
