// Where what a request created can be read, as the `Location` of the answer.
import type { EndpointShape } from '../../contract/endpoint.ts'
import type { Call } from '../core/operation.ts'

type Names = Record<string, unknown>

/** Filled from what was answered, or else from what was sent; undefined where the contract names no place. */
export function locationOf({ location }: EndpointShape, reply: string, { params, body }: Call): string | undefined {
  if (location === undefined) return undefined
  const { data } = JSON.parse(reply) as { data?: Names }
  const named = (name: string) =>
    data?.[name] ?? (params as Names | undefined)?.[name] ?? (body as Names | null)?.[name]
  return location.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named(name))))
}
