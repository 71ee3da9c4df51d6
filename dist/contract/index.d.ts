export declare const endpoints: {
    readonly createConsignment: {
        readonly id: "createConsignment";
        readonly method: "POST";
        readonly path: "/v1/consignment";
        readonly tag: "Consignments";
        readonly summary: "Create a consignment";
        readonly description: "A consignment is a delivery or collection order. The response contains the ids issued for the consignment, its packages and its product lines, in input order.";
        readonly scope: "consignments:write";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly body: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            channelKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            areaKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            depotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            requiredFrom: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            requiredTo: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            planned: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            committed: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            timeAtStop: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            weight: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            volume: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            plannedPackages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            priority: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            skills: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            maxLateMinutes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            tags: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            customFields: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<Record<string, import("./custom-field.ts").FieldValue | null> | null>>;
            consigneeCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentInstructions: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            planningInstructions: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentNotificationsEnabled: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
            publicTrackingEnabled: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
            consigneeContact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            consigneeAddress: import("./schema.ts").TObject<{
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
                postalCode: import("./schema.ts").TSchema<string>;
                country: import("./schema.ts").TSchema<string>;
            }>;
            consignorContact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            consignorAddress: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            } | null>>;
            packages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                barcode?: string | null;
                depth?: number | null;
                height?: number | null;
                packageId: string;
                volume?: number | null;
                weight?: number | null;
                width?: number | null;
            }[] | null>>;
            productLines: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            }[] | null>>;
            packageProducts: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                packageId: string;
                productLineId: string;
                quantity?: number | null;
            }[] | null>>;
            outcome: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>>;
            outcomeTime: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
            packageIds: import("./schema.ts").TSchema<string[]>;
            productLineIds: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly created: true;
        readonly location: "/v1/consignment/{consignmentId}";
        readonly etag: true;
        readonly problems: readonly ["KEY_EXISTS", "LOAD_STATE", "UNKNOWN_DEPOT", "UNKNOWN_CHANNEL", "UNKNOWN_AREA", "UNKNOWN_LOAD", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "DEPOT_RULE"];
    };
    readonly getConsignment: {
        readonly method: 'GET';
        readonly tag: "Consignments";
        readonly scope: 'consignments:read';
        readonly data: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            consignmentId: import("./schema.ts").TSchema<string>;
            environmentId: import("./schema.ts").TSchema<string>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
            stopPosition: import("./schema.ts").TSchema<number>;
            loadId: import("./schema.ts").TUnsafe<string | null>;
            depot: import("./schema.ts").TUnsafe<{
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
            } | null>;
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
            outcomeTime: import("./schema.ts").TUnsafe<string | null>;
            timeAtStop: import("./schema.ts").TSchema<number>;
            weight: import("./schema.ts").TUnsafe<number | null>;
            volume: import("./schema.ts").TUnsafe<number | null>;
            priority: import("./schema.ts").TUnsafe<number | null>;
            skills: import("./schema.ts").TUnsafe<string[] | null>;
            maxLateMinutes: import("./schema.ts").TUnsafe<number | null>;
            tags: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string[]>>;
            customFields: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<import("./custom-field.ts").FieldValues>>;
            channelKey: import("./schema.ts").TUnsafe<string | null>;
            areaKey: import("./schema.ts").TUnsafe<string | null>;
            requiredFrom: import("./schema.ts").TUnsafe<string | null>;
            requiredTo: import("./schema.ts").TUnsafe<string | null>;
            planned: import("./schema.ts").TUnsafe<string | null>;
            committed: import("./schema.ts").TUnsafe<string | null>;
            plannedPackages: import("./schema.ts").TUnsafe<number | null>;
            consigneeCode: import("./schema.ts").TUnsafe<string | null>;
            consignmentInstructions: import("./schema.ts").TUnsafe<string | null>;
            planningInstructions: import("./schema.ts").TUnsafe<string | null>;
            consignmentNotificationsEnabled: import("./schema.ts").TUnsafe<boolean | null>;
            publicTrackingEnabled: import("./schema.ts").TUnsafe<boolean | null>;
            consigneeContact: import("./schema.ts").TUnsafe<{
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
            consigneeAddress: import("./schema.ts").TObject<{
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
            consignorContact: import("./schema.ts").TUnsafe<{
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
            consignorAddress: import("./schema.ts").TUnsafe<{
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
            } | null>;
            packages: import("./schema.ts").TSchema<{
                barcode: string | null;
                depth: number | null;
                height: number | null;
                packageId: string;
                volume: number | null;
                weight: number | null;
                width: number | null;
            }[]>;
            productLines: import("./schema.ts").TSchema<{
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
            }[]>;
            packageProducts: import("./schema.ts").TSchema<{
                packageId: string;
                productLineId: string;
                quantity: number | null;
            }[]>;
        }>;
        readonly etag: true;
        readonly problems: readonly ['NOT_FOUND'];
        readonly id: "getConsignment";
        readonly path: "/v1/consignment";
        readonly summary: "Read a consignment";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
            id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
    };
    readonly getConsignmentById: {
        readonly method: 'GET';
        readonly tag: "Consignments";
        readonly scope: 'consignments:read';
        readonly data: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            consignmentId: import("./schema.ts").TSchema<string>;
            environmentId: import("./schema.ts").TSchema<string>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
            stopPosition: import("./schema.ts").TSchema<number>;
            loadId: import("./schema.ts").TUnsafe<string | null>;
            depot: import("./schema.ts").TUnsafe<{
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
            } | null>;
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
            outcomeTime: import("./schema.ts").TUnsafe<string | null>;
            timeAtStop: import("./schema.ts").TSchema<number>;
            weight: import("./schema.ts").TUnsafe<number | null>;
            volume: import("./schema.ts").TUnsafe<number | null>;
            priority: import("./schema.ts").TUnsafe<number | null>;
            skills: import("./schema.ts").TUnsafe<string[] | null>;
            maxLateMinutes: import("./schema.ts").TUnsafe<number | null>;
            tags: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string[]>>;
            customFields: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<import("./custom-field.ts").FieldValues>>;
            channelKey: import("./schema.ts").TUnsafe<string | null>;
            areaKey: import("./schema.ts").TUnsafe<string | null>;
            requiredFrom: import("./schema.ts").TUnsafe<string | null>;
            requiredTo: import("./schema.ts").TUnsafe<string | null>;
            planned: import("./schema.ts").TUnsafe<string | null>;
            committed: import("./schema.ts").TUnsafe<string | null>;
            plannedPackages: import("./schema.ts").TUnsafe<number | null>;
            consigneeCode: import("./schema.ts").TUnsafe<string | null>;
            consignmentInstructions: import("./schema.ts").TUnsafe<string | null>;
            planningInstructions: import("./schema.ts").TUnsafe<string | null>;
            consignmentNotificationsEnabled: import("./schema.ts").TUnsafe<boolean | null>;
            publicTrackingEnabled: import("./schema.ts").TUnsafe<boolean | null>;
            consigneeContact: import("./schema.ts").TUnsafe<{
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
            consigneeAddress: import("./schema.ts").TObject<{
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
            consignorContact: import("./schema.ts").TUnsafe<{
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
            consignorAddress: import("./schema.ts").TUnsafe<{
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
            } | null>;
            packages: import("./schema.ts").TSchema<{
                barcode: string | null;
                depth: number | null;
                height: number | null;
                packageId: string;
                volume: number | null;
                weight: number | null;
                width: number | null;
            }[]>;
            productLines: import("./schema.ts").TSchema<{
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
            }[]>;
            packageProducts: import("./schema.ts").TSchema<{
                packageId: string;
                productLineId: string;
                quantity: number | null;
            }[]>;
        }>;
        readonly etag: true;
        readonly problems: readonly ['NOT_FOUND'];
        readonly id: "getConsignmentById";
        readonly path: "/v1/consignment/{consignmentId}";
        readonly summary: "Read a consignment by its id";
        readonly params: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
        }>;
    };
    readonly replaceConsignment: {
        readonly id: "replaceConsignment";
        readonly method: "PUT";
        readonly path: "/v1/consignment";
        readonly tag: "Consignments";
        readonly summary: "Create or replace a consignment";
        readonly description: "Creates the consignment with this key (201) or replaces the existing one (200). Members that the body leaves out become unset, and the consignment leaves its load unless the body names it. Packages and product lines keep their ids if the body names them by their issued id or by the reference they were created with. A body that changes nothing leaves `version`, `updated` and the export list unchanged.";
        readonly scope: "consignments:write";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            key: import("./schema.ts").TSchema<string>;
        }>;
        readonly body: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            channelKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            areaKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            depotKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            requiredFrom: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            requiredTo: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            planned: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            committed: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            timeAtStop: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            weight: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            volume: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            plannedPackages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            priority: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            skills: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            maxLateMinutes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            tags: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            customFields: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<Record<string, import("./custom-field.ts").FieldValue | null> | null>>;
            consigneeCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentInstructions: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            planningInstructions: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentNotificationsEnabled: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
            publicTrackingEnabled: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
            consigneeContact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            consigneeAddress: import("./schema.ts").TObject<{
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
                postalCode: import("./schema.ts").TSchema<string>;
                country: import("./schema.ts").TSchema<string>;
            }>;
            consignorContact: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            consignorAddress: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            } | null>>;
            packages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                barcode?: string | null;
                depth?: number | null;
                height?: number | null;
                packageId: string;
                volume?: number | null;
                weight?: number | null;
                width?: number | null;
            }[] | null>>;
            productLines: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
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
            }[] | null>>;
            packageProducts: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                packageId: string;
                productLineId: string;
                quantity?: number | null;
            }[] | null>>;
            outcome: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>>;
            outcomeTime: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
            packageIds: import("./schema.ts").TSchema<string[]>;
            productLineIds: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly created: "unless replaced";
        readonly location: "/v1/consignment/{consignmentId}";
        readonly etag: true;
        readonly precondition: true;
        readonly problems: readonly ["LOAD_STATE", "UNKNOWN_DEPOT", "UNKNOWN_CHANNEL", "UNKNOWN_AREA", "UNKNOWN_LOAD", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "DEPOT_RULE"];
    };
    readonly updateConsignment: {
        readonly method: 'PATCH';
        readonly tag: "Consignments";
        readonly description: 'A JSON Merge Patch (RFC 7396): absent members stay unchanged, `null` clears a member, objects are merged, and arrays are replaced as a whole. A patch that changes nothing leaves `version`, `updated` and the export list unchanged.';
        readonly scope: 'consignments:write';
        readonly body: import("./schema.ts").TUnsafe<{
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
        } & Record<string, unknown>>;
        readonly etag: true;
        readonly precondition: true;
        readonly problems: readonly ["NOT_FOUND", "KEY_EXISTS", "LOAD_STATE", "UNKNOWN_DEPOT", "UNKNOWN_CHANNEL", "UNKNOWN_AREA", "UNKNOWN_LOAD", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "DEPOT_RULE"];
        readonly id: "updateConsignment";
        readonly path: "/v1/consignment";
        readonly summary: "Change a consignment";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
    };
    readonly updateConsignmentById: {
        readonly method: 'PATCH';
        readonly tag: "Consignments";
        readonly description: 'A JSON Merge Patch (RFC 7396): absent members stay unchanged, `null` clears a member, objects are merged, and arrays are replaced as a whole. A patch that changes nothing leaves `version`, `updated` and the export list unchanged.';
        readonly scope: 'consignments:write';
        readonly body: import("./schema.ts").TUnsafe<{
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
        } & Record<string, unknown>>;
        readonly etag: true;
        readonly precondition: true;
        readonly problems: readonly ["NOT_FOUND", "KEY_EXISTS", "LOAD_STATE", "UNKNOWN_DEPOT", "UNKNOWN_CHANNEL", "UNKNOWN_AREA", "UNKNOWN_LOAD", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "DEPOT_RULE"];
        readonly id: "updateConsignmentById";
        readonly path: "/v1/consignment/{consignmentId}";
        readonly summary: "Change a consignment by its id";
        readonly params: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
    };
    readonly deleteConsignment: {
        readonly method: 'DELETE';
        readonly tag: "Consignments";
        readonly scope: 'consignments:write';
        readonly precondition: true;
        readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
        readonly id: "deleteConsignment";
        readonly path: "/v1/consignment";
        readonly summary: "Delete a consignment";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            id: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            key: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
    };
    readonly deleteConsignmentById: {
        readonly method: 'DELETE';
        readonly tag: "Consignments";
        readonly scope: 'consignments:write';
        readonly precondition: true;
        readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
        readonly id: "deleteConsignmentById";
        readonly path: "/v1/consignment/{consignmentId}";
        readonly summary: "Delete a consignment by its id";
        readonly params: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
    };
    readonly importConsignments: {
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
    readonly listConsignments: {
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
                customFields?: import("./custom-field.ts").FieldValues;
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
                customFields?: import("./custom-field.ts").FieldValues;
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
    readonly getConsignmentHistory: {
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
    readonly getConsignmentHistoryById: {
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
    readonly getConsignmentLabels: {
        readonly method: 'GET';
        readonly download: readonly ['application/pdf'];
        readonly scope: 'consignments:read';
        readonly problems: readonly ['NOT_FOUND'];
        readonly query: import("./schema.ts").TObject<{
            format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
            language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
        }>;
        readonly id: "getConsignmentLabels";
        readonly path: "/v1/consignment/{consignmentId}/labels";
        readonly tag: "Consignments";
        readonly summary: "Print the labels of a consignment";
        readonly description: "One label for each package. Its code is the barcode of the package, or its `packageId` if it has none: Code 128 where it fits, else QR. An order without packages gets `plannedPackages` labels, or one, with its key as the code.";
        readonly params: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
        }>;
    };
    readonly getLabels: {
        readonly method: 'GET';
        readonly download: readonly ['application/pdf'];
        readonly scope: 'consignments:read';
        readonly problems: readonly ['NOT_FOUND'];
        readonly query: import("./schema.ts").TObject<{
            format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
            language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
            keys: import("./schema.ts").TSchema<string>;
        }>;
        readonly id: "getLabels";
        readonly path: "/v1/consignments/labels";
        readonly tag: "Consignments";
        readonly summary: "Print the labels of several consignments";
        readonly description: "In one file, at most 2,000 labels.";
    };
    readonly eraseConsignees: {
        readonly id: "eraseConsignees";
        readonly method: "POST";
        readonly path: "/v1/erasures";
        readonly tag: "Consignments";
        readonly summary: "Erase the consignee data of consignments";
        readonly description: "Send exactly one of `ids`, `consigneeCode`, `phone` and `email`. Removes the consignee's contact, address (except the country), code and both instructions from the consignments, and all their values from the history. From their proofs it removes contact, remarks, e-mail address, location, photos and signature. Deleted consignments can only be named by their ids. The consignments remain, and a `consignment.erased` event says where something was erased, but not what.";
        readonly scope: "consignments:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            ids: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            consigneeCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            phone: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            erased: import("./schema.ts").TSchema<number>;
            more: import("./schema.ts").TSchema<boolean>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly geocode: {
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
    readonly listExport: {
        readonly id: "listExport";
        readonly method: "GET";
        readonly path: "/v1/export/consignments";
        readonly tag: "Export list";
        readonly summary: "List the consignments on the export list";
        readonly description: "Oldest first. Returns plain ids, or, with `detail=true`, everything you need to acknowledge safely.";
        readonly scope: "export:read";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            detail: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TUnsafe<string[] | {
            consignmentId: string;
            key: string;
            reason: "changed" | "created" | "manual" | "released";
            since: string;
            version: number;
        }[]>;
        readonly piecemeal: true;
        readonly problems: readonly [];
    };
    readonly addExport: {
        readonly id: "addExport";
        readonly method: "POST";
        readonly path: "/v1/export/consignments";
        readonly tag: "Export list";
        readonly summary: "Add consignments to the export list";
        readonly description: "Send exactly one of `ids`, `keys` and `loadId`. Consignments that are already on the list keep their place.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly body: import("./schema.ts").TObject<{
            ids: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            keys: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            added: import("./schema.ts").TSchema<number>;
        }>;
        readonly problems: readonly ["NOT_FOUND", "UNKNOWN_LOAD"];
    };
    readonly acknowledgeExport: {
        readonly id: "acknowledgeExport";
        readonly method: "POST";
        readonly path: "/v1/export/consignments/acknowledge";
        readonly tag: "Export list";
        readonly summary: "Acknowledge exported consignments";
        readonly description: "Removes only the consignments that still have the version you read, and returns the ids of those that stay on the list.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly body: import("./schema.ts").TObject<{
            consignments: import("./schema.ts").TSchema<{
                consignmentId: string;
                version: number;
            }[]>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            removed: import("./schema.ts").TSchema<number>;
            kept: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly problems: readonly [];
    };
    readonly removeExport: {
        readonly id: "removeExport";
        readonly method: "DELETE";
        readonly path: "/v1/export/consignment/{consignmentId}";
        readonly tag: "Export list";
        readonly summary: "Remove one consignment from the export list";
        readonly description: "Succeeds even if the consignment is not on the list.";
        readonly scope: "export:write";
        readonly params: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly clearExport: {
        readonly id: "clearExport";
        readonly method: "DELETE";
        readonly path: "/v1/export/consignments";
        readonly tag: "Export list";
        readonly summary: "Remove all consignments from the export list";
        readonly description: "The consignments themselves remain. This also clears consignments that were added or changed since you read the list; to be safe, acknowledge instead.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly problems: readonly [];
    };
    readonly listViews: {
        readonly id: "listViews";
        readonly method: "GET";
        readonly path: "/v1/views";
        readonly tag: "Consignments";
        readonly summary: "List the shared views of the list";
        readonly description: "Views that everybody of the environment has in the console, in the order of their names.";
        readonly scope: "consignments:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            created: string;
            name: string;
            search: string;
            viewId: string;
        }[]>;
        readonly problems: readonly [];
    };
    readonly createView: {
        readonly id: "createView";
        readonly method: "POST";
        readonly path: "/v1/view";
        readonly tag: "Consignments";
        readonly summary: "Share a view of the list";
        readonly description: "An environment can have at most 50 views.";
        readonly scope: "consignments:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TSchema<string>;
            search: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            viewId: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly problems: readonly [];
    };
    readonly deleteView: {
        readonly id: "deleteView";
        readonly method: "DELETE";
        readonly path: "/v1/view/{viewId}";
        readonly tag: "Consignments";
        readonly summary: "Delete a shared view";
        readonly description: "The consignments stay as they are.";
        readonly scope: "consignments:write";
        readonly params: import("./schema.ts").TObject<{
            viewId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly createDepot: {
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
    readonly listDepots: {
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
    readonly getDepot: {
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
    readonly updateDepot: {
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
    readonly deleteDepot: {
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
    readonly getDepotHistory: {
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
    readonly createVehicle: {
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
    readonly listVehicles: {
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
    readonly getVehicle: {
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
    readonly updateVehicle: {
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
    readonly deleteVehicle: {
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
    readonly importVehicles: {
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
    readonly getVehicleHistory: {
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
    readonly createDriver: {
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
    readonly listDrivers: {
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
    readonly getDriver: {
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
    readonly updateDriver: {
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
    readonly deleteDriver: {
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
    readonly importDrivers: {
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
    readonly getDriverHistory: {
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
    readonly linkDriver: {
        readonly id: "linkDriver";
        readonly method: "POST";
        readonly path: "/v1/driver/link";
        readonly tag: "Fleet";
        readonly summary: "Let a driver's device in";
        readonly description: "Returns an address and a code; whichever is used first, the other ends as well. An earlier address or code of the driver ends at once. The driver sees the loads that name them from `released` on, and nothing else.";
        readonly scope: "drivers:write";
        readonly query: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            url: import("./schema.ts").TSchema<string>;
            code: import("./schema.ts").TSchema<string>;
            urlExpires: import("./schema.ts").TSchema<string>;
            codeExpires: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listDriverDevices: {
        readonly id: "listDriverDevices";
        readonly method: "GET";
        readonly path: "/v1/driver/devices";
        readonly tag: "Fleet";
        readonly summary: "List a driver's devices";
        readonly scope: "drivers:read";
        readonly query: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TSchema<{
            created: string;
            device: string;
            deviceId: string;
            expires: string;
            lastUsed: string;
        }[]>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly endDriverDevice: {
        readonly id: "endDriverDevice";
        readonly method: "DELETE";
        readonly path: "/v1/driver/device/{deviceId}";
        readonly tag: "Fleet";
        readonly summary: "Let a driver's device out";
        readonly description: "What the device has not sent yet stays on it, and is accepted once the driver is let in again.";
        readonly scope: "drivers:write";
        readonly params: import("./schema.ts").TObject<{
            deviceId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            key: import("./schema.ts").TSchema<string>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly openDriveSession: {
        readonly id: "openDriveSession";
        readonly method: "POST";
        readonly path: "/v1/drive/session";
        readonly tag: "Driver's app";
        readonly summary: "Let this device in";
        readonly description: "Takes the secret of an address or a typed code, once.";
        readonly access: "anyone";
        readonly cookieless: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            code: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            device: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            deviceId: import("./schema.ts").TSchema<string>;
            driverKey: import("./schema.ts").TSchema<string>;
            driverName: import("./schema.ts").TSchema<string>;
            environmentName: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED"];
    };
    readonly closeDriveSession: {
        readonly id: "closeDriveSession";
        readonly method: "DELETE";
        readonly path: "/v1/drive/session";
        readonly tag: "Driver's app";
        readonly summary: "Let this device out";
        readonly access: "driver";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly [];
    };
    readonly getDriveDay: {
        readonly id: "getDriveDay";
        readonly method: "GET";
        readonly path: "/v1/drive/day";
        readonly tag: "Driver's app";
        readonly summary: "Read the driver's loads and stops";
        readonly description: "Without planning instructions, e-mail addresses, consignee codes and prices. `If-None-Match` with the ETag answers 304 while nothing has changed.";
        readonly access: "driver";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            driver: import("./schema.ts").TObject<{
                key: import("./schema.ts").TSchema<string>;
                name: import("./schema.ts").TSchema<string>;
            }>;
            environment: import("./schema.ts").TObject<{
                name: import("./schema.ts").TSchema<string>;
                companyName: import("./schema.ts").TSchema<string>;
                colour: import("./schema.ts").TSchema<string>;
                timezone: import("./schema.ts").TSchema<string>;
                language: import("./schema.ts").TSchema<string>;
                weightUnit: import("./schema.ts").TSchema<string>;
                volumeUnit: import("./schema.ts").TSchema<string>;
                distanceUnit: import("./schema.ts").TSchema<string>;
            }>;
            pod: import("./schema.ts").TObject<{
                reasons: import("./schema.ts").TSchema<{
                    code: string;
                    name: string;
                    photoRequired?: boolean | null;
                }[]>;
                signature: import("./schema.ts").TObject<{
                    success: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                    partial: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                    failed: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                }>;
                photosMin: import("./schema.ts").TSchema<number>;
                photosMax: import("./schema.ts").TSchema<number>;
                photoSide: import("./schema.ts").TSchema<number>;
                keepPhotosDays: import("./schema.ts").TSchema<number>;
                scan: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
            }>;
            time: import("./schema.ts").TSchema<string>;
            loads: import("./schema.ts").TSchema<{
                actualEnd: string | null;
                actualStart: string | null;
                endDepot: string | null;
                key: string;
                loadId: string;
                plannedStart: string | null;
                plate: string | null;
                startDepot: string | null;
                status: "completed" | "planned" | "planning" | "released" | "started";
                stops: {
                    address: {
                        city: string | null;
                        company: string | null;
                        country: string;
                        geoLocation: {
                            lat: number;
                            lng: number;
                        } | null;
                        line1: string;
                        line2: string | null;
                        line3: string | null;
                        name: string | null;
                        postalCode: string | null;
                        region: string | null;
                        state: string | null;
                    };
                    consignmentId: string;
                    contactName: string | null;
                    fields?: {
                        key: string;
                        name: string;
                        type: "boolean" | "choice" | "date" | "number" | "text";
                        value: import("./custom-field.ts").FieldValue;
                    }[];
                    instructions: string | null;
                    key: string;
                    mobile: {
                        code: string | null;
                        countryCode: string | null;
                        localNumber: string | null;
                    } | null;
                    outcome: "failed" | "partial" | "success" | null;
                    outcomeTime: string | null;
                    packages: {
                        barcode: string | null;
                        description: string | null;
                        packageId: string;
                    }[];
                    phone: {
                        code: string | null;
                        countryCode: string | null;
                        localNumber: string | null;
                    } | null;
                    planned: string | null;
                    plannedPackages: number | null;
                    podId: string | null;
                    position: number;
                    productLines: {
                        barcode: string | null;
                        code: string | null;
                        description: string | null;
                        productLineId: string;
                        quantity: number | null;
                    }[];
                    requiredFrom: string | null;
                    requiredTo: string | null;
                    ticket: string;
                    timeAtStop: number;
                    type: "collection" | "delivery";
                    volume: number | null;
                    weight: number | null;
                }[];
                vehicleName: string | null;
                version: number;
            }[]>;
        }>;
        readonly etag: true;
        readonly conditional: true;
        readonly problems: readonly [];
    };
    readonly startDriveLoad: {
        readonly method: 'POST';
        readonly tag: "Driver's app";
        readonly access: 'driver';
        readonly params: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            time: import("./schema.ts").TSchema<string>;
            sent: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
        readonly id: "startDriveLoad";
        readonly path: "/v1/drive/load/{loadId}/start";
        readonly summary: "Start a load";
        readonly description: "Repeatable: a load that has started keeps its first time.";
    };
    readonly completeDriveLoad: {
        readonly method: 'POST';
        readonly tag: "Driver's app";
        readonly access: 'driver';
        readonly params: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            time: import("./schema.ts").TSchema<string>;
            sent: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ['NOT_FOUND', 'LOAD_STATE'];
        readonly id: "completeDriveLoad";
        readonly path: "/v1/drive/load/{loadId}/complete";
        readonly summary: "Complete a load";
        readonly description: "Repeatable. Stops without an outcome stay open, and can be planned again.";
    };
    readonly putDrivePod: {
        readonly id: "putDrivePod";
        readonly method: "PUT";
        readonly path: "/v1/drive/pod/{podId}";
        readonly tag: "Driver's app";
        readonly summary: "Record an outcome at the door";
        readonly description: "As `PUT /v1/pod/{podId}`, for the order and load of the ticket. With a good ticket it is never refused because of what has happened meanwhile: it is stored, and marked with a `conflict`. A clock that is wrong is corrected, and the correction is told.";
        readonly access: "driver";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success">;
            failureReasonCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            time: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            arrived: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            sent: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            contactName: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            remarks: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            geoLocation: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                lat?: number | null;
                latitude?: number | null;
                lng?: number | null;
                longitude?: number | null;
                longtitude?: number | null;
            } | null>>;
            locationAccuracy: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            packages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                failureReasonCode?: string | null;
                outcome: "failed" | "success";
                packageId: string;
                scanned?: boolean | null;
            }[] | null>>;
            packageCount: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            productLines: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                failedQuantity?: number | null;
                failureReasonCode?: string | null;
                productLineId: string;
                quantity: number;
            }[] | null>>;
            extraBarcodes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            photos: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                bytes: number;
                fileId: string;
                sha256: string;
                type: "image/jpeg" | "image/png";
            }[] | null>>;
            signature: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                bytes: number;
                fileId: string;
                sha256: string;
                type: "image/jpeg" | "image/png";
            } | null>>;
            ticket: import("./schema.ts").TSchema<string>;
            replaces: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly created: "unless replaced";
        readonly unrepeatable: true;
        readonly problems: readonly ["TICKET_REFUSED", "POD_CONFLICT", "UNKNOWN_POD"];
    };
    readonly putDrivePodFile: {
        readonly id: "putDrivePodFile";
        readonly method: "PUT";
        readonly path: "/v1/drive/pod/{podId}/file/{fileId}";
        readonly tag: "Driver's app";
        readonly summary: "Send a photo or the signature of an outcome";
        readonly description: "As `PUT /v1/pod/{podId}/file/{fileId}`, for proofs of the driver.";
        readonly access: "driver";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
            fileId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly upload: {
            types: readonly ["image/jpeg", "image/png"];
            bytesMax: 5242880;
        };
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly sendDrivePositions: {
        readonly id: "sendDrivePositions";
        readonly method: "POST";
        readonly path: "/v1/drive/positions";
        readonly tag: "Driver's app";
        readonly summary: "Tell where the vehicle is";
        readonly description: "Positions of a started load of the driver; those of any other time or load are ignored.";
        readonly access: "driver";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
            sent: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            positions: import("./schema.ts").TSchema<{
                accuracy?: number | null;
                lat: number;
                lng: number;
                time: string;
            }[]>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly [];
    };
    readonly createLoad: {
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
    readonly listLoads: {
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
    readonly copyLoads: {
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
    readonly checkLoad: {
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
    readonly getLoad: {
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
    readonly getLoadById: {
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
    readonly updateLoad: {
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
    readonly updateLoadById: {
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
    readonly deleteLoad: {
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
    readonly deleteLoadById: {
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
    readonly getLoadProgress: {
        readonly id: "getLoadProgress";
        readonly method: "GET";
        readonly path: "/v1/load/{loadId}/progress";
        readonly tag: "Loads";
        readonly summary: "Read how far a load has come";
        readonly scope: "loads:read";
        readonly params: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
            status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
            actualStart: import("./schema.ts").TUnsafe<string | null>;
            actualEnd: import("./schema.ts").TUnsafe<string | null>;
            done: import("./schema.ts").TSchema<number>;
            failed: import("./schema.ts").TSchema<number>;
            open: import("./schema.ts").TSchema<number>;
            late: import("./schema.ts").TSchema<number>;
            position: import("./schema.ts").TUnsafe<{
                accuracy: number | null;
                lat: number;
                lng: number;
                time: string;
            } | null>;
            estimatedEnd: import("./schema.ts").TUnsafe<string | null>;
            stops: import("./schema.ts").TSchema<{
                consignmentId: string;
                estimated: string | null;
                key: string;
                late: boolean;
                outcome: "failed" | "partial" | "success" | null;
                outcomeTime: string | null;
                planned: string | null;
                podId: string | null;
                position: number;
            }[]>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly getLoadHistory: {
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
    readonly getLoadHistoryById: {
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
    readonly putPod: {
        readonly id: "putPod";
        readonly method: "PUT";
        readonly path: "/v1/pod/{podId}";
        readonly tag: "Proofs";
        readonly summary: "Record what became of an order";
        readonly description: "The id is chosen by the client: the same content again changes nothing (200), other content is refused. Nothing is ever overwritten; a correction is another proof that names this one in `replaces`. The bytes of photos and signature follow, each with a request of its own.";
        readonly scope: "pods:write";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly body: import("./schema.ts").TObject<{
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success">;
            failureReasonCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            time: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            arrived: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            sent: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            contactName: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            remarks: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            geoLocation: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                lat?: number | null;
                latitude?: number | null;
                lng?: number | null;
                longitude?: number | null;
                longtitude?: number | null;
            } | null>>;
            locationAccuracy: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            packages: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                failureReasonCode?: string | null;
                outcome: "failed" | "success";
                packageId: string;
                scanned?: boolean | null;
            }[] | null>>;
            packageCount: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
            productLines: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                failedQuantity?: number | null;
                failureReasonCode?: string | null;
                productLineId: string;
                quantity: number;
            }[] | null>>;
            extraBarcodes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            photos: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                bytes: number;
                fileId: string;
                sha256: string;
                type: "image/jpeg" | "image/png";
            }[] | null>>;
            signature: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                bytes: number;
                fileId: string;
                sha256: string;
                type: "image/jpeg" | "image/png";
            } | null>>;
            consignmentId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            loadId: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            driverKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            replaces: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly created: "unless replaced";
        readonly location: "/v1/pod/{podId}";
        readonly etag: true;
        readonly problems: readonly ["UNKNOWN_CONSIGNMENT", "UNKNOWN_LOAD", "UNKNOWN_DRIVER", "UNKNOWN_PACKAGE", "UNKNOWN_PRODUCT_LINE", "UNKNOWN_POD", "POD_CONFLICT"];
    };
    readonly listPods: {
        readonly id: "listPods";
        readonly method: "GET";
        readonly path: "/v1/pods";
        readonly tag: "Proofs";
        readonly summary: "Find proofs";
        readonly description: "Newest first, by when the service got them.";
        readonly scope: "pods:read";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
            consignmentId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            consignmentKey: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            loadId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            outcome: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            from: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            to: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            pods: import("./schema.ts").TSchema<{
                actor: string;
                arrived: string | null;
                clockOffsetSeconds: number | null;
                complete: boolean;
                conflict: "later_outcome" | "load_not_started" | "not_in_load" | "order_deleted" | "time_out_of_range" | null;
                consignmentId: string;
                consignmentKey: string;
                contactName: string | null;
                created: string;
                driverKey: string | null;
                email: string | null;
                environmentId: string;
                extraBarcodes: string[];
                failureReasonCode: string | null;
                geoLocation: {
                    lat: number;
                    lng: number;
                } | null;
                loadId: string | null;
                locationAccuracy: number | null;
                outcome: "failed" | "partial" | "success";
                packageCount: number | null;
                packages: {
                    barcode: string | null;
                    failureReasonCode: string | null;
                    outcome: "failed" | "success";
                    packageId: string;
                    scanned: boolean;
                }[];
                photos: {
                    bytes: number;
                    content?: string | null;
                    fileId: string;
                    height: number | null;
                    sha256: string | null;
                    state: "erased" | "expired" | "pending" | "stored";
                    type: "image/jpeg" | "image/png";
                    width: number | null;
                }[];
                podId: string;
                productLines: {
                    failedQuantity: number;
                    failureReasonCode: string | null;
                    productLineId: string;
                    quantity: number;
                }[];
                received: string;
                remarks: string | null;
                replacedBy: string | null;
                replaces: string | null;
                signature: {
                    bytes: number;
                    content?: string | null;
                    fileId: string;
                    height: number | null;
                    sha256: string | null;
                    state: "erased" | "expired" | "pending" | "stored";
                    type: "image/jpeg" | "image/png";
                    width: number | null;
                } | null;
                stopPosition: number;
                time: string;
                type: "collection" | "delivery";
                updated: string;
                version: number;
            }[]>;
            next: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly [];
    };
    readonly getPod: {
        readonly method: 'GET';
        readonly tag: "Proofs";
        readonly scope: 'pods:read';
        readonly data: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
            environmentId: import("./schema.ts").TSchema<string>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
            consignmentId: import("./schema.ts").TSchema<string>;
            consignmentKey: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            loadId: import("./schema.ts").TUnsafe<string | null>;
            stopPosition: import("./schema.ts").TSchema<number>;
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success">;
            failureReasonCode: import("./schema.ts").TUnsafe<string | null>;
            time: import("./schema.ts").TSchema<string>;
            arrived: import("./schema.ts").TUnsafe<string | null>;
            received: import("./schema.ts").TSchema<string>;
            clockOffsetSeconds: import("./schema.ts").TUnsafe<number | null>;
            driverKey: import("./schema.ts").TUnsafe<string | null>;
            actor: import("./schema.ts").TSchema<string>;
            contactName: import("./schema.ts").TUnsafe<string | null>;
            remarks: import("./schema.ts").TUnsafe<string | null>;
            email: import("./schema.ts").TUnsafe<string | null>;
            geoLocation: import("./schema.ts").TUnsafe<{
                lat: number;
                lng: number;
            } | null>;
            locationAccuracy: import("./schema.ts").TUnsafe<number | null>;
            packages: import("./schema.ts").TSchema<{
                barcode: string | null;
                failureReasonCode: string | null;
                outcome: "failed" | "success";
                packageId: string;
                scanned: boolean;
            }[]>;
            packageCount: import("./schema.ts").TUnsafe<number | null>;
            productLines: import("./schema.ts").TSchema<{
                failedQuantity: number;
                failureReasonCode: string | null;
                productLineId: string;
                quantity: number;
            }[]>;
            extraBarcodes: import("./schema.ts").TSchema<string[]>;
            photos: import("./schema.ts").TSchema<{
                bytes: number;
                content?: string | null;
                fileId: string;
                height: number | null;
                sha256: string | null;
                state: "erased" | "expired" | "pending" | "stored";
                type: "image/jpeg" | "image/png";
                width: number | null;
            }[]>;
            signature: import("./schema.ts").TUnsafe<{
                bytes: number;
                content?: string | null;
                fileId: string;
                height: number | null;
                sha256: string | null;
                state: "erased" | "expired" | "pending" | "stored";
                type: "image/jpeg" | "image/png";
                width: number | null;
            } | null>;
            complete: import("./schema.ts").TSchema<boolean>;
            replaces: import("./schema.ts").TUnsafe<string | null>;
            replacedBy: import("./schema.ts").TUnsafe<string | null>;
            conflict: import("./schema.ts").TUnsafe<"later_outcome" | "load_not_started" | "not_in_load" | "order_deleted" | "time_out_of_range" | null>;
        }>;
        readonly etag: true;
        readonly problems: readonly ['NOT_FOUND'];
        readonly id: "getPod";
        readonly path: "/v1/pod";
        readonly summary: "Read a proof";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
            includePhoto: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
            id: import("./schema.ts").TSchema<string>;
        }>;
    };
    readonly getPodById: {
        readonly method: 'GET';
        readonly tag: "Proofs";
        readonly scope: 'pods:read';
        readonly data: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
            environmentId: import("./schema.ts").TSchema<string>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
            consignmentId: import("./schema.ts").TSchema<string>;
            consignmentKey: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
            loadId: import("./schema.ts").TUnsafe<string | null>;
            stopPosition: import("./schema.ts").TSchema<number>;
            outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success">;
            failureReasonCode: import("./schema.ts").TUnsafe<string | null>;
            time: import("./schema.ts").TSchema<string>;
            arrived: import("./schema.ts").TUnsafe<string | null>;
            received: import("./schema.ts").TSchema<string>;
            clockOffsetSeconds: import("./schema.ts").TUnsafe<number | null>;
            driverKey: import("./schema.ts").TUnsafe<string | null>;
            actor: import("./schema.ts").TSchema<string>;
            contactName: import("./schema.ts").TUnsafe<string | null>;
            remarks: import("./schema.ts").TUnsafe<string | null>;
            email: import("./schema.ts").TUnsafe<string | null>;
            geoLocation: import("./schema.ts").TUnsafe<{
                lat: number;
                lng: number;
            } | null>;
            locationAccuracy: import("./schema.ts").TUnsafe<number | null>;
            packages: import("./schema.ts").TSchema<{
                barcode: string | null;
                failureReasonCode: string | null;
                outcome: "failed" | "success";
                packageId: string;
                scanned: boolean;
            }[]>;
            packageCount: import("./schema.ts").TUnsafe<number | null>;
            productLines: import("./schema.ts").TSchema<{
                failedQuantity: number;
                failureReasonCode: string | null;
                productLineId: string;
                quantity: number;
            }[]>;
            extraBarcodes: import("./schema.ts").TSchema<string[]>;
            photos: import("./schema.ts").TSchema<{
                bytes: number;
                content?: string | null;
                fileId: string;
                height: number | null;
                sha256: string | null;
                state: "erased" | "expired" | "pending" | "stored";
                type: "image/jpeg" | "image/png";
                width: number | null;
            }[]>;
            signature: import("./schema.ts").TUnsafe<{
                bytes: number;
                content?: string | null;
                fileId: string;
                height: number | null;
                sha256: string | null;
                state: "erased" | "expired" | "pending" | "stored";
                type: "image/jpeg" | "image/png";
                width: number | null;
            } | null>;
            complete: import("./schema.ts").TSchema<boolean>;
            replaces: import("./schema.ts").TUnsafe<string | null>;
            replacedBy: import("./schema.ts").TUnsafe<string | null>;
            conflict: import("./schema.ts").TUnsafe<"later_outcome" | "load_not_started" | "not_in_load" | "order_deleted" | "time_out_of_range" | null>;
        }>;
        readonly etag: true;
        readonly problems: readonly ['NOT_FOUND'];
        readonly id: "getPodById";
        readonly path: "/v1/pod/{podId}";
        readonly summary: "Read a proof by its id";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            dateTimes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"local" | "utc">>;
            includePhoto: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
        }>;
    };
    readonly putPodFile: {
        readonly id: "putPodFile";
        readonly method: "PUT";
        readonly path: "/v1/pod/{podId}/file/{fileId}";
        readonly tag: "Proofs";
        readonly summary: "Send a photo or the signature of a proof";
        readonly description: "The body is the picture itself, as the proof has announced it: the same size, SHA-256 and media type. All that does not draw it is left out of what is stored, such as where it was taken. Sent again, it changes nothing. The last file makes the proof complete.";
        readonly scope: "pods:write";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
            fileId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly upload: {
            types: readonly ["image/jpeg", "image/png"];
            bytesMax: 5242880;
        };
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly getPodFile: {
        readonly id: "getPodFile";
        readonly method: "GET";
        readonly path: "/v1/pod/{podId}/file/{fileId}";
        readonly tag: "Proofs";
        readonly summary: "Read a photo or the signature of a proof";
        readonly scope: "pods:read";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
            fileId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly download: readonly ["image/jpeg", "image/png"];
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly getPodPdf: {
        readonly id: "getPodPdf";
        readonly method: "GET";
        readonly path: "/v1/pod/{podId}/pdf";
        readonly tag: "Proofs";
        readonly summary: "Read a proof as a PDF";
        readonly description: "With its photos and its signature, as far as they have arrived.";
        readonly scope: "pods:read";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
        }>;
        readonly download: readonly ["application/pdf"];
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listPodExport: {
        readonly id: "listPodExport";
        readonly method: "GET";
        readonly path: "/v1/export/pods";
        readonly tag: "Export list";
        readonly summary: "List the proofs on the export list";
        readonly description: "Oldest first. Returns plain ids, or, with `detail=true`, everything you need to acknowledge safely. Every proof is added when it is stored and, with a new version, when the last of its files has arrived, unless `export.automatic` of the environment lacks `outcome`.";
        readonly scope: "export:read";
        readonly query: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            detail: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"false" | "true">>;
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TUnsafe<string[] | {
            consignmentKey: string;
            podId: string;
            reason: "completed" | "created" | "manual";
            since: string;
            version: number;
        }[]>;
        readonly piecemeal: true;
        readonly problems: readonly [];
    };
    readonly addPodExport: {
        readonly id: "addPodExport";
        readonly method: "POST";
        readonly path: "/v1/export/pods";
        readonly tag: "Export list";
        readonly summary: "Add proofs to the export list";
        readonly description: "Proofs that are already on the list keep their place.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            ids: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            added: import("./schema.ts").TSchema<number>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly acknowledgePodExport: {
        readonly id: "acknowledgePodExport";
        readonly method: "POST";
        readonly path: "/v1/export/pods/acknowledge";
        readonly tag: "Export list";
        readonly summary: "Acknowledge exported proofs";
        readonly description: "Removes only the proofs that still have the version you read, and returns the ids of those that stay on the list.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            pods: import("./schema.ts").TSchema<{
                podId: string;
                version: number;
            }[]>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            removed: import("./schema.ts").TSchema<number>;
            kept: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly problems: readonly [];
    };
    readonly removePodExport: {
        readonly id: "removePodExport";
        readonly method: "DELETE";
        readonly path: "/v1/export/pod/{podId}";
        readonly tag: "Export list";
        readonly summary: "Remove one proof from the export list";
        readonly description: "Succeeds even if the proof is not on the list.";
        readonly scope: "export:write";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly clearPodExport: {
        readonly id: "clearPodExport";
        readonly method: "DELETE";
        readonly path: "/v1/export/pods";
        readonly tag: "Export list";
        readonly summary: "Remove all proofs from the export list";
        readonly description: "The proofs themselves remain. To be safe, acknowledge instead.";
        readonly scope: "export:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly [];
    };
    readonly getLoadLabels: {
        readonly method: 'GET';
        readonly download: readonly ['application/pdf'];
        readonly scope: 'consignments:read';
        readonly problems: readonly ['NOT_FOUND'];
        readonly query: import("./schema.ts").TObject<{
            format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"a4" | "a6">>;
            language: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"ar" | "de" | "en">>;
        }>;
        readonly id: "getLoadLabels";
        readonly path: "/v1/load/{loadId}/labels";
        readonly tag: "Loads";
        readonly summary: "Print the labels of all consignments of a load";
        readonly description: "In the sequence of the stops, at most 2,000 of them.";
        readonly params: import("./schema.ts").TObject<{
            loadId: import("./schema.ts").TSchema<string>;
        }>;
    };
    readonly createOptimisation: {
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
    readonly listOptimisations: {
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
    readonly getOptimisation: {
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
    readonly stopOptimisation: {
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
    readonly applyOptimisation: {
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
    readonly undoOptimisation: {
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
    readonly cancelOptimisation: {
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
    readonly travelRoute: {
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
    readonly getEnvironment: {
        readonly id: "getEnvironment";
        readonly method: "GET";
        readonly path: "/v1/environment";
        readonly tag: "Environment";
        readonly summary: "Read the environment and its settings";
        readonly scope: "settings:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            timezone: import("./schema.ts").TSchema<string>;
            channels: import("./schema.ts").TSchema<{
                key: string;
                name: string;
            }[]>;
            areas: import("./schema.ts").TSchema<{
                key: string;
                name: string;
                polygon?: {
                    lat: number;
                    lng: number;
                }[] | null;
            }[]>;
            customFields: import("./schema.ts").TSchema<{
                choices?: string[] | null;
                filtered?: boolean;
                forDriver?: boolean;
                key: string;
                listed?: boolean;
                name: string;
                required?: boolean;
                searched?: boolean;
                sorted?: boolean;
                type: "boolean" | "choice" | "date" | "number" | "text";
            }[]>;
            routeSettings: import("./schema.ts").TObject<{
                stopDuration: import("./schema.ts").TSchema<number>;
                startTime: import("./schema.ts").TSchema<string>;
            }>;
            travel: import("./schema.ts").TObject<{
                shortDetour: import("./schema.ts").TSchema<number>;
                longDetour: import("./schema.ts").TSchema<number>;
                shortSpeed: import("./schema.ts").TSchema<number>;
                longSpeed: import("./schema.ts").TSchema<number>;
            }>;
            displayPreferences: import("./schema.ts").TObject<{
                weightUnit: import("./schema.ts").TUnsafe<"kg" | "lb" | "t">;
                volumeUnit: import("./schema.ts").TUnsafe<"ft3" | "l" | "m3">;
                lengthUnit: import("./schema.ts").TUnsafe<"cm" | "ft" | "in" | "m">;
                distanceUnit: import("./schema.ts").TUnsafe<"km" | "mi">;
                country: import("./schema.ts").TSchema<string>;
                dateFormat: import("./schema.ts").TUnsafe<"dmy" | "mdy" | "ymd">;
            }>;
            notifications: import("./schema.ts").TObject<{
                language: import("./schema.ts").TUnsafe<"ar" | "de" | "en">;
                senderName: import("./schema.ts").TSchema<string>;
                replyTo: import("./schema.ts").TSchema<string>;
                attachPdf: import("./schema.ts").TSchema<boolean>;
                automatic: import("./schema.ts").TObject<{
                    success: import("./schema.ts").TSchema<boolean>;
                    partial: import("./schema.ts").TSchema<boolean>;
                    failed: import("./schema.ts").TSchema<boolean>;
                }>;
                templates: import("./schema.ts").TObject<{
                    success: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                        body: string;
                        subject: string;
                    } | null>>;
                    partial: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                        body: string;
                        subject: string;
                    } | null>>;
                    failed: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                        body: string;
                        subject: string;
                    } | null>>;
                    tracking: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                        body: string;
                        subject: string;
                    } | null>>;
                }>;
                trackingTriggers: import("./schema.ts").TSchema<("inTransit" | "planned" | "registered" | "released")[]>;
                proofOfDelivery: import("./schema.ts").TSchema<boolean>;
                publicTracking: import("./schema.ts").TSchema<boolean>;
                failedRecipients: import("./schema.ts").TSchema<string[]>;
                partiallySuccessfulRecipients: import("./schema.ts").TSchema<string[]>;
            }>;
            pod: import("./schema.ts").TObject<{
                reasons: import("./schema.ts").TSchema<{
                    code: string;
                    name: string;
                    photoRequired?: boolean | null;
                }[]>;
                signature: import("./schema.ts").TObject<{
                    success: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                    partial: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                    failed: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
                }>;
                photosMin: import("./schema.ts").TSchema<number>;
                photosMax: import("./schema.ts").TSchema<number>;
                photoSide: import("./schema.ts").TSchema<number>;
                keepPhotosDays: import("./schema.ts").TSchema<number>;
                scan: import("./schema.ts").TUnsafe<"off" | "optional" | "required">;
            }>;
            tracking: import("./schema.ts").TObject<{
                estimatedTime: import("./schema.ts").TSchema<boolean>;
                stopsAhead: import("./schema.ts").TSchema<boolean>;
                vehiclePosition: import("./schema.ts").TSchema<boolean>;
                vehicleWithinStops: import("./schema.ts").TSchema<number>;
                proof: import("./schema.ts").TUnsafe<"all" | "none" | "outcome">;
                keepDays: import("./schema.ts").TSchema<number>;
            }>;
            positions: import("./schema.ts").TObject<{
                keepDays: import("./schema.ts").TSchema<number>;
            }>;
            branding: import("./schema.ts").TObject<{
                companyName: import("./schema.ts").TSchema<string>;
                colour: import("./schema.ts").TSchema<string>;
                logo: import("./schema.ts").TSchema<string>;
            }>;
            export: import("./schema.ts").TObject<{
                automatic: import("./schema.ts").TSchema<("changed" | "created" | "outcome" | "released")[]>;
            }>;
            history: import("./schema.ts").TObject<{
                keepDays: import("./schema.ts").TSchema<number>;
            }>;
            signIn: import("./schema.ts").TObject<{
                secondFactor: import("./schema.ts").TUnsafe<"optional" | "required">;
            }>;
            loads: import("./schema.ts").TObject<{
                unknown: import("./schema.ts").TUnsafe<"create" | "refuse">;
            }>;
            environmentId: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            sandbox: import("./schema.ts").TSchema<boolean>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
        }>;
        readonly etag: true;
        readonly problems: readonly [];
    };
    readonly updateEnvironment: {
        readonly id: "updateEnvironment";
        readonly method: "PATCH";
        readonly path: "/v1/environment";
        readonly tag: "Environment";
        readonly summary: "Change the settings of the environment";
        readonly description: "A JSON Merge Patch (RFC 7396); `null` resets a setting to its default. Changing `signIn` needs a recent sign-in.";
        readonly scope: "settings:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TUnsafe<{
            areas?: {
                key: string;
                name: string;
                polygon?: {
                    lat: number;
                    lng: number;
                }[] | null;
            }[] | null;
            branding?: {
                colour?: string | null;
                companyName?: string | null;
                logo?: string | null;
            } | null;
            channels?: {
                key: string;
                name: string;
            }[] | null;
            customFields?: {
                choices?: string[] | null;
                filtered?: boolean;
                forDriver?: boolean;
                key: string;
                listed?: boolean;
                name: string;
                required?: boolean;
                searched?: boolean;
                sorted?: boolean;
                type: "boolean" | "choice" | "date" | "number" | "text";
            }[] | null;
            displayPreferences?: {
                country?: string | null;
                dateFormat?: NonNullable<"dmy" | "mdy" | "ymd"> | null;
                distanceUnit?: NonNullable<"km" | "mi"> | null;
                lengthUnit?: NonNullable<"cm" | "ft" | "in" | "m"> | null;
                volumeUnit?: NonNullable<"ft3" | "l" | "m3"> | null;
                weightUnit?: NonNullable<"kg" | "lb" | "t"> | null;
            } | null;
            export?: {
                automatic?: ("changed" | "created" | "outcome" | "released")[] | null;
            } | null;
            history?: {
                keepDays?: number | null;
            } | null;
            loads?: {
                unknown?: NonNullable<"create" | "refuse"> | null;
            } | null;
            notifications?: {
                attachPdf?: boolean | null;
                automatic?: {
                    failed?: boolean | null;
                    partial?: boolean | null;
                    success?: boolean | null;
                } | null;
                failedRecipients?: string[] | null;
                language?: NonNullable<"ar" | "de" | "en"> | null;
                partiallySuccessfulRecipients?: string[] | null;
                proofOfDelivery?: boolean | null;
                publicTracking?: boolean | null;
                replyTo?: string | null;
                senderName?: string | null;
                templates?: {
                    failed?: {
                        body?: string | null;
                        subject?: string | null;
                    } | null;
                    partial?: {
                        body?: string | null;
                        subject?: string | null;
                    } | null;
                    success?: {
                        body?: string | null;
                        subject?: string | null;
                    } | null;
                    tracking?: {
                        body?: string | null;
                        subject?: string | null;
                    } | null;
                } | null;
                trackingTriggers?: ("inTransit" | "planned" | "registered" | "released")[] | null;
            } | null;
            pod?: {
                keepPhotosDays?: number | null;
                photoSide?: number | null;
                photosMax?: number | null;
                photosMin?: number | null;
                reasons?: {
                    code: string;
                    name: string;
                    photoRequired?: boolean | null;
                }[] | null;
                scan?: NonNullable<"off" | "optional" | "required"> | null;
                signature?: {
                    failed?: NonNullable<"off" | "optional" | "required"> | null;
                    partial?: NonNullable<"off" | "optional" | "required"> | null;
                    success?: NonNullable<"off" | "optional" | "required"> | null;
                } | null;
            } | null;
            positions?: {
                keepDays?: number | null;
            } | null;
            routeSettings?: {
                startTime?: string | null;
                stopDuration?: number | null;
            } | null;
            signIn?: {
                secondFactor?: NonNullable<"optional" | "required"> | null;
            } | null;
            timezone?: string | null;
            tracking?: {
                estimatedTime?: boolean | null;
                keepDays?: number | null;
                proof?: NonNullable<"all" | "none" | "outcome"> | null;
                stopsAhead?: boolean | null;
                vehiclePosition?: boolean | null;
                vehicleWithinStops?: number | null;
            } | null;
            travel?: {
                longDetour?: number | null;
                longSpeed?: number | null;
                shortDetour?: number | null;
                shortSpeed?: number | null;
            } | null;
        } & Record<string, unknown>>;
        readonly etag: true;
        readonly precondition: true;
        readonly problems: readonly ["SIGN_IN_AGAIN"];
    };
    readonly getEnvironmentHistory: {
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
    readonly listEvents: {
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
    readonly resetEnvironment: {
        readonly id: "resetEnvironment";
        readonly method: "POST";
        readonly path: "/v1/environment/reset";
        readonly tag: "Environment";
        readonly summary: "Reset a sandbox to the demo data";
        readonly description: "Deletes all consignments, loads and depots, resets the settings, and creates demo data for today. Tokens, people and webhooks remain. Each deletion is recorded as an event. Only for environments that are marked as a sandbox.";
        readonly scope: "settings:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_SANDBOX"];
    };
    readonly getSignIn: {
        readonly id: "getSignIn";
        readonly method: "GET";
        readonly path: "/v1/sign-in";
        readonly tag: "People";
        readonly summary: "List the ways to sign in";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            singleSignOn: import("./schema.ts").TUnsafe<{
                name: string;
                path: string;
            } | null>;
            password: import("./schema.ts").TSchema<boolean>;
            mail: import("./schema.ts").TSchema<boolean>;
            passkeyOrigin: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly [];
    };
    readonly signIn: {
        readonly id: "signIn";
        readonly method: "POST";
        readonly path: "/v1/session";
        readonly tag: "People";
        readonly summary: "Sign in with e-mail and password";
        readonly description: "Sets the cookie of a new session. After five failures for one account from one address, each further attempt has to wait, from 30 seconds up to 15 minutes, and is answered with 429 until then. Guesses from many addresses and for many accounts are limited too; a browser that the person has signed in with before is not affected by those of others. The second cookie is for that: it only tells that the browser is known. If the account has a second factor, the answer is `SECOND_FACTOR`, and the session begins with that.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            email: import("./schema.ts").TSchema<string>;
            password: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            hasPassword: import("./schema.ts").TSchema<boolean>;
            secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
            environments: import("./schema.ts").TSchema<{
                environmentId: string;
                name: string;
                role: "owner" | "planner" | "user-admin" | "viewer";
                scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            }[]>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED", "SECOND_FACTOR"];
    };
    readonly signOut: {
        readonly id: "signOut";
        readonly method: "DELETE";
        readonly path: "/v1/session";
        readonly tag: "People";
        readonly summary: "Sign out";
        readonly description: "Ends the session immediately, on every instance, and clears its cookie.";
        readonly access: "person";
        readonly unprotected: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly [];
    };
    readonly getMe: {
        readonly id: "getMe";
        readonly method: "GET";
        readonly path: "/v1/me";
        readonly tag: "People";
        readonly summary: "Read your account and its environments";
        readonly access: "person";
        readonly unprotected: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            hasPassword: import("./schema.ts").TSchema<boolean>;
            secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
            environments: import("./schema.ts").TSchema<{
                environmentId: string;
                name: string;
                role: "owner" | "planner" | "user-admin" | "viewer";
                scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            }[]>;
        }>;
        readonly problems: readonly [];
    };
    readonly updateMe: {
        readonly id: "updateMe";
        readonly method: "PATCH";
        readonly path: "/v1/me";
        readonly tag: "People";
        readonly summary: "Change your name";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly problems: readonly [];
    };
    readonly changePassword: {
        readonly id: "changePassword";
        readonly method: "POST";
        readonly path: "/v1/me/password";
        readonly tag: "People";
        readonly summary: "Change your password";
        readonly description: "Ends all other sessions and continues this one with a new cookie. Wrong old passwords count as failed sign-ins: after five, each further attempt has to wait longer and is answered with 429 until then.";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            oldPassword: import("./schema.ts").TSchema<string>;
            newPassword: import("./schema.ts").TSchema<string>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly [];
    };
    readonly deleteMe: {
        readonly id: "deleteMe";
        readonly method: "POST";
        readonly path: "/v1/me/delete";
        readonly tag: "People";
        readonly summary: "Delete your account";
        readonly description: "This is permanent: your name and e-mail address are erased, your sessions end immediately, and you leave every environment. What you did stays in the histories under your id, without a name; tokens you created stay too. Requires your password or, if you have none, a single sign-on within the last ten minutes. If you are the last owner of an environment, make another person an owner first.";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["LAST_OWNER", "SIGN_IN_AGAIN"];
    };
    readonly forgotPassword: {
        readonly id: "forgotPassword";
        readonly method: "POST";
        readonly path: "/v1/password/forgotten";
        readonly tag: "People";
        readonly summary: "Request a link to set a new password";
        readonly description: "The link is sent by mail if mail is set up; otherwise, an operator creates one with `dray user reset`. An account that uses single sign-on has no password and gets no link. The response is the same whether or not the account exists.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            email: import("./schema.ts").TSchema<string>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly [];
    };
    readonly readLink: {
        readonly id: "readLink";
        readonly method: "POST";
        readonly path: "/v1/link";
        readonly tag: "People";
        readonly summary: "Check what a one-time link is for";
        readonly description: "Does not use up the link. The secret is sent in the body so that it does not appear in any log.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            kind: import("./schema.ts").TUnsafe<"invitation" | "owner" | "reset">;
            email: import("./schema.ts").TUnsafe<string | null>;
            environment: import("./schema.ts").TUnsafe<string | null>;
            role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer" | null>;
            account: import("./schema.ts").TUnsafe<"existing" | "new">;
            setsPassword: import("./schema.ts").TSchema<boolean>;
            expires: import("./schema.ts").TSchema<string>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly useLink: {
        readonly id: "useLink";
        readonly method: "POST";
        readonly path: "/v1/link/use";
        readonly tag: "People";
        readonly summary: "Use a one-time link";
        readonly description: "Creates the account, sets the new password or accepts the invitation, and signs the person in. The link works only once. Setting a password ends all other sessions; if the account has a second factor, that is due next (`SECOND_FACTOR`).";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            hasPassword: import("./schema.ts").TSchema<boolean>;
            secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
            environments: import("./schema.ts").TSchema<{
                environmentId: string;
                name: string;
                role: "owner" | "planner" | "user-admin" | "viewer";
                scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            }[]>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED", "SECOND_FACTOR", "NOT_FOUND"];
    };
    readonly enterCode: {
        readonly id: "enterCode";
        readonly method: "POST";
        readonly path: "/v1/session/code";
        readonly tag: "People";
        readonly summary: "Sign in: enter the second factor";
        readonly description: "Follows a sign-in that was answered with `SECOND_FACTOR`, within ten minutes. Sets the cookie of a new session. After five failures within 15 minutes, further attempts are answered with 429.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            code: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            hasPassword: import("./schema.ts").TSchema<boolean>;
            secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
            environments: import("./schema.ts").TSchema<{
                environmentId: string;
                name: string;
                role: "owner" | "planner" | "user-admin" | "viewer";
                scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            }[]>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED"];
    };
    readonly beginPasskey: {
        readonly id: "beginPasskey";
        readonly method: "POST";
        readonly path: "/v1/session/passkey/begin";
        readonly tag: "People";
        readonly summary: "Ask for a passkey";
        readonly description: "Returns a challenge for a passkey: to sign in without a password, as a second factor (with the `token` of `SECOND_FACTOR`), or to confirm who you are. A challenge can be answered once.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            options: import("./schema.ts").TUnsafe<Record<string, unknown>>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED", "NOT_FOUND"];
    };
    readonly signInWithPasskey: {
        readonly id: "signInWithPasskey";
        readonly method: "POST";
        readonly path: "/v1/session/passkey";
        readonly tag: "People";
        readonly summary: "Sign in with a passkey";
        readonly description: "Needs no password: a passkey is two factors by itself. Sets the cookie of a new session.";
        readonly access: "anyone";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            passkey: import("./schema.ts").TObject<{
                id: import("./schema.ts").TSchema<string>;
                response: import("./schema.ts").TObject<{
                    authenticatorData: import("./schema.ts").TSchema<string>;
                    clientDataJSON: import("./schema.ts").TSchema<string>;
                    signature: import("./schema.ts").TSchema<string>;
                    userHandle: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
                }>;
            }>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
            email: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TSchema<string>;
            hasPassword: import("./schema.ts").TSchema<boolean>;
            secondFactor: import("./schema.ts").TUnsafe<"due" | "none" | "outside" | "set">;
            environments: import("./schema.ts").TSchema<{
                environmentId: string;
                name: string;
                role: "owner" | "planner" | "user-admin" | "viewer";
                scopes: ("consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            }[]>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNAUTHORIZED", "NOT_FOUND"];
    };
    readonly confirmSession: {
        readonly id: "confirmSession";
        readonly method: "POST";
        readonly path: "/v1/session/confirm";
        readonly tag: "People";
        readonly summary: "Confirm who you are";
        readonly description: "After `SIGN_IN_AGAIN`: give your password, a code or a passkey, then repeat the request within ten minutes. If you use single sign-on, sign in again instead.";
        readonly access: "person";
        readonly unprotected: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            password: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            code: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            passkey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<{
                passkey: {
                    id: string;
                    response: {
                        authenticatorData: string;
                        clientDataJSON: string;
                        signature: string;
                        userHandle?: string | null;
                    };
                };
                token: string;
            } | null>>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listFactors: {
        readonly id: "listFactors";
        readonly method: "GET";
        readonly path: "/v1/me/factors";
        readonly tag: "People";
        readonly summary: "List your second factors";
        readonly description: "Oldest first.";
        readonly access: "person";
        readonly unprotected: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            factors: import("./schema.ts").TSchema<{
                created: string;
                factorId: string;
                kind: "passkey" | "totp";
                lastUsed: string | null;
                name: string;
                synced: boolean | null;
            }[]>;
            recoveryCodes: import("./schema.ts").TSchema<number>;
            required: import("./schema.ts").TSchema<boolean>;
        }>;
        readonly problems: readonly [];
    };
    readonly beginTotp: {
        readonly tag: "People";
        readonly access: 'person';
        readonly unprotected: true;
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly id: "beginTotp";
        readonly method: "POST";
        readonly path: "/v1/me/totp/begin";
        readonly summary: "Get the secret for an authenticator app";
        readonly description: "Nothing changes until a code of the app has been entered.";
        readonly data: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            secret: import("./schema.ts").TSchema<string>;
            uri: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly [];
    };
    readonly addTotp: {
        readonly tag: "People";
        readonly access: 'person';
        readonly unprotected: true;
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly id: "addTotp";
        readonly method: "POST";
        readonly path: "/v1/me/totp";
        readonly summary: "Add an authenticator app";
        readonly description: "The code proves that the app has the secret. Your first factor also creates recovery codes and ends all your other sessions.";
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            code: import("./schema.ts").TSchema<string>;
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            factorId: import("./schema.ts").TSchema<string>;
            recoveryCodes: import("./schema.ts").TUnsafe<string[] | null>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly beginPasskeyCreation: {
        readonly tag: "People";
        readonly access: 'person';
        readonly unprotected: true;
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly id: "beginPasskeyCreation";
        readonly method: "POST";
        readonly path: "/v1/me/passkey/begin";
        readonly summary: "Get a challenge for a new passkey";
        readonly data: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            options: import("./schema.ts").TUnsafe<Record<string, unknown>>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly addPasskey: {
        readonly tag: "People";
        readonly access: 'person';
        readonly unprotected: true;
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly id: "addPasskey";
        readonly method: "POST";
        readonly path: "/v1/me/passkey";
        readonly summary: "Add a passkey";
        readonly description: "A passkey works as a second factor and instead of a password. Your first factor also creates recovery codes and ends all your other sessions.";
        readonly body: import("./schema.ts").TObject<{
            token: import("./schema.ts").TSchema<string>;
            passkey: import("./schema.ts").TObject<{
                id: import("./schema.ts").TSchema<string>;
                response: import("./schema.ts").TObject<{
                    attestationObject: import("./schema.ts").TSchema<string>;
                    clientDataJSON: import("./schema.ts").TSchema<string>;
                    transports: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
                }>;
            }>;
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            factorId: import("./schema.ts").TSchema<string>;
            recoveryCodes: import("./schema.ts").TUnsafe<string[] | null>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly renameFactor: {
        readonly id: "renameFactor";
        readonly method: "PATCH";
        readonly path: "/v1/me/factor/{factorId}";
        readonly tag: "People";
        readonly summary: "Rename a second factor";
        readonly access: "person";
        readonly params: import("./schema.ts").TObject<{
            factorId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly removeFactor: {
        readonly id: "removeFactor";
        readonly method: "DELETE";
        readonly path: "/v1/me/factor/{factorId}";
        readonly tag: "People";
        readonly summary: "Remove a second factor";
        readonly description: "The recovery codes go with the last one. Where a second factor is required, the last one stays.";
        readonly access: "person";
        readonly fresh: true;
        readonly params: import("./schema.ts").TObject<{
            factorId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND", "LAST_FACTOR"];
    };
    readonly renewRecoveryCodes: {
        readonly id: "renewRecoveryCodes";
        readonly method: "POST";
        readonly path: "/v1/me/recovery-codes";
        readonly tag: "People";
        readonly summary: "Get new recovery codes";
        readonly description: "The old ones no longer work. You must have a second factor.";
        readonly access: "person";
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            recoveryCodes: import("./schema.ts").TSchema<string[]>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listNotices: {
        readonly id: "listNotices";
        readonly method: "GET";
        readonly path: "/v1/notices";
        readonly tag: "Notices";
        readonly summary: "List the letters about orders";
        readonly description: "Newest first.";
        readonly scope: "consignments:read";
        readonly query: import("./schema.ts").TObject<{
            consignmentId: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"failed" | "sent" | "suppressed" | "waiting">>;
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            notices: import("./schema.ts").TSchema<{
                address: string | null;
                attempts: {
                    message: string | null;
                    result: "failed" | "refused" | "sent";
                    time: string;
                }[];
                consignmentId: string;
                created: string;
                due: string | null;
                kind: "pod.failed" | "pod.partial" | "pod.success" | "tracking.inTransit" | "tracking.planned" | "tracking.registered" | "tracking.released";
                noticeId: string;
                podId: string | null;
                reason: string | null;
                recipient: "consignee" | "fixed" | "named";
                state: "failed" | "sent" | "suppressed" | "waiting";
                updated: string;
            }[]>;
            next: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly [];
    };
    readonly resendNotice: {
        readonly id: "resendNotice";
        readonly method: "POST";
        readonly path: "/v1/notice/{noticeId}/resend";
        readonly tag: "Notices";
        readonly summary: "Send a letter again";
        readonly description: "Makes a new notice with the same content, for the same address or another.";
        readonly scope: "consignments:write";
        readonly params: import("./schema.ts").TObject<{
            noticeId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            address: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            noticeId: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly problems: readonly ["NOT_FOUND", "NOTICE_STOPPED"];
    };
    readonly previewNotice: {
        readonly id: "previewNotice";
        readonly method: "POST";
        readonly path: "/v1/notices/preview";
        readonly tag: "Notices";
        readonly summary: "See how a letter would read";
        readonly description: "With the settings as they are, or with another template; for an order, or for an example.";
        readonly scope: "settings:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            template: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | "tracking">;
            subject: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            body: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            consignmentKey: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            subject: import("./schema.ts").TSchema<string>;
            text: import("./schema.ts").TSchema<string>;
            html: import("./schema.ts").TSchema<string>;
            template: import("./schema.ts").TObject<{
                subject: import("./schema.ts").TSchema<string>;
                body: import("./schema.ts").TSchema<string>;
            }>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["UNKNOWN_CONSIGNMENT"];
    };
    readonly sendPod: {
        readonly id: "sendPod";
        readonly method: "POST";
        readonly path: "/v1/pod/{podId}/send";
        readonly tag: "Notices";
        readonly summary: "Send a proof by e-mail";
        readonly scope: "pods:write";
        readonly params: import("./schema.ts").TObject<{
            podId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            address: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            noticeId: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly problems: readonly ["NOT_FOUND", "NOTICE_STOPPED"];
    };
    readonly getTracking: {
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
    readonly renewTracking: {
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
    readonly readTracking: {
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
    readonly createWebhook: {
        readonly id: "createWebhook";
        readonly method: "POST";
        readonly path: "/v1/webhook";
        readonly tag: "Webhooks";
        readonly summary: "Create a webhook";
        readonly description: "The webhook is sent every event from now on. The signing secret is returned only in this response. An environment can have at most 50 webhooks.";
        readonly scope: "webhooks:write";
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            url: import("./schema.ts").TSchema<string>;
            events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
            format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
            state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused" | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
            secret: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly location: "/v1/webhook/{webhookId}";
        readonly etag: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["WEBHOOK_LIMIT"];
    };
    readonly listWebhooks: {
        readonly id: "listWebhooks";
        readonly method: "GET";
        readonly path: "/v1/webhooks";
        readonly tag: "Webhooks";
        readonly summary: "List all webhooks";
        readonly scope: "webhooks:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            created: string;
            description: string | null;
            events: string[];
            failingSince: string | null;
            format: "cloudevents" | "standard";
            include: "record" | null;
            pausedReason: "failing" | "gone" | "manual" | null;
            pausedSince: string | null;
            previousSecretUntil: string | null;
            state: "enabled" | "paused";
            updated: string;
            url: string;
            version: number;
            webhookId: string;
        }[]>;
        readonly problems: readonly [];
    };
    readonly getWebhook: {
        readonly id: "getWebhook";
        readonly method: "GET";
        readonly path: "/v1/webhook/{webhookId}";
        readonly tag: "Webhooks";
        readonly summary: "Read a webhook";
        readonly description: "The secret is never included.";
        readonly scope: "webhooks:read";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
            url: import("./schema.ts").TSchema<string>;
            events: import("./schema.ts").TSchema<string[]>;
            description: import("./schema.ts").TUnsafe<string | null>;
            include: import("./schema.ts").TUnsafe<"record" | null>;
            format: import("./schema.ts").TUnsafe<"cloudevents" | "standard">;
            state: import("./schema.ts").TUnsafe<"enabled" | "paused">;
            pausedReason: import("./schema.ts").TUnsafe<"failing" | "gone" | "manual" | null>;
            pausedSince: import("./schema.ts").TUnsafe<string | null>;
            failingSince: import("./schema.ts").TUnsafe<string | null>;
            previousSecretUntil: import("./schema.ts").TUnsafe<string | null>;
            version: import("./schema.ts").TSchema<number>;
            created: import("./schema.ts").TSchema<string>;
            updated: import("./schema.ts").TSchema<string>;
        }>;
        readonly etag: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly updateWebhook: {
        readonly id: "updateWebhook";
        readonly method: "PATCH";
        readonly path: "/v1/webhook/{webhookId}";
        readonly tag: "Webhooks";
        readonly summary: "Change, pause or resume a webhook";
        readonly description: "A JSON Merge Patch (RFC 7396). A paused webhook keeps its position: `{\"state\":\"enabled\"}` sends everything that has happened since, as far as events are still kept, and immediately retries the deliveries that were given up when it was paused.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            url: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            events: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string[] | null>>;
            description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            include: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"record" | null>>;
            format: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"cloudevents" | "standard" | null>>;
            state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"enabled" | "paused">>;
            version: import("./schema.ts").TOptional<import("./schema.ts").TSchema<number>>;
        }>;
        readonly etag: true;
        readonly precondition: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly deleteWebhook: {
        readonly id: "deleteWebhook";
        readonly method: "DELETE";
        readonly path: "/v1/webhook/{webhookId}";
        readonly tag: "Webhooks";
        readonly summary: "Delete a webhook";
        readonly description: "Also deletes its secret and its delivery log. Nothing more is sent.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly precondition: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly rotateWebhookSecret: {
        readonly id: "rotateWebhookSecret";
        readonly method: "POST";
        readonly path: "/v1/webhook/{webhookId}/rotate";
        readonly tag: "Webhooks";
        readonly summary: "Rotate the secret of a webhook";
        readonly description: "The old and the new secret both sign for a while, so that the receiver can switch over. Any older secret stops signing immediately.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            overlapHours: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            secret: import("./schema.ts").TSchema<string>;
            previousSecretUntil: import("./schema.ts").TSchema<string>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly pingWebhook: {
        readonly id: "pingWebhook";
        readonly method: "POST";
        readonly path: "/v1/webhook/{webhookId}/ping";
        readonly tag: "Webhooks";
        readonly summary: "Send a ping";
        readonly description: "Makes one attempt immediately, even for a paused webhook, and returns the result.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            deliveryId: import("./schema.ts").TSchema<string>;
            eventId: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TSchema<string>;
            state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
            created: import("./schema.ts").TSchema<string>;
            nextAttempt: import("./schema.ts").TUnsafe<string | null>;
            attempts: import("./schema.ts").TSchema<{
                at: string;
                durationMs: number;
                failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
                message: string | null;
                response: string | null;
                status: number | null;
            }[]>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listDeliveries: {
        readonly id: "listDeliveries";
        readonly method: "GET";
        readonly path: "/v1/webhook/{webhookId}/deliveries";
        readonly tag: "Webhooks";
        readonly summary: "Read the delivery log of a webhook";
        readonly description: "Newest first. The operator decides how long the log is kept (30 days by default).";
        readonly scope: "webhooks:read";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{
            state: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">>;
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            deliveries: import("./schema.ts").TSchema<{
                attempts: {
                    at: string;
                    durationMs: number;
                    failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
                    message: string | null;
                    response: string | null;
                    status: number | null;
                }[];
                created: string;
                deliveryId: string;
                eventId: string;
                nextAttempt: string | null;
                state: "delivered" | "failed" | "pending";
                type: string;
            }[]>;
            next: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly getDelivery: {
        readonly id: "getDelivery";
        readonly method: "GET";
        readonly path: "/v1/webhook/{webhookId}/deliveries/{deliveryId}";
        readonly tag: "Webhooks";
        readonly summary: "Read a delivery with its message";
        readonly description: "The message is not kept: it is made again of the event, and of the record as it is now. So what was erased does not stay in a log.";
        readonly scope: "webhooks:read";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
            deliveryId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TObject<{
            deliveryId: import("./schema.ts").TSchema<string>;
            eventId: import("./schema.ts").TSchema<string>;
            type: import("./schema.ts").TSchema<string>;
            state: import("./schema.ts").TUnsafe<"delivered" | "failed" | "pending">;
            created: import("./schema.ts").TSchema<string>;
            nextAttempt: import("./schema.ts").TUnsafe<string | null>;
            attempts: import("./schema.ts").TSchema<{
                at: string;
                durationMs: number;
                failure: "connection" | "dns" | "expired" | "protocol" | "refused" | "timeout" | "tls" | null;
                message: string | null;
                response: string | null;
                status: number | null;
            }[]>;
            contentType: import("./schema.ts").TSchema<string>;
            body: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly resendDelivery: {
        readonly id: "resendDelivery";
        readonly method: "POST";
        readonly path: "/v1/webhook/{webhookId}/deliveries/{deliveryId}/resend";
        readonly tag: "Webhooks";
        readonly summary: "Send a delivery again";
        readonly description: "Sends it immediately, with all its retries and the same `webhook-id`. For a paused webhook, it is sent when the webhook is resumed.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
            deliveryId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly replayWebhook: {
        readonly id: "replayWebhook";
        readonly method: "POST";
        readonly path: "/v1/webhook/{webhookId}/replay";
        readonly tag: "Webhooks";
        readonly summary: "Send a range of events again";
        readonly description: "Sends all events that match the filter of the webhook and are still kept, alongside new events. Send exactly one of `from` and `after`. A second replay replaces one that has not finished.";
        readonly scope: "webhooks:write";
        readonly params: import("./schema.ts").TObject<{
            webhookId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            from: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            to: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            after: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listSessions: {
        readonly id: "listSessions";
        readonly method: "GET";
        readonly path: "/v1/sessions";
        readonly tag: "People";
        readonly summary: "List your sessions";
        readonly description: "Most recently used first.";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            created: string;
            current: boolean;
            device: string;
            expires: string;
            lastUsed: string;
            sessionId: string;
        }[]>;
        readonly problems: readonly [];
    };
    readonly endSession: {
        readonly id: "endSession";
        readonly method: "DELETE";
        readonly path: "/v1/session/{sessionId}";
        readonly tag: "People";
        readonly summary: "End one of your sessions";
        readonly access: "person";
        readonly params: import("./schema.ts").TObject<{
            sessionId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly endOtherSessions: {
        readonly id: "endOtherSessions";
        readonly method: "DELETE";
        readonly path: "/v1/sessions";
        readonly tag: "People";
        readonly summary: "End all your other sessions";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly [];
    };
    readonly createEnvironment: {
        readonly id: "createEnvironment";
        readonly method: "POST";
        readonly path: "/v1/environment";
        readonly tag: "People";
        readonly summary: "Create an environment";
        readonly description: "You must be the owner of another environment; you become the owner of the new one as well.";
        readonly access: "person";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TSchema<string>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            environmentId: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly problems: readonly ["TOKEN_PERMISSIONS", "NAME_EXISTS"];
    };
    readonly listPeople: {
        readonly id: "listPeople";
        readonly method: "GET";
        readonly path: "/v1/people";
        readonly tag: "People";
        readonly summary: "List the people of the environment";
        readonly scope: "people:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            disabled: boolean;
            email: string;
            lastUsed: string | null;
            name: string;
            personId: string;
            role: "owner" | "planner" | "user-admin" | "viewer";
            secondFactor: boolean;
            since: string;
        }[]>;
        readonly problems: readonly [];
    };
    readonly updatePerson: {
        readonly id: "updatePerson";
        readonly method: "PATCH";
        readonly path: "/v1/person/{personId}";
        readonly tag: "People";
        readonly summary: "Change the role of a person";
        readonly description: "Takes effect immediately. Only owners can grant or remove the owner role, after a recent sign-in; the last owner keeps it.";
        readonly scope: "people:write";
        readonly params: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            role: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">>;
        }>;
        readonly unrepeatable: true;
        readonly problems: readonly ["NOT_FOUND", "LAST_OWNER", "SIGN_IN_AGAIN"];
    };
    readonly removePerson: {
        readonly id: "removePerson";
        readonly method: "DELETE";
        readonly path: "/v1/person/{personId}";
        readonly tag: "People";
        readonly summary: "Remove a person from the environment";
        readonly description: "Takes effect immediately. The account and its other environments remain. The last owner cannot be removed.";
        readonly scope: "people:write";
        readonly params: import("./schema.ts").TObject<{
            personId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND", "LAST_OWNER", "SIGN_IN_AGAIN"];
    };
    readonly listSignIns: {
        readonly id: "listSignIns";
        readonly method: "GET";
        readonly path: "/v1/people/sign-ins";
        readonly tag: "People";
        readonly summary: "List the sign-ins of the environment's people";
        readonly description: "Newest first: sign-ins, failures, lock-outs and new passwords, with the address they came from. Of each person, the newest 100 of each kind are kept, for 90 days. They concern the account, so the owners of all its environments see them.";
        readonly scope: "people:write";
        readonly query: import("./schema.ts").TObject<{
            limit: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
            cursor: import("./schema.ts").TOptional<import("./schema.ts").TSchema<string>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            signIns: import("./schema.ts").TSchema<{
                address: string | null;
                device: string;
                kind: "failed" | "locked-out" | "password-set" | "reset-requested" | "signed-in";
                name: string;
                personId: string;
                signInId: string;
                time: string;
                way: "link" | "passkey" | "password" | "second-factor" | "single-sign-on";
            }[]>;
            next: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly problems: readonly [];
    };
    readonly listInvitations: {
        readonly id: "listInvitations";
        readonly method: "GET";
        readonly path: "/v1/invitations";
        readonly tag: "People";
        readonly summary: "List open invitations";
        readonly scope: "people:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            created: string;
            email: string;
            expires: string;
            invitationId: string;
            role: "owner" | "planner" | "user-admin" | "viewer";
        }[]>;
        readonly problems: readonly [];
    };
    readonly invitePerson: {
        readonly id: "invitePerson";
        readonly method: "POST";
        readonly path: "/v1/invitation";
        readonly tag: "People";
        readonly summary: "Invite a person to the environment";
        readonly description: "Creates a one-time link that is valid for seven days and sends it by mail if mail is set up; otherwise, the response contains the link for you to pass on. Inviting the person again replaces the link. A person who already has an account accepts by signing in.";
        readonly scope: "people:write";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            email: import("./schema.ts").TSchema<string>;
            role: import("./schema.ts").TUnsafe<"owner" | "planner" | "user-admin" | "viewer">;
        }>;
        readonly data: import("./schema.ts").TObject<{
            invitationId: import("./schema.ts").TSchema<string>;
            mailed: import("./schema.ts").TSchema<boolean>;
            link: import("./schema.ts").TUnsafe<string | null>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["ALREADY_MEMBER", "SIGN_IN_AGAIN"];
    };
    readonly withdrawInvitation: {
        readonly id: "withdrawInvitation";
        readonly method: "DELETE";
        readonly path: "/v1/invitation/{invitationId}";
        readonly tag: "People";
        readonly summary: "Withdraw an invitation";
        readonly scope: "people:write";
        readonly params: import("./schema.ts").TObject<{
            invitationId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listTokens: {
        readonly id: "listTokens";
        readonly method: "GET";
        readonly path: "/v1/tokens";
        readonly tag: "API access";
        readonly summary: "List the tokens of the environment";
        readonly description: "Oldest first, without the tokens themselves. Tokens that expired or were revoked more than 30 days ago are left out.";
        readonly scope: "tokens:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            activeFrom: string | null;
            activeTo: string;
            created: string;
            lastUsed: string | null;
            name: string | null;
            revoked: string | null;
            scopes: ("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
            tokenId: string;
        }[]>;
        readonly problems: readonly [];
    };
    readonly createToken: {
        readonly id: "createToken";
        readonly method: "POST";
        readonly path: "/v1/token";
        readonly tag: "API access";
        readonly summary: "Create a token";
        readonly description: "The token is returned only in this response. It never allows more than its creator may do. An environment can have at most 1000 tokens that are neither expired nor revoked.";
        readonly scope: "tokens:write";
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            scopes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[] | null>>;
            activeFrom: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            activeTo: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            tokenId: import("./schema.ts").TSchema<string>;
            token: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["TOKEN_LIMIT"];
    };
    readonly revokeToken: {
        readonly id: "revokeToken";
        readonly method: "DELETE";
        readonly path: "/v1/token/{tokenId}";
        readonly tag: "API access";
        readonly summary: "Revoke a token";
        readonly description: "The token is refused within a second, on every instance.";
        readonly scope: "tokens:write";
        readonly params: import("./schema.ts").TObject<{
            tokenId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
    readonly listClients: {
        readonly id: "listClients";
        readonly method: "GET";
        readonly path: "/v1/clients";
        readonly tag: "API access";
        readonly summary: "List the OAuth 2 clients of the environment";
        readonly description: "Oldest first, without their secrets. Clients that were revoked more than 30 days ago are left out.";
        readonly scope: "tokens:read";
        readonly query: import("./schema.ts").TObject<{}>;
        readonly data: import("./schema.ts").TSchema<{
            clientId: string;
            created: string;
            lastUsed: string | null;
            name: string | null;
            revoked: string | null;
            scopes: ("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[];
        }[]>;
        readonly problems: readonly [];
    };
    readonly createClient: {
        readonly id: "createClient";
        readonly method: "POST";
        readonly path: "/v1/client";
        readonly tag: "API access";
        readonly summary: "Create an OAuth 2 client";
        readonly description: "A client is a program that fetches its own short-lived tokens from `/oauth/token`. An environment can have at most 1000 clients that are not revoked.";
        readonly scope: "tokens:write";
        readonly fresh: true;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly body: import("./schema.ts").TObject<{
            name: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
            scopes: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<("*" | "consignments:read" | "consignments:write" | "depots:read" | "depots:write" | "drivers:read" | "drivers:write" | "export:read" | "export:write" | "fleet:read" | "fleet:write" | "loads:read" | "loads:write" | "people:read" | "people:write" | "pods:read" | "pods:write" | "settings:read" | "settings:write" | "tokens:read" | "tokens:write" | "webhooks:read" | "webhooks:write")[] | null>>;
        }>;
        readonly data: import("./schema.ts").TObject<{
            clientId: import("./schema.ts").TSchema<string>;
            secret: import("./schema.ts").TSchema<string>;
        }>;
        readonly created: true;
        readonly unrepeatable: true;
        readonly problems: readonly ["TOKEN_LIMIT"];
    };
    readonly revokeClient: {
        readonly id: "revokeClient";
        readonly method: "DELETE";
        readonly path: "/v1/client/{clientId}";
        readonly tag: "API access";
        readonly summary: "Revoke an OAuth 2 client and all its tokens";
        readonly scope: "tokens:write";
        readonly params: import("./schema.ts").TObject<{
            clientId: import("./schema.ts").TSchema<string>;
        }>;
        readonly query: import("./schema.ts").TObject<{}>;
        readonly problems: readonly ["NOT_FOUND"];
    };
};
export type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
