import { type Static } from './schema.ts';
export declare const geocodeLimits: {
    readonly addresses: 50;
    readonly proposals: 5;
};
export declare const GeocodeAddress: import("./schema.ts").TObject<{
    line1: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    city: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    postalCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    region: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    country: import("./schema.ts").TSchema<string>;
}>;
export type GeocodeAddress = Static<typeof GeocodeAddress>;
export declare const PositionProposal: import("./schema.ts").TObject<{
    geoLocation: import("./schema.ts").TObject<{
        lat: import("./schema.ts").TSchema<number>;
        lng: import("./schema.ts").TSchema<number>;
    }>;
    geoLocationAccuracy: import("./schema.ts").TUnsafe<1 | 2 | 3>;
    geoLocationSource: import("./schema.ts").TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "postalCode">;
    placeId: import("./schema.ts").TUnsafe<string | null>;
    label: import("./schema.ts").TUnsafe<string | null>;
    orders: import("./schema.ts").TSchema<number>;
}>;
export type PositionProposal = Static<typeof PositionProposal>;
export declare const lookups: readonly ['off', 'answered', 'limited', 'failed'];
export declare const geocode: {
    readonly id: "geocode";
    readonly method: "POST";
    readonly path: "/v1/geocode";
    readonly tag: "Consignments";
    readonly summary: "Propose positions for addresses";
    readonly description: "For each of up to 50 addresses, up to 5 proposals of the geocoder that the operator has set up, best first, and then the centre of the postal code or city if the environment's own orders have positions there (accuracy 3). Copy the members of a proposal into an address to use it. Nothing is changed. Answers of the geocoder are kept for some time, so asking again gets further if it was limited.";
    readonly scope: "consignments:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        addresses: import("./schema.ts").TSchema<{
            city?: string | null;
            country: string;
            line1?: string | null;
            postalCode?: string | null;
            region?: string | null;
            state?: string | null;
        }[]>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        results: import("./schema.ts").TSchema<{
            lookup: "answered" | "failed" | "limited" | "off";
            proposals: {
                geoLocation: {
                    lat: number;
                    lng: number;
                };
                geoLocationAccuracy: 1 | 2 | 3;
                geoLocationSource: "city" | "nominatim" | "pelias" | "photon" | "postalCode";
                label: string | null;
                orders: number;
                placeId: string | null;
            }[];
        }[]>;
    }>;
    readonly unrepeatable: true;
    readonly problems: readonly [];
};
