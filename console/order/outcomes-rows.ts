// The rows of the outcome dialog: their answers, missing values, and the proofs that they send.
import type { Consignment } from '../../contract/consignment.ts'
import type { PodInput } from '../../contract/pod.ts'
import { proofNeeds } from '../../contract/proof.ts'
import type { OutcomeName, PodSettings } from '../../contract/road.ts'

export interface Telling {
  key: string
  podId: string
  /** Of the load that the order was seen on: what has left it meanwhile was not told of there. */
  told: PodInput
}

export interface Answer {
  /** Null as long as nobody knows. */
  outcome: OutcomeName | null
  reason: string | null
  contactName: string
  remarks: string
  /** By the clocks of the environment, as `2026-11-16T08:00`. */
  time: string | null
}

/** The proposed time of an order and its text in the field. One night a year, two instants have the same text. */
interface Filled {
  instant: string
  shown: string
}

export interface Row extends Answer {
  order: Consignment
  /** Another one for other words: what was said first stays what it was. */
  podId: string
  filled: Filled
  refusal?: string | undefined
}

export const lacks = ['contactName', 'reason', 'time'] as const
export type Lack = (typeof lacks)[number]

/** The first thing that has to be said as well. A name stands for the signature that nobody gives at a desk. */
export function lackOf({ outcome, reason, contactName, time }: Answer, settings: PodSettings): Lack | undefined {
  if (outcome === null) return undefined
  const needs = proofNeeds(settings, outcome, [reason], 'desk')
  if (needs.name && contactName.trim() === '') return 'contactName'
  if (needs.reason && reason === null) return 'reason'
  return time === null || !isWhole.test(time) ? 'time' : undefined
}
const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Undefined as long as nobody knows. */
export function tellingOf({ order, podId, filled, ...answer }: Row): Telling | undefined {
  const { outcome, reason, contactName, remarks } = answer
  if (outcome === null) return undefined
  const { key, consignmentId, loadId } = order
  const time = answer.time === filled.shown ? filled.instant : `${answer.time}:00`
  const told: PodInput = {
    consignmentId,
    loadId,
    outcome,
    time,
    remarks: remarks.trim() || null,
    failureReasonCode: outcome === 'success' ? null : reason,
    contactName: outcome === 'failed' ? null : contactName.trim() || null,
  }
  return { key, podId, told }
}
