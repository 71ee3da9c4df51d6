// The endpoint that resets a sandbox.
import { resetEnvironment } from '../../../contract/environment.ts'
import { flows, ok } from '../../platform/operation/operation.ts'
import { clearSandbox, resetSandbox } from './sandbox.ts'

export const routes = {
  resetEnvironment: flows(resetEnvironment, async (call, { run, perform }) => {
    await resetSandbox(() => run(clearSandbox, undefined), perform, call.now)
    return ok()
  }),
}
