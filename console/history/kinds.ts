// The filters of the history: types of records, access, and sign-ins.
import { accessTypes, recordTypes } from '../../contract/record-type.ts'

const isAccess = (type: string) => (accessTypes as readonly string[]).includes(type)
export type HistoryKind = Exclude<(typeof recordTypes)[number], (typeof accessTypes)[number]> | 'access'
/** The view of sign-ins. Sign-ins are not changes, so they have a separate list. */
export const signInsView = 'sign-ins'
const historyKinds = [...recordTypes.filter((type) => !isAccess(type)), 'access'] as HistoryKind[]
export const historyViews = [...historyKinds, signInsView] as const

/** Returns the event types of a view for the API. */
export const listEventTypes = (view: HistoryKind): string =>
  (view === 'access' ? accessTypes : [view]).map((type) => `${type}.*`).join(',')
