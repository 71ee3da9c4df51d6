import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from './schema.ts';
export declare const limits: {
    readonly keyLength: 128;
    readonly textLength: 1000;
    readonly instructionsLength: 10000;
    readonly packages: 1000;
    readonly productLines: 1000;
    readonly packageProducts: 5000;
    readonly stops: 1000;
    readonly channels: 1000;
    readonly areas: 1000;
    readonly polygonPoints: 1000;
    readonly recipients: 100;
    readonly exportIds: 10000;
    readonly webhooks: 50;
    readonly webhookEvents: 100;
    readonly webhookUrlLength: 2048;
    readonly bodyBytes: 1048576;
    readonly importRows: 500;
    /** The body of an import may be so many times as large as others, and hold so many times as many values. */
    readonly importBodies: 8;
};
/** Accepts null beside the schema: on a create null is the same as absent, in a patch it clears. */
export declare function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null>;
/** An optional member of an input. */
export declare const optional: <T extends TSchema>(schema: T) => TOptional<TUnsafe<Static<T> | null>>;
export declare const object: <P extends Record<string, TSchema>>(title: string, properties: P, extra?: object) => TObject<P>;
export declare const noQuery: TObject<{}>;
export declare const oneOf: <const V extends readonly string[]>(values: V, description?: string) => TUnsafe<V[number]>;
/** The same for a value of answers that others may be added to: who reads it has to expect them. */
export declare const growing: <const V extends readonly string[]>(values: V, description?: string) => TUnsafe<V[number]>;
/**
 * A member that only reads return and that may be sent back. It is compared with what is stored, or ignored, whatever its
 * type; what that is, `schema` tells those who generate clients.
 */
