import { type FieldValues } from './custom-field.ts';
import { type Static } from './schema.ts';
export declare const summaryLimits: {
    readonly noteLength: 200;
};
/** One row of a compact list. */
export declare const ConsignmentSummary: import("./schema.ts").TObject<{
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
    version: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<string>;
    updated: import("./schema.ts").TSchema<string>;
    depotKey: import("./schema.ts").TUnsafe<string | null>;
    channelKey: import("./schema.ts").TUnsafe<string | null>;
    areaKey: import("./schema.ts").TUnsafe<string | null>;
    loadId: import("./schema.ts").TUnsafe<string | null>;
    loadKey: import("./schema.ts").TUnsafe<string | null>;
    stopPosition: import("./schema.ts").TSchema<number>;
    requiredFrom: import("./schema.ts").TUnsafe<string | null>;
    requiredTo: import("./schema.ts").TUnsafe<string | null>;
    planned: import("./schema.ts").TUnsafe<string | null>;
    late: import("./schema.ts").TSchema<boolean>;
    located: import("./schema.ts").TSchema<boolean>;
    outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
    outcomeTime: import("./schema.ts").TUnsafe<string | null>;
    onExportList: import("./schema.ts").TSchema<boolean>;
    weight: import("./schema.ts").TUnsafe<number | null>;
    volume: import("./schema.ts").TUnsafe<number | null>;
    tags: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string[]>>;
    customFields: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<FieldValues>>;
    consigneeName: import("./schema.ts").TUnsafe<string | null>;
    company: import("./schema.ts").TUnsafe<string | null>;
    city: import("./schema.ts").TUnsafe<string | null>;
    postalCode: import("./schema.ts").TUnsafe<string | null>;
    country: import("./schema.ts").TSchema<string>;
    phone: import("./schema.ts").TUnsafe<string | null>;
    note: import("./schema.ts").TUnsafe<string | null>;
}>;
export type ConsignmentSummary = Static<typeof ConsignmentSummary>;
export declare const consignmentSorts: readonly ['created', 'updated', 'key', 'requiredFrom', 'requiredTo', 'planned', 'postalCode'];
export declare const listConsignments: {
    readonly id: "listConsignments";
    readonly method: "GET";
    readonly path: "/v1/consignments";
    readonly tag: "Consignments";
    readonly summary: "Find consignments";
    readonly description: "Returns the consignments that match all given filters, in pages. A page may contain fewer rows than `limit`, or none, even if more follow: the list ends only when `next` is `null`. A consignment that does not change while you read is on exactly one page.";
    readonly scope: "consignments:read";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
        limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        offset: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        total: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        search: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        ids: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        keys: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        type: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"collection" | "delivery">>;
        depotKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        channelKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        areaKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        consigneeCode: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        tag: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        customFields: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        loadId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        outcome: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        onExportList: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        late: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        located: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        windowFrom: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        windowTo: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        window: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"overlaps" | "within">>;
        plannedFrom: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        plannedTo: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        createdFrom: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        createdTo: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        updatedFrom: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        updatedTo: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        sort: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        view: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"compact" | "full">>;
    }>;
    readonly data: import("./schema.ts").TObject<{
        consignments: import("./schema.ts").TUnsafe<{
            areaKey: string | null;
            channelKey: string | null;
            committed: string | null;
            consigneeAddress: {
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
            consigneeCode: string | null;
            consigneeContact: {
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
            consignmentId: string;
            consignmentInstructions: string | null;
            consignmentNotificationsEnabled: boolean | null;
            consignorAddress: {
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
            } | null;
            consignorContact: {
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
            created: string;
            customFields?: FieldValues;
            depot: {
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
            } | null;
            environmentId: string;
            key: string;
            loadId: string | null;
            maxLateMinutes: number | null;
            outcome: "failed" | "partial" | "success" | null;
            outcomeTime: string | null;
            packageProducts: {
                packageId: string;
                productLineId: string;
                quantity: number | null;
            }[];
            packages: {
                barcode: string | null;
                depth: number | null;
                height: number | null;
                packageId: string;
                volume: number | null;
                weight: number | null;
                width: number | null;
            }[];
            planned: string | null;
            plannedPackages: number | null;
            planningInstructions: string | null;
            priority: number | null;
            productLines: {
                barcode: string | null;
                commodityCode: string | null;
                countryOfOrigin: string | null;
                currency: string;
                description: string | null;
                height: number | null;
                productCode: string;
                productLineId: string;
                quantity: number | null;
                taxRate: number | null;
                unitPrice: number | null;
                unitTax: number | null;
                unitWeight: number | null;
            }[];
            publicTrackingEnabled: boolean | null;
            requiredFrom: string | null;
            requiredTo: string | null;
            skills: string[] | null;
            stopPosition: number;
            tags?: string[];
            timeAtStop: number;
            type: "collection" | "delivery";
            updated: string;
            version: number;
            volume: number | null;
            weight: number | null;
        }[] | {
            areaKey: string | null;
            channelKey: string | null;
            city: string | null;
            company: string | null;
            consigneeName: string | null;
            consignmentId: string;
            country: string;
            created: string;
            customFields?: FieldValues;
            depotKey: string | null;
            key: string;
            late: boolean;
            loadId: string | null;
            loadKey: string | null;
            located: boolean;
            note: string | null;
            onExportList: boolean;
            outcome: "failed" | "partial" | "success" | null;
            outcomeTime: string | null;
            phone: string | null;
            planned: string | null;
            postalCode: string | null;
            requiredFrom: string | null;
            requiredTo: string | null;
            stopPosition: number;
            tags?: string[];
            type: "collection" | "delivery";
            updated: string;
            version: number;
            volume: number | null;
            weight: number | null;
        }[]>;
        next: import("./schema.ts").TUnsafe<string | null>;
        total: import("./schema.ts").TOptional<import("./schema.ts").TObject<{
            count: import("./schema.ts").TSchema<number>;
            exact: import("./schema.ts").TSchema<boolean>;
        }>>;
    }>;
    readonly problems: readonly [];
};
