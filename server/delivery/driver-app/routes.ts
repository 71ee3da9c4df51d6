// Endpoints of the driver app and its devices: register, revoke, the day, outcomes and positions.
import {
  closeDriveSession,
  completeDriveLoad,
  endDriverDevice,
  getDriveDay,
  getLoadProgress,
  linkDriver,
  listDriverDevices,
  openDriveSession,
  putDrivePod,
  putDrivePodFile,
  sendDrivePositions,
  startDriveLoad,
} from '../../../contract/drive.ts'
import * as attempts from '../../access/user/attempts.ts'
import { countAttempts } from '../../access/user/steps.ts'
import * as rules from '../../fleet/device/rules.ts'
import { enterDevice, makeDriverLink } from '../../fleet/device/steps.ts'
import { badRequest, Problem } from '../../platform/error/problems.ts'
import {
  created,
  type FlowContext,
  flows,
  long,
  ok,
  okData,
  preparedWrites,
  reads,
  sharing,
  unchanged,
  writes,
} from '../../platform/operation/operation.ts'
import { asOneLine } from '../../platform/value/line.ts'
import { progress } from '../progress/progress.ts'
import { putFile } from '../proof/files.ts'
import { day } from './day.ts'
import * as way from './load-progress.ts'
import * as proof from './proof.ts'

const wrong = () =>
  new Problem('UNAUTHORIZED', {
    message: 'This link or code is wrong, has already been used, or has expired: ask for a new one.',
  })

/**
 * Returns the key of a registration link or code, and the limits that the attempt counts against; the key is undefined
 * for an impossible code. A code is counted before it is looked up. A link is not counted: it cannot be guessed, and
 * wrong codes from the same IP address must not block it.
 */
async function keyOf({ token, code }: { token?: string | null; code?: string | null }, context: FlowContext) {
  if ((token == null) === (code == null)) throw badRequest('/token', 'one_of', 'Send either `token` or `code`.')
  if (token != null) return { key: rules.keyOfSecret(token), limits: [] }
  const key = rules.keyOfCode(code!, context.services.environmentIds())
  const limits = attempts.letInLimits(context.address, key?.place)
  const { waitSeconds } = await context.run(countAttempts, limits)
  if (waitSeconds > 0) throw attempts.tooMany('Too many wrong codes.', waitSeconds)
  return { key, limits }
}

export const routes = {
  linkDriver: flows(linkDriver, async (call, { run, services }) => {
    const order = { driverKey: call.query.key, publicUrl: services.publicUrl() }
    return created(JSON.stringify(await run(makeDriverLink, order)))
  }),
  listDriverDevices: reads(listDriverDevices, async (tx, { environmentId, query }) =>
    okData(JSON.stringify(await rules.list(tx, environmentId, query.key))),
  ),
  endDriverDevice: writes(endDriverDevice, async (tx, call) => {
    await rules.endOne(tx, call, { driverKey: call.query.key, deviceId: call.params.deviceId })
    return ok()
  }),
  openDriveSession: flows(openDriveSession, async (call, context) => {
    const { key, limits } = await keyOf(call.body, context)
    const deviceSecret = call.body.deviceSecret ?? undefined
    const environmentId = key && (await context.read((tx) => rules.findKey(tx, key, deviceSecret)))
    if (!key || environmentId === undefined) throw wrong()
    const device = asOneLine(call.body.device ?? context.device)
    const secretHash = key.hash(environmentId)
    const entry = await context.run(enterDevice, { environmentId, secretHash, deviceSecret, device, limits })
    if (!entry) throw wrong()
    return created(JSON.stringify(entry))
  }),
  closeDriveSession: writes(closeDriveSession, async (tx, call) => {
    await rules.end(tx, call, call.device!.deviceId)
    return ok()
  }),
  // Slow: it reads all orders of the driver and signs a ticket for each stop.
  getDriveDay: long(
    reads(getDriveDay, async (tx, call) => {
      const { etag, day: content } = await day(tx, call)
      return content ? { ...okData(JSON.stringify(content)), etag } : unchanged(etag)
    }),
  ),
  startDriveLoad: writes(startDriveLoad, async (tx, call) => {
    await way.moved(tx, call, 'started')
    return ok()
  }),
  completeDriveLoad: writes(completeDriveLoad, async (tx, call) => {
    await way.moved(tx, call, 'completed')
    return ok()
  }),
  putDrivePod: sharing(
    preparedWrites(putDrivePod, proof.prepare, async (tx, call) => {
      const { created: isNew } = await proof.put(tx, call)
      return isNew ? created() : ok()
    }),
    proof.shares,
  ),
  putDrivePodFile: preparedWrites(putDrivePodFile, proof.prepareFile, async (tx, call) => {
    await putFile(tx, call)
    return ok()
  }),
  sendDrivePositions: writes(sendDrivePositions, async (tx, call) => {
    await way.positions(tx, call)
    return ok()
  }),
  getLoadProgress: reads(getLoadProgress, async (tx, call) => okData(JSON.stringify(await progress(tx, call)))),
}
