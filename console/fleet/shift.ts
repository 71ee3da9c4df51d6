// Formats the shift of a vehicle or driver.
import type { Vehicle } from '../../contract/fleet.ts'

export const shiftOf = ({ shiftStart, shiftEnd }: Pick<Vehicle, 'shiftStart' | 'shiftEnd'>): string | undefined =>
  shiftStart === null && shiftEnd === null ? undefined : `${shiftStart ?? '…'}–${shiftEnd ?? '…'}`
