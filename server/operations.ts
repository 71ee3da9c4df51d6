// The table of operations: every endpoint of the contract, and the jobs that run in the background.
import type { EndpointId } from '../contract/index.ts'
import { placeChanges } from './change/rules.ts'
import { routes as consignment } from './consignment/routes.ts'
import { routes as depot } from './depot/routes.ts'
import { routes as environment } from './environment/routes.ts'
import { routes as exportList } from './export/routes.ts'
import { purgeAnswers } from './idempotency/rules.ts'
import { routes as load } from './load/routes.ts'
import type { Operation } from './operation.ts'
import { purgeTokens } from './token/rules.ts'
import { touchTokens } from './token/usage.ts'

export const jobs = { placeChanges, purgeAnswers, purgeTokens, touchTokens }
export const operations: Record<EndpointId | keyof typeof jobs, Operation> = {
  ...consignment,
  ...exportList,
  ...depot,
  ...load,
  ...environment,
  ...jobs,
}
export type OperationId = keyof typeof operations
