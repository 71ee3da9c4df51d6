import { type Static } from './schema.ts';
export declare const DepotInput: import("./schema.ts").TObject<{
    key: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    address: import("./schema.ts").TObject<{
        name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        company: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        line2: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        line3: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        region: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        geoLocation: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            lat?: number | null;
            latitude?: number | null;
            lng?: number | null;
            longitude?: number | null;
            longtitude?: number | null;
        } | null>>;
        geoLocationAccuracy: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<1 | 2 | 3 | null>>;
        geoLocationSource: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null>>;
        placeId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        line1: import("./schema.ts").TSchema<string>;
        city: import("./schema.ts").TSchema<string>;
        postalCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        country: import("./schema.ts").TSchema<string>;
    }>;
    contact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
        email?: string | null;
        mobile?: {
            code?: string | null;
            countryCode?: string | number | null;
            localNumber?: string | number | null;
        } | null;
        personName?: string | null;
        phone?: {
            code?: string | null;
            countryCode?: string | number | null;
            localNumber?: string | number | null;
        } | null;
    } | null>>;
}>;
export declare const DepotPatch: import("./schema.ts").TUnsafe<{
    address?: {
        city?: string | null;
        company?: string | null;
        country?: string | null;
        geoLocation?: {
            lat?: number | null;
            latitude?: number | null;
            lng?: number | null;
            longitude?: number | null;
            longtitude?: number | null;
        } | null;
        geoLocationAccuracy?: NonNullable<1 | 2 | 3 | null | undefined> | null;
        geoLocationSource?: NonNullable<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null | undefined> | null;
        line1?: string | null;
        line2?: string | null;
        line3?: string | null;
        name?: string | null;
        placeId?: string | null;
        postalCode?: string | null;
        region?: string | null;
        state?: string | null;
    } | null;
    contact?: {
        email?: string | null;
        mobile?: {
            code?: string | null;
            countryCode?: NonNullable<string | number | null | undefined> | null;
            localNumber?: NonNullable<string | number | null | undefined> | null;
        } | null;
        personName?: string | null;
        phone?: {
            code?: string | null;
            countryCode?: NonNullable<string | number | null | undefined> | null;
            localNumber?: NonNullable<string | number | null | undefined> | null;
        } | null;
    } | null;
    key?: string | null;
    name?: string | null;
} & Record<string, unknown>>;
export declare const Depot: import("./schema.ts").TObject<{
    address: import("./schema.ts").TObject<{
        name: import("./schema.ts").TUnsafe<string | null>;
        company: import("./schema.ts").TUnsafe<string | null>;
        line1: import("./schema.ts").TSchema<string>;
        line2: import("./schema.ts").TUnsafe<string | null>;
        line3: import("./schema.ts").TUnsafe<string | null>;
        city: import("./schema.ts").TUnsafe<string | null>;
        region: import("./schema.ts").TUnsafe<string | null>;
        postalCode: import("./schema.ts").TUnsafe<string | null>;
        state: import("./schema.ts").TUnsafe<string | null>;
        country: import("./schema.ts").TSchema<string>;
        geoLocation: import("./schema.ts").TUnsafe<{
            lat: number;
            lng: number;
        } | null>;
        geoLocationAccuracy: import("./schema.ts").TUnsafe<1 | 2 | 3 | null>;
        geoLocationSource: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode">>;
        placeId: import("./schema.ts").TUnsafe<string | null>;
    }>;
    contact: import("./schema.ts").TUnsafe<{
        email: string | null;
        mobile: {
            code: string | null;
            countryCode: string | null;
            localNumber: string | null;
        } | null;
        personName: string | null;
        phone: {
            code: string | null;
            countryCode: string | null;
            localNumber: string | null;
        } | null;
    } | null>;
    name: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
}>;
export type DepotInput = Static<typeof DepotInput>;
export type DepotPatch = Static<typeof DepotPatch>;
export type Depot = Static<typeof Depot>;
export declare const createDepot: {
    readonly id: "createDepot";
    readonly method: "POST";
    readonly path: "/v1/depot";
    readonly tag: "Depots";
    readonly summary: "Create a depot";
    readonly description: "Using the key of a deleted depot restores that depot with the new content.";
    readonly scope: "depots:write";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly body: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
        name: import("./schema.ts").TSchema<string>;
        address: import("./schema.ts").TObject<{
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            company: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            line2: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            line3: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            region: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            geoLocation: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                lat?: number | null;
                latitude?: number | null;
                lng?: number | null;
                longitude?: number | null;
                longtitude?: number | null;
            } | null>>;
            geoLocationAccuracy: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<1 | 2 | 3 | null>>;
            geoLocationSource: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null>>;
            placeId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            line1: import("./schema.ts").TSchema<string>;
            city: import("./schema.ts").TSchema<string>;
            postalCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            country: import("./schema.ts").TSchema<string>;
        }>;
        contact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
            email?: string | null;
            mobile?: {
                code?: string | null;
                countryCode?: string | number | null;
                localNumber?: string | number | null;
            } | null;
            personName?: string | null;
            phone?: {
                code?: string | null;
                countryCode?: string | number | null;
                localNumber?: string | number | null;
            } | null;
        } | null>>;
    }>;
    readonly created: true;
    readonly location: "/v1/depot?key={key}";
    readonly problems: readonly ["KEY_EXISTS"];
};
export declare const listDepots: {
    readonly id: "listDepots";
    readonly method: "GET";
    readonly path: "/v1/depots";
    readonly tag: "Depots";
    readonly summary: "List all depots";
    readonly scope: "depots:read";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly data: import("./schema.ts").TSchema<{
        address: {
            city: string | null;
            company: string | null;
            country: string;
            geoLocation: {
                lat: number;
                lng: number;
            } | null;
            geoLocationAccuracy: 1 | 2 | 3 | null;
            geoLocationSource?: "city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode";
            line1: string;
            line2: string | null;
            line3: string | null;
            name: string | null;
            placeId: string | null;
            postalCode: string | null;
            region: string | null;
            state: string | null;
        };
        contact: {
            email: string | null;
            mobile: {
                code: string | null;
                countryCode: string | null;
                localNumber: string | null;
            } | null;
            personName: string | null;
            phone: {
                code: string | null;
                countryCode: string | null;
                localNumber: string | null;
            } | null;
        } | null;
        key: string;
        name: string;
    }[]>;
    readonly problems: readonly [];
};
export declare const getDepot: {
    readonly id: "getDepot";
    readonly method: "GET";
    readonly path: "/v1/depot";
    readonly tag: "Depots";
    readonly summary: "Read a depot";
    readonly scope: "depots:read";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        address: import("./schema.ts").TObject<{
            name: import("./schema.ts").TUnsafe<string | null>;
            company: import("./schema.ts").TUnsafe<string | null>;
            line1: import("./schema.ts").TSchema<string>;
            line2: import("./schema.ts").TUnsafe<string | null>;
            line3: import("./schema.ts").TUnsafe<string | null>;
            city: import("./schema.ts").TUnsafe<string | null>;
            region: import("./schema.ts").TUnsafe<string | null>;
            postalCode: import("./schema.ts").TUnsafe<string | null>;
            state: import("./schema.ts").TUnsafe<string | null>;
            country: import("./schema.ts").TSchema<string>;
            geoLocation: import("./schema.ts").TUnsafe<{
                lat: number;
                lng: number;
            } | null>;
            geoLocationAccuracy: import("./schema.ts").TUnsafe<1 | 2 | 3 | null>;
            geoLocationSource: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode">>;
            placeId: import("./schema.ts").TUnsafe<string | null>;
        }>;
        contact: import("./schema.ts").TUnsafe<{
            email: string | null;
            mobile: {
                code: string | null;
                countryCode: string | null;
                localNumber: string | null;
            } | null;
            personName: string | null;
            phone: {
                code: string | null;
                countryCode: string | null;
                localNumber: string | null;
            } | null;
        } | null>;
        name: import("./schema.ts").TSchema<string>;
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly etag: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const updateDepot: {
    readonly id: "updateDepot";
    readonly method: "PATCH";
    readonly path: "/v1/depot";
    readonly tag: "Depots";
    readonly summary: "Change a depot";
    readonly description: "A JSON Merge Patch (RFC 7396). The key cannot be changed.";
    readonly scope: "depots:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly body: import("./schema.ts").TUnsafe<{
        address?: {
            city?: string | null;
            company?: string | null;
            country?: string | null;
            geoLocation?: {
                lat?: number | null;
                latitude?: number | null;
                lng?: number | null;
                longitude?: number | null;
                longtitude?: number | null;
            } | null;
            geoLocationAccuracy?: NonNullable<1 | 2 | 3 | null | undefined> | null;
            geoLocationSource?: NonNullable<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null | undefined> | null;
            line1?: string | null;
            line2?: string | null;
            line3?: string | null;
            name?: string | null;
            placeId?: string | null;
            postalCode?: string | null;
            region?: string | null;
            state?: string | null;
        } | null;
        contact?: {
            email?: string | null;
            mobile?: {
                code?: string | null;
                countryCode?: NonNullable<string | number | null | undefined> | null;
                localNumber?: NonNullable<string | number | null | undefined> | null;
            } | null;
            personName?: string | null;
            phone?: {
                code?: string | null;
                countryCode?: NonNullable<string | number | null | undefined> | null;
                localNumber?: NonNullable<string | number | null | undefined> | null;
            } | null;
        } | null;
        key?: string | null;
        name?: string | null;
    } & Record<string, unknown>>;
    readonly etag: true;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
export declare const deleteDepot: {
    readonly id: "deleteDepot";
    readonly method: "DELETE";
    readonly path: "/v1/depot";
    readonly tag: "Depots";
    readonly summary: "Delete a depot";
    readonly description: "Consignments and loads that already name the depot keep showing it; new ones cannot name it.";
    readonly scope: "depots:write";
    readonly query: import("./schema.ts").TObject<{
        key: import("./schema.ts").TSchema<string>;
    }>;
    readonly precondition: true;
    readonly problems: readonly ["NOT_FOUND"];
};
