// Environments for the tests of a suite, made ahead: a running service learns of new ones twice a second, and tests need hundreds.
import type { Service, Tenant } from './harness.ts'

const batch = 20

/** Answers a function that gives a new environment with each call. */
export function tenants(open: () => Promise<Service>): () => Promise<Tenant> {
  const ready: Tenant[] = []
  return async () => {
    const service = await open()
    if (ready.length === 0) while (ready.length < batch) ready.push(await service.environment())
    return ready.pop()!
  }
}
