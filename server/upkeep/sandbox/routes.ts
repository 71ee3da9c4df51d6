// The endpoint that resets a sandbox.
import { resetEnvironment } from '../../../contract/environment.ts'
import { buildOkResponse, createFlowOperation } from '../../platform/operation/operation.ts'
import { clearSandbox, resetSandbox } from './sandbox.ts'

export const sandboxRoutes = {
  resetEnvironment: createFlowOperation(resetEnvironment, async (call, { run, perform }) => {
    await resetSandbox(() => run(clearSandbox, undefined), perform, call.now)
    return buildOkResponse()
  }),
}
