import { type Static } from './schema.ts';
export interface GeoPosition {
    lat: number;
    lng: number;
}
export declare const TravelSettings: import("./schema.ts").TObject<{
    shortDetour: import("./schema.ts").TSchema<number>;
    longDetour: import("./schema.ts").TSchema<number>;
    shortSpeed: import("./schema.ts").TSchema<number>;
    longSpeed: import("./schema.ts").TSchema<number>;
}>;
export type TravelSettings = Static<typeof TravelSettings>;
/** Fitted to free-flow car times between towns; vans in cities may want less. */
export declare const defaultTravel: TravelSettings;
/** In a straight line over the ground. */
export declare function kilometresBetween(a: GeoPosition, b: GeoPosition): number;
export interface Leg {
    metres: number;
    seconds: number;
}
/** Whole metres and seconds, so that sums are the same wherever they are made. */
export declare function estimatedLeg(from: GeoPosition, to: GeoPosition, travel: TravelSettings): Leg;
