import { type Static } from './schema.ts';
export declare const fleetLimits: {
    readonly breaks: 10;
    readonly tripsMax: 10;
    readonly vehicles: 2000;
    readonly drivers: 2000;
};
declare const Break: import("./schema.ts").TObject<{
    from: import("./schema.ts").TSchema<string>;
    to: import("./schema.ts").TSchema<string>;
    minutes: import("./schema.ts").TSchema<number>;
}>;
export type VehicleBreak = Static<typeof Break>;
export declare const VehicleInput: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    plate: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    weightCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    volumeCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    packageCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    startDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    endDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    shiftStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    shiftEnd: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    breaks: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
        from: string;
        minutes: number;
        to: string;
    }[] | null>>;
    fixedCost: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    costPerKm: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    costPerHour: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    speedFactor: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    skills: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    maxDistance: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    maxDuration: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    maxStops: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    trips: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    emission: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    active: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
}>;
export declare const VehiclePatch: import("./schema.ts").TUnsafe<{
    active?: NonNullable<boolean | null | undefined> | null;
    breaks?: {
        from: string;
        minutes: number;
        to: string;
    }[] | null;
    costPerHour?: number | null;
    costPerKm?: number | null;
    emission?: number | null;
    endDepotKey?: string | null;
    fixedCost?: number | null;
    key?: string | null;
    maxDistance?: number | null;
    maxDuration?: number | null;
    maxStops?: number | null;
    name?: string | null;
    packageCapacity?: number | null;
    plate?: string | null;
    shiftEnd?: string | null;
    shiftStart?: string | null;
    skills?: string[] | null;
    speedFactor?: number | null;
    startDepotKey?: string | null;
    trips?: number | null;
    volumeCapacity?: number | null;
    weightCapacity?: number | null;
} & Record<string, unknown>>;
export declare const Vehicle: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    plate: import("./schema.ts").TUnsafe<string | null>;
    weightCapacity: import("./schema.ts").TUnsafe<number | null>;
    volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
    packageCapacity: import("./schema.ts").TUnsafe<number | null>;
    startDepotKey: import("./schema.ts").TUnsafe<string | null>;
    endDepotKey: import("./schema.ts").TUnsafe<string | null>;
    shiftStart: import("./schema.ts").TUnsafe<string | null>;
    shiftEnd: import("./schema.ts").TUnsafe<string | null>;
    breaks: import("./schema.ts").TSchema<{
        from: string;
        minutes: number;
        to: string;
    }[]>;
    fixedCost: import("./schema.ts").TUnsafe<number | null>;
    costPerKm: import("./schema.ts").TUnsafe<number | null>;
    costPerHour: import("./schema.ts").TUnsafe<number | null>;
    speedFactor: import("./schema.ts").TSchema<number>;
    skills: import("./schema.ts").TSchema<string[]>;
    maxDistance: import("./schema.ts").TUnsafe<number | null>;
    maxDuration: import("./schema.ts").TUnsafe<number | null>;
    maxStops: import("./schema.ts").TUnsafe<number | null>;
    trips: import("./schema.ts").TSchema<number>;
    emission: import("./schema.ts").TUnsafe<number | null>;
    active: import("./schema.ts").TSchema<boolean>;
}>;
export type VehicleInput = Static<typeof VehicleInput>;
export type VehiclePatch = Static<typeof VehiclePatch>;
export type Vehicle = Static<typeof Vehicle>;
export declare const DriverInput: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    phone: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    vehicleKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    shiftStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    shiftEnd: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    active: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
}>;
export declare const DriverPatch: import("./schema.ts").TUnsafe<{
    active?: NonNullable<boolean | null | undefined> | null;
    key?: string | null;
    name?: string | null;
    phone?: string | null;
    shiftEnd?: string | null;
    shiftStart?: string | null;
    vehicleKey?: string | null;
} & Record<string, unknown>>;
export declare const Driver: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    phone: import("./schema.ts").TUnsafe<string | null>;
    vehicleKey: import("./schema.ts").TUnsafe<string | null>;
    shiftStart: import("./schema.ts").TUnsafe<string | null>;
    shiftEnd: import("./schema.ts").TUnsafe<string | null>;
    active: import("./schema.ts").TSchema<boolean>;
}>;
export type DriverInput = Static<typeof DriverInput>;
export type DriverPatch = Static<typeof DriverPatch>;
export type Driver = Static<typeof Driver>;
export declare const createVehicle: {
    readonly id: "createVehicle";
    readonly method: "POST";
    readonly path: "/v1/vehicle";
    readonly tag: "Fleet";
    readonly summary: "Create a vehicle";
    readonly description: "Using the key of a deleted vehicle restores that vehicle with the new content.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        plate: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        weightCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        volumeCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        packageCapacity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        startDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        endDepotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        shiftStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        shiftEnd: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        breaks: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            from: string;
            minutes: number;
            to: string;
        }[] | null>>;
        fixedCost: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        costPerKm: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        costPerHour: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        speedFactor: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        skills: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        maxDistance: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        maxDuration: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        maxStops: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        trips: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        emission: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        active: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
    }>;
    readonly created: true;
    readonly location: "/v1/vehicle?key={key}";
    readonly problems: readonly ["KEY_EXISTS", "UNKNOWN_DEPOT"];
};
export declare const listVehicles: {
    readonly id: "listVehicles";
    readonly method: "GET";
    readonly path: "/v1/vehicles";
    readonly tag: "Fleet";
    readonly summary: "List all vehicles";
    readonly scope: "fleet:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        active: boolean;
        breaks: {
            from: string;
            minutes: number;
            to: string;
        }[];
        costPerHour: number | null;
        costPerKm: number | null;
        emission: number | null;
        endDepotKey: string | null;
        fixedCost: number | null;
        key: string;
        maxDistance: number | null;
        maxDuration: number | null;
        maxStops: number | null;
        name: string;
        packageCapacity: number | null;
        plate: string | null;
        shiftEnd: string | null;
        shiftStart: string | null;
        skills: string[];
        speedFactor: number;
        startDepotKey: string | null;
        trips: number;
        volumeCapacity: number | null;
        weightCapacity: number | null;
    }[]>;
    readonly problems: readonly [];
};
export declare const getVehicle: {
    readonly id: "getVehicle";
    readonly method: "GET";
    readonly path: "/v1/vehicle";
    readonly tag: "Fleet";
    readonly summary: "Read a vehicle";
    readonly scope: "fleet:read";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        plate: import("./schema.ts").TUnsafe<string | null>;
        weightCapacity: import("./schema.ts").TUnsafe<number | null>;
        volumeCapacity: import("./schema.ts").TUnsafe<number | null>;
        packageCapacity: import("./schema.ts").TUnsafe<number | null>;
        startDepotKey: import("./schema.ts").TUnsafe<string | null>;
        endDepotKey: import("./schema.ts").TUnsafe<string | null>;
        shiftStart: import("./schema.ts").TUnsafe<string | null>;
        shiftEnd: import("./schema.ts").TUnsafe<string | null>;
        breaks: import("./schema.ts").TSchema<{
            from: string;
            minutes: number;
            to: string;
        }[]>;
        fixedCost: import("./schema.ts").TUnsafe<number | null>;
        costPerKm: import("./schema.ts").TUnsafe<number | null>;
        costPerHour: import("./schema.ts").TUnsafe<number | null>;
        speedFactor: import("./schema.ts").TSchema<number>;
        skills: import("./schema.ts").TSchema<string[]>;
        maxDistance: import("./schema.ts").TUnsafe<number | null>;
        maxDuration: import("./schema.ts").TUnsafe<number | null>;
        maxStops: import("./schema.ts").TUnsafe<number | null>;
        trips: import("./schema.ts").TSchema<number>;
        emission: import("./schema.ts").TUnsafe<number | null>;
        active: import("./schema.ts").TSchema<boolean>;
    }>;
    readonly etag: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const updateVehicle: {
    readonly id: "updateVehicle";
    readonly method: "PATCH";
    readonly path: "/v1/vehicle";
    readonly tag: "Fleet";
    readonly summary: "Change a vehicle";
    readonly description: "A JSON Merge Patch (RFC 7396). The key cannot be changed. Loads keep the capacities and depots that they have taken over from the vehicle.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly body: import("./schema.ts").TUnsafe<{
        active?: NonNullable<boolean | null | undefined> | null;
        breaks?: {
            from: string;
            minutes: number;
            to: string;
        }[] | null;
        costPerHour?: number | null;
        costPerKm?: number | null;
        emission?: number | null;
        endDepotKey?: string | null;
        fixedCost?: number | null;
        key?: string | null;
        maxDistance?: number | null;
        maxDuration?: number | null;
        maxStops?: number | null;
        name?: string | null;
        packageCapacity?: number | null;
        plate?: string | null;
        shiftEnd?: string | null;
        shiftStart?: string | null;
        skills?: string[] | null;
        speedFactor?: number | null;
        startDepotKey?: string | null;
        trips?: number | null;
        volumeCapacity?: number | null;
        weightCapacity?: number | null;
    } & Record<string, unknown>>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_DEPOT"];
};
export declare const deleteVehicle: {
    readonly id: "deleteVehicle";
    readonly method: "DELETE";
    readonly path: "/v1/vehicle";
    readonly tag: "Fleet";
    readonly summary: "Delete a vehicle";
    readonly description: "Loads and drivers that already name the vehicle keep showing it; new ones cannot name it.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const createDriver: {
    readonly id: "createDriver";
    readonly method: "POST";
    readonly path: "/v1/driver";
    readonly tag: "Fleet";
    readonly summary: "Create a driver";
    readonly description: "Using the key of a deleted driver restores that driver with the new content.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        phone: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        vehicleKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        shiftStart: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        shiftEnd: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        active: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
    }>;
    readonly created: true;
    readonly location: "/v1/driver?key={key}";
    readonly problems: readonly ["KEY_EXISTS", "UNKNOWN_VEHICLE"];
};
export declare const listDrivers: {
    readonly id: "listDrivers";
    readonly method: "GET";
    readonly path: "/v1/drivers";
    readonly tag: "Fleet";
    readonly summary: "List all drivers";
    readonly scope: "fleet:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        active: boolean;
        key: string;
        name: string;
        phone: string | null;
        shiftEnd: string | null;
        shiftStart: string | null;
        vehicleKey: string | null;
    }[]>;
    readonly problems: readonly [];
};
export declare const getDriver: {
    readonly id: "getDriver";
    readonly method: "GET";
    readonly path: "/v1/driver";
    readonly tag: "Fleet";
    readonly summary: "Read a driver";
    readonly scope: "fleet:read";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        phone: import("./schema.ts").TUnsafe<string | null>;
        vehicleKey: import("./schema.ts").TUnsafe<string | null>;
        shiftStart: import("./schema.ts").TUnsafe<string | null>;
        shiftEnd: import("./schema.ts").TUnsafe<string | null>;
        active: import("./schema.ts").TSchema<boolean>;
    }>;
    readonly etag: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const updateDriver: {
    readonly id: "updateDriver";
    readonly method: "PATCH";
    readonly path: "/v1/driver";
    readonly tag: "Fleet";
    readonly summary: "Change a driver";
    readonly description: "A JSON Merge Patch (RFC 7396). The key cannot be changed.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly body: import("./schema.ts").TUnsafe<{
        active?: NonNullable<boolean | null | undefined> | null;
        key?: string | null;
        name?: string | null;
        phone?: string | null;
        shiftEnd?: string | null;
        shiftStart?: string | null;
        vehicleKey?: string | null;
    } & Record<string, unknown>>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_VEHICLE"];
};
export declare const deleteDriver: {
    readonly id: "deleteDriver";
    readonly method: "DELETE";
    readonly path: "/v1/driver";
    readonly tag: "Fleet";
    readonly summary: "Delete a driver";
    readonly description: "Erases the name and the phone number, also from the history of the driver. Loads that already name the driver keep the key; new ones cannot name it.";
    readonly scope: "fleet:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const FleetRowResult: import("./schema.ts").TObject<{
    index: import("./schema.ts").TSchema<number>;
    key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    status: import("./schema.ts").TUnsafe<"created" | "failed" | "unchanged" | "updated">;
    version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
    code: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string>>;
    message: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    errors: import("./schema.ts").TOptional<import("./schema.ts").TSchema<{
        code: string;
        message: string;
        path: string;
    }[]>>;
}>;
export type FleetRowResult = Static<typeof FleetRowResult>;
declare const FleetImported: import("./schema.ts").TObject<{
    summary: import("./schema.ts").TObject<{
        rows: import("./schema.ts").TSchema<number>;
        created: import("./schema.ts").TSchema<number>;
        updated: import("./schema.ts").TSchema<number>;
        unchanged: import("./schema.ts").TSchema<number>;
        failed: import("./schema.ts").TSchema<number>;
    }>;
    results: import("./schema.ts").TSchema<{
        code?: string;
        errors?: {
            code: string;
            message: string;
            path: string;
        }[];
        index: number;
        key?: string;
        message?: string;
        status: "created" | "failed" | "unchanged" | "updated";
        version?: number;
    }[]>;
}>;
export type FleetImported = Static<typeof FleetImported>;
export declare const importVehicles: {
    readonly method: 'POST';
    readonly tag: "Fleet";
    readonly description: "Send up to 500 rows. A row whose key exists changes that record as PATCH does, every other row creates one. A row that fails is skipped and does not stop the others. Results come in the order of the rows.";
    readonly scope: 'fleet:write';
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        summary: import("./schema.ts").TObject<{
            rows: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<number>;
            updated: import("./schema.ts").TSchema<number>;
            unchanged: import("./schema.ts").TSchema<number>;
            failed: import("./schema.ts").TSchema<number>;
        }>;
        results: import("./schema.ts").TSchema<{
            code?: string;
            errors?: {
                code: string;
                message: string;
                path: string;
            }[];
            index: number;
            key?: string;
            message?: string;
            status: "created" | "failed" | "unchanged" | "updated";
            version?: number;
        }[]>;
    }>;
    readonly id: "importVehicles";
    readonly path: "/v1/vehicles/import";
    readonly summary: "Create or change many vehicles";
    readonly body: import("./schema.ts").TObject<{
        vehicles: import("./schema.ts").TSchema<({
            active?: boolean | null;
            breaks?: {
                from: string;
                minutes: number;
                to: string;
            }[] | null;
            costPerHour?: number | null;
            costPerKm?: number | null;
            emission?: number | null;
            endDepotKey?: string | null;
            fixedCost?: number | null;
            key: string;
            maxDistance?: number | null;
            maxDuration?: number | null;
            maxStops?: number | null;
            name: string;
            packageCapacity?: number | null;
            plate?: string | null;
            shiftEnd?: string | null;
            shiftStart?: string | null;
            skills?: string[] | null;
            speedFactor?: number | null;
            startDepotKey?: string | null;
            trips?: number | null;
            volumeCapacity?: number | null;
            weightCapacity?: number | null;
        } | ({
            active?: NonNullable<boolean | null | undefined> | null;
            breaks?: {
                from: string;
                minutes: number;
                to: string;
            }[] | null;
            costPerHour?: number | null;
            costPerKm?: number | null;
            emission?: number | null;
            endDepotKey?: string | null;
            fixedCost?: number | null;
            key?: string | null;
            maxDistance?: number | null;
            maxDuration?: number | null;
            maxStops?: number | null;
            name?: string | null;
            packageCapacity?: number | null;
            plate?: string | null;
            shiftEnd?: string | null;
            shiftStart?: string | null;
            skills?: string[] | null;
            speedFactor?: number | null;
            startDepotKey?: string | null;
            trips?: number | null;
            volumeCapacity?: number | null;
            weightCapacity?: number | null;
        } & Record<string, unknown>))[]>;
    }>;
    readonly elements: "vehicles";
    readonly problems: readonly [];
};
export declare const importDrivers: {
    readonly method: 'POST';
    readonly tag: "Fleet";
    readonly description: "Send up to 500 rows. A row whose key exists changes that record as PATCH does, every other row creates one. A row that fails is skipped and does not stop the others. Results come in the order of the rows.";
    readonly scope: 'fleet:write';
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        summary: import("./schema.ts").TObject<{
            rows: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<number>;
            updated: import("./schema.ts").TSchema<number>;
            unchanged: import("./schema.ts").TSchema<number>;
            failed: import("./schema.ts").TSchema<number>;
        }>;
        results: import("./schema.ts").TSchema<{
            code?: string;
            errors?: {
                code: string;
                message: string;
                path: string;
            }[];
            index: number;
            key?: string;
            message?: string;
            status: "created" | "failed" | "unchanged" | "updated";
            version?: number;
        }[]>;
    }>;
    readonly id: "importDrivers";
    readonly path: "/v1/drivers/import";
    readonly summary: "Create or change many drivers";
    readonly body: import("./schema.ts").TObject<{
        drivers: import("./schema.ts").TSchema<({
            active?: boolean | null;
            key: string;
            name: string;
            phone?: string | null;
            shiftEnd?: string | null;
            shiftStart?: string | null;
            vehicleKey?: string | null;
        } | ({
            active?: NonNullable<boolean | null | undefined> | null;
            key?: string | null;
            name?: string | null;
            phone?: string | null;
            shiftEnd?: string | null;
            shiftStart?: string | null;
            vehicleKey?: string | null;
        } & Record<string, unknown>))[]>;
    }>;
    readonly elements: "drivers";
    readonly problems: readonly [];
};
export {};
