// The rows of the outcome dialog: their answers, missing values, and the proofs that they send.
import type { Consignment } from '../../contract/consignment.ts'
import type { PodInput } from '../../contract/pod.ts'
import { listProofNeeds } from '../../contract/proof.ts'
import type { OutcomeName, PodSettings } from '../../contract/road.ts'

export interface OutcomeRecord {
  key: string
  podId: string
  /** The proof for the load on which the order was shown. */
  proof: PodInput
}

export interface OutcomeAnswer {
  /** The outcome; null until the user selects one. */
  outcome: OutcomeName | null
  reason: string | null
  contactName: string
  remarks: string
  /** Time in the time zone of the environment, such as `2026-11-16T08:00`. */
  time: string | null
}

/** The proposed time of an order and its text in the field. One night a year, two instants have the same text. */
interface Filled {
  instant: string
  text: string
}

export interface OutcomeRow extends OutcomeAnswer {
  order: Consignment
  /** Id of the proof. Changed answers get a new id, because a stored proof cannot change. */
  podId: string
  filled: Filled
  refusal?: string | undefined
}

const lacks = ['contactName', 'reason', 'time'] as const
export type MissingField = (typeof lacks)[number]

/** Returns the first missing value of an answer. The name of a person replaces the signature. */
export function findMissingField(
  { outcome, reason, contactName, time }: OutcomeAnswer,
  settings: PodSettings,
): MissingField | undefined {
  if (outcome === null) return undefined
  const needs = listProofNeeds(settings, outcome, [reason], 'desk')
  if (needs.name && contactName.trim() === '') return 'contactName'
  if (needs.reason && reason === null) return 'reason'
  return time === null || !timePattern.test(time) ? 'time' : undefined
}
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Returns the proof of a row; undefined without an outcome. */
export function buildOutcomeRecord({ order, podId, filled, ...answer }: OutcomeRow): OutcomeRecord | undefined {
  const { outcome, reason, contactName, remarks } = answer
  if (outcome === null) return undefined
  const { key, consignmentId, loadId } = order
  const time = answer.time === filled.text ? filled.instant : `${answer.time}:00`
  const proof: PodInput = {
    consignmentId,
    loadId,
    outcome,
    time,
    remarks: remarks.trim() || null,
    failureReasonCode: outcome === 'success' ? null : reason,
    contactName: outcome === 'failed' ? null : contactName.trim() || null,
  }
  return { key, podId, proof }
}
