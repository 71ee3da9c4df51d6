import { type Static } from './schema.ts';
export declare const PackageInput: import("./schema.ts").TObject<{
    packageId: import("./schema.ts").TSchema<string>;
    barcode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    height: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    depth: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    width: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    volume: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    weight: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
}>;
export declare const Package: import("./schema.ts").TObject<{
    packageId: import("./schema.ts").TSchema<string>;
    barcode: import("./schema.ts").TUnsafe<string | null>;
    height: import("./schema.ts").TUnsafe<number | null>;
    depth: import("./schema.ts").TUnsafe<number | null>;
    width: import("./schema.ts").TUnsafe<number | null>;
    volume: import("./schema.ts").TUnsafe<number | null>;
    weight: import("./schema.ts").TUnsafe<number | null>;
}>;
export declare const ProductLineInput: import("./schema.ts").TObject<{
    productLineId: import("./schema.ts").TSchema<string>;
    productCode: import("./schema.ts").TSchema<string>;
    commodityCode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    barcode: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    description: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    quantity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    currency: import("./schema.ts").TSchema<string>;
    unitPrice: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    unitTax: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    taxRate: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    countryOfOrigin: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
    unitWeight: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
    height: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
}>;
export declare const ProductLine: import("./schema.ts").TObject<{
    productLineId: import("./schema.ts").TSchema<string>;
    productCode: import("./schema.ts").TSchema<string>;
    commodityCode: import("./schema.ts").TUnsafe<string | null>;
    barcode: import("./schema.ts").TUnsafe<string | null>;
    description: import("./schema.ts").TUnsafe<string | null>;
    quantity: import("./schema.ts").TUnsafe<number | null>;
    currency: import("./schema.ts").TSchema<string>;
    unitPrice: import("./schema.ts").TUnsafe<number | null>;
    unitTax: import("./schema.ts").TUnsafe<number | null>;
    taxRate: import("./schema.ts").TUnsafe<number | null>;
    countryOfOrigin: import("./schema.ts").TUnsafe<string | null>;
    unitWeight: import("./schema.ts").TUnsafe<number | null>;
    height: import("./schema.ts").TUnsafe<number | null>;
}>;
export declare const PackageProductInput: import("./schema.ts").TObject<{
    packageId: import("./schema.ts").TSchema<string>;
    productLineId: import("./schema.ts").TSchema<string>;
    quantity: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<number | null>>;
}>;
export declare const PackageProduct: import("./schema.ts").TObject<{
    packageId: import("./schema.ts").TSchema<string>;
    productLineId: import("./schema.ts").TSchema<string>;
    quantity: import("./schema.ts").TUnsafe<number | null>;
}>;
export declare const ConsignmentInput: import("./schema.ts").TObject<{
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
export declare const Consignment: import("./schema.ts").TObject<{
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
export declare const ConsignmentPatch: import("./schema.ts").TUnsafe<{
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
export type ConsignmentInput = Static<typeof ConsignmentInput>;
export type ConsignmentPatch = Static<typeof ConsignmentPatch>;
export type Consignment = Static<typeof Consignment>;
export declare const references: readonly ['UNKNOWN_DEPOT', 'UNKNOWN_CHANNEL', 'UNKNOWN_AREA', 'UNKNOWN_LOAD', 'UNKNOWN_PACKAGE', 'UNKNOWN_PRODUCT_LINE', 'DEPOT_RULE'];
export declare const createConsignment: {
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
export declare const getConsignment: {
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
export declare const getConsignmentById: {
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
export declare const replaceConsignment: {
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
export declare const updateConsignment: {
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
export declare const updateConsignmentById: {
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
export declare const deleteConsignment: {
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
export declare const deleteConsignmentById: {
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
