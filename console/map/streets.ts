// The street map of the operator, where one is configured: the page says so.

/** URL of a MapLibre style; empty where the outlines that come with the console are all there is. */
export const streetsUrl = document.querySelector<HTMLMetaElement>('meta[name=map-style]')?.content ?? ''
