// Corrects the times of a proof by the clock of its device, and decides when the stop was reached.
import type { Pod } from '../../../contract/pod.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { personPrefix } from '../../platform/operation/actor.ts'
import { calculateCorrectionMs, toleranceMs } from '../../platform/value/device-clock.ts'
import { dayMs, formatIso, parseEpochMs } from '../../platform/value/times.ts'
import type { ProofContent } from './content.ts'
import { neverReached } from './store.ts'

const ageMsMax = 31 * dayMs

export interface ProofTimes {
  time: string
  arrived: string | null
  clockOffsetSeconds: number | null
}

/**
 * Corrects the times of a proof by the clock of its device. Returns the corrected times and their errors. If a
 * correction keeps the time of the corrected proof, that proof may be older than the limit.
 */
export function correctTimes(
  { time, arrived, sent }: Pick<ProofContent, 'time' | 'arrived' | 'sent'>,
  { now, corrected }: { now: number; corrected: string | undefined },
): { moment: ProofTimes; errors: RequestError[] } {
  const sentMs = sent === null ? null : parseEpochMs(sent)
  const wrongMs = calculateCorrectionMs(sentMs, now)
  const timeMs = time === null ? now : parseEpochMs(time) + wrongMs
  const arrivedAt = arrived === null ? null : parseEpochMs(arrived) + wrongMs
  const isKept = formatIso(timeMs) === corrected
  const referenceMs = isKept ? timeMs : now
  const errors: RequestError[] = []
  for (const [path, each] of [
    ['/time', timeMs],
    ['/arrived', arrivedAt],
  ] as const)
    if (each !== null && (each > referenceMs + toleranceMs || each < referenceMs - ageMsMax))
      errors.push({
        path,
        code: 'out_of_range',
        message:
          `This is more than ${toleranceMs / 1_000} seconds after, or more than 31 days before, ` +
          `${isKept ? '`time`' : 'the service got it'}.`,
        values: { reason: 'clock', seconds: toleranceMs / 1_000, days: ageMsMax / dayMs },
      })
  if (arrivedAt !== null && arrivedAt > timeMs)
    errors.push({
      path: '/arrived',
      code: 'order',
      message: '`arrived` must not be after `time`.',
      values: { notAfter: 'time' },
    })
  const limitedMs = errors.some(({ path }) => path === '/time') ? clamp(timeMs, now - ageMsMax, now) : timeMs
  const heldArrived = arrivedAt === null ? null : clamp(arrivedAt, referenceMs - ageMsMax, limitedMs)
  return {
    moment: {
      time: formatIso(limitedMs),
      arrived: heldArrived === null ? null : formatIso(heldArrived),
      clockOffsetSeconds: sentMs === null ? null : Math.round((now - sentMs) / 1_000),
    },
    errors,
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/**
 * Returns whether a user of the console recorded the proof. Devices and other programs record outcomes of a driver at
 * the stop.
 */
export const isFromDesk = (actor: string): boolean => actor.startsWith(personPrefix)

/**
 * Returns when the stop was reached, or `neverReached` for a failure from the console. A correction from the console
 * does not remove the time at which a stop was reached.
 */
export const decideReachedTime = (
  { outcome, actor, time, arrived }: Pick<Pod, 'outcome' | 'actor' | 'time' | 'arrived'>,
  corrected: { reached: string } | undefined,
): string => {
  const wasReached = corrected !== undefined && corrected.reached !== neverReached
  return outcome === 'failed' && isFromDesk(actor) && !wasReached ? neverReached : (arrived ?? time)
}
