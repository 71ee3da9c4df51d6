// Proposes locations for addresses: stored responses, new responses of the geocoder, and centres of earlier orders.
import { hash } from 'node:crypto'
import type { BodyOf, DataOf } from '../../../contract/endpoint.ts'
import type { GeocodeAddress, geocode, PositionProposal } from '../../../contract/geocode.ts'
import { type Finding, problemOf } from '../../platform/error/problems.ts'
import type { Call, FlowContext } from '../../platform/operation/operation.ts'
import type { Geocoder, Looked } from '../../platform/operation/services.ts'
import { centresOf } from './centres.ts'
import { erasedUntil, keepGeocodes } from './steps.ts'
import * as store from './store.ts'

type GeocodeCall = Call<unknown, unknown, BodyOf<typeof geocode>>
type Result = DataOf<typeof geocode>['results'][number]

/** Longest duration of a request, in milliseconds. Addresses that are not looked up by then are marked as limited. */
const totalMs = 20_000

export async function propose(call: GeocodeCall, context: FlowContext): Promise<DataOf<typeof geocode>> {
  const { environmentId, body } = call
  checkAddresses(body.addresses)
  const { geocoder } = context.services
  const looked = geocoder ? await lookUp(geocoder, call, context) : undefined
  const centres = await centresOf(context.read, environmentId, body.addresses)
  const results = body.addresses.map((_, index): Result => {
    const found = looked?.[index]
    const proposals = found?.lookup === 'answered' ? found.proposals : []
    return { proposals: [...proposals, ...centres[index]!], lookup: found?.lookup ?? 'off' }
  })
  return { results }
}

function checkAddresses(addresses: readonly GeocodeAddress[]): void {
  const findings = addresses.flatMap(({ line1, city, postalCode }, index): Finding[] =>
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
  if (findings.length > 0) throw problemOf(findings)
}

const plain = (text: string | null | undefined) => text?.trim().replace(/\s+/g, ' ').toLowerCase() ?? ''

/** Returns a digest of an address, which is equal for other blanks and does not reveal the address. */
const digestOf = ({ line1, city, postalCode, region, state, country }: GeocodeAddress): string =>
  hash('sha256', JSON.stringify([line1, city, postalCode, region, state, country].map(plain)))

async function lookUp(
  geocoder: Geocoder,
  { environmentId, now, body }: GeocodeCall,
  { read, run }: FlowContext,
): Promise<Looked[]> {
  const server = hash('sha256', geocoder.identity).slice(0, 16)
  const digests = body.addresses.map(digestOf)
  const known = new Map<string, Looked>()
  if (geocoder.keptMs > 0)
    for (const { address, answer } of await read(async (tx) => {
      const storedAfter = Math.max(now - geocoder.keptMs, await erasedUntil(tx, environmentId))
      return store.find(tx, { environmentId, server, storedAfter }, digests)
    }))
      known.set(address, { lookup: 'answered', proposals: JSON.parse(answer) as PositionProposal[] })
  const rows: store.GeocodeRow[] = []
  const due = AbortSignal.timeout(totalMs)
  for (const [index, digest] of digests.entries()) {
    if (known.has(digest)) continue
    const looked = await geocoder.lookUp(environmentId, body.addresses[index]!, due)
    known.set(digest, looked)
    if (looked.lookup === 'answered') rows.push({ address: digest, answer: JSON.stringify(looked.proposals) })
  }
  if (geocoder.keptMs > 0 && rows.length > 0) await run(keepGeocodes, { server, stored: now, rows })
  return digests.map((digest) => known.get(digest)!)
}
