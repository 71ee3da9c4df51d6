// Builds the `Location` header: the address of the record that a request created.
import type { EndpointShape } from '../../contract/endpoint.ts'
import type { OperationCall } from '../platform/operation/operation.ts'

type Names = Record<string, unknown>

/**
 * Builds the `Location` header in two steps. The first copies values from the call, which changes later; the second
 * reads the reply.
 */
export type LocationBuilder = (call: OperationCall) => (reply: string) => string

/** Returns a function that builds the `Location` of a new record; undefined if the endpoint has no location. */
export function createLocationBuilder({ location }: EndpointShape): LocationBuilder | undefined {
  const match = location && /^(.*)\{(\w+)\}$/.exec(location)
  if (!match) return undefined
  const [, place, name] = match as unknown as [string, string, string]
  const start = `{"data":{"${name}":"`
  return ({ params, body }) => {
    const sent = (params as Names | undefined)?.[name] ?? (body as Names | null | undefined)?.[name]
    return (reply) => place + encodeURIComponent(String(answered(reply, name, start) ?? sent))
  }
}

/**
 * Reads an issued id from the start of a response, where it is plain text. Parsing the whole response takes as long as
 * sending it.
 */
function answered(reply: string, name: string, start: string): unknown {
  const end = reply.startsWith(start) ? reply.indexOf('"', start.length) : -1
  const value = reply.slice(start.length, end)
  return end > 0 && !value.includes('\\') ? value : (JSON.parse(reply) as { data?: Names }).data?.[name]
}