export declare const sentBack: <S extends TSchema>(schema: S, description?: string) => TUnsafe<Static<S>>;
export declare const text: (description?: string, maxLength?: number) => TSchema<string>;
export declare const requiredText: (description?: string) => TSchema<string>;
export declare const key: (description: string) => TSchema<string>;
export declare const id: (description: string) => TSchema<string>;
export declare const unsignedInteger: (description?: string) => TSchema<number>;
export declare const unsignedDouble: (description?: string) => TSchema<number>;
export declare const number: (description?: string) => TSchema<number>;
/** The numerals from `min` to `max`, as alternatives of a pattern: a query has text only. */
export declare function numerals(min: 0 | 1, max: number): string;
/** Keywords of a text that is a whole number from `min` to `max`, of two digits at the least. */
export declare const wholeNumber: (min: 0 | 1, max: number) => {
    pattern: string;
    'x-form': string;
    'x-integer': {
        minimum: 0 | 1;
        maximum: number;
    };
};
/** What a vehicle can do and a consignment asks for, in words of the client's own. */
export declare const skillList: (description: string) => TSchema<string[]>;
/** A day of the calendar. */
export declare const day: (description: string) => TSchema<string>;
export declare const flag: (description?: string) => TSchema<boolean>;
export declare const country: (description: string) => TSchema<string>;
export declare const optionalCountry: (description: string) => TSchema<string>;
export declare const email: (description: string) => TSchema<string>;
export declare const currency: (description: string) => TSchema<string>;
export declare const inputDateTime: (description: string) => TSchema<string>;
export declare const dateTime: (description: string) => TSchema<string>;
export declare const timeZone: (description: string) => TSchema<string>;
export declare const timezoneQuery: {
    timezone: TOptional<TSchema<string>>;
};
export declare const dateTimesQuery: {
    dateTimes: TOptional<TUnsafe<"local" | "utc">>;
};
export declare const PhoneInput: TObject<{
    code: TOptional<TUnsafe<string | null>>;
    countryCode: TOptional<TUnsafe<string | number | null>>;
    localNumber: TOptional<TUnsafe<string | number | null>>;
}>;
export declare const Phone: TObject<{
    code: TUnsafe<string | null>;
    countryCode: TUnsafe<string | null>;
    localNumber: TUnsafe<string | null>;
}>;
export declare const ContactInput: TObject<{
    personName: TOptional<TUnsafe<string | null>>;
    email: TOptional<TUnsafe<string | null>>;
    phone: TOptional<TUnsafe<{
        code?: string | null;
        countryCode?: string | number | null;
        localNumber?: string | number | null;
    } | null>>;
    mobile: TOptional<TUnsafe<{
        code?: string | null;
        countryCode?: string | number | null;
        localNumber?: string | number | null;
    } | null>>;
}>;
export declare const Contact: TObject<{
    personName: TUnsafe<string | null>;
    email: TUnsafe<string | null>;
    phone: TUnsafe<{
        code: string | null;
        countryCode: string | null;
        localNumber: string | null;
    } | null>;
    mobile: TUnsafe<{
        code: string | null;
        countryCode: string | null;
        localNumber: string | null;
    } | null>;
}>;
export declare const GeoPointInput: TObject<{
    lat: TOptional<TUnsafe<number | null>>;
    lng: TOptional<TUnsafe<number | null>>;
    latitude: TOptional<TUnsafe<number | null>>;
    longitude: TOptional<TUnsafe<number | null>>;
    longtitude: TOptional<TUnsafe<number | null>>;
}>;
export declare const GeoPoint: TObject<{
    lat: TSchema<number>;
    lng: TSchema<number>;
}>;
/** Who said where an address is: a geocoder, the centre of other orders, or a person with a pin on the map. */
export declare const geoLocationSources: readonly ['nominatim', 'photon', 'pelias', 'postalCode', 'city', 'pin'];
export declare const ConsigneeAddressInput: TObject<{
    name: TOptional<TUnsafe<string | null>>;
    company: TOptional<TUnsafe<string | null>>;
    line2: TOptional<TUnsafe<string | null>>;
    line3: TOptional<TUnsafe<string | null>>;
    region: TOptional<TUnsafe<string | null>>;
    state: TOptional<TUnsafe<string | null>>;
    geoLocation: TOptional<TUnsafe<{
        lat?: number | null;
        latitude?: number | null;
        lng?: number | null;
        longitude?: number | null;
        longtitude?: number | null;
    } | null>>;
    geoLocationAccuracy: TOptional<TUnsafe<1 | 2 | 3 | null>>;
    geoLocationSource: TOptional<TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null>>;
    placeId: TOptional<TUnsafe<string | null>>;
    line1: TSchema<string>;
    city: TSchema<string>;
    postalCode: TSchema<string>;
    country: TSchema<string>;
}>;
export declare const ConsignorAddressInput: TObject<{
    name: TOptional<TUnsafe<string | null>>;
    company: TOptional<TUnsafe<string | null>>;
    line2: TOptional<TUnsafe<string | null>>;
    line3: TOptional<TUnsafe<string | null>>;
    region: TOptional<TUnsafe<string | null>>;
    state: TOptional<TUnsafe<string | null>>;
    geoLocation: TOptional<TUnsafe<{
        lat?: number | null;
        latitude?: number | null;
        lng?: number | null;
        longitude?: number | null;
        longtitude?: number | null;
    } | null>>;
    geoLocationAccuracy: TOptional<TUnsafe<1 | 2 | 3 | null>>;
    geoLocationSource: TOptional<TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null>>;
    placeId: TOptional<TUnsafe<string | null>>;
    line1: TSchema<string>;
    city: TOptional<TUnsafe<string | null>>;
    postalCode: TSchema<string>;
    country: TSchema<string>;
}>;
export declare const DepotAddressInput: TObject<{
    name: TOptional<TUnsafe<string | null>>;
    company: TOptional<TUnsafe<string | null>>;
    line2: TOptional<TUnsafe<string | null>>;
    line3: TOptional<TUnsafe<string | null>>;
    region: TOptional<TUnsafe<string | null>>;
    state: TOptional<TUnsafe<string | null>>;
    geoLocation: TOptional<TUnsafe<{
        lat?: number | null;
        latitude?: number | null;
        lng?: number | null;
        longitude?: number | null;
        longtitude?: number | null;
    } | null>>;
    geoLocationAccuracy: TOptional<TUnsafe<1 | 2 | 3 | null>>;
    geoLocationSource: TOptional<TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode" | null>>;
    placeId: TOptional<TUnsafe<string | null>>;
    line1: TSchema<string>;
    city: TSchema<string>;
    postalCode: TOptional<TUnsafe<string | null>>;
    country: TSchema<string>;
}>;
export declare const Address: TObject<{
    name: TUnsafe<string | null>;
    company: TUnsafe<string | null>;
    line1: TSchema<string>;
    line2: TUnsafe<string | null>;
    line3: TUnsafe<string | null>;
    city: TUnsafe<string | null>;
    region: TUnsafe<string | null>;
    postalCode: TUnsafe<string | null>;
    state: TUnsafe<string | null>;
    country: TSchema<string>;
    geoLocation: TUnsafe<{
        lat: number;
        lng: number;
    } | null>;
    geoLocationAccuracy: TUnsafe<1 | 2 | 3 | null>;
    geoLocationSource: TOptional<TUnsafe<"city" | "nominatim" | "pelias" | "photon" | "pin" | "postalCode">>;
    placeId: TUnsafe<string | null>;
}>;
export type ContactInput = Static<typeof ContactInput>;
export type Contact = Static<typeof Contact>;
export type PhoneInput = Static<typeof PhoneInput>;
export type Phone = Static<typeof Phone>;
export type GeoPointInput = Static<typeof GeoPointInput>;
export type AddressInput = Static<typeof ConsignorAddressInput> | Static<typeof DepotAddressInput>;
export type Address = Static<typeof Address>;
type Patched<T> = T extends readonly unknown[] ? T : T extends object ? {
    [K in keyof T]?: Patched<NonNullable<T[K]>> | null;
} : T;
/** The merge patch of an input: every member may be absent or null, objects merge, arrays are replaced whole. */
export declare function patchOf<T extends TObject>(title: string, input: T, extra?: Record<string, TSchema>): TUnsafe<Patched<Static<T>> & Record<string, unknown>>;
export {};
