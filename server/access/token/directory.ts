// Caches the data that every request needs for access: keys, environments and revocations, at most half a second old.
import type { KeyObject } from 'node:crypto'
import type { Awaitable, ReadTransaction } from '../../platform/database/database.ts'
import * as environments from '../environment/store.ts'
import { parsePublicKey } from './jwt.ts'
import * as store from './store.ts'

const pollMs = 500
/**
 * Overlap of two reads, in milliseconds. A revocation has the time of another instance's clock, and becomes visible
 * when its transaction commits.
 */
const overlapMs = 60_000
/**
 * Interval of full reads, in milliseconds. A full read drops purged revocations, and finds revocations with a wrong
 * time.
 */
const fullReadMs = 60_000

type Read = <T>(work: (tx: ReadTransaction) => Awaitable<T>) => Promise<T>

export interface AccessDirectory {
  key(keyId: string): KeyObject | undefined
  /** The public keys as a JWK set (RFC 7517). */
  jwks(): { keys: object[] }
  hasEnvironment(environmentId: string): boolean
  environmentIds(): ReadonlySet<string>
  /** Finds an environment by its id, or else by its name. */
  environmentNamed(nameOrId: string): string | undefined
  isRevoked(subjectId: string): boolean
  /** Resolves after the next read of the database. A row that is missing then does not exist. */
  refreshed(): Promise<void>
  stop(): void
}

interface State {
  keys: Map<string, KeyObject>
  jwks: { keys: object[] }
  environmentIds: Set<string>
  environmentIdsByName: Map<string, string>
}

/** Opens the directory. Throws if the first read fails; `report` receives every later failure. */
export async function openDirectory(read: Read, report: (error: unknown) => void): Promise<AccessDirectory> {
  const cache = createCache()
  let forcedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let waiting: PromiseWithResolvers<void> | undefined

  /** Starts a read of the database. Callers of `refreshed` that waited before its start share the result. */
  function refresh(): Promise<void> {
    const served = waiting
    waiting = undefined
    running = load(cache, read)
      .then(
        () => served?.resolve(),
        (error) => {
          served?.reject(error)
          throw error
        },
      )
      .finally(() => {
        running = undefined
      })
    return running
  }

  function poll(): void {
    if (!running) refresh().catch(report)
  }

  function refreshed(): Promise<void> {
    waiting ??= Promise.withResolvers<void>()
    const { promise } = waiting
    // Limits forced reads, because every client can send unknown tokens. Other callers wait for the next regular read,
    // at most half a second.
    if (!running && performance.now() - forcedAt >= pollMs) {
      forcedAt = performance.now()
      poll()
    }
    return promise
  }

  await refresh()
  const timer = setInterval(poll, pollMs).unref()
  return {
    key: (keyId) => cache.state.keys.get(keyId),
    jwks: () => cache.state.jwks,
    hasEnvironment: (environmentId) => cache.state.environmentIds.has(environmentId),
    environmentIds: () => cache.state.environmentIds,
    environmentNamed: (nameOrId) =>
      cache.state.environmentIds.has(nameOrId) ? nameOrId : cache.state.environmentIdsByName.get(nameOrId),
    isRevoked: (subjectId) => cache.revoked.has(subjectId),
    refreshed,
    stop() {
      clearInterval(timer)
      waiting?.resolve()
    },
  }
}

/** State of the last read, and the values with which the next read continues. */
interface DirectoryCache {
  state: State
  keysText: string
  revoked: Set<string>
  revokedLast: number
  /** Time of the last full read, as of `performance.now()`. */
  lastFullReadMs: number
}
const createCache = (): DirectoryCache => ({
  state: { keys: new Map(), jwks: { keys: [] }, environmentIds: new Set(), environmentIdsByName: new Map() },
  keysText: '',
  revoked: new Set(),
  revokedLast: 0,
  lastFullReadMs: Number.NEGATIVE_INFINITY,
})

async function load(cache: DirectoryCache, read: Read): Promise<void> {
  const isFullRead = performance.now() - cache.lastFullReadMs >= fullReadMs
  // Revocations of an instance whose clock is ahead must not hide later revocations of other instances.
  const since = isFullRead ? 0 : Math.min(cache.revokedLast, Date.now()) - overlapMs
  const rows = await read(async (tx) => ({
    keys: await store.listKeys(tx),
    environments: await environments.listEnvironments(tx),
    revocations: await store.listRevocationsSince(tx, since),
  }))
  cache.state = stateOf(rows.keys, rows.environments, cache.state, cache.keysText)
  cache.keysText = textOf(rows.keys)
  if (isFullRead) {
    cache.revoked = new Set()
    cache.lastFullReadMs = performance.now()
  }
  for (const row of rows.revocations) {
    cache.revoked.add(row.subjectId)
    if (row.revoked > cache.revokedLast) cache.revokedLast = row.revoked
  }
}

const textOf = (keys: store.KeyRow[]) => keys.map(({ keyId, publicKey }) => `${keyId} ${publicKey}`).join('\n')

function stateOf(keys: store.KeyRow[], list: environments.EnvironmentRow[], old: State, oldKeysText: string): State {
  // Parses the keys only after a change, because parsing is slow and keys rarely change.
  const isUnchanged = textOf(keys) === oldKeysText
  return {
    keys: isUnchanged ? old.keys : new Map(keys.map(({ keyId, publicKey }) => [keyId, parsePublicKey(publicKey)])),
    jwks: isUnchanged
      ? old.jwks
      : {
          keys: keys.map(({ keyId, publicKey }) => ({
            ...JSON.parse(publicKey),
            kid: keyId,
            alg: 'EdDSA',
            use: 'sig',
          })),
        },
    environmentIds: new Set(list.map(({ environmentId }) => environmentId)),
    environmentIdsByName: new Map(list.map(({ environmentId, name }) => [name, environmentId])),
  }
}
