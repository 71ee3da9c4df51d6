// The table of operations: every endpoint of the contract, and the steps that flows and background work are made of.
import type { EndpointId } from '../contract/index.ts'
import { purgeChanges } from './change/retention.ts'
import { routes as change } from './change/routes.ts'
import { placeChanges } from './change/rules.ts'
import { importPiece } from './consignment/bulk.ts'
import { relistBehind, relistOrders } from './consignment/relist.ts'
import { deletePiece } from './consignment/removing.ts'
import { routes as consignment } from './consignment/routes.ts'
import { importChunk } from './consignment/stream.ts'
import type { Operation, Step } from './core/operation.ts'
import { routes as depot } from './depot/routes.ts'
import { deviceSteps } from './drive/device-steps.ts'
import { routes as drive } from './drive/routes.ts'
import { positionSteps } from './drive/steps.ts'
import { routes as environment } from './environment/routes.ts'
import { clearSandbox } from './environment/sandbox.ts'
import { routes as sandbox } from './environment/sandbox-routes.ts'
import { routes as erasure } from './erasure/routes.ts'
import { routes as exportList } from './export/routes.ts'
import * as fileSteps from './file/steps.ts'
import { routes as fleet } from './fleet/routes.ts'
import { routes as geocode } from './geocode/routes.ts'
import * as geocodeSteps from './geocode/steps.ts'
import { purgeAnswers } from './idempotency/rules.ts'
import * as importSteps from './import/queue.ts'
import { routes as imports } from './import/routes.ts'
import { exchangeUses } from './instance/rules.ts'
import { routes as label } from './label/routes.ts'
import { routes as load } from './load/routes.ts'
import * as noticeSteps from './notice/queue.ts'
import { routes as notice } from './notice/routes.ts'
import * as optimisationSteps from './optimisation/queue.ts'
import { routes as optimisation } from './optimisation/routes.ts'
import { routes as factor } from './person/factor-routes.ts'
import * as factorSteps from './person/factor-steps.ts'
import { routes as person } from './person/routes.ts'
import * as personSteps from './person/steps.ts'
import { routes as pod } from './pod/routes.ts'
import { routes as token } from './token/routes.ts'
import * as tokenSteps from './token/steps.ts'
import { touchTokens } from './token/usage.ts'
import { routes as tracking } from './tracking/routes.ts'
import * as trackingSteps from './tracking/steps.ts'
import { routes as travel } from './travel/routes.ts'
import * as travelSteps from './travel/steps.ts'
import { routes as view } from './view/routes.ts'
import * as webhookSteps from './webhook/queue.ts'
import { routes as webhook } from './webhook/routes.ts'

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

/** By their names, as they cross to the writer thread. */
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

/** One with the name of another, or of an endpoint, would stand in its place. */
function named(all: Step<never>[]): Record<string, Step> {
  const byName: Record<string, Step> = {}
  for (const step of all) {
    if (step.name in operations || step.name in byName) throw new Error(`The name ${step.name} is taken.`)
    byName[step.name] = step as Step
  }
  return byName
}
