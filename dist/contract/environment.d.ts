import { type Static } from './schema.ts';
export declare const Settings: import("./schema.ts").TObject<{
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
}>;
export type Settings = Static<typeof Settings>;
/** The name of the environment with the demo data. */
export declare const demoName = "demo";
export declare const defaultSettings: Settings;
export declare const Environment: import("./schema.ts").TObject<{
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
export type Environment = Static<typeof Environment>;
export declare const EnvironmentPatch: import("./schema.ts").TUnsafe<{
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
export type EnvironmentPatch = Static<typeof EnvironmentPatch>;
export declare const getEnvironment: {
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
export declare const updateEnvironment: {
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
export declare const resetEnvironment: {
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
