// Opens the gate alone, without HTTP: a database of its own, a directory that reads it, an authenticator with a clock that tests set.

import assert from 'node:assert/strict'
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { createAuthenticator, type TokenAuthenticator } from '../../server/access/token/authenticate.ts'
import { type AccessDirectory, openDirectory } from '../../server/access/token/directory.ts'
import * as rules from '../../server/access/token/rules.ts'
import { findSigningKey, listKeys } from '../../server/access/token/store.ts'
import { type TokenUsage, trackUsage } from '../../server/access/token/usage.ts'
import { createEnvironment } from '../../server/admin/database.ts'
import { loadConfig, type ServiceConfig } from '../../server/platform/config/config.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { ApiProblem } from '../../server/platform/error/problems.ts'
import { createCommandAuthor } from '../../server/platform/event/rules.ts'
import type { TokenUse } from '../../server/platform/operation/principal.ts'
import { openDatabase } from '../../server/runtime/storage.ts'
import { temporaryFolder } from './harness.ts'

export interface Gate {
  config: ServiceConfig
  database: Database
  directory: AccessDirectory
  usage: TokenUsage
  /** What was last written as used. */
  uses: TokenUse[]
  environmentId: string
  keyId: string
  privateKey: KeyObject
  publicJwk: Record<string, string>
  /** `passedMs` goes on whatever becomes of the time of day. */
  clock: { now: number; passedMs: number }
  /** A token of `acme`, good unless the overrides spoil it. */
  token(order?: Partial<rules.TokenOrder>): Promise<{ tokenId: string; token: string }>
  authenticate: TokenAuthenticator['authenticate']
}

export async function openGate(t: { after(fn: () => void): void }, flags: Record<string, string> = {}): Promise<Gate> {
  const config = loadConfig({ data: temporaryFolder(t), ...flags }, {})
  const clock = { now: Date.now(), passedMs: 0 }
  const environmentId = await createEnvironment(config, 'acme', clock.now)
  const database = await openDatabase(config)
  await database.write((tx) => rules.ensureKey(tx, clock.now))
  const key = (await database.read(findSigningKey))!
  const [published] = await database.read(listKeys)
  const uses: TokenUse[] = []
  let closed = false
  // A look that is under way at the end finds the database closed.
  const fail = (error: unknown) => {
    if (!closed) throw error
  }
  const usage = trackUsage(async (written) => uses.push(...written), fail)
  const directory = await openDirectory(database.read, fail)
  t.after(() => {
    closed = true
    usage.stop()
    directory.stop()
    database.close()
  })
  return {
    config,
    database,
    directory,
    usage,
    uses,
    environmentId,
    keyId: key.keyId,
    privateKey: createPrivateKey({ key: JSON.parse(key.privateKey), format: 'jwk' }),
    publicJwk: JSON.parse(published!.publicKey),
    clock,
    token: (order = {}) =>
      database.write((tx) =>
        rules.createToken(tx, createCommandAuthor(environmentId, clock.now), {
          issuer: config.issuer,
          scopes: ['*'],
          ...order,
        }),
      ),
    authenticate: createAuthenticator(directory, config, usage, {
      now: () => clock.now,
      passedMs: () => clock.passedMs,
    }).authenticate,
  }
}

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token with any header and any claims, signed with Ed25519 by whoever holds the key. */
export function forge(header: unknown, payload: unknown, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

export const seconds = (gate: Gate): number => Math.floor(gate.clock.now / 1_000)

const invalid = 'Bearer realm="dray", error="invalid_token"'

export async function refusal(gate: Gate, header: string | undefined): Promise<ApiProblem> {
  try {
    const { actor } = await gate.authenticate(header)
    assert.fail(`${actor} was let in`)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return error
  }
}

export async function assertRefused(gate: Gate, header: string): Promise<void> {
  const { code, message, details } = await refusal(gate, header)
  assert.deepEqual(
    { code, message, details },
    {
      code: 'UNAUTHORIZED',
      message: 'Send `Authorization: Bearer <token>` with a valid token.',
      details: {
        message: 'Send `Authorization: Bearer <token>` with a valid token.',
        headers: { 'WWW-Authenticate': invalid },
      },
    },
  )
}
