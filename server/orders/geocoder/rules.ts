// Proposes locations for addresses, from stored responses, new responses of the geocoder, and centres of earlier
// orders.
import { hash } from 'node:crypto'
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import type { GeocodeAddress, geocode, PositionProposal } from '../../../contract/geocode.ts'
import { createProblem, type RequestError } from '../../platform/error/problems.ts'
import type { FlowContext, OperationCall } from '../../platform/operation/operation.ts'
import type { GeocodeResult, GeocoderService } from '../../platform/operation/services.ts'
import { findCentres } from './centres.ts'
import { findErasureCutoff, keepGeocodes } from './steps.ts'
import * as store from './store.ts'

type GeocodeCall = OperationCall<unknown, unknown, BodyOf<typeof geocode>>
type Result = DataOf<typeof geocode>['results'][number]

/**
 * Longest duration of a request, in milliseconds. Addresses that were not looked up by then are returned as `limited`.
 */
const totalMs = 20_000

export async function proposeLocations(call: GeocodeCall, context: FlowContext): Promise<DataOf<typeof geocode>> {
  const { environmentId, body } = call
  checkAddresses(body.addresses)
  const { geocoder } = context.services
  const looked = geocoder ? await geocodeAddresses(geocoder, call, context) : undefined
  const centres = await findCentres(context.read, environmentId, body.addresses)
  const results = body.addresses.map((_, index): Result => {
    const found = looked?.[index]
    const proposals = found?.lookup === 'answered' ? found.proposals : []
    return { proposals: [...proposals, ...centres[index]!], lookup: found?.lookup ?? 'off' }
  })
  return { results }
}

function checkAddresses(addresses: readonly GeocodeAddress[]): void {
  const errors = addresses.flatMap(({ line1, city, postalCode }, index): RequestError[] =>
    line1?.trim() || city?.trim() || postalCode?.trim()
      ? []
      : [
          {
            path: `/addresses/${index}`,
            code: 'required',
            message: 'An address needs at least one of `line1`, `city` and `postalCode`.',
          },
        ],
  )
  if (errors.length > 0) throw createProblem(errors)
}

const plain = (text: string | null | undefined) => text?.trim().replace(/\s+/g, ' ').toLowerCase() ?? ''

/** Returns a digest (hash) of an address, which does not reveal the address. White space and case do not change it. */
const digestOf = ({ line1, city, postalCode, region, state, country }: GeocodeAddress): string =>
  hash('sha256', JSON.stringify([line1, city, postalCode, region, state, country].map(plain)))

async function geocodeAddresses(
  geocoder: GeocoderService,
  { environmentId, now, body }: GeocodeCall,
  { read, run }: FlowContext,
): Promise<GeocodeResult[]> {
  const server = hash('sha256', geocoder.identity).slice(0, 16)
  const digests = body.addresses.map(digestOf)
  const lookups = new Map<string, GeocodeResult>()
  if (geocoder.keptMs > 0)
    for (const { address, answer } of await read(async (tx) => {
      const storedAfter = Math.max(now - geocoder.keptMs, await findErasureCutoff(tx, environmentId))
      return store.findGeocodes(tx, { environmentId, server, storedAfter }, digests)
    }))
      lookups.set(address, { lookup: 'answered', proposals: JSON.parse(answer) as PositionProposal[] })
  const rows: store.GeocodeRow[] = []
  const timeout = AbortSignal.timeout(totalMs)
  for (const [index, digest] of digests.entries()) {
    if (lookups.has(digest)) continue
    const looked = await geocoder.lookUp(environmentId, body.addresses[index]!, timeout)
    lookups.set(digest, looked)
    if (looked.lookup === 'answered') rows.push({ address: digest, answer: JSON.stringify(looked.proposals) })
  }
  if (geocoder.keptMs > 0 && rows.length > 0) await run(keepGeocodes, { server, stored: now, rows })
  return digests.map((digest) => lookups.get(digest)!)
}
