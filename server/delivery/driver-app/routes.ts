// Endpoints of the driver app and its devices: register, revoke, the day, outcomes and positions.
import * as contract from '../../../contract/drive.ts'
import * as attempts from '../../access/user/attempts.ts'
import { countAttempts } from '../../access/user/steps.ts'
import * as rules from '../../fleet/device/rules.ts'
import { enterDevice, makeDriverLink } from '../../fleet/device/steps.ts'
import { ApiProblem, createBadRequest } from '../../platform/error/problems.ts'
import {
  allowBatching,
  buildCreatedResponse,
  buildDataResponse,
  buildOkResponse,
  buildUnchangedResponse,
  createFlowOperation,
  createPreparedWriteOperation,
  createReadOperation,
  createWriteOperation,
  type FlowContext,
  onBackgroundThread,
  respondData,
  respondOk,
} from '../../platform/operation/operation.ts'
import { formatOneLine } from '../../platform/value/line.ts'
import { calculateProgress } from '../progress/progress.ts'
import { putFile } from '../proof/files.ts'
import { readDay } from './day.ts'
import * as way from './load-progress.ts'
import * as proof from './proof.ts'

const wrong = () =>
  new ApiProblem('UNAUTHORIZED', {
    message: 'This link or code is wrong, has already been used, or has expired: ask for a new one.',
  })

/**
 * Returns the key of a registration link or code, and the limits that count the attempt. The key is undefined if no
 * code has this form. A code is counted before it is looked up. A link is not counted, because it cannot be guessed,
 * and wrong codes from the same IP address must not block it.
 */
async function keyOf({ token, code }: { token?: string | null; code?: string | null }, context: FlowContext) {
  if ((token == null) === (code == null)) throw createBadRequest('/token', 'one_of', 'Send either `token` or `code`.')
  if (token != null) return { key: rules.parseLinkSecret(token), limits: [] }
  const key = rules.parseLinkCode(code!, context.services.environmentIds())
  const limits = attempts.getRegistrationLimits(context.address, key?.codePrefix)
  const { waitSeconds } = await context.run(countAttempts, limits)
  if (waitSeconds > 0) throw attempts.createRateLimitProblem('Too many wrong codes.', waitSeconds)
  return { key, limits }
}

export const driverAppRoutes = {
  linkDriver: createFlowOperation(contract.linkDriver, async (call, { run, services }) => {
    const order = { driverKey: call.query.key, publicUrl: services.publicUrl() }
    return buildCreatedResponse(JSON.stringify(await run(makeDriverLink, order)))
  }),
  listDriverDevices: createReadOperation(contract.listDriverDevices, async (tx, { environmentId, query }) =>
    buildDataResponse(JSON.stringify(await rules.listDriverDevices(tx, environmentId, query.key))),
  ),
  endDriverDevice: createWriteOperation(contract.endDriverDevice, async (tx, call) => {
    await rules.endOne(tx, call, { driverKey: call.query.key, deviceId: call.params.deviceId })
    return buildOkResponse()
  }),
  openDriveSession: createFlowOperation(contract.openDriveSession, async (call, context) => {
    const { key, limits } = await keyOf(call.body, context)
    const deviceSecret = call.body.deviceSecret ?? undefined
    const environmentId = key && (await context.read((tx) => rules.findKey(tx, key, deviceSecret)))
    if (!key || environmentId === undefined) throw wrong()
    const device = formatOneLine(call.body.device ?? context.device)
    const secretHash = key.hash(environmentId)
    const entry = await context.run(enterDevice, { environmentId, secretHash, deviceSecret, device, limits })
    if (!entry) throw wrong()
    return buildCreatedResponse(JSON.stringify(entry))
  }),
  closeDriveSession: createWriteOperation(contract.closeDriveSession, async (tx, call) => {
    await rules.revokeDevice(tx, call, call.device!.deviceId)
    return buildOkResponse()
  }),
  // Runs on a background thread, because it reads all orders of the driver and signs a ticket for each stop.
  getDriveDay: onBackgroundThread(
    createReadOperation(contract.getDriveDay, async (tx, call) => {
      const { etag, readDay: content } = await readDay(tx, call)
      return content ? { ...buildDataResponse(JSON.stringify(content)), etag } : buildUnchangedResponse(etag)
    }),
  ),
  startDriveLoad: createWriteOperation(contract.startDriveLoad, async (tx, call) => {
    await way.changeLoadStatus(tx, call, 'started')
    return buildOkResponse()
  }),
  completeDriveLoad: createWriteOperation(contract.completeDriveLoad, async (tx, call) => {
    await way.changeLoadStatus(tx, call, 'completed')
    return buildOkResponse()
  }),
  putDrivePod: allowBatching(
    createPreparedWriteOperation(contract.putDrivePod, proof.prepareDriverProof, async (tx, call) => {
      const { created: isNew } = await proof.putDriverProof(tx, call)
      return isNew ? buildCreatedResponse() : buildOkResponse()
    }),
    proof.mayBatchProof,
  ),
  putDrivePodFile: createPreparedWriteOperation(contract.putDrivePodFile, proof.prepareFile, respondOk(putFile)),
  sendDrivePositions: createWriteOperation(contract.sendDrivePositions, respondOk(way.storePositions)),
  getLoadProgress: createReadOperation(contract.getLoadProgress, respondData(calculateProgress)),
}
