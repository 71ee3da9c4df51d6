// Sends arbitrary requests to every endpoint and holds every response against the contract, until a time or a count is reached.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { EndpointShape } from '../../contract/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/index.ts'
import { request, type Service } from '../support/harness.ts'
import { assertPromised, isServiceFailure } from './judge.ts'
import { requestsTo } from './requests.ts'
import { everyEndpoint, openScene, type Scene } from './scene.ts'
import { placesOf, type Schema } from './values.ts'

export interface Breach {
  endpoint: EndpointId
  message: string
  /** The smallest request that was found for it. */
  request: string
}
export interface Figures {
  requests: number
  successes: number
  refusals: number
  /** Responses of 500 or more, and rows that failed by a mistake of the service. */
  serviceFailures: number
  endpoints: Set<EndpointId>
  succeeded: Set<EndpointId>
  breaches: Breach[]
}
export interface Bounds {
  seed: number
  /** Requests to each endpoint per round. */
  runs: number
  rounds: number
  /** The endpoints with an id that matches; all of them, if it is left out. */
  only?: RegExp
  /** When to stop, in milliseconds of `performance.now()`. */
  deadline?: number
}

/** Reads come before and after changes; what removes records comes last, so that the other requests find some. */
function stages(): EndpointId[] {
  const stageOf = ([id, { method }]: [EndpointId, EndpointShape]) =>
    method === 'DELETE' || /^(deleteMe|resetEnvironment|deleteConsignments|eraseConsignees)$/.test(id)
      ? 'removals'
      : method === 'GET'
        ? 'reads'
        : id === 'updateEnvironment'
          ? 'settings'
          : 'changes'
  const { reads = [], changes = [], settings = [], removals = [] } = Object.groupBy(everyEndpoint, stageOf)
  return [reads, changes, settings, reads, removals].flat().map(([id]) => id)
}

/** An endpoint with many fields gets up to four times as many requests as one with none. */
const weightOf = (id: EndpointId): number =>
  Math.min(4, 1 + placesOf(((endpoints[id] as EndpointShape).body as Schema | undefined) ?? {}).length / 20)

async function fuzzEndpoint(scene: Scene, id: EndpointId, figures: Figures, options: object): Promise<void> {
  const target = await scene.targetOf(id)
  const property = fc.asyncProperty(requestsTo(target), async (each) => {
    const answer = await scene.send(target.endpoint, each)
    figures.requests++
    if (answer.status < 400) figures.succeeded.add(id)
    if (isServiceFailure(answer)) figures.serviceFailures++
    else if (answer.status < 400) figures.successes++
    else figures.refusals++
    assertPromised(target.endpoint, answer)
  })
  figures.endpoints.add(id)
  const { failed, counterexample, errorInstance } = await fc.check(property, options)
  if (!failed) return
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  figures.breaches.push({ endpoint: id, message, request: fc.stringify(counterexample?.[0]) })
}

export async function fuzz(
  service: Service,
  { seed, runs, rounds, only = /./, deadline = Number.POSITIVE_INFINITY }: Bounds,
): Promise<Figures> {
  const none = { requests: 0, successes: 0, refusals: 0, serviceFailures: 0 }
  const figures: Figures = { ...none, endpoints: new Set(), succeeded: new Set(), breaches: [] }
  for (let round = 0; round < rounds && performance.now() < deadline; round++) {
    const scene = await openScene(service)
    for (const [place, id] of stages().entries()) {
      if (!only.test(id)) continue
      if (performance.now() >= deadline) break
      const numRuns = Math.ceil(runs * weightOf(id))
      await fuzzEndpoint(scene, id, figures, { seed: seed + round * 1_000 + place, numRuns })
    }
    for (const path of ['/health/live', '/health/ready'])
      assert.equal((await request(service.url, 'GET', path)).status, 200, `${path} after round ${round}`)
  }
  return figures
}
