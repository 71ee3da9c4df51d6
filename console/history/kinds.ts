// The kinds of changes that the history can be narrowed to: each kind of record, and all that concerns who may come in.
import { accessTypes, recordTypes } from '../../contract/change.ts'

const isAccess = (type: string) => (accessTypes as readonly string[]).includes(type)
export type HistoryKind = Exclude<(typeof recordTypes)[number], (typeof accessTypes)[number]> | 'access'
export const historyKinds = [...recordTypes.filter((type) => !isAccess(type)), 'access'] as HistoryKind[]

/** What the service is asked for. */
export const typesOf = (kind: HistoryKind): string =>
  (kind === 'access' ? accessTypes : [kind]).map((type) => `${type}.*`).join(',')
