import { type Static } from './schema.ts';
export declare const RowResult: import("./schema.ts").TObject<{
    index: import("./schema.ts").TSchema<number>;
    key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    status: import("./schema.ts").TUnsafe<"created" | "failed" | "unchanged" | "updated">;
    consignmentId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
    code: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string>>;
    message: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
    errors: import("./schema.ts").TOptional<import("./schema.ts").TSchema<{
        code: import("./problem.ts").FaultCode;
        message: string;
        path: string;
    }[]>>;
}>;
export declare const ImportSummary: import("./schema.ts").TObject<{
    rows: import("./schema.ts").TSchema<number>;
    created: import("./schema.ts").TSchema<number>;
    updated: import("./schema.ts").TSchema<number>;
    unchanged: import("./schema.ts").TSchema<number>;
    failed: import("./schema.ts").TSchema<number>;
}>;
export type RowResult = Static<typeof RowResult>;
export type ImportSummary = Static<typeof ImportSummary>;
export declare const importModes: readonly ['create', 'upsert', 'replace'];
export type ImportMode = (typeof importModes)[number];
export declare const importConsignments: {
    readonly id: "importConsignments";
    readonly method: "POST";
    readonly path: "/v1/consignments";
    readonly tag: "Consignments";
    readonly summary: "Create or change many consignments";
    readonly description: "Send up to 500 consignments as JSON, or any number as a stream of lines (`Content-Type: application/x-ndjson`, one consignment per line). Rows are stored in batches, so that others need not wait for all of them. A row that fails is skipped and does not stop the others, unless `atomic` is `true`: then all rows are stored in one transaction. Results come in the order of the rows. A stream is answered with a stream: one result per line as soon as it is stored, and `{\"summary\":{…}}` on the last line.";
    readonly scope: "consignments:write";
    readonly query: import("./schema.ts").TObject<{
        timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        mode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"create" | "replace" | "upsert">>;
        dryRun: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        atomic: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        results: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"all" | "failed">>;
    }>;
    readonly body: import("./schema.ts").TObject<{
        consignments: import("./schema.ts").TSchema<({
            areaKey?: string | null;
            channelKey?: string | null;
            committed?: string | null;
            consigneeAddress: {
                city: string;
                company?: string | null;
                country: string;
                geoLocation?: {
                    lat?: number | null;
                    latitude?: number | null;
                    lng?: number | null;
                    longitude?: number | null;
                    longtitude?: number | null;
                } | null;
                geoLocationAccuracy?: 1 | 2 | 3 | null;
                geoLocationSource?: "city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null;
                line1: string;
                line2?: string | null;
                line3?: string | null;
                name?: string | null;
                placeId?: string | null;
                postalCode: string;
                region?: string | null;
                state?: string | null;
            };
            consigneeCode?: string | null;
            consigneeContact?: {
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
            } | null;
            consignmentInstructions?: string | null;
            consignmentNotificationsEnabled?: boolean | null;
            consignorAddress?: {
                city?: string | null;
                company?: string | null;
                country: string;
                geoLocation?: {
                    lat?: number | null;
                    latitude?: number | null;
                    lng?: number | null;
                    longitude?: number | null;
                    longtitude?: number | null;
                } | null;
                geoLocationAccuracy?: 1 | 2 | 3 | null;
                geoLocationSource?: "city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null;
                line1: string;
                line2?: string | null;
                line3?: string | null;
                name?: string | null;
                placeId?: string | null;
                postalCode: string;
                region?: string | null;
                state?: string | null;
            } | null;
            consignorContact?: {
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
            } | null;
            customFields?: Record<string, import("./custom-field.ts").FieldValue | null> | null;
            depotKey?: string | null;
            key: string;
            loadId?: string | null;
            maxLateMinutes?: number | null;
            outcome?: "failed" | "partial" | "success" | null;
            outcomeTime?: string | null;
            packageProducts?: {
                packageId: string;
                productLineId: string;
                quantity?: number | null;
            }[] | null;
            packages?: {
                barcode?: string | null;
                depth?: number | null;
                height?: number | null;
                packageId: string;
                volume?: number | null;
                weight?: number | null;
                width?: number | null;
            }[] | null;
            planned?: string | null;
            plannedPackages?: number | null;
            planningInstructions?: string | null;
            priority?: number | null;
            productLines?: {
                barcode?: string | null;
                commodityCode?: string | null;
                countryOfOrigin?: string | null;
                currency: string;
                description?: string | null;
                height?: number | null;
                productCode: string;
                productLineId: string;
                quantity?: number | null;
                taxRate?: number | null;
                unitPrice?: number | null;
                unitTax?: number | null;
                unitWeight?: number | null;
            }[] | null;
            publicTrackingEnabled?: boolean | null;
            requiredFrom?: string | null;
            requiredTo?: string | null;
            skills?: string[] | null;
            tags?: string[] | null;
            timeAtStop?: number | null;
            type: "collection" | "delivery";
            volume?: number | null;
            weight?: number | null;
        } | ({
            areaKey?: string | null;
            channelKey?: string | null;
            committed?: string | null;
            consigneeAddress?: {
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
            consigneeCode?: string | null;
            consigneeContact?: {
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
            consignmentInstructions?: string | null;
            consignmentNotificationsEnabled?: NonNullable<boolean | null | undefined> | null;
            consignorAddress?: {
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
            consignorContact?: {
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
            customFields?: {
                [x: string]: NonNullable<import("./custom-field.ts").FieldValue | null> | null | undefined;
            } | null;
            depotKey?: string | null;
            key?: string | null;
            loadId?: string | null;
            maxLateMinutes?: number | null;
            outcome?: NonNullable<"failed" | "partial" | "success" | null | undefined> | null;
            outcomeTime?: string | null;
            packageProducts?: {
                packageId: string;
                productLineId: string;
                quantity?: number | null;
            }[] | null;
            packages?: {
                barcode?: string | null;
                depth?: number | null;
                height?: number | null;
                packageId: string;
                volume?: number | null;
                weight?: number | null;
                width?: number | null;
            }[] | null;
            planned?: string | null;
            plannedPackages?: number | null;
            planningInstructions?: string | null;
            priority?: number | null;
            productLines?: {
                barcode?: string | null;
                commodityCode?: string | null;
                countryOfOrigin?: string | null;
                currency: string;
                description?: string | null;
                height?: number | null;
                productCode: string;
                productLineId: string;
                quantity?: number | null;
                taxRate?: number | null;
                unitPrice?: number | null;
                unitTax?: number | null;
                unitWeight?: number | null;
            }[] | null;
            publicTrackingEnabled?: NonNullable<boolean | null | undefined> | null;
            requiredFrom?: string | null;
            requiredTo?: string | null;
            skills?: string[] | null;
            tags?: string[] | null;
            timeAtStop?: number | null;
            type?: NonNullable<"collection" | "delivery"> | null;
            volume?: number | null;
            weight?: number | null;
        } & Record<string, unknown>))[]>;
    }>;
    readonly rows: "consignments";
    readonly data: import("./schema.ts").TObject<{
        dryRun: import("./schema.ts").TSchema<boolean>;
        summary: import("./schema.ts").TObject<{
            rows: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<number>;
            updated: import("./schema.ts").TSchema<number>;
            unchanged: import("./schema.ts").TSchema<number>;
            failed: import("./schema.ts").TSchema<number>;
        }>;
        results: import("./schema.ts").TSchema<{
            code?: string;
            consignmentId?: string;
            errors?: {
                code: import("./problem.ts").FaultCode;
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
    readonly problems: readonly ["KEY_EXISTS", "LOAD_STATE", "VERSION_MISMATCH", "UNKNOWN_DEPOT", "UNKNOWN_CHANNEL", "UNKNOWN_AREA", "UNKNOWN_LOAD", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "DEPOT_RULE"];
};
