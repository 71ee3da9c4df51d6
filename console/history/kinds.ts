// What the history can be narrowed to: each kind of record, all that concerns who may come in, and who came.
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
