import { type Static } from './schema.ts';
export declare const roadLimits: {
    readonly reasons: 100;
    readonly photos: 20;
    /** A picture, whoever sends it. */
    readonly fileBytes: 5242880;
    readonly fileSide: 4096;
    readonly filePixels: 12000000;
    readonly extraBarcodes: 200;
    readonly positions: 100;
    readonly templateLength: 10000;
    readonly subjectLength: 200;
    readonly logoBytes: 100000;
};
export declare const outcomes: readonly ['success', 'partial', 'failed'];
export type OutcomeName = (typeof outcomes)[number];
export declare const FailureReason: import("./schema.ts").TObject<{
    code: import("./schema.ts").TSchema<string>;
    name: import("./schema.ts").TSchema<string>;
    photoRequired: import("./schema.ts").TOptional<import("./schema.ts").TUnsafe<boolean | null>>;
}>;
export type FailureReason = Static<typeof FailureReason>;
export declare const PodSettings: import("./schema.ts").TObject<{
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
export type PodSettings = Static<typeof PodSettings>;
export declare const TrackingSettings: import("./schema.ts").TObject<{
    estimatedTime: import("./schema.ts").TSchema<boolean>;
    stopsAhead: import("./schema.ts").TSchema<boolean>;
    vehiclePosition: import("./schema.ts").TSchema<boolean>;
    vehicleWithinStops: import("./schema.ts").TSchema<number>;
    proof: import("./schema.ts").TUnsafe<"all" | "none" | "outcome">;
    keepDays: import("./schema.ts").TSchema<number>;
}>;
export type TrackingSettings = Static<typeof TrackingSettings>;
export declare const PositionSettings: import("./schema.ts").TObject<{
    keepDays: import("./schema.ts").TSchema<number>;
}>;
export declare const Branding: import("./schema.ts").TObject<{
    companyName: import("./schema.ts").TSchema<string>;
    colour: import("./schema.ts").TSchema<string>;
    logo: import("./schema.ts").TSchema<string>;
}>;
export type Branding = Static<typeof Branding>;
export declare const trackingTriggers: readonly ['registered', 'planned', 'released', 'inTransit'];
export type TrackingTrigger = (typeof trackingTriggers)[number];
export declare const templateNames: readonly ['success', 'partial', 'failed', 'tracking'];
export type TemplateName = (typeof templateNames)[number];
/** What stands in a template in braces, as `{ORDER_KEY}`. */
export declare const templateTokens: readonly ['CONTACT_NAME', 'ORDER_KEY', 'COMPANY_NAME', 'ENVIRONMENT_NAME', 'OUTCOME', 'REASON', 'TIME', 'POD_LINK', 'TRACKING_LINK', 'ETA'];
export type TemplateToken = (typeof templateTokens)[number];
/** What looks like a token. */
export declare const tokenPattern: RegExp;
/** What looks like a token in a template and is none. */
export declare const unknownTokens: (text: string) => string[];
declare const Template: import("./schema.ts").TObject<{
    subject: import("./schema.ts").TSchema<string>;
    body: import("./schema.ts").TSchema<string>;
}>;
export type NoticeTemplate = Static<typeof Template>;
export declare const noticeLanguages: readonly ['en', 'de', 'ar'];
export type NoticeLanguage = (typeof noticeLanguages)[number];
/** What the settings of notifications have beside the switches and recipients of the interface. */
export declare const noticeSettings: {
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
};
export declare const defaultReasons: FailureReason[];
export declare const defaultPod: PodSettings;
export declare const defaultTracking: TrackingSettings;
export declare const defaultBranding: Branding;
export declare const defaultNotices: {
    language: NoticeLanguage;
    senderName: string;
    replyTo: string;
    attachPdf: boolean;
    automatic: {
        success: boolean;
        partial: boolean;
        failed: boolean;
    };
    templates: {};
    trackingTriggers: TrackingTrigger[];
};
export {};
