// The table of operations: every endpoint of the contract, and the steps of flows and background work.
import type { EndpointId } from '../../contract/index.ts'
import { environmentRoutes as environment } from '../access/environment/routes.ts'
import { tokenRoutes as token } from '../access/token/routes.ts'
import * as tokenSteps from '../access/token/steps.ts'
import { touchTokens } from '../access/token/usage.ts'
import { factorRoutes as factor } from '../access/user/factor-routes.ts'
import * as factorSteps from '../access/user/factor-steps.ts'
import { userRoutes as person } from '../access/user/routes.ts'
import * as personSteps from '../access/user/steps.ts'
import { viewRoutes as view } from '../access/view/routes.ts'
import { driverAppRoutes as drive } from '../delivery/driver-app/routes.ts'
import * as noticeSteps from '../delivery/email/queue.ts'
import { emailRoutes as notice } from '../delivery/email/routes.ts'
import * as fileSteps from '../delivery/file/steps.ts'
import { positionSteps } from '../delivery/progress/steps.ts'
import { proofRoutes as pod } from '../delivery/proof/routes.ts'
import { trackingRoutes as tracking } from '../delivery/tracking-page/routes.ts'
import { depotRoutes as depot } from '../fleet/depot/routes.ts'
import { deviceSteps } from '../fleet/device/steps.ts'
import { travelRoutes as travel } from '../fleet/travel/routes.ts'
import * as travelSteps from '../fleet/travel/steps.ts'
import { fleetRoutes as fleet } from '../fleet/vehicle/routes.ts'
import { purgeChanges } from '../integration/history/retention.ts'
import { historyRoutes as change } from '../integration/history/routes.ts'
import * as importSteps from '../integration/import/queue.ts'
import { importRoutes as imports } from '../integration/import/routes.ts'
import * as webhookSteps from '../integration/webhook/queue.ts'
import { webhookRoutes as webhook } from '../integration/webhook/routes.ts'
import { exportListRoutes as exportList } from '../orders/export-list/routes.ts'
import { geocoderRoutes as geocode } from '../orders/geocoder/routes.ts'
import * as geocodeSteps from '../orders/geocoder/steps.ts'
import { labelRoutes as label } from '../orders/label/routes.ts'
import { importPiece } from '../orders/order/bulk.ts'
import { deletePiece } from '../orders/order/removing.ts'
import { orderRoutes as consignment } from '../orders/order/routes.ts'
import { importChunk } from '../orders/order/stream.ts'
import { relistOrders, relistOutdated } from '../orders/record/relist.ts'
import * as trackingSteps from '../orders/tracking-link/steps.ts'
import { loadRoutes as load } from '../planning/load/routes.ts'
import { offerRoutes as offer } from '../planning/offer/routes.ts'
import * as optimisationSteps from '../planning/optimisation/queue.ts'
import { optimisationRoutes as optimisation } from '../planning/optimisation/routes.ts'
import { assignChangePositions } from '../platform/event/rules.ts'
import { purgeResponses } from '../platform/idempotency/rules.ts'
import type { EndpointOperation, OperationStep } from '../platform/operation/operation.ts'
import { exchangeUses } from '../platform/rate-limit/rules.ts'
import { erasureRoutes as erasure } from '../upkeep/erasure/routes.ts'
import { sandboxRoutes as sandbox } from '../upkeep/sandbox/routes.ts'
import { clearSandbox } from '../upkeep/sandbox/sandbox.ts'

export const endpointOperations: Record<EndpointId, EndpointOperation> = {
  ...consignment,
  ...imports,
  ...exportList,
  ...depot,
  ...view,
  ...fleet,
  ...drive,
  ...load,
  ...pod,
  ...label,
  ...optimisation,
  ...offer,
  ...travel,
  ...geocode,
  ...environment,
  ...sandbox,
  ...person,
  ...factor,
  ...notice,
  ...tracking,
  ...webhook,
  ...change,
  ...token,
  ...erasure,
}

/** All steps by name, as the writer thread finds them. */
export const operationSteps: Readonly<Record<string, OperationStep>> = named([
  importChunk,
  importPiece,
  deletePiece,
  clearSandbox,
  assignChangePositions,
  purgeChanges,
  purgeResponses,
  exchangeUses,
  touchTokens,
  relistOutdated,
  relistOrders,
  ...importSteps.importSteps,
  ...personSteps.userSteps,
  ...factorSteps.factorSteps,
  ...tokenSteps.tokenSteps,
  ...travelSteps.travelTimeSteps,
  ...noticeSteps.emailSteps,
  ...trackingSteps.trackingLinkSteps,
  ...deviceSteps,
  ...positionSteps,
  ...webhookSteps.webhookSteps,
  ...optimisationSteps.optimisationSteps,
  ...fileSteps.fileSteps,
  ...geocodeSteps.geocoderSteps,
])

/** Lists steps by name. Throws if two steps, or a step and an endpoint, have the same name. */
function named(stepList: OperationStep<never>[]): Record<string, OperationStep> {
  const byName: Record<string, OperationStep> = {}
  for (const step of stepList) {
    if (step.name in endpointOperations || step.name in byName) throw new Error(`The name ${step.name} is taken.`)
    byName[step.name] = step as OperationStep
  }
  return byName
}
