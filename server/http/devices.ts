// Authenticates a driver's device by its token, and checks that the device and its driver still have access.

import { findValidDevice, readToken } from '../fleet/device/rules.ts'
import { touchDevice } from '../fleet/device/steps.ts'
import { getRequestDeadline } from '../platform/database/database.ts'
import { ApiProblem } from '../platform/error/problems.ts'
import { createBackgroundCall, type OperationExecutor } from '../platform/operation/operation.ts'
import { driverPrefix, type RequestPrincipal } from '../platform/operation/principal.ts'
import type { CallerLimiter } from './callers.ts'
import type { HttpExchange } from './exchange.ts'

export interface DeviceAuthenticator {
  admit(exchange: HttpExchange): Promise<RequestPrincipal>
}

const nothing = new Set<never>()
const bearer = /^bearer /i

/** Returns the same error for any invalid device. */
const refused = () =>
  new ApiProblem('UNAUTHORIZED', {
    message: 'This device is not registered, or its access was revoked: ask for a new link or code.',
    headers: { 'WWW-Authenticate': 'Bearer realm="dray driver"' },
  })

export function createDevices(
  executor: OperationExecutor,
  callers: CallerLimiter,
  report: (error: unknown) => void,
): DeviceAuthenticator {
  return {
    async admit(exchange) {
      const { authorization = '' } = exchange.request.headers
      const token = bearer.test(authorization) ? readToken(authorization.slice('Bearer '.length)) : undefined
      callers.admit(exchange, token?.hash)
      if (!token) throw refused()
      const now = Date.now()
      const { environmentId, deviceId, hash } = token
      // Each request reads the device again, so that a revoked device or driver loses access immediately, on all
      // instances.
      const found = await executor.read((tx) => findValidDevice(tx, token, now), getRequestDeadline(), environmentId)
      callers.know(hash, found !== undefined)
      if (!found) throw refused()
      const { driverKey } = found
      if (found.shouldStoreUse) executor.run(touchDevice, createBackgroundCall(environmentId, deviceId)).catch(report)
      const actor = `${driverPrefix}${driverKey}`
      return { environmentId, actor, scopes: nothing, tokenKey: `device ${deviceId}`, device: { deviceId, driverKey } }
    },
  }
}
