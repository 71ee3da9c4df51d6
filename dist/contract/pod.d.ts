import { type Static } from './schema.ts';
export declare const podConflicts: readonly ['order_deleted', 'later_outcome', 'not_in_load', 'load_not_started', 'time_out_of_range'];
export type PodConflict = (typeof podConflicts)[number];
export declare const fileTypes: readonly ['image/jpeg', 'image/png'];
export type FileType = (typeof fileTypes)[number];
export declare const fileStates: readonly ['pending', 'stored', 'expired', 'erased'];
export type FileState = (typeof fileStates)[number];
export declare const podExportReasons: readonly ['created', 'completed', 'manual'];
export type PodExportReason = (typeof podExportReasons)[number];
export declare const podId: import("./schema.ts").TSchema<string>;
export declare const fileId: import("./schema.ts").TSchema<string>;
export declare const PodFileInput: import("./schema.ts").TObject<{
    fileId: import("./schema.ts").TSchema<string>;
    bytes: import("./schema.ts").TSchema<number>;
    sha256: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"image/jpeg" | "image/png">;
}>;
/** What a driver's device sends as well. */
export declare const podContent: {
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
};
export declare const PodInput: import("./schema.ts").TObject<{
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
export type PodInput = Static<typeof PodInput>;
export declare const PodFile: import("./schema.ts").TObject<{
    fileId: import("./schema.ts").TSchema<string>;
    bytes: import("./schema.ts").TSchema<number>;
    sha256: import("./schema.ts").TUnsafe<string | null>;
    type: import("./schema.ts").TUnsafe<"image/jpeg" | "image/png">;
    width: import("./schema.ts").TUnsafe<number | null>;
    height: import("./schema.ts").TUnsafe<number | null>;
    state: import("./schema.ts").TUnsafe<"erased" | "expired" | "pending" | "stored">;
    content: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<string | null>>;
}>;
export type PodFile = Static<typeof PodFile>;
export declare const Pod: import("./schema.ts").TObject<{
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
export type Pod = Static<typeof Pod>;
export declare const putPod: {
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
export declare const getPod: {
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
export declare const getPodById: {
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
export declare const listPods: {
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
export declare const putPodFile: {
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
export declare const getPodFile: {
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
export declare const getPodPdf: {
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
export declare const PodExportEntry: import("./schema.ts").TObject<{
    podId: import("./schema.ts").TSchema<string>;
    consignmentKey: import("./schema.ts").TSchema<string>;
    version: import("./schema.ts").TSchema<number>;
    since: import("./schema.ts").TSchema<string>;
    reason: import("./schema.ts").TUnsafe<"completed" | "created" | "manual">;
}>;
export type PodExportEntry = Static<typeof PodExportEntry>;
export declare const listPodExport: {
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
export declare const clearPodExport: {
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
export declare const removePodExport: {
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
export declare const addPodExport: {
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
export declare const acknowledgePodExport: {
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
