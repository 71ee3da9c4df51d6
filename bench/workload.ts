// What a load is, and what is measured of it: plain data between the bench and the process that drives it.

/** Bytes of a request that change from one to the next: a stored id or key, or a number that was never used. */
export interface Patch {
  at: number
  from: 'id' | 'key' | 'serial'
}
export interface Template {
  bytes: string
  patches: Patch[]
  /** What an answer must have; any other one is a failure. */
  status: number
  /** Whether an answer names the order that its request asked for. */
  named: boolean
  /** Whether an answer may be 429 or 503 instead: these are counted. */
  refusable?: boolean
}
export interface Group {
  name: string
  connections: number
  template: Template
  /** What its connections send instead, one after the other. */
  templates?: Template[]
  /** How long a connection rests after each answer. */
  restMs?: number
}
export interface Load {
  port: number
  groups: Group[]
  ids: string[]
  keys: string[]
  /** It ends with whichever comes first. */
  seconds: number
  requestsMax: number
  /** Where its new numbers begin at the least; for drivers that run at the same time. */
  serialFrom?: number
}
export interface GroupResult {
  name: string
  requests: number
  /** Of the requests, as many were answered with 429 or 503; their times count for nothing. */
  refused: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}
export interface LoadResult {
  seconds: number
  /** The first number that no key was made of yet. */
  serialNext: number
  failures: number
  /** The first answer that was not as expected. */
  failure: string | undefined
  groups: GroupResult[]
}
