// Reads an order for editing, saves it at the version that was read, and reloads it.
import { queryOptions } from '@tanstack/react-query'
import {
  type Consignment,
  type ConsignmentInput,
  type ConsignmentPatch,
  getConsignmentById,
  updateConsignmentById,
} from '../../contract/consignment.ts'
import { apiClient } from '../api/client.ts'
import type { RecordDraft } from '../api/draft.ts'
import { buildQuery, refreshResponse, saveOver } from '../api/query.ts'

type Plain = Record<string, unknown>

/** The properties of every section of fields. */
export interface SectionProps {
  draft: RecordDraft
  isReadOnly: boolean
}

export const buildConsignmentQuery = (consignmentId: string) =>
  queryOptions({ ...buildQuery(getConsignmentById, { params: { consignmentId } }), staleTime: 5_000 })

/** Returns an order for editing. The depot is read as a record and changed by its key. */
export const buildEditable = (order: Consignment): Plain => ({ ...order, depotKey: order.depot?.key ?? null })

export const saveOrder = (consignmentId: string, patch: Plain): Promise<boolean> =>
  saveOver(buildConsignmentQuery(consignmentId).queryKey, (precondition) =>
    apiClient.call(updateConsignmentById, {
      params: { consignmentId },
      body: patch as ConsignmentPatch,
      ...precondition,
    }),
  )

export const reloadOrder = (id: string): Promise<unknown> => refreshResponse(buildConsignmentQuery(id).queryKey)

const issued = [
  'consignmentId',
  'environmentId',
  'version',
  'created',
  'updated',
  'stopPosition',
  'depot',
  'loadId',
  'key',
]

/** Returns the initial values of a copy: all fields except the identifying ones. */
export function copyOf(order: Consignment): Plain {
  const copy = Object.fromEntries(Object.entries(buildEditable(order)).filter(([name]) => !issued.includes(name)))
  return { ...copy, key: null, loadId: null }
}

/** Returns the values for the API without empty fields, at every depth. */
export function buildConsignmentInput(values: Plain): ConsignmentInput {
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value)
      .map(([name, member]) => [name, cleaned(member)] as const)
      .filter(([, member]) => member !== null && member !== undefined)
    return members.length === 0 ? null : Object.fromEntries(members)
  }
  return (cleaned(values) ?? {}) as ConsignmentInput
}
