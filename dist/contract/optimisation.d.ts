import { type Static } from './schema.ts';
export declare const optimisationLimits: {
    /** Of many, parts are searched through one after the other. */
    readonly consignments: 10000;
    readonly loads: 500;
    readonly vehicles: 500;
    readonly seconds: 300;
    readonly secondsDefault: 10;
    /** Of one environment, waiting or running. */
    readonly open: 5;
    /** Of one environment that are kept after they ended. */
    readonly kept: 50;
};
export declare const optimisationModes: readonly ['day', 'fill', 'sequence'];
export declare const objectives: readonly ['cost', 'distance', 'time', 'vehicles'];
export declare const pools: readonly ['overdue', 'day', 'undated', 'later'];
export type Pool = (typeof pools)[number];
export declare const OptimisationInput: import("./schema.ts").TObject<{
    mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
    day: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    consignmentIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    pool: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("day" | "later" | "overdue" | "undated")[] | null>>;
    loadIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    vehicleKeys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
    keep: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
        consignmentIds?: string[] | null;
        sequence?: boolean | null;
    } | null>>;
    objective: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cost" | "distance" | "time" | "vehicles" | null>>;
    seconds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
}>;
export type OptimisationInput = Static<typeof OptimisationInput>;
export declare const RouteFigures: import("./schema.ts").TObject<{
    vehicles: import("./schema.ts").TSchema<number>;
    stops: import("./schema.ts").TSchema<number>;
    unplanned: import("./schema.ts").TSchema<number>;
    distance: import("./schema.ts").TSchema<number>;
    duration: import("./schema.ts").TSchema<number>;
    waiting: import("./schema.ts").TSchema<number>;
    lateStops: import("./schema.ts").TSchema<number>;
    lateMinutes: import("./schema.ts").TSchema<number>;
    overloaded: import("./schema.ts").TSchema<number>;
    cost: import("./schema.ts").TSchema<number>;
    co2: import("./schema.ts").TSchema<number>;
}>;
export type RouteFigures = Static<typeof RouteFigures>;
export declare const ProposedStop: import("./schema.ts").TObject<{
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    arrives: import("./schema.ts").TUnsafe<string | null>;
    starts: import("./schema.ts").TUnsafe<string | null>;
    leaves: import("./schema.ts").TUnsafe<string | null>;
    lateMinutes: import("./schema.ts").TSchema<number>;
    was: import("./schema.ts").TUnsafe<{
        loadId: string;
        position: number;
    } | null>;
    placedByPostcode: import("./schema.ts").TSchema<boolean>;
}>;
export type ProposedStop = Static<typeof ProposedStop>;
export declare const ProposedLoad: import("./schema.ts").TObject<{
    loadId: import("./schema.ts").TUnsafe<string | null>;
    key: import("./schema.ts").TSchema<string>;
    vehicleKey: import("./schema.ts").TUnsafe<string | null>;
    driverKey: import("./schema.ts").TUnsafe<string | null>;
    startDepotKey: import("./schema.ts").TUnsafe<string | null>;
    endDepotKey: import("./schema.ts").TUnsafe<string | null>;
    plannedStart: import("./schema.ts").TUnsafe<string | null>;
    plannedEnd: import("./schema.ts").TUnsafe<string | null>;
    before: import("./schema.ts").TUnsafe<{
        co2: number;
        cost: number;
        distance: number;
        duration: number;
        lateMinutes: number;
        lateStops: number;
        overloaded: number;
        stops: number;
        unplanned: number;
        vehicles: number;
        waiting: number;
    } | null>;
    after: import("./schema.ts").TObject<{
        vehicles: import("./schema.ts").TSchema<number>;
        stops: import("./schema.ts").TSchema<number>;
        unplanned: import("./schema.ts").TSchema<number>;
        distance: import("./schema.ts").TSchema<number>;
        duration: import("./schema.ts").TSchema<number>;
        waiting: import("./schema.ts").TSchema<number>;
        lateStops: import("./schema.ts").TSchema<number>;
        lateMinutes: import("./schema.ts").TSchema<number>;
        overloaded: import("./schema.ts").TSchema<number>;
        cost: import("./schema.ts").TSchema<number>;
        co2: import("./schema.ts").TSchema<number>;
    }>;
    breaks: import("./schema.ts").TSchema<{
        from: string;
        to: string;
    }[]>;
    stops: import("./schema.ts").TSchema<{
        arrives: string | null;
        consignmentId: string;
        key: string;
        lateMinutes: number;
        leaves: string | null;
        placedByPostcode: boolean;
        starts: string | null;
        was: {
            loadId: string;
            position: number;
        } | null;
    }[]>;
    changed: import("./schema.ts").TSchema<boolean>;
}>;
export type ProposedLoad = Static<typeof ProposedLoad>;
export declare const leftOutCodes: readonly ['position', 'depot', 'skills', 'vehicle', 'weight', 'volume', 'packages', 'window', 'shift', 'duration', 'distance', 'stops', 'break', 'unreachable', 'cost'];
export declare const LeftOut: import("./schema.ts").TObject<{
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    reasons: import("./schema.ts").TSchema<{
        code: "break" | "cost" | "depot" | "distance" | "duration" | "packages" | "position" | "shift" | "skills" | "stops" | "unreachable" | "vehicle" | "volume" | "weight" | "window";
        loadKey: string | null;
        message: string;
    }[]>;
}>;
export type LeftOut = Static<typeof LeftOut>;
export declare const optimisationStates: readonly ['queued', 'running', 'done', 'failed', 'cancelled', 'applied', 'undone'];
export type OptimisationState = (typeof optimisationStates)[number];
export declare const OptimisationSummary: import("./schema.ts").TObject<{
    optimisationId: import("./schema.ts").TSchema<string>;
    state: import("./schema.ts").TUnsafe<"applied" | "cancelled" | "done" | "failed" | "queued" | "running" | "undone">;
    progress: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    day: import("./schema.ts").TSchema<string>;
    mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
    message: import("./schema.ts").TUnsafe<string | null>;
    before: import("./schema.ts").TUnsafe<{
        co2: number;
        cost: number;
        distance: number;
        duration: number;
        lateMinutes: number;
        lateStops: number;
        overloaded: number;
        stops: number;
        unplanned: number;
        vehicles: number;
        waiting: number;
    } | null>;
    after: import("./schema.ts").TUnsafe<{
        co2: number;
        cost: number;
        distance: number;
        duration: number;
        lateMinutes: number;
        lateStops: number;
        overloaded: number;
        stops: number;
        unplanned: number;
        vehicles: number;
        waiting: number;
    } | null>;
}>;
export declare const Optimisation: import("./schema.ts").TObject<{
    optimisationId: import("./schema.ts").TSchema<string>;
    state: import("./schema.ts").TUnsafe<"applied" | "cancelled" | "done" | "failed" | "queued" | "running" | "undone">;
    progress: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    day: import("./schema.ts").TSchema<string>;
    mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
    message: import("./schema.ts").TUnsafe<string | null>;
    before: import("./schema.ts").TUnsafe<{
        co2: number;
        cost: number;
        distance: number;
        duration: number;
        lateMinutes: number;
        lateStops: number;
        overloaded: number;
        stops: number;
        unplanned: number;
        vehicles: number;
        waiting: number;
    } | null>;
    after: import("./schema.ts").TUnsafe<{
        co2: number;
        cost: number;
        distance: number;
        duration: number;
        lateMinutes: number;
        lateStops: number;
        overloaded: number;
        stops: number;
        unplanned: number;
        vehicles: number;
        waiting: number;
    } | null>;
    request: import("./schema.ts").TObject<{
        mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
        day: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        consignmentIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        pool: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("day" | "later" | "overdue" | "undated")[] | null>>;
        loadIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        vehicleKeys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        keep: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            consignmentIds?: string[] | null;
            sequence?: boolean | null;
        } | null>>;
        objective: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cost" | "distance" | "time" | "vehicles" | null>>;
        seconds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    }>;
    travel: import("./schema.ts").TUnsafe<{
        note: string | null;
        source: string;
    } | null>;
    loads: import("./schema.ts").TSchema<{
        after: {
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        };
        before: {
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        } | null;
        breaks: {
            from: string;
            to: string;
        }[];
        changed: boolean;
        driverKey: string | null;
        endDepotKey: string | null;
        key: string;
        loadId: string | null;
        plannedEnd: string | null;
        plannedStart: string | null;
        startDepotKey: string | null;
        stops: {
            arrives: string | null;
            consignmentId: string;
            key: string;
            lateMinutes: number;
            leaves: string | null;
            placedByPostcode: boolean;
            starts: string | null;
            was: {
                loadId: string;
                position: number;
            } | null;
        }[];
        vehicleKey: string | null;
    }[]>;
    leftOut: import("./schema.ts").TSchema<{
        consignmentId: string;
        key: string;
        reasons: {
            code: "break" | "cost" | "depot" | "distance" | "duration" | "packages" | "position" | "shift" | "skills" | "stops" | "unreachable" | "vehicle" | "volume" | "weight" | "window";
            loadKey: string | null;
            message: string;
        }[];
    }[]>;
}>;
export type Optimisation = Static<typeof Optimisation>;
export type OptimisationSummary = Static<typeof OptimisationSummary>;
export declare const createOptimisation: {
    readonly id: "createOptimisation";
    readonly method: "POST";
    readonly path: "/v1/optimisation";
    readonly tag: "Optimisation";
    readonly summary: "Propose routes";
    readonly description: "Starts a search for better routes and answers its id at once. Read it to follow its progress and to see the proposal; nothing is changed before you apply it.";
    readonly scope: "loads:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
        day: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        consignmentIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        pool: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("day" | "later" | "overdue" | "undated")[] | null>>;
        loadIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        vehicleKeys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        keep: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            consignmentIds?: string[] | null;
            sequence?: boolean | null;
        } | null>>;
        objective: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cost" | "distance" | "time" | "vehicles" | null>>;
        seconds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly created: true;
    readonly location: "/v1/optimisation/{optimisationId}";
    readonly problems: readonly ["NOT_FOUND", "UNKNOWN_VEHICLE", "UNKNOWN_CONSIGNMENT", "LOAD_STATE", "OPTIMISATION_LIMIT"];
};
export declare const listOptimisations: {
    readonly id: "listOptimisations";
    readonly method: "GET";
    readonly path: "/v1/optimisations";
    readonly tag: "Optimisation";
    readonly summary: "List the latest optimisations";
    readonly description: "Returns the latest optimisations of the environment, newest first, without their proposals.";
    readonly scope: "loads:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        after: {
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        } | null;
        before: {
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        } | null;
        created: string;
        day: string;
        message: string | null;
        mode: "day" | "fill" | "sequence";
        optimisationId: string;
        progress: number;
        state: "applied" | "cancelled" | "done" | "failed" | "queued" | "running" | "undone";
        updated: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const getOptimisation: {
    readonly id: "getOptimisation";
    readonly method: "GET";
    readonly path: "/v1/optimisation/{optimisationId}";
    readonly tag: "Optimisation";
    readonly summary: "Read an optimisation and its proposal";
    readonly description: "While it runs, the proposal is the best so far. It is stored every second.";
    readonly scope: "loads:read";
    readonly params: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
        state: import("./schema.ts").TUnsafe<"applied" | "cancelled" | "done" | "failed" | "queued" | "running" | "undone">;
        progress: import("./schema.ts").TSchema<number>;
        created: import("./schema.ts").TSchema<string>;
        updated: import("./schema.ts").TSchema<string>;
        day: import("./schema.ts").TSchema<string>;
        mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
        message: import("./schema.ts").TUnsafe<string | null>;
        before: import("./schema.ts").TUnsafe<{
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        } | null>;
        after: import("./schema.ts").TUnsafe<{
            co2: number;
            cost: number;
            distance: number;
            duration: number;
            lateMinutes: number;
            lateStops: number;
            overloaded: number;
            stops: number;
            unplanned: number;
            vehicles: number;
            waiting: number;
        } | null>;
        request: import("./schema.ts").TObject<{
            mode: import("./schema.ts").TUnsafe<"day" | "fill" | "sequence">;
            day: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            pool: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("day" | "later" | "overdue" | "undated")[] | null>>;
            loadIds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            vehicleKeys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            keep: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                consignmentIds?: string[] | null;
                sequence?: boolean | null;
            } | null>>;
            objective: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cost" | "distance" | "time" | "vehicles" | null>>;
            seconds: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        }>;
        travel: import("./schema.ts").TUnsafe<{
            note: string | null;
            source: string;
        } | null>;
        loads: import("./schema.ts").TSchema<{
            after: {
                co2: number;
                cost: number;
                distance: number;
                duration: number;
                lateMinutes: number;
                lateStops: number;
                overloaded: number;
                stops: number;
                unplanned: number;
                vehicles: number;
                waiting: number;
            };
            before: {
                co2: number;
                cost: number;
                distance: number;
                duration: number;
                lateMinutes: number;
                lateStops: number;
                overloaded: number;
                stops: number;
                unplanned: number;
                vehicles: number;
                waiting: number;
            } | null;
            breaks: {
                from: string;
                to: string;
            }[];
            changed: boolean;
            driverKey: string | null;
            endDepotKey: string | null;
            key: string;
            loadId: string | null;
            plannedEnd: string | null;
            plannedStart: string | null;
            startDepotKey: string | null;
            stops: {
                arrives: string | null;
                consignmentId: string;
                key: string;
                lateMinutes: number;
                leaves: string | null;
                placedByPostcode: boolean;
                starts: string | null;
                was: {
                    loadId: string;
                    position: number;
                } | null;
            }[];
            vehicleKey: string | null;
        }[]>;
        leftOut: import("./schema.ts").TSchema<{
            consignmentId: string;
            key: string;
            reasons: {
                code: "break" | "cost" | "depot" | "distance" | "duration" | "packages" | "position" | "shift" | "skills" | "stops" | "unreachable" | "vehicle" | "volume" | "weight" | "window";
                loadKey: string | null;
                message: string;
            }[];
        }[]>;
    }>;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const applyOptimisation: {
    readonly id: "applyOptimisation";
    readonly method: "POST";
    readonly path: "/v1/optimisation/{optimisationId}/apply";
    readonly tag: "Optimisation";
    readonly summary: "Apply a proposal";
    readonly description: "Writes the proposal in one step: loads are made, stops move, and planned times are set. If an order, load or vehicle that it was made from has changed since, nothing is written and the reply lists what has changed: start the optimisation again, or send `onlyUnchanged` to write the other routes. With `loads`, only these routes are written; routes that exchange orders can only be applied together. A proposal is applied once: asked again, the answer is the same.";
    readonly scope: "loads:write";
    readonly params: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        loads: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
        onlyUnchanged: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        loads: import("./schema.ts").TSchema<{
            key: string;
            loadId: string;
        }[]>;
    }>;
    readonly problems: readonly ["NOT_FOUND", "OPTIMISATION_STATE", "PLAN_OUTDATED"];
};
export declare const undoOptimisation: {
    readonly id: "undoOptimisation";
    readonly method: "POST";
    readonly path: "/v1/optimisation/{optimisationId}/undo";
    readonly tag: "Optimisation";
    readonly summary: "Undo an applied proposal";
    readonly description: "Restores the stops and planned times from before in one step, and deletes the loads that the proposal made. If one of them has changed since, nothing is written and the reply lists what has changed.";
    readonly scope: "loads:write";
    readonly params: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND", "OPTIMISATION_STATE", "PLAN_OUTDATED"];
};
export declare const stopOptimisation: {
    readonly id: "stopOptimisation";
    readonly method: "POST";
    readonly path: "/v1/optimisation/{optimisationId}/stop";
    readonly tag: "Optimisation";
    readonly summary: "Stop searching and keep the best proposal so far";
    readonly description: "The search ends at once, and its best proposal can be applied. One that has ended already stays as it is.";
    readonly scope: "loads:write";
    readonly params: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND", "OPTIMISATION_STATE"];
};
export declare const cancelOptimisation: {
    readonly id: "cancelOptimisation";
    readonly method: "DELETE";
    readonly path: "/v1/optimisation/{optimisationId}";
    readonly tag: "Optimisation";
    readonly summary: "Cancel an optimisation";
    readonly description: "Ends the search, or discards a proposal that has not been applied.";
    readonly scope: "loads:write";
    readonly params: import("./schema.ts").TObject<{
        optimisationId: import("./schema.ts").TSchema<string>;
    }>;
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly ["NOT_FOUND", "OPTIMISATION_STATE"];
};
