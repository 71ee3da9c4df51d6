// The table of operations: every endpoint of the contract, and the steps that flows and background work are made of.
import type { EndpointId } from '../../contract/index.ts'
import { routes as environment } from '../access/environment/routes.ts'
import { routes as token } from '../access/token/routes.ts'
import * as tokenSteps from '../access/token/steps.ts'
import { touchTokens } from '../access/token/usage.ts'
import { routes as factor } from '../access/user/factor-routes.ts'
import * as factorSteps from '../access/user/factor-steps.ts'
import { routes as person } from '../access/user/routes.ts'
import * as personSteps from '../access/user/steps.ts'
import { routes as view } from '../access/view/routes.ts'
import { routes as drive } from '../delivery/driver-app/routes.ts'
import * as noticeSteps from '../delivery/email/queue.ts'
import { routes as notice } from '../delivery/email/routes.ts'
import * as fileSteps from '../delivery/file/steps.ts'
import { positionSteps } from '../delivery/progress/steps.ts'
import { routes as pod } from '../delivery/proof/routes.ts'
import { routes as tracking } from '../delivery/tracking-page/routes.ts'
import { routes as depot } from '../fleet/depot/routes.ts'
import { deviceSteps } from '../fleet/device/steps.ts'
import { routes as travel } from '../fleet/travel/routes.ts'
import * as travelSteps from '../fleet/travel/steps.ts'
import { routes as fleet } from '../fleet/vehicle/routes.ts'
import { purgeChanges } from '../integration/history/retention.ts'
import { routes as change } from '../integration/history/routes.ts'
import * as importSteps from '../integration/import/queue.ts'
import { routes as imports } from '../integration/import/routes.ts'
import * as webhookSteps from '../integration/webhook/queue.ts'
import { routes as webhook } from '../integration/webhook/routes.ts'
import { routes as exportList } from '../orders/export-list/routes.ts'
import { routes as geocode } from '../orders/geocoder/routes.ts'
import * as geocodeSteps from '../orders/geocoder/steps.ts'
import { routes as label } from '../orders/label/routes.ts'
import { importPiece } from '../orders/order/bulk.ts'
import { deletePiece } from '../orders/order/removing.ts'
import { routes as consignment } from '../orders/order/routes.ts'
import { importChunk } from '../orders/order/stream.ts'
import { relistBehind, relistOrders } from '../orders/record/relist.ts'
import * as trackingSteps from '../orders/tracking-link/steps.ts'
import { routes as load } from '../planning/load/routes.ts'
import * as optimisationSteps from '../planning/optimisation/queue.ts'
import { routes as optimisation } from '../planning/optimisation/routes.ts'
import { placeChanges } from '../platform/event/rules.ts'
import { purgeAnswers } from '../platform/idempotency/rules.ts'
import type { Operation, Step } from '../platform/operation/operation.ts'
import { exchangeUses } from '../platform/rate-limit/rules.ts'
import { routes as erasure } from '../upkeep/erasure/routes.ts'
import { routes as sandbox } from '../upkeep/sandbox/routes.ts'
import { clearSandbox } from '../upkeep/sandbox/sandbox.ts'

export const operations: Record<EndpointId, Operation> = {
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
export const steps: Readonly<Record<string, Step>> = named([
  importChunk,
  importPiece,
  deletePiece,
  clearSandbox,
  placeChanges,
  purgeChanges,
  purgeAnswers,
  exchangeUses,
  touchTokens,
  relistBehind,
  relistOrders,
  ...importSteps.steps,
  ...personSteps.steps,
  ...factorSteps.steps,
  ...tokenSteps.steps,
  ...travelSteps.steps,
  ...noticeSteps.steps,
  ...trackingSteps.steps,
  ...deviceSteps,
  ...positionSteps,
  ...webhookSteps.steps,
  ...optimisationSteps.steps,
  ...fileSteps.steps,
  ...geocodeSteps.steps,
])

/** Lists steps by name. Throws if two steps, or a step and an endpoint, have the same name. */
function named(all: Step<never>[]): Record<string, Step> {
  const byName: Record<string, Step> = {}
  for (const step of all) {
    if (step.name in operations || step.name in byName) throw new Error(`The name ${step.name} is taken.`)
    byName[step.name] = step as Step
  }
  return byName
}
