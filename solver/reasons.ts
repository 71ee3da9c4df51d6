// Why a job was left out: which rule fails on each empty vehicle, or which single rule would have to give way where.
export type ReasonCode =
  | 'notAllowed'
  | 'capacity'
  | 'window'
  | 'shift'
  | 'duration'
  | 'distance'
  | 'stops'
  | 'break'
  | 'unreachable'
  | 'lock'
  | 'cost'

export interface Reason {
  job: number
  code: ReasonCode
  /** The vehicle where it is nearest to fitting; absent where no vehicle is allowed at all. */
  vehicle?: number
  /** Even on the empty vehicle (true), or only beside what the vehicle has already (false). */
  alone: boolean
  /** Seconds, metres, stops or units of the dimension that are missing. */
  missBy?: number
  /** Of `capacity`. */
  dimension?: number
}
