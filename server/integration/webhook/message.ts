// Writes and signs the messages of webhooks, by version 1 of the Standard Webhooks specification.
import { createHmac, randomBytes } from 'node:crypto'
import type { SequencedRow } from '../../platform/event/store.ts'
import type { FieldDifference } from '../../platform/value/difference.ts'
import { formatIso } from '../../platform/value/times.ts'
import { createCursor, formatCursor } from '../history/read.ts'

const prefix = 'whsec_'
const secretBytes = 32

export const createWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/** Format of a message, and the JSON of the current record: null if it was deleted, undefined if it is not sent. */
export interface MessageOptions {
  format: 'cloudevents' | null
  current?: string | null | undefined
}

/**
 * Writes the message of an event. The message contains the names of the changed fields without values, and therefore no
 * personal data; a receiver reads the record with its own scopes. For a webhook that includes records, the message
 * contains the current state: a message that is sent again days later never restores an old state.
 */
export function formatMessage(
  environmentId: string,
  change: SequencedRow,
  { format, current }: MessageOptions,
): string {
  const { type, at, version, actor: actorId, requestId } = change
  const record = { type: change.record, id: change.recordId, key: change.recordKey }
  const differences = JSON.parse(change.differences) as FieldDifference[]
  const changed = differences.map(({ path }) => path)
  const cursor = formatCursor(createCursor(change))
  const data = JSON.stringify({ environmentId, record, version, changed, actorId, requestId, cursor })
  const completeData = current === undefined ? data : `${data.slice(0, -1)},"current":${current ?? 'null'}}`
  return wrap(format, {
    id: change.changeId,
    type,
    time: formatIso(at),
    environmentId,
    record,
    data: completeData,
  })
}

interface Enveloped {
  id: string
  type: string
  time: string
  environmentId: string
  record: { type: string; id: string }
  /** Data of the message, as JSON. */
  data: string
}

function wrap(format: MessageOptions['format'], { id, type, time, environmentId, record, data }: Enveloped): string {
  if (format !== 'cloudevents') return `{"type":"${type}","timestamp":"${time}","data":${data}}`
  const attributes = JSON.stringify({
    specversion: '1.0',
    id,
    source: `urn:dray:environment:${environmentId}`,
    type: `dray.${type}`,
    subject: `${record.type}/${record.id}`,
    time,
    datacontenttype: 'application/json',
  })
  return `${attributes.slice(0, -1)},"data":${data}}`
}

export const getContentType = (format: MessageOptions['format']): string =>
  format === 'cloudevents' ? 'application/cloudevents+json; charset=utf-8' : 'application/json'

export function pingMessage(
  environmentId: string,
  { webhookId, format }: { webhookId: string; format: MessageOptions['format'] },
  { eventId, created }: { eventId: string; created: number },
): string {
  const record = { type: 'webhook', id: webhookId, key: webhookId }
  const data = JSON.stringify({ environmentId, record })
  return wrap(format, { id: eventId, type: 'ping', time: formatIso(created), environmentId, record, data })
}

/** Returns the headers of a message, with one signature per valid secret: two during a rotation. */
export function createMessageHeaders(id: string, body: string, secrets: string[], now: number): Record<string, string> {
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
