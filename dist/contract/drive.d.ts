import { type FieldValue } from './custom-field.ts';
import { type Static } from './schema.ts';
/** For how long each lets a device in, and a device stays in since it was last used. */
export declare const driveLimits: {
    readonly linkHours: 24;
    readonly codeMinutes: 15;
    readonly codeLength: 8;
    readonly deviceDays: 90;
    readonly devices: 10;
    readonly ticketDays: 7;
};
export declare const DriverLink: import("./schema.ts").TObject<{
    url: import("./schema.ts").TSchema<string>;
    code: import("./schema.ts").TSchema<string>;
    urlExpires: import("./schema.ts").TSchema<string>;
    codeExpires: import("./schema.ts").TSchema<string>;
}>;
export type DriverLink = Static<typeof DriverLink>;
export declare const DriverDevice: import("./schema.ts").TObject<{
    deviceId: import("./schema.ts").TSchema<string>;
    device: import("./schema.ts").TSchema<string>;
    created: import("./schema.ts").TSchema<string>;
    lastUsed: import("./schema.ts").TSchema<string>;
    expires: import("./schema.ts").TSchema<string>;
}>;
export type DriverDevice = Static<typeof DriverDevice>;
export declare const linkDriver: {
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
export declare const listDriverDevices: {
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
export declare const endDriverDevice: {
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
export declare const DriveSession: import("./schema.ts").TObject<{
    token: import("./schema.ts").TSchema<string>;
    deviceId: import("./schema.ts").TSchema<string>;
    driverKey: import("./schema.ts").TSchema<string>;
    driverName: import("./schema.ts").TSchema<string>;
    environmentName: import("./schema.ts").TSchema<string>;
}>;
export type DriveSession = Static<typeof DriveSession>;
export declare const openDriveSession: {
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
export declare const closeDriveSession: {
    readonly id: "closeDriveSession";
    readonly method: "DELETE";
    readonly path: "/v1/drive/session";
    readonly tag: "Driver's app";
    readonly summary: "Let this device out";
    readonly access: "driver";
    readonly query: import("./schema.ts").TObject<{}>;
    readonly problems: readonly [];
};
declare const DriveStop: import("./schema.ts").TObject<{
    position: import("./schema.ts").TSchema<number>;
    consignmentId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    type: import("./schema.ts").TUnsafe<"collection" | "delivery">;
    ticket: import("./schema.ts").TSchema<string>;
    contactName: import("./schema.ts").TUnsafe<string | null>;
    phone: import("./schema.ts").TUnsafe<{
        code: string | null;
        countryCode: string | null;
        localNumber: string | null;
    } | null>;
    mobile: import("./schema.ts").TUnsafe<{
        code: string | null;
        countryCode: string | null;
        localNumber: string | null;
    } | null>;
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
    }>;
    instructions: import("./schema.ts").TUnsafe<string | null>;
    requiredFrom: import("./schema.ts").TUnsafe<string | null>;
    requiredTo: import("./schema.ts").TUnsafe<string | null>;
    planned: import("./schema.ts").TUnsafe<string | null>;
    timeAtStop: import("./schema.ts").TSchema<number>;
    weight: import("./schema.ts").TUnsafe<number | null>;
    volume: import("./schema.ts").TUnsafe<number | null>;
    plannedPackages: import("./schema.ts").TUnsafe<number | null>;
    packages: import("./schema.ts").TSchema<{
        barcode: string | null;
        description: string | null;
        packageId: string;
    }[]>;
    productLines: import("./schema.ts").TSchema<{
        barcode: string | null;
        code: string | null;
        description: string | null;
        productLineId: string;
        quantity: number | null;
    }[]>;
    outcome: import("./schema.ts").TUnsafe<"failed" | "partial" | "success" | null>;
    outcomeTime: import("./schema.ts").TUnsafe<string | null>;
    podId: import("./schema.ts").TUnsafe<string | null>;
    fields: import("./schema.ts").TOptional<import("./schema.ts").TSchema<{
        key: string;
        name: string;
        type: "boolean" | "choice" | "date" | "number" | "text";
        value: FieldValue;
    }[]>>;
}>;
export type DriveStop = Static<typeof DriveStop>;
declare const DriveLoad: import("./schema.ts").TObject<{
    loadId: import("./schema.ts").TSchema<string>;
    key: import("./schema.ts").TSchema<string>;
    status: import("./schema.ts").TUnsafe<"completed" | "planned" | "planning" | "released" | "started">;
    version: import("./schema.ts").TSchema<number>;
    vehicleName: import("./schema.ts").TUnsafe<string | null>;
    plate: import("./schema.ts").TUnsafe<string | null>;
    startDepot: import("./schema.ts").TUnsafe<string | null>;
    endDepot: import("./schema.ts").TUnsafe<string | null>;
    plannedStart: import("./schema.ts").TUnsafe<string | null>;
    actualStart: import("./schema.ts").TUnsafe<string | null>;
    actualEnd: import("./schema.ts").TUnsafe<string | null>;
    stops: import("./schema.ts").TSchema<{
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
            value: FieldValue;
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
    }[]>;
}>;
export type DriveLoad = Static<typeof DriveLoad>;
export declare const DriveDay: import("./schema.ts").TObject<{
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
                value: FieldValue;
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
export type DriveDay = Static<typeof DriveDay>;
export declare const getDriveDay: {
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
                    value: FieldValue;
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
export declare const startDriveLoad: {
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
export declare const completeDriveLoad: {
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
export declare const putDrivePod: {
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
export declare const putDrivePodFile: {
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
export declare const sendDrivePositions: {
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
export declare const LoadProgress: import("./schema.ts").TObject<{
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
export type LoadProgress = Static<typeof LoadProgress>;
export declare const getLoadProgress: {
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
export {};
