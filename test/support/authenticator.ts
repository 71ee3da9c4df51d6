// An authenticator in software: makes passkeys and shows them as a browser would, honestly or as a test wants it.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Options {
  challenge: string
  rp?: { id?: string }
  user?: { id: string }
}

/** What is not as it should be. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  /** The owner has not unlocked it. */
  unverified?: boolean
  type?: string
  userHandle?: string | null
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** As much of RFC 8949 as attestations are made of. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((pair) => pair.map(cbor))])
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

export type Passkey = ReturnType<typeof aPasskey>

/** One that belongs to this origin; those that do not count always say zero. */
export function aPasskey(origin: string, { counts = true, synced = false } = {}) {
  const id = text(randomBytes(16))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = { counter: counts ? 1 : 0, userHandle: undefined as string | undefined, rpId: '' }

  const data = (lies: Lies, more: Uint8Array = Buffer.alloc(0)): Buffer => {
    const shown =
      flags.present |
      (lies.unverified ? 0 : flags.verified) |
      (synced ? flags.backupEligible | flags.backedUp : 0) |
      (more.length > 0 ? flags.attested : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? own.counter)
    return Buffer.concat([sha256(lies.rpId ?? own.rpId), Buffer.from([shown]), counter, more])
  }
  const client = (type: string, { challenge }: Options, lies: Lies): Buffer => {
    const said = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

  return {
    id,
    /** What `navigator.credentials.create()` answers. */
    create(options: Options, lies: Lies = {}) {
      own.userHandle = options.user!.id
      own.rpId = options.rp!.id!
      const { x, y } = privateKey.export({ format: 'jwk' }) as { x: string; y: string }
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const bytes = Buffer.from(id, 'base64url')
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, bytes.length]), bytes, cbor(key)])
      const made = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data(lies, attested)],
      ])
      return answer({
        attestationObject: text(cbor(made)),
        clientDataJSON: text(client('webauthn.create', options, lies)),
        transports: ['internal', 'hybrid'],
      })
    },
    /** What `navigator.credentials.get()` answers. */
    get(options: Options, lies: Lies = {}) {
      if (own.counter > 0 && lies.counter === undefined) own.counter++
      const signed = data(lies)
      const said = client('webauthn.get', options, lies)
      const signature = sign('sha256', Buffer.concat([signed, sha256(said)]), privateKey)
      const handle = lies.userHandle === undefined ? own.userHandle : lies.userHandle
      return answer({
        authenticatorData: text(signed),
        clientDataJSON: text(said),
        signature: text(signature),
        ...(handle == null ? {} : { userHandle: handle }),
      })
    },
  }
}
