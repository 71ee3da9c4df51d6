// Authenticates a driver's device by its token, and checks that the device and its driver still have access.

import { goodDevice, readToken } from '../fleet/device/rules.ts'
import { touchDevice } from '../fleet/device/steps.ts'
import { soon } from '../platform/database/database.ts'
import { Problem } from '../platform/error/problems.ts'
import { backgroundCall, type Executor } from '../platform/operation/operation.ts'
import { driverPrefix, type Principal } from '../platform/operation/principal.ts'
import type { Callers } from './callers.ts'
import type { Exchange } from './exchange.ts'

export interface Devices {
  admit(exchange: Exchange): Promise<Principal>
}

const nothing = new Set<never>()
const bearer = /^bearer /i

/** Returns the same error for any invalid device. */
const refused = () =>
  new Problem('UNAUTHORIZED', {
    message: 'This device is not registered, or its access was revoked: ask for a new link or code.',
    headers: { 'WWW-Authenticate': 'Bearer realm="dray driver"' },
  })

export function createDevices(executor: Executor, callers: Callers, report: (error: unknown) => void): Devices {
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
      const found = await executor.read((tx) => goodDevice(tx, token, now), soon(), environmentId)
      callers.know(hash, found !== undefined)
      if (!found) throw refused()
      const { driverKey } = found
      if (found.isDue) executor.run(touchDevice, backgroundCall(environmentId, deviceId)).catch(report)
      const actor = `${driverPrefix}${driverKey}`
      return { environmentId, actor, scopes: nothing, tokenKey: `device ${deviceId}`, device: { deviceId, driverKey } }
    },
  }
}
