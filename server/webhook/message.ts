// What is sent to a webhook, and how it is signed: the Standard Webhooks specification, version 1.
import { createHmac, randomBytes } from 'node:crypto'
import { cursorText, placeOf } from '../change/read.ts'
import type { PlacedRow } from '../change/store.ts'
import type { Difference } from '../core/difference.ts'
import { toIso } from '../core/times.ts'

const prefix = 'whsec_'
const secretBytes = 32

export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * Says that something changed and what, not how it looks: whoever is told fetches what they may see. So nothing
 * personal leaves by this way, and a request that is sent again days later never brings back an old state.
 */
export function messageOf(environmentId: string, change: PlacedRow): string {
  const { type, at, version, actor: actorId, requestId } = change
  const record = { type: change.record, id: change.recordId, key: change.recordKey }
  const differences = JSON.parse(change.differences) as Difference[]
  const changed = differences.map(({ path }) => path)
  return JSON.stringify({
    type,
    timestamp: toIso(at),
    data: { environmentId, record, version, changed, actorId, requestId, cursor: cursorText(placeOf(change)) },
  })
}

export const pingMessage = (environmentId: string, webhookId: string, at: number): string => {
  const record = { type: 'webhook', id: webhookId, key: webhookId }
  return JSON.stringify({ type: 'ping', timestamp: toIso(at), data: { environmentId, record } })
}

/** One signature for each secret that counts: while one takes the place of another, a receiver may know either. */
export function headersOf(id: string, body: string, secrets: string[], now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1_000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
