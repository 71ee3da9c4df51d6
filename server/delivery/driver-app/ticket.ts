// Writes and reads tickets: signed proof that a driver had an order on a load, valid after later changes of the load.
import { driveLimits } from '../../../contract/drive.ts'
import * as tokens from '../../access/token/rules.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { ApiProblem } from '../../platform/error/problems.ts'
import { openCache } from '../../platform/process/cache.ts'
import { dayMs } from '../../platform/value/times.ts'

export interface StopTicket {
  environmentId: string
  driverKey: string
  consignmentId: string
  key: string
  loadId: string
  position: number
  type: 'delivery' | 'collection'
  /** Time at which the ticket expires, in seconds since the epoch. */
  exp: number
}

/** Returns the day of issue. All tickets of a day expire together, so that an unchanged day keeps its ETag. */
const dayOf = (now: number) => Math.floor(now / dayMs)
const expiryOf = (now: number) => ((dayOf(now) + 1 + driveLimits.ticketDays) * dayMs) / 1_000

export interface TicketWriter {
  /** Text that changes whenever all tickets change: the day of issue and the id of the signing key. */
  series: string
  write(ticket: Omit<StopTicket, 'exp'>): string
}

/** Signed tickets by content. After an outcome, the other stops of the day keep their tickets. */
const signed = openCache<string>({ max: 10_000 })

export async function createTicketWriter(tx: ReadTransaction, now: number): Promise<TicketWriter> {
  const { keyId, write } = await tokens.createTicketWriter(tx)
  const exp = expiryOf(now)
  return {
    // Contains the key id, because tickets of a retired key are invalid.
    series: `${dayOf(now)} ${keyId}`,
    write({ environmentId: env, driverKey: drv, consignmentId: ord, loadId: load, position: pos, key, type }) {
      const claims = { env, drv, ord, key, load, pos, type, exp }
      const name = `${keyId} ${JSON.stringify(claims)}`
      const ticket = signed.get(name) ?? write(claims)
      signed.set(name, ticket)
      return ticket
    },
  }
}

const refused = (message: string) =>
  new ApiProblem('TICKET_REFUSED', {
    message,
    errors: [{ path: '/ticket', code: 'ticket', message }],
  })

/** Returns the content of a ticket. Throws if another service signed it, or if it is for another driver. */
export async function readTicket(
  tx: ReadTransaction,
  text: string,
  { environmentId, driverKey }: { environmentId: string; driverKey: string },
): Promise<StopTicket> {
  const claims = await tokens.readTicket(tx, text)
  if (!claims) throw refused('This ticket is not from this service: send the ticket of the stop.')
  const { env, drv, ord, key: orderKey, load, pos, type, exp } = claims
  if (env !== environmentId || drv !== driverKey) throw refused('This ticket belongs to another driver.')
  return {
    environmentId,
    driverKey,
    consignmentId: String(ord),
    key: String(orderKey),
    loadId: String(load),
    position: Number(pos),
    type: type as StopTicket['type'],
    exp: Number(exp),
  }
}

export function expectValid({ exp }: StopTicket, now: number): void {
  if (now > exp * 1_000)
    throw refused(
      `This ticket has expired: you can send an outcome for ${driveLimits.ticketDays} days after the app last read ` +
        'the stops of the day.',
    )
}
