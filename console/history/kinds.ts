// The filters of the history: types of records, access, and sign-ins.
import { accessTypes, recordTypes } from '../../contract/record-type.ts'

const isAccess = (type: string) => (accessTypes as readonly string[]).includes(type)
export type HistoryKind = Exclude<(typeof recordTypes)[number], (typeof accessTypes)[number]> | 'access'
/** Not changes of anything, so they are on a list of their own. */
export const signInsKind = 'sign-ins'
const historyKinds = [...recordTypes.filter((type) => !isAccess(type)), 'access'] as HistoryKind[]
export const historyViews = [...historyKinds, signInsKind] as const

/** What the service is asked for. */
export const typesOf = (kind: HistoryKind): string =>
  (kind === 'access' ? accessTypes : [kind]).map((type) => `${type}.*`).join(',')
