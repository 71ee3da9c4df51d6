import { type Static } from './schema.ts';
export declare const TravelSource: import("./schema.ts").TUnsafe<"estimate" | "osrm" | "valhalla">;
export type TravelSource = Static<typeof TravelSource>;
export declare const routePlaces: {
    readonly min: 2;
    readonly max: 200;
};
export declare const travelRoute: {
    readonly id: "travelRoute";
    readonly method: "POST";
    readonly path: "/v1/travel/route";
    readonly tag: "Loads";
    readonly summary: "Distances and driving times along places";
    readonly description: "For places in the order in which they are visited: the distance and the driving time of each leg and, if the operator has set up a travel server, the line along the roads. Without a travel server, or if it does not answer, all legs are estimated, and `source` says so. Nothing is changed.";
    readonly scope: "loads:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        places: import("./schema.ts").TSchema<{
            lat: number;
            lng: number;
        }[]>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        legs: import("./schema.ts").TSchema<{
            distance: number;
            duration: number;
        }[]>;
        line: import("./schema.ts").TUnsafe<number[][] | null>;
        source: import("./schema.ts").TUnsafe<"estimate" | "osrm" | "valhalla">;
        note: import("./schema.ts").TUnsafe<string | null>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly [];
};
