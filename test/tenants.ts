// Environments for the tests of a suite, made ahead: a running service learns of new ones twice a second, and tests need hundreds.
import type { Service, Tenant } from './harness.ts'

const batch = 20

/** Answers a function that gives a new environment with each call. */
export function tenants(open: () => Promise<Service>): () => Promise<Tenant> {
  let ready: Promise<Tenant[]> = Promise.resolve([])
  return async () => {
    if ((await ready).length === 0)
      ready = open().then((service) => Promise.all(Array.from({ length: batch }, () => service.environment())))
    return (await ready).pop()!
  }
}
