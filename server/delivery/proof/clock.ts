// Corrects the times of a proof by the clock of its device, and decides when the stop was reached.
import type { Pod } from '../../../contract/pod.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { personPrefix } from '../../platform/operation/actor.ts'
import { correctionMs, toleranceMs } from '../../platform/value/device-clock.ts'
import { dayMs, epochOf, toIso } from '../../platform/value/times.ts'
import type { Content } from './content.ts'
import { neverReached } from './store.ts'

const ageMsMax = 31 * dayMs

export interface Moment {
  time: string
  arrived: string | null
  clockOffsetSeconds: number | null
}

/**
 * Returns the times of a proof that arrives now, corrected by the clock of its device, with their errors. A
 * correction that keeps the time of the corrected proof is checked as of that time.
 */
export function momentOf(
  { time, arrived, sent }: Pick<Content, 'time' | 'arrived' | 'sent'>,
  { now, corrected }: { now: number; corrected: string | undefined },
): { moment: Moment; findings: Finding[] } {
  const sentMs = sent === null ? null : epochOf(sent)
  const wrongMs = correctionMs(sentMs, now)
  const at = time === null ? now : epochOf(time) + wrongMs
  const arrivedAt = arrived === null ? null : epochOf(arrived) + wrongMs
  const isKept = toIso(at) === corrected
  const known = isKept ? at : now
  const findings: Finding[] = []
  for (const [path, each] of [
    ['/time', at],
    ['/arrived', arrivedAt],
  ] as const)
    if (each !== null && (each > known + toleranceMs || each < known - ageMsMax))
      findings.push({
        path,
        code: 'out_of_range',
        message:
          `This is more than ${toleranceMs / 1_000} seconds after, or more than 31 days before, ` +
          `${isKept ? '`time`' : 'the service got it'}.`,
      })
  if (arrivedAt !== null && arrivedAt > at)
    findings.push({
      path: '/arrived',
      code: 'order',
      message: '`arrived` must not be after `time`.',
      values: { notAfter: 'time' },
    })
  const held = findings.some(({ path }) => path === '/time') ? within(at, now - ageMsMax, now) : at
  const heldArrived = arrivedAt === null ? null : within(arrivedAt, known - ageMsMax, held)
  return {
    moment: {
      time: toIso(held),
      arrived: heldArrived === null ? null : toIso(heldArrived),
      clockOffsetSeconds: sentMs === null ? null : Math.round((now - sentMs) / 1_000),
    },
    findings,
  }
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/**
 * Returns whether a user of the console recorded a proof. Drivers' devices and other programs record it for a person
 * at the stop.
 */
export const isFromDesk = (actor: string): boolean => actor.startsWith(personPrefix)

/**
 * Returns when the stop was reached, or `neverReached` for a failure that is recorded in the console. A correction in
 * the console of a proof whose stop was reached keeps the stop reached.
 */
export const reachedAt = (
  { outcome, actor, time, arrived }: Pick<Pod, 'outcome' | 'actor' | 'time' | 'arrived'>,
  corrected: { reached: string } | undefined,
): string => {
  const wasThere = corrected !== undefined && corrected.reached !== neverReached
  return outcome === 'failed' && isFromDesk(actor) && !wasThere ? neverReached : (arrived ?? time)
}
