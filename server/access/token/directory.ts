// Caches the data that every request needs for access: keys, environments and revocations, at most half a second old.
import type { KeyObject } from 'node:crypto'
import type { Awaitable, Reader } from '../../platform/database/database.ts'
import * as environments from '../environment/store.ts'
import { publicKeyOf } from './jwt.ts'
import * as store from './store.ts'

const pollMs = 500
/** Revocations are written with the revoker's clock and become visible later: what lies this far back is read again. */
const overlapMs = 60_000
/** Everything is read anew this often: drops what has been purged, and finds what a clock far off has hidden. */
const wholeMs = 60_000

type Read = <T>(work: (tx: Reader) => Awaitable<T>) => Promise<T>

export interface Directory {
  key(keyId: string): KeyObject | undefined
  /** The public keys as a JWK set (RFC 7517). */
  jwks(): { keys: object[] }
  hasEnvironment(environmentId: string): boolean
  environmentIds(): ReadonlySet<string>
  /** By id or, failing that, by name. */
  environmentNamed(nameOrId: string): string | undefined
  isRevoked(subjectId: string): boolean
  /** Resolves after the database was read again: what it does not show then is not there. */
  refreshed(): Promise<void>
  stop(): void
}

interface State {
  keys: Map<string, KeyObject>
  jwks: { keys: object[] }
  environmentIds: Set<string>
  environmentIdsByName: Map<string, string>
}

/** Fails when the first reading does; `report` hears of every later failure. */
export async function openDirectory(read: Read, report: (error: unknown) => void): Promise<Directory> {
  const known = nothingKnown()
  let forcedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let waiting: PromiseWithResolvers<void> | undefined

  /** One reading at a time; those who came before it began share it. */
  function refresh(): Promise<void> {
    const served = waiting
    waiting = undefined
    running = load(known, read)
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
    // Strangers can make us look again only so often: the next ones wait for the next reading, which is never far.
    if (!running && performance.now() - forcedAt >= pollMs) {
      forcedAt = performance.now()
      poll()
    }
    return promise
  }

  await refresh()
  const timer = setInterval(poll, pollMs).unref()
  return {
    key: (keyId) => known.state.keys.get(keyId),
    jwks: () => known.state.jwks,
    hasEnvironment: (environmentId) => known.state.environmentIds.has(environmentId),
    environmentIds: () => known.state.environmentIds,
    environmentNamed: (nameOrId) =>
      known.state.environmentIds.has(nameOrId) ? nameOrId : known.state.environmentIdsByName.get(nameOrId),
    isRevoked: (subjectId) => known.revoked.has(subjectId),
    refreshed,
    stop() {
      clearInterval(timer)
      waiting?.resolve()
    },
  }
}

/** What was read, and what the next reading goes by. */
interface Known {
  state: State
  keysText: string
  revoked: Set<string>
  revokedLast: number
  /** As performance.now() counts. */
  wholeAt: number
}
const nothingKnown = (): Known => ({
  state: { keys: new Map(), jwks: { keys: [] }, environmentIds: new Set(), environmentIdsByName: new Map() },
  keysText: '',
  revoked: new Set(),
  revokedLast: 0,
  wholeAt: Number.NEGATIVE_INFINITY,
})

async function load(known: Known, read: Read): Promise<void> {
  const whole = performance.now() - known.wholeAt >= wholeMs
  // Those of a clock that is ahead must not hide what others revoke after them.
  const since = whole ? 0 : Math.min(known.revokedLast, Date.now()) - overlapMs
  const rows = await read(async (tx) => ({
    keys: await store.listKeys(tx),
    environments: await environments.list(tx),
    revocations: await store.listRevocationsSince(tx, since),
  }))
  known.state = stateOf(rows.keys, rows.environments, known.state, known.keysText)
  known.keysText = textOf(rows.keys)
  if (whole) {
    known.revoked = new Set()
    known.wholeAt = performance.now()
  }
  for (const row of rows.revocations) {
    known.revoked.add(row.subjectId)
    if (row.revoked > known.revokedLast) known.revokedLast = row.revoked
  }
}

const textOf = (keys: store.KeyRow[]) => keys.map(({ keyId, publicKey }) => `${keyId} ${publicKey}`).join('\n')

function stateOf(keys: store.KeyRow[], list: environments.EnvironmentRow[], old: State, oldKeysText: string): State {
  // Keys are dear to parse and hardly ever change.
  const same = textOf(keys) === oldKeysText
  return {
    keys: same ? old.keys : new Map(keys.map(({ keyId, publicKey }) => [keyId, publicKeyOf(publicKey)])),
    jwks: same
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
