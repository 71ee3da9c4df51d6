// Certificates for tests: an authority of their own and what it signs, so that nothing secret lies in the repository.
import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'

export interface Identity {
  certificate: string
  key: string
}
export interface Authority extends Identity {
  /** A certificate for the server of this name. */
  issue(name: string): Identity
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name, 'utf8')))))
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'))
const yes = Buffer.from([0x01, 0x01, 0xff])
const dayMs = 86_400_000

/** X.509 v3, by hand: Node reads certificates and makes none. */
function certify(subject: string, issuer: string, key: KeyObject, signer: KeyObject, extension: Buffer): string {
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(now - dayMs), time(now + dayMs)),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer))
  return new X509Certificate(sequence(body, ecdsaWithSha256, signature)).toString()
}

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const isAuthority = sequence(identifier('551d13'), yes, der(0x04, sequence(yes)))
const forServer = (name: string) =>
  sequence(identifier('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name, 'latin1')))))

export function createAuthority(name: string): Authority {
  const own = newKeys()
  return {
    certificate: certify(name, name, own.publicKey, own.privateKey, isAuthority),
    key: pem(own.privateKey),
    issue(server) {
      const keys = newKeys()
      return {
        certificate: certify(server, name, keys.publicKey, own.privateKey, forServer(server)),
        key: pem(keys.privateKey),
      }
    },
  }
}
