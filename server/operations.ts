// The table of operations: every endpoint of the contract, and the jobs that run in the background.
import { type EndpointId, endpoints } from '../contract/index.ts'
import { purgeChanges } from './change/retention.ts'
import { routes as change } from './change/routes.ts'
import { placeChanges } from './change/rules.ts'
import { routes as consignment } from './consignment/routes.ts'
import { importChunk } from './consignment/stream.ts'
import type { Operation, WriteOperation } from './core/operation.ts'
import { routes as depot } from './depot/routes.ts'
import { routes as environment } from './environment/routes.ts'
import { clearSandbox } from './environment/sandbox.ts'
import { routes as erasure } from './erasure/routes.ts'
import { routes as exportList } from './export/routes.ts'
import { purgeAnswers } from './idempotency/rules.ts'
import { exchangeUses } from './instance/rules.ts'
import { routes as load } from './load/routes.ts'
import { routes as person } from './person/routes.ts'
import { steps as personSteps } from './person/steps.ts'
import { routes as access, steps as accessSteps } from './token/access.ts'
import { purgeRevocations, purgeTokens } from './token/rules.ts'
import { touchTokens } from './token/usage.ts'
import { jobs as webhookJobs, steps as webhookSteps } from './webhook/queue.ts'
import { routes as webhook } from './webhook/routes.ts'

export const jobs = {
  exchangeUses,
  placeChanges,
  purgeChanges,
  purgeAnswers,
  purgeTokens,
  purgeRevocations,
  touchTokens,
  ...webhookJobs,
}
type Others = { [name: string]: WriteOperation } & { [id in EndpointId]?: never }
/** Transactions of flows. One with the name of an endpoint would stand in its place. */
const steps = { ...personSteps, ...accessSteps, ...webhookSteps, importChunk, clearSandbox } satisfies Others
export type StepId = keyof typeof steps
export const operations: Record<EndpointId, Operation> & Record<keyof typeof jobs | StepId, WriteOperation> = {
  ...consignment,
  ...exportList,
  ...depot,
  ...load,
  ...environment,
  ...person,
  ...webhook,
  ...change,
  ...access,
  ...erasure,
  ...jobs,
  ...steps,
}
export type OperationId = keyof typeof operations
/** Those that a request may ask for; the others are the service's own. */
export const endpointIds: ReadonlySet<string> = new Set(Object.keys(endpoints))
