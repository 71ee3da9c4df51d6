// Transactions that cannot be cut into pieces, where one is written after the other: others wait for as long as each takes, and no
// order of turns helps against that. So whoever has one such transaction after the other rests in between, beside others.
import { setTimeout as sleep } from 'node:timers/promises'
import { openShares, type ShareOptions } from './time-share.ts'

/** Nobody notices what is shorter. */
const shortMs = 10
/**
 * Of the time, so that fewer than one in twenty of the others' writes meet one: beside 24 connections that import 500 rows in
 * one transaction each, their p95 was ten times as long as alone.
 */
const share: ShareOptions = { part: 0.03, aheadMs: 100, restMsMax: 4_000 }

export interface Rests {
  /** Begins it at once, or after the rest that those of its kind owe, one after the other. `took` is told how long it took. */
  run<T>(kind: string, work: (took: (ms: number) => void) => Promise<T>): Promise<T>
}

export function openRests(options = share): Rests {
  const shares = openShares(options)
  /** By kind: the last of those that wait. */
  const lines = new Map<string, Promise<unknown>>()
  return {
    run(kind, work) {
      const begin = () =>
        work((ms) => {
          if (ms > shortMs) shares.used(kind, ms)
        })
      const before = lines.get(kind)
      if (!before && shares.restMs(kind) === 0) return begin()
      const turn = (before ?? Promise.resolve()).then(() => sleep(shares.restMs(kind))).then(begin)
      const ended = turn
        .catch(() => undefined)
        .then(() => {
          if (lines.get(kind) === ended) lines.delete(kind)
        })
      lines.set(kind, ended)
      return turn
    },
  }
}
